package stream

import (
	"math"
	"slices"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
)

// Streams draws separable streams, of dimension 1 to 12, with 1 to 40 examples
// or so. Some have one class only.
func Streams() *rapid.Generator[Case] {
	return rapid.Custom(func(t *rapid.T) Case { return drawPlan(t).build() })
}

// Draws says what a property wants drawn beside the stream.
type Draws struct {
	Translation, Factor, Reflections bool
	Numbers                          *rapid.Generator[[]float64]
	NoStream                         bool

	Norms  bool // the property is of any norm, and is held in others than ℓ2 too:
	Matrix bool // in that of a matrix drawn,
	Power  bool // or in an ℓp drawn, if it speaks of no learner
}

// Cases draws cases for a property on learner (nil if it speaks of none).
func Cases(learner *algos.Spec, with Draws) *rapid.Generator[Case] {
	return rapid.Custom(func(t *rapid.T) Case {
		var c Case
		if !with.NoStream {
			c = Streams().Draw(t, "stream")
		}
		return Beside(c, learner, with).Draw(t, "case")
	})
}

// Beside draws cases of the stream of c for a property on learner, with what it wants
// beside.
func Beside(c Case, learner *algos.Spec, with Draws) *rapid.Generator[Case] {
	c.Learner = learner
	if with.onlyStream() {
		return rapid.Just(c)
	}
	return rapid.Custom(func(t *rapid.T) Case {
		c := c
		if with.Matrix {
			c.M = drawMatrix(t, c.Dim)
		}
		if with.Power {
			c.P = rapid.SampledFrom(Powers()).Draw(t, "p")
		}
		if with.Translation {
			c.U = drawTranslation(t, c)
		}
		if with.Factor {
			c.C = rapid.SampledFrom([]float64{2, 0.5, 3, 0.1, 0x1p40, 0x1p-40, 1e20, 1e-20}).Draw(t, "factor")
		}
		if with.Reflections {
			n := rapid.IntRange(1, 2).Draw(t, "reflections")
			for range n {
				c.V = append(c.V, floats(drawVector(t, c.Dim, 2, "reflection")))
			}
		}
		if with.Numbers != nil {
			c.A = with.Numbers.Draw(t, "numbers")
		}
		return c
	})
}

func (d Draws) onlyStream() bool {
	return !d.Translation && !d.Factor && !d.Reflections && !d.Matrix && !d.Power && d.Numbers == nil
}

// drawTranslation draws a u of integers times a power of two of the size of the
// stream's extent, so that x+u is exact where the stream is on a lattice; also
// with ‖u‖ ≥ 10⁶·D.
func drawTranslation(t *rapid.T, c Case) measure.Vector {
	x := c.Points()
	unit := math.Exp2(math.Ceil(math.Log2(measure.Widest(x, x))))
	if !(unit > 0) || math.IsInf(unit, 0) {
		unit = 1
	}
	times := rapid.SampledFrom([]float64{1, 1e3, 1e6}).Draw(t, "times")
	u := floats(drawVector(t, c.Dim, 2, "translation"))
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

// drawMatrix draws M = I + AᵀA of small integers, which is positive definite.
func drawMatrix(t *rapid.T, d int) []measure.Vector {
	m := make([]measure.Vector, d)
	for i := range m {
		m[i] = make(measure.Vector, d)
		m[i][i] = 1
	}
	for range rapid.IntRange(0, 3).Draw(t, "rank") {
		a := floats(drawVector(t, d, 3, "row"))
		for i := range m {
			m[i] = m[i].Plus(a[i], a)
		}
	}
	return m
}

func drawVector(t *rapid.T, d, most int, label string) []int {
	return rapid.SliceOfN(rapid.IntRange(-most, most), d, d).Draw(t, label)
}

func floats(n []int) measure.Vector {
	x := make(measure.Vector, len(n))
	for i, v := range n {
		x[i] = float64(v)
	}
	return x
}

// chance draws true with one chance in n.
func chance(t *rapid.T, n int, label string) bool {
	return rapid.IntRange(0, n-1).Draw(t, label) == n-1
}

func drawPlan(t *rapid.T) plan {
	p := plan{
		dim:    rapid.SampledFrom([]int{1, 2, 3, 4, 5, 6, 2, 3, 2, 3, 8, 12}).Draw(t, "dim"),
		margin: rapid.SampledFrom([]int{1, 2, 3, 5, 20, 100, 1, 1}).Draw(t, "margin"),
		denom:  1, scale: 1,
	}
	for k := range p.spread {
		p.spread[k] = rapid.SampledFrom([]int{1, 0, 2, 3, 10, 50, 1000}).Draw(t, "spread")
	}
	p.direction = drawVector(t, p.dim-1, 2, "direction")
	// A slice of slices is long more often than a slice, and shrinks as well.
	p.items = slices.Concat(rapid.SliceOfN(rapid.SliceOfN(items(p), 1, 8), 1, 5).Draw(t, "examples")...)
	if chance(t, 3, "divide?") {
		p.denom = rapid.SampledFrom([]int{2, 10, 7, 1000}).Draw(t, "denominator")
	}
	if chance(t, 2, "turn?") {
		p.turn = drawVector(t, p.dim, 2, "turn")
	}
	if chance(t, 4, "sparse?") {
		p.storage = rapid.SampledFrom([]storage{sparse, mixed, short}).Draw(t, "storage")
	}
	if chance(t, 3, "shift?") {
		most := millions
		if p.storage == sparse || p.storage == mixed {
			most = units // nobody stores as sparse what is far from the origin
		}
		p.shifted = shifted(rapid.IntRange(int(toOrigin), int(most)).Draw(t, "reach"))
		p.shift = drawVector(t, p.dim, 3, "shift")
	}
	if chance(t, 4, "scale?") {
		p.scale = rapid.SampledFrom([]float64{2, 0.5, 0.1, 1e3, 0x1p-30, 1e-100, 1e100, 0x1p300, 0x1p-300}).Draw(t, "scale")
	}
	return p
}

// items draws the examples of a plan. Every item draws all that any kind needs,
// so that shrinking one draw leaves the others where they are.
func items(p plan) *rapid.Generator[item] {
	return rapid.Custom(func(t *rapid.T) item {
		var it item
		it.y = rapid.SampledFrom([]theory.Label{theory.Positive, theory.Negative}).Draw(t, "label")
		it.kind = rapid.SampledFrom([]kind{free, free, free, foot, repeat, axis, line, tie, far, free, tie}).Draw(t, "kind")
		k := p.spread[(1+it.y)/2]
		it.rest = rapid.SliceOfN(rapid.IntRange(-k, k), p.dim-1, p.dim-1).Draw(t, "rest")
		it.extra = max(0, rapid.IntRange(-k, k).Draw(t, "extra"))
		it.back = rapid.IntRange(1, 8).Draw(t, "back")
		it.times = rapid.SampledFrom([]int{10, 10, 1000}).Draw(t, "times")
		it.rho = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "rho")
		return it
	})
}
