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

// Cone is a recipe for unit vectors with a planted maximum normalised margin ρ through
// the origin. The points a = yx lie on the unit sphere at heights w·a ≥ ρ,
//
//	a = h w + √(1−h²) u,  u ⊥ w, ‖u‖ = ‖w‖ = 1.
//
//	symbol   field      meaning                           range
//	n        Examples                                     ≥ 2
//	d        Dim                                          ≥ 2
//	ρ        Margin     max_{‖w‖=1} min_i w·a_i           [1e-6, 1/2]
//	         Seed       the same seed, the same data
//
// The first s = min(n,d) of them are on the rim, h = ρ, with u_1, …, u_{s−1} drawn
// uniformly and u_s = −Σ c_i u_i/‖Σ c_i u_i‖ for c_i drawn from [½, 1]: a convex
// combination Σ p_i u_i of them is 0, with all p_i > 0. So no unit w' has a larger
// margin than w,
//
//	min_i w'·a_i ≤ Σ p_i w'·a_i = ρ w'·w ≤ ρ.
//
// The others, ρ ≤ h ≤ 2ρ, are crowded around one direction: their u is g + z, brought
// to norm 1, with a unit g, the same for all, and a random z of norm 0.9 < 1. A
// combination that separates has most of its weight on the few points that are
// opposite to them, which an algorithm that starts from equal weights has to find.
type Cone struct {
	Examples, Dim int
	Margin        float64
	Seed          uint64
}

// String is the expression that makes the data again.
func (c Cone) String() string {
	return fmt.Sprintf("cone(examples=%d,dim=%d,margin=%v,seed=%d)", c.Examples, c.Dim, c.Margin, c.Seed)
}

// Check reports which parameter no data can have.
func (c Cone) Check() error {
	switch {
	case c.Examples < 2:
		return fmt.Errorf("%v: %d examples, expected at least 2", c, c.Examples)
	case c.Dim < 2:
		return fmt.Errorf("%v: %d dimensions, expected at least 2", c, c.Dim)
	case !(c.Margin >= 1e-6 && c.Margin <= 0.5):
		return fmt.Errorf("%v: margin %v, expected a number from 1e-6 to 0.5", c, c.Margin)
	}
	return fits(c, c.Examples, c.Dim)
}

// Generate makes the data, in a random order and with random labels, and the
// classifier of the maximum normalised margin, with ‖w‖ = 1 and without a bias. The
// error is that of Check.
func (c Cone) Generate() (*Set, theory.Classifier, error) {
	if err := c.Check(); err != nil {
		return nil, theory.Classifier{}, err
	}
	rnd := rand.New(rand.NewPCG(c.Seed, coneStream))
	w := make([]float64, c.Dim)
	unit(w, rnd)
	points := c.sides(rnd)
	examples := make([]theory.Example, c.Examples)
	for k, i := range rnd.Perm(c.Examples) {
		h := c.Margin
		if i >= c.rim() {
			h *= 1 + rnd.Float64()
		}
		y := theory.Label(1 - 2*rnd.IntN(2))
		a := points[i]
		floats.Scale(math.Sqrt((1-h)*(1+h)), a)
		a[0] = h
		turn(a, w)
		floats.Scale(float64(y), a)
		examples[k] = theory.Example{X: vec.Dense(a...), Y: y}
	}
	set := &Set{Name: c.String(), Examples: examples, Dim: c.Dim, Labels: [2]string{"-1", "1"}}
	return set, theory.Classifier{W: w}, nil
}

// rim is s, how many points are on the rim.
func (c Cone) rim() int { return min(c.Examples, c.Dim) }

// sides are the u_i, those on the rim first, in the coordinates after the first,
// which is 0.
func (c Cone) sides(rnd *rand.Rand) [][]float64 {
	u := make([][]float64, c.Examples)
	data := make([]float64, c.Examples*c.Dim)
	for i := range u {
		u[i], data = data[:c.Dim:c.Dim], data[c.Dim:]
		unit(u[i][1:], rnd)
	}
	s := c.rim()
	last := make([]float64, c.Dim)
	for _, v := range u[:s-1] {
		num.AddScaled(last, -(1+rnd.Float64())/2, v)
	}
	floats.ScaleTo(u[s-1], 1/num.Norm(last), last)
	g := make([]float64, c.Dim)
	unit(g[1:], rnd)
	for _, v := range u[s:] {
		num.AddScaledTo(v, g, 0.9, v)
		floats.Scale(1/num.Norm(v), v)
	}
	return u
}
