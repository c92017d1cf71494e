package maxmargin

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// publish makes the current w and λ the present solution.
func (s *Solver) publish() {
	w, all := s.w, s.member
	var distance, length float64
	if p := s.lp; p != nil {
		p.refresh(s)
		w, all, distance, length = p.w, p.work, p.upper, 1
	} else {
		normalise(all)
		s.measure() // w is new if the solver was stopped
		distance, length = s.length, s.length
	}
	for i, v := range w {
		s.classifier.W[i] = v / length
	}
	s.gamma = s.half(distance)
	s.duals(s.plus, s.minus, all)
	var level [2]float64 // ν_g
	for _, m := range all {
		level[m.hull] += float64(m.lambda * m.score)
	}
	w = s.classifier.W
	between := level[0]/length - level[1]/length
	s.offset = vec.Dot(w, s.u0)
	if !s.origin {
		// b = −½w·(v₊+v₋), where w·v₊ = w·o₊ + ν₊ and w·v₋ = w·o₋ − ν₋.
		s.classifier.B = -0.5 * (vec.Dot(w, s.shift[0]) + vec.Dot(w, s.shift[1]) + between)
		s.offset = 0.5 * (s.offset - between)
	}
}

// duals computes v₊ = o₊ + Σλz and v₋ = o₋ − Σλz, through the origin v and 0.
func (s *Solver) duals(plus, minus []float64, all []member) {
	copy(plus, s.shift[0])
	if !s.origin {
		copy(minus, s.shift[1])
	}
	for _, m := range all {
		if m.hull == 0 {
			s.addTo(m.id, plus, m.lambda)
		} else {
			s.addTo(m.id, minus, -m.lambda)
		}
	}
}

// half returns the margin that belongs to a distance of the hulls.
func (s *Solver) half(distance float64) float64 {
	if s.origin {
		return distance
	}
	return distance / 2
}

// Score returns w·x + b of the present classifier, 0 before the first solution. For dense data it measures from a point
// of the data, and so keeps digits far from the origin that [theory.Classifier.Score] loses there.
func (s *Solver) Score(x vec.Vector) float64 {
	if !s.dense || len(s.member) == 0 {
		return x.Dot(s.classifier.W) + s.offset
	}
	x.CopyTo(s.point)
	vec.AddScaled(s.point, -1, s.shift[0])
	return vec.Dot(s.classifier.W, s.point) + s.offset
}

// Classifier returns the present classifier, with ‖W‖∗ = 1 (zero before the first solution). W belongs to the solver:
// callers must not change it, and the next solution does.
func (s *Solver) Classifier() theory.Classifier { return s.classifier }

// Gamma returns the present margin, ‖v₊−v₋‖/2 (through the origin ‖v‖), 0 before the first solution.
func (s *Solver) Gamma() float64 { return s.gamma }

// Plus returns v₊ of the present solution, zero before the first; it belongs to the solver, like the classifier's W.
func (s *Solver) Plus() []float64 { return s.plus }

// Minus returns v₋, as Plus returns v₊.
func (s *Solver) Minus() []float64 { return s.minus }

// Interval returns Lower ≤ γ∗ ≤ Gamma of the present solution, a certificate computed afresh from all points kept,
// without the solver's intermediate results: Gamma from the weights, Lower from the classifier. Both are computed in
// twice the working precision and are accurate to a few units in their last place, at any D/γ∗ and also far from the
// origin; in a norm other than ℓ2, to the precision of its Of and its dual's. The error is a *NotSeparableError or an
// *UndecidedError, or a *OneClassError before the first solution.
func (s *Solver) Interval() (gamma, lower float64, err error) {
	if gamma, err = s.Upper(); err != nil {
		return 0, 0, err
	}
	return gamma, min(gamma, s.half(s.lower(s.classifier.W))), nil
}

// Upper returns the Gamma of [Solver.Interval], and its errors, without the lower end, which comes from the classifier.
func (s *Solver) Upper() (gamma float64, err error) {
	switch all := s.weights(); {
	case s.failed != nil:
		return 0, s.failed
	case len(all) == 0:
		return 0, &OneClassError{Positives: s.count[0], Negatives: s.count[1]}
	default:
		return s.half(normOf(s.opt.Norm, s.difference(all))), nil
	}
}

// Solution returns the present solution with its [Solver.Interval], and its errors.
func (s *Solver) Solution() (*Solution, error) {
	gamma, lower, err := s.Interval()
	if err != nil {
		return nil, err
	}
	c := s.classifier
	c.W = slices.Clone(c.W)
	weights := split(s.weights())
	return &Solution{
		Plus: slices.Clone(s.plus), Minus: slices.Clone(s.minus), PlusWeights: weights[0], MinusWeights: weights[1],
		Classifier: c, Gamma: gamma, Lower: lower,
	}, nil
}

// weights returns the points with the weights of the present solution, none before the first.
func (s *Solver) weights() []member {
	if s.lp != nil {
		return s.lp.work
	}
	return s.member
}

