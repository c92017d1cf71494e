package stream

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
)

// Streams draws separable streams, of dimension 1 to 12, with 1 to 40 examples
// or so. Some have one class only.
func Streams() Generator[Case] {
	return func(s *Source) Case { return drawPlan(s).build() }
}

// Draws says what a property wants drawn beside the stream.
type Draws struct {
	Translation, Factor, Reflections bool
	Numbers                          Generator[[]float64]

	Norms bool // the property is of any norm, and is held in others than ℓ2 too
	Power bool // in an ℓp drawn, as it speaks of no learner
}

// Cases draws cases for a property on learner (nil if it speaks of none).
func Cases(learner *algos.Spec, with Draws) Generator[Case] {
	return func(s *Source) Case {
		c := Streams()(s)
		return Beside(c, learner, with)(s)
	}
}

// Beside draws cases of the stream of c for a property on learner, with what it wants
// beside.
func Beside(c Case, learner *algos.Spec, with Draws) Generator[Case] {
	c.Learner = learner
	if with.onlyStream() {
		return func(*Source) Case { return c }
	}
	return func(s *Source) Case {
		c := c
		if with.Power {
			c.P = Of(s, Powers()...)
		}
		if with.Translation {
			c.U = drawTranslation(s, c)
		}
		if with.Factor {
			c.C = Of(s, 2, 0.5, 3, 0.1, 0x1p40, 0x1p-40, 1e20, 1e-20)
		}
		if with.Reflections {
			n := s.Int(1, 2)
			for range n {
				c.V = append(c.V, floats(drawVector(s, c.Dim, 2)))
			}
		}
		if with.Numbers != nil {
			c.A = with.Numbers(s)
		}
		return c
	}
}

func (d Draws) onlyStream() bool {
	return !d.Translation && !d.Factor && !d.Reflections && !d.Power && d.Numbers == nil
}

// drawTranslation draws a u of integers times a power of two of the size of the
// stream's extent, so that x+u is exact where the stream is on a lattice; also
// with ‖u‖ ≥ 10⁶·D.
func drawTranslation(s *Source, c Case) measure.Vector {
	x := c.Points()
	unit := math.Exp2(math.Ceil(math.Log2(measure.Widest(x, x))))
	if !(unit > 0) || math.IsInf(unit, 0) {
		unit = 1
	}
	times := Of(s, 1, 1e3, 1e6)
	u := floats(drawVector(s, c.Dim, 2))
	if c.Dim > 0 && u.Norm() == 0 {
		u[0] = 1
	}
	for i := range u {
		u[i] *= times * unit
	}
	return u
}

// Powers returns the p of the norms ‖·‖_p that properties are held in, beside 2.
func Powers() []float64 { return []float64{3, 1.5, 10, 1.1} }

func drawVector(s *Source, d, most int) []int {
	return List(s, d, d, func() int { return s.Int(-most, most) })
}

func floats(n []int) measure.Vector {
	x := make(measure.Vector, len(n))
	for i, v := range n {
		x[i] = float64(v)
	}
	return x
}

// chance draws true with one chance in n.
func chance(s *Source, n int) bool {
	return s.Int(0, n-1) == n-1
}

func drawPlan(s *Source) plan {
	p := plan{
		dim:    Of(s, 1, 2, 3, 4, 5, 6, 2, 3, 2, 3, 8, 12),
		margin: Of(s, 1, 2, 3, 5, 20, 100, 1, 1),
		denom:  1, scale: 1,
	}
	for k := range p.spread {
		p.spread[k] = Of(s, 1, 0, 2, 3, 10, 50, 1000)
	}
	p.direction = drawVector(s, p.dim-1, 2)
	// A slice of slices is long more often than a slice, and shrinks as well.
	p.items = slices.Concat(List(s, 1, 5, func() []item { return List(s, 1, 8, func() item { return items(p)(s) }) })...)
	if chance(s, 3) {
		p.denom = Of(s, 2, 10, 7, 1000)
	}
	if chance(s, 2) {
		p.turn = drawVector(s, p.dim, 2)
	}
	if chance(s, 4) {
		p.storage = Of(s, sparse, mixed, short)
	}
	if chance(s, 3) {
		most := millions
		if p.storage == sparse || p.storage == mixed {
			most = units // nobody stores as sparse what is far from the origin
		}
		p.shifted = shifted(s.Int(int(toOrigin), int(most)))
		p.shift = drawVector(s, p.dim, 3)
	}
	if chance(s, 4) {
		p.scale = Of(s, 2, 0.5, 0.1, 1e3, 0x1p-30, 1e-100, 1e100, 0x1p300, 0x1p-300)
	}
	return p
}

// items draws the examples of a plan. Every item draws all that any kind needs,
// so that shrinking one draw leaves the others where they are.
func items(p plan) Generator[item] {
	return func(s *Source) item {
		var it item
		it.y = Of(s, theory.Positive, theory.Negative)
		it.kind = Of(s, free, free, free, foot, repeat, axis, line, tie, far, free, tie)
		k := p.spread[(1+it.y)/2]
		it.rest = drawVector(s, p.dim-1, k)
		it.extra = max(0, s.Int(-k, k))
		it.back = s.Int(1, 8)
		it.times = Of(s, 10, 10, 1000)
		it.rho = Of(s, 0, 0.5, 1)
		return it
	}
}
