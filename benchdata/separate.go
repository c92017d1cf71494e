package benchdata

import (
	"context"
	"errors"
	"fmt"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Separation is what a hyperplane makes of examples.
type Separation struct {
	Separator      theory.Classifier
	Kept           []int // the indices of those that it classifies correctly, and not from too near
	Wrong, TooNear int   // how many others it misclassifies, and how many it classifies correctly
}

// Separate sorts the examples by whether c classifies them correctly from a distance above
// near, so that those kept are separable with at least that margin. It panics if c has
// W = 0.
func Separate(examples []theory.Example, c theory.Classifier, near float64) Separation {
	norm := vec.L2{}.Of(c.W)
	if norm == 0 {
		panic("benchdata: a classifier with w = 0 separates nothing")
	}
	s := Separation{Separator: c}
	for i, e := range examples {
		score := c.Score(e.X)
		switch {
		case theory.Sign(score) != e.Y:
			s.Wrong++
		case float64(e.Y)*score <= near*norm:
			s.TooNear++
		default:
			s.Kept = append(s.Kept, i)
		}
	}
	return s
}

// near is the distance from the separating hyperplane up to which HKNS25 removes examples.
const near = 0.01

// TrainSeparation separates examples of dim dimensions, which should be standardised, by the
// hyperplane that a support vector machine finds for them, as HKNS25 prepares Adult in Section
// B.1: hinge loss, C = 0.01, balanced classes and a free bias. Examples up to 0.01 from it are not
// kept. It is an error if both classes are not there before and after.
func TrainSeparation(ctx context.Context, examples []theory.Example, dim int) (Separation, error) {
	if of := positives(examples); of == 0 || of == len(examples) {
		return Separation{}, errors.New("all examples are of one class, expected two to separate")
	}
	c, err := SVM{C: 0.01, Balanced: true}.Fit(ctx, examples, dim)
	if err != nil {
		return Separation{}, err
	}
	if (vec.L2{}).Of(c.W) == 0 {
		return Separation{}, errors.New("the trained hyperplane has w = 0, expected classes that differ")
	}
	s := Separate(examples, c, near)
	if of := positives(s.Of(examples)); of == 0 || of == len(s.Kept) {
		return Separation{}, fmt.Errorf("of %d examples %d are misclassified and %d are too near to the hyperplane, expected some of each class to be left", len(examples), s.Wrong, s.TooNear)
	}
	return s, nil
}

// Of returns those examples that are kept. They share their vectors with those given.
func (s Separation) Of(examples []theory.Example) []theory.Example {
	var kept []theory.Example
	for _, i := range s.Kept {
		kept = append(kept, examples[i])
	}
	return kept
}

// positives counts the examples of class +1.
func positives(examples []theory.Example) int {
	n := 0
	for _, e := range examples {
		if e.Y == theory.Positive {
			n++
		}
	}
	return n
}
