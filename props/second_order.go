package props

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"marginlab/props/measure"
)

// SecondOrderIsRidge: a second-order learner updates at mistakes and AROW where y(w·x) < 1 too, and shows the
// ridge regression of its updates, Aw = v with A = aI + Σxxᵀ and v = Σyx. An update makes
//
//	Ψ = v·w grow by 1 − (1 − y w·x)²/(1+χ),  χ = xᵀA⁻¹x,
//
// which at a mistake is at most log(1+χ), and log det A by log(1+χ): the steps of the
// proof of Theorem 3.1 of Cesa-Bianchi, Conconi, Gentile (2005). It takes a/R² and the labels to swap.
func SecondOrderIsRidge(c Case) error {
	limit := math.Inf(-1)
	if in(c.Learner, "arow") {
		limit = 1
	}
	c = c.InUnits("a", 2).Flipped()
	steps, err := replay(c)
	if err != nil || len(steps) == 0 {
		return err
	}
	d, a := len(steps[0].X), c.Learner.Params()["a"]
	A, v := mat.NewSymDense(d, nil), make(measure.Vector, d)
	for i := range d {
		A.SetSym(i, i, a)
	}
	var factor mat.Cholesky // of A
	factor.Factorize(A)
	solve := func(b measure.Vector) (x measure.Vector, units float64) {
		var solution mat.VecDense
		// An ill-conditioned A is an error of SolveVecTo, and is in units.
		_ = factor.SolveVecTo(&solution, mat.NewVecDense(d, slices.Clone(b)))
		return solution.RawVector().Data, measure.Units(d) * factor.Cond()
	}
	potential, logDet, rounding, squares := 0.0, 0.0, 0.0, 0.0
	for _, s := range steps {
		norm := s.W.Norm()
		squares += s.XX
		if err := s.decides(limit, s.slack(), 2*measure.Units(d)*norm*norm, true); err != nil {
			return err
		}
		if !s.Reported.Updated {
			continue
		}
		g, _ := solve(s.X)
		chi, before := s.X.Dot(g), potential
		x := mat.NewVecDense(d, slices.Clone(s.X))
		A.SymRankOne(A, 1, x)
		factor.SymRankOne(&factor, 1, x)
		v = v.Plus(s.Y, s.X)
		w, units := solve(v)
		potential = v.Dot(w)
		logDet += math.Log1p(chi)
		rounding += units * (1 + potential)
		var residual mat.VecDense
		residual.MulVec(A, mat.NewVecDense(d, slices.Clone(s.Next.W)))
		off := measure.Vector(residual.RawVector().Data).Distance(v)
		if scale := mat.Norm(A, 2)*s.Next.W.Norm() + v.Norm(); !(off <= float64(s.T)*measure.Units(d)*math.Sqrt(1+squares/a)*scale) {
			return s.fault("Aw is %.3g off v, whose length is %v", off, v.Norm())
		}
		gain := 1 - (1-s.S)*(1-s.S)/(1+chi)
		ofScore := math.Sqrt(1+squares/a) * measure.Units(d) * norm * s.X.Norm() // of y(w·x)
		if !near(potential-before, gain, rounding+2*math.Abs(1-s.S)/(1+chi)*ofScore) {
			return s.fault("v·w grew from %v to %v, expected by %v", before, potential, gain)
		}
		if s.Reported.Mistake() && !(gain <= math.Log1p(chi)+rounding) {
			return s.fault("v·w grew by %v at a mistake, expected at most %v", gain, math.Log1p(chi))
		}
	}
	run, err := c.Learner.Run(context.Background(), c.Dim, slices.Values(c.Stream))
	if err == nil && !near(run.LogDet, logDet, rounding*(1+logDet)) {
		return steps[len(steps)-1].fault("log det A/a is reported to be %v, and is %v", run.LogDet, logDet)
	}
	return err
}
