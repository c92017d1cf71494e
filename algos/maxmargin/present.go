package maxmargin

import (
	"slices"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// publish makes what w and λ are now the present solution.
func (s *Solver) publish() {
	w := s.classifier.W
	id, lambda := s.id, s.lambda
	var level [2]float64 // ν_g of the classifier
	if p := s.lp; p != nil {
		p.refresh(s)
		copy(w, p.w)
		id, lambda = p.work, p.lambda
		s.gamma = s.half(p.upper)
		for k, i := range id {
			level[s.hull[i]] += float64(lambda[k] * p.score[k])
		}
	} else {
		s.normalise()
		s.measure() // where the solver was stopped w is new
		norm := s.direction(w)
		s.gamma = s.half(norm)
		level = [2]float64{s.level[0] / norm, s.level[1] / norm}
	}
	s.duals(id, lambda)
	between := level[0] - level[1]
	s.offset = vec.Dot(w, s.u0)
	if !s.origin {
		// b = −½w·(v₊+v₋), where w·v₊ = w·o₊ + ν₊ and w·v₋ = w·o₋ − ν₋.
		s.classifier.B = -0.5 * (vec.Dot(w, s.shift[0]) + vec.Dot(w, s.shift[1]) + between)
		s.offset = 0.5 * (s.offset - between)
	}
}

// direction stores w/‖w‖ in dst and returns ‖w‖.
func (s *Solver) direction(dst []float64) float64 {
	for i, v := range s.w {
		dst[i] = v / s.length
	}
	return s.length
}

// duals computes v₊ = o₊ + Σλz and v₋ = o₋ − Σλz.
func (s *Solver) duals(id []int, lambda []float64) {
	copy(s.plus, s.shift[0])
	if !s.origin {
		copy(s.minus, s.shift[1])
	}
	for k, i := range id {
		if s.hull[i] == 0 {
			s.addTo(i, s.plus, lambda[k])
		} else {
			s.addTo(i, s.minus, -lambda[k])
		}
	}
}

// half is the margin that belongs to a distance of the hulls.
func (s *Solver) half(distance float64) float64 {
	if s.origin {
		return distance
	}
	return distance / 2
}

// Score returns w·x + b of the present classifier, 0 before the first solution.
// It is measured from a point of the data, if these are dense, and so keeps the digits far
// from the origin that [theory.Classifier.Score] loses there.
func (s *Solver) Score(x vec.Vector) float64 {
	switch {
	case !s.started:
		return 0
	case !s.dense:
		return x.Dot(s.classifier.W) + s.offset
	}
	x.CopyTo(s.point)
	vec.AddScaled(s.point, -1, s.shift[0])
	return vec.Dot(s.classifier.W, s.point) + s.offset
}

// Classifier returns the present classifier, with ‖W‖∗ = 1 (zero before the
// first solution). W is the solver's own: it is not to be changed, and changes
// with the next solution.
func (s *Solver) Classifier() theory.Classifier { return s.classifier }

// Gamma returns the present margin, ‖v₊−v₋‖/2 (through the origin ‖v‖), 0
// before the first solution.
func (s *Solver) Gamma() float64 { return s.gamma }

// Plus returns v₊ of the present solution, zero before the first; it is the
// solver's own, as is the classifier's W.
func (s *Solver) Plus() []float64 { return s.plus }

// Minus returns v₋, as Plus does v₊.
func (s *Solver) Minus() []float64 { return s.minus }

// Interval returns Lower ≤ γ∗ ≤ Gamma of the present solution, a certificate computed
// afresh from all points kept, without use of what the solver computed before: Gamma
// from the weights, Lower from the classifier. Both are computed in twice the
// working precision and hold to a few units in the last place of their own, at
// any D/γ∗ and far from the origin too; in another norm than ℓ2 to the precision of
// its Of and its dual's. The error is a *NotSeparableError
// or an *UndecidedError, or a *OneClassError before the first solution.
func (s *Solver) Interval() (gamma, lower float64, err error) {
	if gamma, err = s.Upper(); err != nil {
		return 0, 0, err
	}
	return gamma, min(gamma, s.half(s.lower(s.classifier.W))), nil
}

// Upper returns the Gamma of [Solver.Interval], and its errors, without the classifier's
// side of the certificate.
func (s *Solver) Upper() (gamma float64, err error) {
	if s.failed != nil {
		return 0, s.failed
	}
	if !s.started || s.lp != nil && !s.lp.started {
		return 0, &OneClassError{Positives: s.count[0], Negatives: s.count[1]}
	}
	return s.half(s.normOf(s.opt.Norm, s.difference(s.weights()))), nil
}

// Solution returns the present solution with its [Solver.Interval], and its errors.
func (s *Solver) Solution() (*Solution, error) {
	gamma, lower, err := s.Interval()
	if err != nil {
		return nil, err
	}
	c := s.classifier
	c.W = slices.Clone(c.W)
	plus, minus := s.weights()
	return &Solution{
		Plus: slices.Clone(s.plus), Minus: slices.Clone(s.minus),
		PlusWeights: slices.Clone(plus), MinusWeights: slices.Clone(minus),
		Classifier: c, Gamma: gamma, Lower: lower,
	}, nil
}