// split returns the positive weights of each hull.
func split(all []member) (weights [2][]Weight) {
	for _, m := range all {
		if m.lambda > 0 {
			weights[m.hull] = append(weights[m.hull], Weight{Example: m.id, Lambda: m.lambda})
		}
	}
	return weights
}

// difference computes v₊−v₋ from the weights and the raw points, in doubled precision, in memory that the next call
// reuses. It takes the greatest weight of a hull to be 1 less the others, so that the weights are exactly convex. The
// result is accurate to a few units in the last place, and up to these its norm is an upper bound of min ‖v₊−v₋‖.
func (s *Solver) difference(all []member) []float64 {
	greatest, rest := [2]int{-1, -1}, [2]vec.Double{{Hi: 1}, {Hi: 1}}
	for k, m := range all {
		if at := greatest[m.hull]; at < 0 || m.lambda > all[at].lambda {
			greatest[m.hull] = k
		}
	}
	for k, m := range all {
		if k != greatest[m.hull] {
			rest[m.hull] = rest[m.hull].Sub(vec.Double{Hi: m.lambda})
		}
	}
	clear(s.double)
	for k, m := range all {
		lambda := vec.Double{Hi: m.lambda}
		if k == greatest[m.hull] {
			lambda = rest[m.hull]
		}
		e := &s.given[m.id]
		for j, a := range e.X.Value {
			i := e.X.Coordinate(j)
			s.double[i] = s.double[i].Add(lambda.Times(float64(e.Y) * a))
		}
	}
	for i, a := range s.double {
		s.point[i] = a.Hi
	}
	return s.point
}

// lower computes min_P w·x − max_N w·x (through the origin min yw·x) over all points kept, divided by ‖w‖∗, from the
// raw points in doubled precision. For any w it is a lower bound of min ‖v₊−v₋‖, accurate to a few units in the last
// place.
func (s *Solver) lower(w []float64) float64 {
	var least [2]vec.Double
	for g := range s.hulls {
		least[g].Hi = math.Inf(1)
	}
	for i := range s.given {
		e := &s.given[i]
		v := e.X.DotDouble(w, nil)
		if e.Y < 0 {
			v = v.Neg()
		}
		if g := s.hull[i]; v.Less(least[g]) {
			least[g] = v
		}
	}
	return least[0].Add(least[1]).Hi / normOf(s.opt.Norm.Dual(), w)
}

// normOf returns the norm of w, for ℓ2 to the last place or so, without overflow or underflow.
func normOf(n vec.Norm, w []float64) float64 {
	if _, is := n.(vec.L2); !is {
		return n.Of(w)
	}
	_, e := math.Frexp(floats.Norm(w, math.Inf(1)))
	var sum vec.Double
	for _, v := range w {
		a := math.Ldexp(v, -e)
		sum = sum.Add(vec.Double{Hi: a}.Times(a))
	}
	return math.Ldexp(math.Sqrt(sum.Hi), e)
}

// decide uses a certificate where rounding leaves the result open. It returns nil if the classifier of w, as it will be
// published, separates the points kept, and otherwise the error of refuse.
func (s *Solver) decide(w []float64, length float64) error {
	for i, v := range w {
		s.point[i] = v / length
	}
	if s.metric || s.lower(s.point) > 0 {
		return nil
	}
	return s.refuse()
}

// leastScale is the least distance whose square, and the squares of parts of it down to rounding, are not denormal
// numbers.
const leastScale = 1e-135

// refuse ends the solver for good. The error has the witness that the hulls meet, if it is one, and is otherwise
// undecided.
//
// The hulls meet if two points of them are not farther apart than touch. When w vanished it is at most 4(m+2)u·scale,
// as computed. Relative to the exact points its error is 3u·scale for each of m+1 additions, as no partial sum is
// longer than 3·scale; 2u·scale for the differences z; and 2u·scale for weights that do not sum to 1. The sum is below
// 8(m+2)u·scale. Where squares underflow, only hulls with distance exactly 0 meet.
func (s *Solver) refuse() error {
	normalise(s.member)
	v := s.difference(s.member)
	distance, touch := normOf(s.opt.Norm, v), 2*s.blur()
	if s.scale < leastScale {
		touch = 0
	}
	if normOf(vec.L2{}, v) > touch {
		s.failed = &UndecidedError{Upper: s.half(distance), Scale: s.scale, Slow: !s.rooted()}
		return s.failed
	}
	weights, plus, minus := split(s.member), make([]float64, s.dim), make([]float64, s.dim)
	s.duals(plus, minus, s.member)
	floats.Add(plus, minus) // (v₊ + v₋)/2, through the origin v/2
	floats.Scale(0.5, plus)
	s.failed = &NotSeparableError{Point: plus, PlusWeights: weights[0], MinusWeights: weights[1], Distance: distance}
	return s.failed
}
