package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// combination is the classifier sign(w·x) of w = Σ α_i z_i with rational points z and
// numbers α. The products of points are exact, so that what is orthogonal to all of
// them is known to be.
type combination struct {
	real.Field
	dim   int
	z     []Vector
	alpha []real.Number
}

// Score implements [Learner].
func (w *combination) Score(x Vector) real.Number {
	sum := w.Int(0)
	for i, z := range w.z {
		sum = sum.Add(w.alpha[i].Times(z.Dot(x)))
	}
	return sum
}

// add adds τz, z ≠ 0. The points are of different directions.
func (w *combination) add(tau real.Number, z Vector) {
	for i := range w.z {
		if c := multiple(z, w.z[i]); c != nil {
			w.alpha[i] = w.alpha[i].Add(tau.Times(c))
			return
		}
	}
	w.z, w.alpha = append(w.z, z), append(w.alpha, tau)
}

// multiple is the c with z = cx, x ≠ 0, nil if there is none.
func multiple(z, x Vector) *big.Rat {
	var c *big.Rat
	for k := range x {
		if x[k].Sign() != 0 {
			c = new(big.Rat).Quo(z[k], x[k])
			break
		}
	}
	if !x.Times(c).Equal(z) {
		return nil
	}
	return c
}

// times is the combination times a factor, and b = 0.
func (w *combination) times(factor real.Number) (Point, real.Number) {
	x := make(Point, w.dim)
	for k := range x {
		sum := w.Int(0)
		for i, z := range w.z {
			sum = sum.Add(w.alpha[i].Times(z[k]))
		}
		x[k] = sum.Mul(factor)
	}
	return x, w.Int(0)
}
