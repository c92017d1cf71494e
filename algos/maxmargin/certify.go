package maxmargin

import (
	"math"
	"slices"

	"marginlab/theory/vec"
)

// weights returns the convex weights of the two hulls, by example, of the present
// solution. They stay until they are asked for again.
func (s *Solver) weights() (plus, minus []Weight) {
	if s.lp != nil && s.lp.started {
		return s.byHull(s.lp.work, s.lp.lambda)
	}
	return s.byHull(s.id, s.lambda)
}

func (s *Solver) byHull(id []int, lambda []float64) (plus, minus []Weight) {
	for g := range s.convex {
		s.convex[g] = s.convex[g][:0]
	}
	for k, l := range lambda {
		if g := s.hull[id[k]]; l > 0 {
			s.convex[g] = append(s.convex[g], Weight{Example: id[k], Lambda: l})
		}
	}
	return s.convex[0], s.convex[1]
}

// difference computes v₊−v₋ from the weights and the raw points, in doubled
// precision, in memory that the next call uses again. So that the weights of a hull are
// convex beyond rounding too, the greatest is taken to be 1 less the others. The result is
// true to some units in the last place, and so its norm is an upper bound of min ‖v₊−v₋‖
// up to these.
func (s *Solver) difference(plus, minus []Weight) []float64 {
	clear(s.sum)
	for _, weights := range [][]Weight{plus, minus} {
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
			e := &s.given[w.Example]
			y := float64(e.Y)
			for j, a := range e.X.Value {
				i := j
				if e.X.Index != nil {
					i = e.X.Index[j]
				}
				s.sum[i] = s.sum[i].Add(lambda.Times(y * a))
			}
		}
	}
	for i, a := range s.sum {
		s.point[i] = a.Hi
	}
	return s.point
}

// normOf returns the norm of w, for ℓ2 to the last place or so.
func (s *Solver) normOf(n vec.Norm, w []float64) float64 {
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
	return least[0].Add(least[1]).Hi / s.normOf(s.opt.Norm.Dual(), w)
}

// leastScale is the least distance whose square, and the squares of parts of
// it down to rounding, are not denormal numbers.
const leastScale = 1e-135

// refuse ends the solver for good: with the witness that the hulls meet if it
// is one, and else undecided.
func (s *Solver) refuse() error {
	e := &NotSeparableError{}
	s.normalise()
	plus, minus := s.byHull(s.id, s.lambda)
	e.PlusWeights, e.MinusWeights = slices.Clone(plus), slices.Clone(minus)
	v := s.difference(plus, minus)
	e.Distance = s.normOf(s.opt.Norm, v)
	if norm(v) > s.touch() {
		s.failed = &UndecidedError{Upper: s.half(e.Distance), Scale: s.scale, Slow: s.rooted < len(s.id)}
		return s.failed
	}
	e.Point = make([]float64, s.dim) // (v₊ + v₋)/2, through the origin v/2
	vec.AddScaled(e.Point, 0.5, s.shift[0])
	if !s.origin {
		vec.AddScaled(e.Point, 0.5, s.shift[1])
	}
	for k, i := range s.id {
		s.addTo(i, e.Point, s.lambda[k]*(0.5-float64(s.hull[i])))
	}
	s.failed = e
	return s.failed
}

// touch is the greatest distance of two points of the hulls that says that the
// hulls meet. When w vanished it is at most 4(m+2)u·scale, as computed. To the
// points themselves it is wrong by 3u·scale for each of m+1 additions, as no
// partial sum is longer than 3·scale; by 2u·scale for the differences z; and by
// 2u·scale for weights that do not sum to 1. All this is below 8(m+2)u·scale.
// Where squares underflow only hulls that meet exactly do.
func (s *Solver) touch() float64 {
	if s.scale < leastScale {
		return 0
	}
	return 2 * s.blur()
}
