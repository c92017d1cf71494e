package props

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"marginlab/algos"
	"marginlab/props/measure"
)

// simple returns the steps of the Perceptron on the same stream, with the same constant coordinate.
func simple(c Case) ([]step, error) {
	lift := c.Learner.Bias
	if c.Learner = algos.MustParse("perceptron"); lift != 0 {
		c.Learner = c.Learner.Lifted(lift)
	}
	return replay(c)
}

// AveragedIsTheSum: the averaged Perceptron steps like the Perceptron, and after every step its classifier is w_1 + …
// + w_t+1 (Freund and Schapire 1999, Section 5).
func AveragedIsTheSum(c Case) error {
	steps, err := replay(c)
	own, err2 := simple(c)
	if err := cmp.Or(err, err2); err != nil {
		return err
	}
	x := c.Lifted()
	sum, most := make(measure.Vector, len(x[0])), 0.0
	for t, s := range steps {
		w := own[t].Next.W
		sum, most = sum.Plus(1, w), max(most, w.Norm()+s.X.Norm())
		slack := 8 * measure.Ulps(w) * float64((t+2)*(t+2)) * most // the sum is kept as c·w less a sum of c·x
		if measure.OnLattice(x...) {
			slack = 0
		}
		switch {
		case !sameStep(s.Reported, own[t].Reported):
			return s.fault("the step is %+v, the Perceptron's %+v", s.Reported, own[t].Reported)
		case s.Next.B != 0 || !(s.Next.W.Distance(sum) <= slack):
			return s.fault("the classifier is %v, expected the sum of all w_t, %v", s.Next.W, sum)
		}
	}
	return nil
}

// PegasosIsItsAlgorithm: Pegasos moves w_t to (1−1/t)w_t, plus yx/(λt) iff y(w_t·x) < 1, and onto the ball ‖w‖ ≤ 1/√λ
// if it projects; the mean that it shows is the mean of w_1 to w_t (Shalev-Shwartz, Singer, Srebro 2007, Fig. 1). It
// takes a = λ/R².
func PegasosIsItsAlgorithm(c Case) error {
	c = c.InUnits("lambda")
	lambda, projects := c.Learner.Params()["lambda"], c.Learner.Params()["project"] == 1
	c.Learner = c.Learner.With("classifier", 1)
	means, err := replay(c)
	if err != nil {
		return err
	}
	c.Learner = c.Learner.With("classifier", 0)
	steps, err := replay(c)
	sum, size, longest := make(measure.Vector, len(c.Lifted()[0])), 0.0, 0.0
	for i, s := range steps {
		t, norm := float64(s.T), s.W.Norm()
		longest = max(longest, norm)
		room := s.slack() + 0x1p-50*math.Abs(s.S)
		if err := s.decides(1, room, 0x1p-46*t*longest*longest, false); err != nil {
			return err
		}
		next := s.W.Times(1 - 1/t)
		if s.Reported.Updated {
			next = next.Plus(s.Y/(lambda*t), s.X)
		}
		// ‖w‖² is followed; where it falls by cancellation, the rest has the old rounding.
		around := norm + s.X.Norm()/(lambda*t)
		off := 8 * measure.Ulps(s.X) * around
		if projects {
			off += 0x1p-46 * t * around
			next = next.Times(1 / max(1, next.Norm()*math.Sqrt(lambda)))
		}
		sum, size = sum.Plus(1, s.W), size+norm
		mean := sum.Times(1 / t)
		switch {
		case !(s.Next.W.Distance(next) <= off):
			return s.fault("w = %v after the step, expected %v (before: %v)", s.Next.W, next, s.W)
		case !sameStep(s.Reported, means[i].Reported):
			return s.fault("the step is %+v, and %+v where the mean is kept", s.Reported, means[i].Reported)
		case !(means[i].Next.W.Distance(mean) <= 1e-9*(size+s.Next.W.Norm())/t):
			return s.fault("the mean is %v, expected %v", means[i].Next.W, mean)
		}
	}
	return err
}

// decides checks the decision of a step that no exact model follows, and its report: an update iff y(w·x), known to
// slack, is below the turn, or at each mistake, and x ≠ 0. The square of ‖w‖ is known to lost.
func (s step) decides(turn, slack, lost float64, mistakes bool) error {
	r, norm, mistake := s.Reported, s.W.Norm(), mistakes && s.Reported.Mistake()
	must, never := s.XX > 0 && (s.S < turn-slack || mistake), s.XX == 0 || s.S > turn+slack && !mistake
	switch along := float64(r.Predicted) * s.Y * s.S; {
	case !isNear(r.Score, s.S, slack):
		return s.fault("y(w·x) is reported to be %v, and is %v", r.Score, s.S)
	case !isNear(r.Norm*r.Norm, norm*norm, lost):
		return s.fault("‖w‖ is reported to be %v, and is %v", r.Norm, norm)
	case math.Abs(s.S) > slack && along < 0, s.S == 0 && slack == 0 && r.Predicted < 0:
		return s.fault("predicted %+d for %+d at y(w·x) = %v", r.Predicted, r.Y, s.S+0)
	case must && !r.Updated || never && r.Updated:
		return s.fault("updated: %v at y(w·x) = %v, ‖x‖² = %v, ‖w‖ = %v", r.Updated, s.S+0, s.XX, norm)
	}
	return nil
}

// isNear reports whether |a−b| ≤ slack; NaN is near nothing.
func isNear(a, b, slack float64) bool { return math.Abs(a-b) <= slack }

// SecondOrderIsRidge: a second-order learner updates at mistakes, AROW also where y(w·x) < 1, and shows the
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
	c = c.InUnits("a").Flipped()
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
		// An ill-conditioned A is an error of SolveVecTo, and is counted in units.
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
		scale := mat.Norm(A, 2)*s.Next.W.Norm() + v.Norm()
		if !(off <= float64(s.T)*measure.Units(d)*math.Sqrt(1+squares/a)*scale) {
			return s.fault("Aw is %.3g off v, whose length is %v", off, v.Norm())
		}
		gain := 1 - (1-s.S)*(1-s.S)/(1+chi)
		ofScore := math.Sqrt(1+squares/a) * measure.Units(d) * norm * s.X.Norm() // of y(w·x)
		if !isNear(potential-before, gain, rounding+2*math.Abs(1-s.S)/(1+chi)*ofScore) {
			return s.fault("v·w grew from %v to %v, expected by %v", before, potential, gain)
		}
		if s.Reported.Mistake() && !(gain <= math.Log1p(chi)+rounding) {
			return s.fault("v·w grew by %v at a mistake, expected at most %v", gain, math.Log1p(chi))
		}
	}
	run, err := c.Learner.Run(context.Background(), c.Dim, slices.Values(c.Stream))
	if err == nil && !isNear(run.LogDet, logDet, rounding*(1+logDet)) {
		return steps[len(steps)-1].fault("log det A/a is reported to be %v, and is %v", run.LogDet, logDet)
	}
	return err
}
