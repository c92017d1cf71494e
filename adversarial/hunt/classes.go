package hunt

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos/multiclass"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Of a statement on many classes the labels of a stream are classes, 0, 1, …, and what it is about are the
// differences of the examples. An example is placed relative to the hyperplane between its class and another
// one, its foe, which is the best wrong class where it is a mistake.

// about is the stream that the statement is about.
func (t *target) about(s stream) stream {
	if t.classes == 0 {
		return s
	}
	d := s.dim()
	differences := newStream(len(s)*(t.classes-1), d*t.classes)
	at := 0
	for _, e := range s {
		for z := range t.classes {
			if y := int(e.Y); z != y {
				delta := differences[at].X.Value
				copy(delta[y*d:], e.X.Value)
				for k, v := range e.X.Value {
					delta[z*d+k] = -v
				}
				at++
			}
		}
	}
	return differences
}

// facing is the classifier between a class and its foe: of two classes it is c.
func (t *target) facing(c theory.Classifier, y, foe theory.Label) theory.Classifier {
	if t.classes == 0 {
		return c
	}
	d := len(c.W) / t.classes
	w := slices.Clone(c.W[int(y)*d:][:d])
	floats.Sub(w, c.W[int(foe)*d:][:d])
	return theory.Classifier{W: w}
}

// foeOf is the best wrong class of an example, 0 of two classes.
func (t *target) foeOf(c theory.Classifier, e theory.Example) theory.Label {
	best, most := theory.Label(0), math.Inf(-1)
	for z := range theory.Label(t.classes) {
		if z == e.Y {
			continue
		}
		if score := -t.facing(c, e.Y, z).Score(e.X); score > most {
			best, most = z, score
		}
	}
	return best
}

// predict is the label of x by a classifier.
func (t *target) predict(c theory.Classifier, x vec.Vector) theory.Label {
	if t.classes == 0 {
		return theory.Sign(c.Score(x))
	}
	d, scores := len(c.W)/t.classes, make([]float64, t.classes)
	for z := range scores {
		scores[z] = x.Dot(c.W[z*d : (z+1)*d])
	}
	return multiclass.Argmax(scores)
}

// sign is the side of the hyperplane where an example of the class is right.
func (t *target) sign(y theory.Label) float64 {
	if t.classes > 0 {
		return 1
	}
	return float64(y)
}

func (g source) label() theory.Label {
	if g.t.classes > 0 {
		return theory.Label(g.rng.IntN(g.t.classes))
	}
	return theory.Label(1 - 2*g.rng.IntN(2))
}

// other is another label.
func (g source) other(y theory.Label) theory.Label {
	if g.t.classes > 0 {
		return (y + 1 + theory.Label(g.rng.IntN(g.t.classes-1))) % theory.Label(g.t.classes)
	}
	return -y
}

// foe draws the class beyond the hyperplane, 0 of two classes.
func (g source) foe(y theory.Label) theory.Label {
	if g.t.classes > 0 {
		return g.other(y)
	}
	return 0
}
