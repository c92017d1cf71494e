package benchdata

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Around is a recipe for unit vectors around the origin: the radius |ρ| of the greatest ball
// about the origin in the hull of the points a = yx is planted.
//
//	symbol   field      meaning                       range
//	n        Examples                                 > d
//	d        Dim                                      ≥ 2
//	|ρ|      Depth      min_{‖w‖=1} max_i w·a_i       from 1e-6 to about 1/d
//	         Seed       the same seed, the same data
//
// No point is higher than |ρ| along a unit vector u, so that no greater ball fits. d of the
// points are on the rim of a facet at that height, the vertices of a regular simplex, and one
// is −u. In a direction at the angle θ from u one of the former has at least
// |ρ| cos θ + c sin θ, c = √(1−ρ²)/(d−1), and −u has −cos θ. The greater of the two is at least
// the least of |ρ|, c and c/√((1+|ρ|)² + c²), so that a |ρ| up to the last is the radius.
//
// The others are up to as high as the facet and above 0, crowded to one side as those of [Cone]:
// equal weights are far from the origin.
type Around struct {
	Examples, Dim int
	Depth         float64
	Seed          uint64
}

// String is the expression that makes the data again.
func (a Around) String() string {
	return fmt.Sprintf("around(examples=%d,dim=%d,depth=%v,seed=%d)", a.Examples, a.Dim, a.Depth, a.Seed)
}

// Check reports which parameter no data can have.
func (a Around) Check() error {
	switch {
	case a.Dim < 2:
		return fmt.Errorf("%v: %d dimensions, expected at least 2", a, a.Dim)
	case a.Examples <= a.Dim:
		return fmt.Errorf("%v: %d examples, expected more than dimensions", a, a.Examples)
	}
	if most := mostDepth(a.Dim); !(a.Depth >= 1e-6 && a.Depth <= most) {
		return fmt.Errorf("%v: depth %v, expected a number from 1e-6 to %.3f", a, a.Depth, most)
	}
	return fits(a, a.Examples, a.Dim)
}

// mostDepth is nearly the greatest depth that is the radius in so many dimensions, by bisection.
func mostDepth(dim int) float64 {
	low, high := 0.0, 1.0
	for range 30 {
		r := float64((low + high) / 2)
		if c := math.Sqrt((1-r)*(1+r)) / float64(dim-1); r <= c/num.Hypot(1+r, c) {
			low = r
		} else {
			high = r
		}
	}
	return 0.99 * low
}

// Generate makes the data, in a random order and with random labels. The error is that of
// Check.
func (a Around) Generate() (*Set, error) {
	if err := a.Check(); err != nil {
		return nil, err
	}
	rnd := rand.New(rand.NewPCG(a.Seed, aroundStream))
	axis := func(d int) []float64 { u := make([]float64, d); unit(u, rnd); return u }
	u, side, g := axis(a.Dim), axis(a.Dim-1), axis(a.Dim-1)
	examples := make([]theory.Example, a.Examples)
	for k, i := range rnd.Perm(a.Examples) {
		x := make([]float64, a.Dim)
		h, around := a.Depth, x[1:]
		switch {
		case i < a.Dim:
			vertex(around, i)
			turn(around, side)
		case i == a.Dim:
			h = -1
		default:
			h *= rnd.Float64()
			unit(around, rnd)
			num.AddScaledTo(around, g, 0.9, around)
			floats.Scale(1/num.Norm(around), around)
		}
		floats.Scale(math.Sqrt((1-h)*(1+h)), around)
		x[0] = h
		turn(x, u)
		y := theory.Label(1 - 2*rnd.IntN(2))
		floats.Scale(float64(y), x)
		examples[k] = theory.Example{X: vec.Dense(x...), Y: y}
	}
	return &Set{Name: a.String(), Examples: examples, Dim: a.Dim, Labels: [2]string{"-1", "1"}}, nil
}

// vertex stores the vertex i of a regular simplex of norm 1 in x: e_i less the mean of all of
// them, in the basis (1, …, 1, −k, 0, …)/√(k(k+1)), k = 1, …, d.
func vertex(x []float64, i int) {
	n := float64(len(x) + 1)
	for at := range x {
		k := float64(at + 1)
		switch {
		case i <= at:
			x[at] = 1
		case i == at+1:
			x[at] = -k
		default:
			x[at] = 0
		}
		x[at] *= math.Sqrt(n / (n - 1) / (k * (k + 1)))
	}
}
