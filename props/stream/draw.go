package stream

import (
	"math"
	"math/bits"
	"slices"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Draws describes what a property needs beside the stream.
type Draws struct {
	Norms   bool // whether it is about any norm, and checked in others than ℓ2 too
	Numbers Numbers
}

// Numbers draws the numbers of a case.
type Numbers func(*rapid.T, Case) measure.Vector

// Powers returns the p of the norms ‖·‖_p in which properties are checked, beside 2.
func Powers() []float64 { return []float64{3, 1.5, 10, 1.1} }

// Case returns the case of a seed, with the stream of [Streams] for that seed.
func (d Draws) Case(c Case, learner *algos.Spec, seed int) Case {
	if c.Learner = learner; d.Numbers != nil {
		c.A = rapid.Custom(func(t *rapid.T) measure.Vector { return d.Numbers(t, c) }).Example(seed)
	}
	return c
}

// OneOf draws one of the numbers.
func OneOf(values ...float64) Numbers {
	one := rapid.SliceOfN(rapid.SampledFrom(values), 1, 1)
	return func(t *rapid.T, _ Case) measure.Vector { return one.Draw(t, "") }
}

// Against draws one of the values, for a parameter, a pattern of labels to swap, for [Case.Flipped], and a comparator
// u, for [Case.Comparator].
func Against(values ...float64) Numbers {
	fraction := rapid.Custom(func(t *rapid.T) float64 { return float64(between(t, -20, 20)) / of(t, 10., 1, 3) })
	return func(t *rapid.T, _ Case) measure.Vector {
		a := measure.Vector{of(t, values...), float64(between(t, 0, 1<<flips-1))}
		return append(a, rapid.SliceOfN(fraction, 1, 13).Draw(t, "u")...)
	}
}

// Translation draws a u of integers times a power of two of the size of the stream's extent, so that x+u is exact
// where the stream is on a lattice; also with ‖u‖ ≥ 10⁶·D.
func Translation(t *rapid.T, c Case) measure.Vector {
	x := c.Points()
	unit := math.Exp2(math.Ceil(math.Log2(measure.Widest(x, x))))
	if !(unit > 0) || math.IsInf(unit, 0) {
		unit = 1
	}
	unit *= of(t, 1, 1e3, 1e6)
	u := vector(t, c.Dim, 2)
	if c.Dim > 0 && u.Norm() == 0 {
		u[0] = 1
	}
	return u.Times(unit)
}

// Reflections draws one or two vectors of the dimension of the stream, one after the other.
func Reflections(t *rapid.T, c Case) (all measure.Vector) {
	for range between(t, 1, 2) {
		all = append(all, vector(t, c.Dim, 2)...)
	}
	return all
}

// between draws an integer, small ones more often; of draws one of the values, the first ones more often.
func between(t *rapid.T, low, high int) int { return rapid.IntRange(low, high).Draw(t, "") }

func of[V any](t *rapid.T, values ...V) V { return rapid.SampledFrom(values).Draw(t, "") }

// chance draws true with one chance in n.
func chance(t *rapid.T, n int) bool { return between(t, 0, n-1) == n-1 }

// vector draws a vector of d integers.
func vector(t *rapid.T, d, most int) measure.Vector {
	return floats(rapid.SliceOfN(rapid.IntRange(-most, most), d, d).Draw(t, ""))
}

func floats(n []int) measure.Vector {
	x := make(measure.Vector, len(n))
	for i, v := range n {
		x[i] = float64(v)
	}
	return x
}

// item is drawn with the numbers that any kind of example needs.
type item struct {
	y     theory.Label
	kind  string         // see [lattice.place]
	extra float64        // e
	rest  measure.Vector // the coordinates from the second on
	back  int            // how many examples back is the one to repeat
	times float64        // the factor of its distance
	rho   float64
}

// lattice is a stream on the integer lattice, in coordinates in which the planted separator is the first axis: x =
// (y(m+e), …) with a margin m ≥ 1 and e ≥ 0, so m ≤ γ∗, with equality when both feet (ym, 0, …) are there.
type lattice struct {
	dim       int
	margin    float64
	direction measure.Vector    // of the collinear points
	x         []measure.Vector  // the examples placed
	y         []theory.Label    // and their labels
	first     [2]measure.Vector // the first of each class
}

// place puts an item on the lattice.
func (l *lattice) place(it item) {
	x, y, t := append(measure.Vector{l.margin + it.extra}, it.rest...), it.y, len(l.x)
	switch it.kind {
	case "foot": // the nearest point to the separator
		x = append(measure.Vector{l.margin}, make(measure.Vector, l.dim-1)...)
	case "axis": // one coordinate besides the first
		for i := range x[1:] {
			if i != (it.back-1)%(l.dim-1) {
				x[1+i] = 0
			}
		}
	case "line": // on a line through the foot
		x = append(measure.Vector{l.margin}, l.direction.Times(it.extra)...)
	case "far": // ten or a thousand times as far out
		x = x.Times(it.times)
	}
	x[0] *= float64(y)
	switch {
	case it.kind == "repeat" && t > 0: // an example before, again
		at := (t - it.back%t) % t
		x, y = l.x[at], l.y[at]
	case it.kind == "tie" && l.first[0] != nil && l.first[1] != nil:
		x = l.tiePoint(float64(y), it.rho, x)
	}
	l.x, l.y = append(l.x, x), append(l.y, y)
	if k := (1 + y) / 2; l.first[k] == nil {
		l.first[k] = x
	}
}

// tiePoint returns a point with a = ργ for the classifier of v₊ and v₋ (halved lattice units), on the right side of the
// planted separator; or the given point, if the two conditions contradict.
func (l *lattice) tiePoint(y, rho float64, otherwise measure.Vector) measure.Vector {
	plus, minus := l.first[1], l.first[0]
	u := plus.Minus(minus)
	x := plus.Plus(1, minus).Times(0.5).Plus(y*rho/2, u)
	if y*x[0] >= l.margin {
		return x
	}
	for i := 1; i < len(u); i++ {
		if u[i] != 0 { // (−u_i, u_0) in the plane of the axes 0 and i is across u
			k := math.Ceil((l.margin - y*x[0]) / math.Abs(u[i]))
			if u[i] > 0 {
				k = -k
			}
			x[0] -= y * k * u[i]
			x[i] += y * k * u[0]
			if x.Norm() > 1e6*l.margin {
				break // rounding would hide the margin
			}
			return x
		}
	}
	return otherwise
}

// Streams draws separable streams, of dimension 1 to 12, with 1 to 40 examples or so. Some have one class only. Each
// begins on a [lattice], and is then divided by a denominator, reflected, translated, scaled and stored.
func Streams() *rapid.Generator[Case] { return rapid.Custom(drawStream) }

func drawStream(t *rapid.T) Case {
	l := lattice{dim: of(t, 1, 2, 3, 4, 5, 6, 2, 3, 2, 3, 8, 12), margin: of(t, 1., 2, 3, 5, 20, 100, 1, 1)}
	var spread [2]int // the range of the other coordinates: of −, of +
	for k := range spread {
		spread[k] = of(t, 1, 0, 2, 3, 10, 50, 1000)
	}
	l.direction = vector(t, l.dim-1, 2)
	one := rapid.Custom(func(t *rapid.T) (it item) {
		it.y = of(t, theory.Positive, theory.Negative)
		it.kind = of(t, "free", "free", "free", "foot", "repeat", "axis", "line", "tie", "far", "free", "tie")
		k := spread[(1+it.y)/2]
		it.rest = vector(t, l.dim-1, k)
		it.extra = float64(max(0, between(t, -k, k)))
		it.back = between(t, 1, 8)
		it.times = of(t, 10., 10, 1000)
		it.rho = of(t, 0, 0.5, 1)
		return it
	})
	// A slice of slices is long more often than a slice.
	for _, it := range slices.Concat(rapid.SliceOfN(rapid.SliceOfN(one, 1, 8), 1, 5).Draw(t, "examples")...) {
		l.place(it)
	}
	x, how := l.x, Dense
	if chance(t, 3) {
		denominator := of(t, 2., 10, 7, 1000)
		x = measure.Map(func(x measure.Vector) measure.Vector {
			part := x.Times(1)
			for i := range part {
				part[i] /= denominator
			}
			return part
		}, x)
	}
	if chance(t, 2) {
		if v := vector(t, l.dim, 2); v.Norm() > 0 {
			x = measure.Map(func(x measure.Vector) measure.Vector { return Reflected(x, v) }, x)
		}
	}
	thin := false
	if chance(t, 4) {
		k := of(t, 0, 1, 2)
		how, thin = []Storage{Sparse, mixed, short}[k], k < 2
	}
	if chance(t, 3) {
		most := 4
		if thin {
			most = 2 // data far from the origin are not stored as sparse
		}
		x = move(x, between(t, 1, most), vector(t, l.dim, 3))
	}
	scale := 1.0
	if chance(t, 4) {
		scale = of(t, 2, 0.5, 0.1, 1e3, 0x1p-30, 1e-100, 1e100, 0x1p300, 0x1p-300)
	}
	c := Case{Dim: l.dim}
	for t := range x {
		c.Stream = append(c.Stream, theory.Example{X: how(t, vec.Dense(x[t].Times(scale)...)), Y: l.y[t]})
	}
	return c
}

// move returns the points, moved so that the first is at the origin (1), by u (2), or by u times 10³ or 10⁶ of their
// extent (3, 4).
func move(x []measure.Vector, how int, u measure.Vector) []measure.Vector {
	far := 1.0
	switch {
	case how == 1:
		far, u = -1, x[0]
	case how > 2:
		extent := int(math.Ceil(measure.Widest(x, x))) | 1
		far = float64(int(1)<<bits.Len(uint(extent))) * math.Pow(1e3, float64(how-2))
	}
	return measure.Map(func(x measure.Vector) measure.Vector { return x.Plus(far, u) }, x)
}

// Reflected returns the reflection of x by v, times ‖v‖².
func Reflected(x, v measure.Vector) measure.Vector { return x.Times(v.Dot(v)).Plus(-2*v.Dot(x), v) }
