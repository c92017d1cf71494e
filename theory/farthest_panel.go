package theory

import (
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

const (
	worthwhile = 16  // pairs of a panel that are rather compared by all coordinates in float32 than one by one
	mostOwn    = 512 // coordinates, where sparse vectors are compared so
)

// panel is up to [vec.PanelWidth] vectors of a box that is not split.
type panel struct {
	of        []int
	first     int       // the least of them
	far, top  float64   // the largest ρ, ‖x−m‖²
	projected []float32 // (‖x−c‖², r, P(x−c)) in units of the largest ρ
	all       []float32 // (‖x−o‖², 0, x−o) in units of the largest, empty until asked for
}

// own is the space of all coordinates, seen from the mean o of some vectors.
type own struct {
	dim    int
	origin []float64
	unit   float64 // the largest ‖x−o‖²
}

// newOwn returns the space of all coordinates in ℓ2, nil if projections are as good or
// there are too many coordinates.
func (f *finder) newOwn() *own {
	dim, stored := 0, 0
	for _, v := range f.x {
		dim = max(dim, v.Dim())
		stored += len(v.Value)
	}
	if f.powers != nil || len(f.p) >= dim || dim > max(mostOwn, 2*stored/len(f.x)) {
		return nil
	}
	o := &own{dim: dim, origin: make([]float64, dim)}
	m := min(samples, len(f.x))
	for k := range m {
		f.x[f.sample(k, m)].AddTo(o.origin, 1/float64(m))
	}
	dd := make([]float64, len(f.x))
	inParallel(len(dd), func(i int) { dd[i] = vec.SqDist(f.x[i], vec.Dense(o.origin...)) })
	o.unit = slices.Max(dd)
	return o
}

// fill makes the panels of a box that is not split.
func (f *finder) fill(b *box) {
	scale := 1 / math.Sqrt(f.unit)
	for of := range slices.Chunk(b.of, vec.PanelWidth) {
		p := panel{of: of, first: slices.Min(of), projected: newPanel(len(f.p), len(of))}
		for i, v := range of {
			p.far, p.top = max(p.far, f.rho[v]), max(p.top, f.q[v])
			put(p.projected, i, f.sqNorm(v)*scale*scale, f.r[v]*scale)
			for k, t := range f.p {
				p.projected[(2+k)*vec.PanelWidth+i] = float32(t[v] * scale)
			}
		}
		b.panels = append(b.panels, p)
	}
}

// fill adds all coordinates to the panels of a box that is not split.
func (o *own) fill(f *finder, b *box) {
	scale, x := 1/math.Sqrt(o.unit), make([]float64, o.dim)
	for k := range b.panels {
		p := &b.panels[k]
		p.all = newPanel(o.dim, len(p.of))
		for i, v := range p.of {
			f.x[v].CopyTo(x)
			floats.Sub(x, o.origin)
			put(p.all, i, num.Dot(x, x)*scale*scale, 0)
			for k, t := range x {
				p.all[(2+k)*vec.PanelWidth+i] = float32(t * scale)
			}
		}
	}
}

// newPanel returns a panel for so many vectors of n coordinates.
func newPanel(n, vectors int) []float32 {
	p := make([]float32, (2+n)*vec.PanelWidth)
	for i := vectors; i < vec.PanelWidth; i++ {
		put(p, i, math.Inf(-1), 0)
	}
	return p
}

// put stores the squared length and the residual of vector i.
func put(panel []float32, i int, square, residual float64) {
	panel[i], panel[vec.PanelWidth+i] = float32(square), float32(residual)
}

// threshold is what [vec.Farther] must be told so that it marks all pairs that are not
// nearer than the given squared distance, in panels of n coordinates with squared lengths
// up to unit, which is 1 there.
//
// Rounding to u = 2⁻²⁴ changes the squared lengths by 2u in all, the products by 4u,
// [vec.Farther] the sum by (2n+12)u, what was in float64 by less than u, and the threshold,
// which is below 8, by 4u.
func threshold(square, unit float64, n int) float32 {
	const u = 0x1p-24
	return float32(square/unit - float64(float64(2*n+32)*u))
}

func count(marks *[vec.PanelWidth]uint16) (n int) {
	for _, m := range marks {
		n += bits.OnesCount16(m)
	}
	return n
}
