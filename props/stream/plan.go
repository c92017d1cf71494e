package stream

import (
	"math"
	"math/bits"

	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A drawn stream is separable by construction. It begins as a plan on the
// integer lattice, in coordinates in which the planted separator is the first
// axis: x = (y(m+e), …) with a margin m ≥ 1 and e ≥ 0, so m ≤ γ∗, with equality
// when both feet (ym, 0, …) are there. It is then divided by a denominator,
// reflected, translated, scaled and stored, each of them as a draw that shrinks
// to doing nothing: what a failing property shrinks to is a short stream of
// small integers in few dimensions.
type plan struct {
	dim       int
	margin    int
	spread    [2]int // the range of the other coordinates: of −, of +
	denom     int
	direction []int // of the collinear points
	turn      []int // v of the reflection x ↦ ‖v‖²x − 2(v·x)v; the identity if v = 0
	shift     []int // the translation, in units of shifted
	shifted   shifted
	scale     float64
	storage   storage
	items     []item
}

// item is an example of a plan, as it was drawn.
type item struct {
	kind  kind
	y     theory.Label
	extra int   // e
	rest  []int // the coordinates from the second on
	back  int   // how many examples back the one to repeat is
	times int   // how far out
	rho   float64
}

type kind int

const (
	free   kind = iota
	foot        // the nearest point to the separator: (ym, 0, …)
	repeat      // an example before, again
	axis        // one coordinate besides the first
	line        // on a line through the foot
	tie         // a_t = ργ_t for the classifier that the first pair makes
	far         // ten or a thousand times as far out
)

type storage int

const (
	dense storage = iota
	sparse
	mixed // every other one dense
	short // dense, without the zeros at the end
)

// shifted is how far a translation goes.
type shifted int

const (
	unmoved   shifted = iota
	toOrigin          // the first example is at the origin
	units             // a few units of the lattice
	thousands         // 1e3 times the extent of the stream
	millions          // 1e6 times the extent of the stream
)

// place puts the items on the lattice.
func (p plan) place() (x []measure.Vector, y []theory.Label) {
	var first [2]measure.Vector // the first pair
	for t, it := range p.items {
		point := make(measure.Vector, p.dim)
		m := float64(p.margin)
		point[0] = m + float64(it.extra)
		copy(point[1:], floats(it.rest))
		label := it.y
		switch it.kind {
		case foot:
			point[0] = m
			clear(point[1:])
		case axis:
			for i := range point[1:] {
				if i != (it.back-1)%(p.dim-1) {
					point[1+i] = 0
				}
			}
		case line:
			point[0] = m
			for i, v := range p.direction {
				point[1+i] = float64(v * it.extra)
			}
		case far:
			for i := range point {
				point[i] *= float64(it.times)
			}
		}
		point[0] *= float64(label)
		switch {
		case it.kind == repeat && t > 0:
			at := (t - it.back%t) % t
			point, label = x[at], y[at]
		case it.kind == tie && first[0] != nil && first[1] != nil:
			point = tied(first[1], first[0], float64(label), it.rho, m, point)
		}
		x, y = append(x, point), append(y, label)
		if k := (1 + label) / 2; first[k] == nil {
			first[k] = point
		}
	}
	return x, y
}

// tied is a point with a = ργ for the classifier of v₊ and v₋ (halved lattice
// units), on the right side of the planted separator; or the point given, where
// the two are against each other.
func tied(vPlus, vMinus measure.Vector, y, rho, margin float64, otherwise measure.Vector) measure.Vector {
	u := vPlus.Minus(vMinus)
	x := vPlus.Plus(1, vMinus).Times(0.5).Plus(y*rho/2, u)
	if y*x[0] >= margin {
		return x
	}
	for i := 1; i < len(u); i++ {
		if u[i] != 0 { // (−u_i, u_0) in the plane of the axes 0 and i is across u
			k := math.Ceil((margin - float64(y*x[0])) / math.Abs(u[i]))
			if u[i] > 0 {
				k = -k
			}
			x[0] -= float64(y * k * u[i])
			x[i] += float64(y * k * u[0])
			if x.Norm() > 1e6*margin {
				break // rounding would hide the margin
			}
			return x
		}
	}
	return otherwise
}

func (p plan) build() Case {
	x, y := p.place()
	for t := range x {
		x[t] = x[t].Times(1)
		for i := range x[t] {
			x[t][i] /= float64(p.denom)
		}
		if v := floats(p.turn); v.Norm() > 0 {
			x[t] = x[t].Times(v.Dot(v)).Plus(-2*v.Dot(x[t]), v)
		}
	}
	if p.shifted == toOrigin {
		o := x[0]
		x = measure.Map(func(v measure.Vector) measure.Vector { return v.Minus(o) }, x)
	}
	if p.shifted >= units {
		far := 1.0
		if p.shifted > units {
			extent := int(math.Ceil(measure.Widest(x, x))) | 1
			far = float64(int(1)<<bits.Len(uint(extent))) * math.Pow(1e3, float64(p.shifted-units))
		}
		for t := range x {
			x[t] = x[t].Plus(far, floats(p.shift))
		}
	}
	c := Case{Dim: p.dim}
	for t := range x {
		for i := range x[t] {
			x[t][i] *= p.scale
		}
		c.Stream = append(c.Stream, theory.Example{X: p.storage.store(t, x[t]), Y: y[t]})
	}
	return c
}

// store stores example t, x.
func (s storage) store(t int, x measure.Vector) vec.Vector {
	full := vec.Dense(x...)
	switch {
	case s == sparse, s == mixed && t%2 == 0:
		return full.Sparsify()
	case s == short:
		n := len(x)
		for n > 0 && x[n-1] == 0 {
			n--
		}
		return vec.Dense(x[:n]...)
	}
	return full
}

// storage is how the stream of c is stored.
func (c Case) storage() storage {
	thin, full, cut := 0, 0, 0
	for _, e := range c.Stream {
		switch {
		case e.X.IsSparse():
			thin++
		case len(e.X.Value) < c.Dim:
			cut++
		default:
			full++
		}
	}
	switch {
	case thin > 0 && full+cut > 0:
		return mixed
	case thin > 0:
		return sparse
	case cut > 0:
		return short
	}
	return dense
}
