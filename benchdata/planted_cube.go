package benchdata

import (
	"fmt"
	"math"
	"math/rand/v2"

	"marginlab/internal/num"
	"marginlab/theory"
)

// Cube is a recipe for the synthetic data of ZH13, Section 4.1: points drawn uniformly from the cube [0, Side]^d, with
// the labels of a random hyperplane through the centre of it.
//
//	symbol   field      meaning                         range
//	n        Examples                                   ≥ 2
//	d        Dim                                        ≥ 1
//	         Side       the length of an edge           > 0
//	         Margin     the least distance to the hyperplane   [0, Side/4]
//	         Seed       the same seed, the same data
//
// The paper has no Margin, that is, Margin 0. Points nearer to the hyperplane are drawn again. That ends soon: for a
// unit vector w, w·(x−c) has the variance Side²/12 ≥ 4/3·Margin² and a fourth moment of at most 3 times its square, so
// that a point is kept with a probability of at least (1−3/4)²/3 = 1/48 (Paley and Zygmund).
type Cube struct {
	Examples, Dim int
	Side, Margin  float64
	Seed          uint64
}

// String returns the expression that makes the data again.
func (c Cube) String() string {
	return fmt.Sprintf("cube(examples=%d,dim=%d,side=%v,margin=%v,seed=%d)", c.Examples, c.Dim, c.Side, c.Margin, c.Seed)
}

// Check reports which parameter no data can have.
func (c Cube) Check() error {
	switch {
	case c.Examples < 2:
		return fmt.Errorf("%v: %d examples, expected at least 2, one of each label", c, c.Examples)
	case c.Dim < 1:
		return fmt.Errorf("%v: %d dimensions, expected at least 1", c, c.Dim)
	case !(c.Side >= 1e-100 && c.Side <= 1e100):
		return fmt.Errorf("%v: side %v, expected a number from 1e-100 to 1e100", c, c.Side)
	case !(c.Margin >= 0 && c.Margin <= c.Side/4):
		return fmt.Errorf("%v: margin %v, expected a number from 0 to a quarter of the side, %v", c, c.Margin, c.Side/4)
	}
	return fits(c, c.Examples, c.Dim)
}

// Generate makes the data, in a random order, and the classifier that labelled them, with ‖w‖ = 1: its margin is at
// least c.Margin, up to rounding. There are examples of both labels. The error comes from Check.
func (c Cube) Generate() (*Set, theory.Classifier, error) {
	if err := c.Check(); err != nil {
		return nil, theory.Classifier{}, err
	}
	rnd := rand.New(rand.NewPCG(c.Seed, cubeStream))
	w := make([]float64, c.Dim)
	unit(w, rnd)
	examples := newDense(c.Examples, c.Dim)
	sum := 0
	for n := 0; n < len(examples); {
		x := examples[n].X.Value
		var s float64 // w·(x−c)
		for i := range x {
			x[i] = float64(c.Side * rnd.Float64())
			s += float64(w[i] * (x[i] - float64(c.Side/2)))
		}
		y := theory.Sign(s)
		one := n == len(examples)-1 && sum == int(y)*n // all examples would have one label
		if s == 0 || math.Abs(s) < c.Margin || one {
			continue
		}
		examples[n].Y = y
		sum += int(y)
		n++
	}
	set := &Set{Name: c.String(), Examples: examples, Dim: c.Dim, Labels: [2]string{"-1", "1"}}
	return set, theory.Classifier{W: w, B: -c.Side / 2 * num.Sum(w)}, nil
}
