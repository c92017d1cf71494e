package maxmargin

import (
	"math"
	"slices"

	"marginlab/theory/vec"
)

// weights returns the convex weights of the two hulls, by example, of the present
// solution. They stay until they are asked for again.
func (s *Solver) weights() (plus, minus []Weight) {
	if s.power != nil {
		return s.byHull(s.power.work, s.power.hull, s.power.lambda)
	}
	return s.euclidean()
}

// euclidean returns the convex weights of the solution in ℓ2, as weights does.
func (s *Solver) euclidean() (plus, minus []Weight) {
	return s.byHull(s.active.id, s.active.hull, s.active.lambda)
}

func (s *Solver) byHull(id, hull []int, lambda []float64) (plus, minus []Weight) {
	plus, minus = s.convex[0][:0], s.convex[1][:0]
	for k, l := range lambda {
		w := Weight{Example: id[k], Lambda: l}
		switch {
		case l == 0:
		case hull[k] == 0:
			plus = append(plus, w)
		default:
			minus = append(minus, w)
		}
	}
	s.convex = [2][]Weight{plus, minus}
	return plus, minus
}

// difference computes v₊−v₋ from the weights and the raw points, in doubled
// precision, in memory that the next call uses again. So that the weights of a hull are
// convex beyond rounding too, the greatest is taken to be 1 less the others. The result is
// true to some units in the last place, and so its norm is an upper bound of min ‖v₊−v₋‖
// up to these.
func (s *Solver) difference(plus, minus []Weight) []float64 {
	if s.sum == nil {
		s.sum, s.point = make([]vec.Double, len(s.w)), make([]float64, len(s.w))
	}
	v := s.sum
	clear(v)
	hull := func(weights []Weight, sign float64) {
		if len(weights) == 0 {
			return
		}
		greatest, rest := 0, vec.Double{Hi: 1}
		for k, w := range weights {
			if w.Lambda > weights[greatest].Lambda {
				greatest = k
			}
		}
		for k, w := range weights {
			if k != greatest {
				rest = rest.Add(vec.Double{Hi: -w.Lambda})
			}
		}
		for k, w := range weights {
			lambda := vec.Double{Hi: w.Lambda}
			if k == greatest {
				lambda = rest
			}
			e := s.points[w.Example]
			f := sign
			if s.opt.Origin {
				f = float64(e.Y)
			}
			for j, a := range e.X.Value {
				i := j
				if e.X.Index != nil {
					i = e.X.Index[j]
				}
				v[i] = v[i].Add(lambda.Times(f * a))
			}
		}
	}
	hull(plus, 1)
	hull(minus, -1)
	for i, a := range v {
		s.point[i] = a.Hi
	}
	return s.point
}

// length returns the norm of w, for ℓ2 to the last place or so.
func (s *Solver) length(n vec.Norm, w []float64) float64 {
	if _, ok := n.(vec.L2); ok {
		return norm(w)
	}
	return n.Of(w)
}

// norm returns ‖w‖₂ to the last place or so, without overflow or underflow.
func norm(w []float64) float64 {
	greatest := 0.0
	for _, v := range w {
		greatest = max(greatest, math.Abs(v))
	}
	if greatest == 0 {
		return 0
	}
	_, e := math.Frexp(greatest)
	var sum vec.Double
	for _, v := range w {
		a := math.Ldexp(v, -e)
		sum = sum.Add(vec.Double{Hi: a}.Times(a))
	}
	return math.Ldexp(math.Sqrt(sum.Hi), e)
}

// lower computes min_P w·x − max_N w·x (through the origin min yw·x) over all
// points kept, divided by ‖w‖∗, from the raw points in doubled precision. For
// any w it is a lower bound of min ‖v₊−v₋‖, true to some units in the last
// place.
func (s *Solver) lower(w []float64) float64 {
	var least [2]vec.Double
	for g := range s.active.hulls {
		least[g].Hi = math.Inf(1)
	}
	for _, e := range s.points {
		v := e.X.DotDouble(w, nil)
		if e.Y < 0 {
			v = v.Neg()
		}
		if g := s.hull(e.Y); v.Less(least[g]) {
			least[g] = v
		}
	}
	return least[0].Add(least[1]).Hi / s.length(s.opt.Norm.Dual(), w)
}

// Interval returns Lower ≤ γ∗ ≤ Gamma of the present solution, a certificate computed
// afresh from all points kept, without use of what the solver computed before: Gamma
// from the weights, Lower from the classifier. Both are computed in twice the
// working precision and hold to a few units in the last place of their own, at
// any D/γ∗ and far from the origin too; in another norm than ℓ2 to the precision of
// its Of and its dual's. The error is a *NotSeparableError
// or an *UndecidedError, or a *OneClassError before the first solution.
func (s *Solver) Interval() (gamma, lower float64, err error) {
	if s.failed != nil {
		return 0, 0, s.failed
	}
	if !s.started || s.power != nil && !s.power.started {
		return 0, 0, &OneClassError{Positives: s.count[0], Negatives: s.count[1]}
	}
	gamma = s.margin(s.length(s.opt.Norm, s.difference(s.weights())))
	return gamma, min(gamma, s.margin(s.lower(s.classifier.W))), nil
}

// Upper returns the Gamma of [Solver.Interval], and its errors, without the classifier's
// side of the certificate.
func (s *Solver) Upper() (gamma float64, err error) {
	if s.failed != nil || !s.started || s.power != nil {
		gamma, _, err = s.Interval()
		return gamma, err
	}
	return s.margin(s.length(s.opt.Norm, s.difference(s.weights()))), nil
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
