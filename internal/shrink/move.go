package shrink

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// dropRow deletes a row.
func (h *search) dropRow(p *points) {
	if len(p.x) > 1 {
		t := h.rng.IntN(len(p.x))
		p.x, p.y = slices.Delete(p.x, t, t+1), slices.Delete(p.y, t, t+1)
	}
}

// project goes to fewer dimensions: the principal ones, or the span of some of the
// rows or of their differences.
func (h *search) project(p *points) {
	if p.dim() == 1 {
		return
	}
	k := 1 + h.rng.IntN(p.dim()-1)
	if h.rng.IntN(2) == 0 {
		h.recentre(p)
	}
	switch h.rng.IntN(3) {
	case 0:
		*p = p.onto(h.principal(*p)[:k])
	case 1:
		*p = p.onto(orthonormal(h.shuffled(p.x), k))
	default:
		directions := make([][]float64, p.dim())
		for i := range directions {
			directions[i] = h.normal(p.dim(), 1)
		}
		*p = p.onto(orthonormal(directions, k))
	}
}

// move changes a stream and leaves its shape, or its dimension at the rank.
func (h *search) move(p *points) {
	t, u := h.rng.IntN(len(p.x)), h.rng.IntN(len(p.x))
	sigma := p.size() * num.Exp2(-1-float64(6*h.rng.Float64()))
	switch h.rng.IntN(9) {
	case 0, 1: // nudge a row
		floats.Add(p.x[t], h.normal(p.dim(), sigma))
	case 2: // nudge all
		for _, x := range p.x {
			floats.Add(x, h.normal(p.dim(), sigma))
		}
	case 3: // put a row on a line through two, itself one of them at times
		v := h.rng.IntN(len(p.x))
		p.x[t] = between(p.x[u], p.x[v], num.Exp2(-6*h.rng.Float64()))
	case 4: // exchange two rows
		p.x[t], p.x[u] = p.x[u], p.x[t]
		p.y[t], p.y[u] = p.y[u], p.y[t]
	case 5: // flatten the last axis
		*p = p.onto(h.principal(*p))
		r := h.rng.Float64()
		for _, x := range p.x {
			x[len(x)-1] *= r
		}
	case 6: // turn to a staircase
		if h.rng.IntN(2) == 0 {
			h.recentre(p)
		}
		*p = p.onto(orthonormal(h.shuffled(p.x), p.dim()))
	case 7: // translate
		h.recentre(p)
	default: // change a label
		if p.y[t] = -p.y[t]; h.classes > 0 {
			p.y[t] = h.rng.IntN(h.classes)
		}
	}
}

// principal is the frame of the rays, or of the chords.
func (h *search) principal(p points) [][]float64 {
	directions := p.chords()
	if h.rng.IntN(2) == 0 {
		directions = p.rays()
	}
	frame, _ := principal(directions, p.dim())
	return frame
}

// between is x + r(z−x).
func between(x, z []float64, r float64) []float64 {
	return num.AddScaledTo(make([]float64, len(x)), x, r, floats.SubTo(make([]float64, len(x)), z, x))
}

// recentre moves a row, or the centre, to the origin.
func (h *search) recentre(p *points) {
	if t := h.rng.IntN(len(p.x) + 1); t < len(p.x) {
		p.translate(slices.Clone(p.x[t]))
	} else {
		p.translate(p.centre())
	}
}

func (h *search) normal(d int, sigma float64) []float64 {
	x := make([]float64, d)
	for i := range x {
		x[i] = sigma * num.Normal(h.rng)
	}
	return x
}

func (h *search) shuffled(x [][]float64) [][]float64 {
	x = slices.Clone(x)
	h.rng.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
	return x
}
