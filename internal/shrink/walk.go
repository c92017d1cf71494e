package shrink

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/linalg"
	"marginlab/internal/num"
)

// walk goes at random from one violating stream to the next. It ends after this many failed tries since it last
// dropped a row or a dimension, and returns the last stream.
func (h *search) walk(s Stream, tries int) Stream {
	for vain := 0; vain < tries && h.ctx.Err() == nil; vain++ {
		c := h.propose(s)
		if !h.try(c) {
			continue
		}
		if compareShape(c, s) < 0 {
			c, vain = h.collapse(c), 0
		}
		s = c
	}
	return s
}

// propose returns a stream in the neighbourhood of s, with the same or a smaller shape.
func (h *search) propose(s Stream) Stream {
	p := pointsOf(s)
	switch h.rng.IntN(3) {
	case 0: // drop a row
		if t := h.rng.IntN(len(p.x)); len(p.x) > 1 {
			p.x, p.y = slices.Delete(p.x, t, t+1), slices.Delete(p.y, t, t+1)
		}
	case 1: // project
		if h.rng.IntN(2) == 0 {
			h.recentre(&p)
		}
		if d := p.dim(); d > 1 {
			p = p.onto(p.principal()[:1+h.rng.IntN(d-1)])
		}
	}
	if k := 1 << h.rng.IntN(5); h.rng.IntN(4) == 0 { // small integers, out of the blue
		for _, x := range p.x {
			for i := range x {
				x[i] = float64(h.rng.IntN(2*k+1) - k)
			}
		}
		return p.snap(8)
	}
	for range 1 + h.rng.IntN(3) {
		h.move(&p)
	}
	return p.snap(uint(1 + h.rng.IntN(8)))
}

// move changes a stream but not its shape.
func (h *search) move(p *points) {
	t, u := h.rng.IntN(len(p.x)), h.rng.IntN(len(p.x))
	switch h.rng.IntN(6) {
	case 0, 1: // nudge a row, or all of them
		sigma, all := p.size()*num.Exp2(-1-float64(6*h.rng.Float64())), h.rng.IntN(3) == 0
		for v, x := range p.x {
			for i := range x {
				if v == t || all {
					x[i] += float64(sigma * num.Normal(h.rng))
				}
			}
		}
	case 2: // exchange two rows
		p.x[t], p.x[u] = p.x[u], p.x[t]
		p.y[t], p.y[u] = p.y[u], p.y[t]
	case 3: // rotate
		*p = p.onto(p.principal())
	case 4: // translate
		h.recentre(p)
	default: // change a label
		if p.y[t] = -p.y[t]; h.classes > 0 {
			p.y[t] = h.rng.IntN(h.classes)
		}
	}
}

// recentre moves a row, or the centre, to the origin.
func (h *search) recentre(p *points) {
	origin := make([]float64, p.dim())
	if t := h.rng.IntN(len(p.x) + 1); t < len(p.x) {
		copy(origin, p.x[t])
	} else {
		for _, x := range p.x {
			num.AddScaled(origin, 1/float64(len(p.x)), x)
		}
	}
	for _, x := range p.x {
		floats.Sub(x, origin)
	}
}

// points is a stream in float64, on its way from one lattice to another.
type points struct {
	x [][]float64
	y []int
}

func pointsOf(s Stream) points {
	x, y := s.Floats()
	return points{x, y}
}

// snap returns the stream on the lattice with this many bits, without the dimensions that are 0 there.
func (p points) snap(bits uint) Stream {
	s := lattice(p.x, p.y, bits)
	for i := s.Dim() - 1; i >= 0 && s.Dim() > 1; i-- {
		if !slices.ContainsFunc(s.Rows, func(r Row) bool { return r.X[i] != 0 }) {
			s = s.withoutDim(i)
		}
	}
	return s
}

func (p points) dim() int { return len(p.x[0]) }

// size returns max|x|, or 1 if all are 0.
func (p points) size() float64 {
	var size float64
	for _, x := range p.x {
		size = max(size, floats.Norm(x, math.Inf(1)))
	}
	if size == 0 {
		return 1
	}
	return size
}

// onto returns the stream in the coordinates of a frame of orthonormal vectors.
func (p points) onto(frame [][]float64) points {
	q := points{make([][]float64, len(p.x)), p.y}
	for t, x := range p.x {
		for _, axis := range frame {
			q.x[t] = append(q.x[t], num.Dot(axis, x))
		}
	}
	return q
}

// principal returns the principal axes of the directions x/‖x‖: the axis with the greatest Σ(axis·x)²/‖x‖² first.
//
// It uses directions rather than points: in a stream at smaller and smaller scales, all
// but the largest scale would look flat.
func (p points) principal() [][]float64 {
	var directions [][]float64
	for _, x := range p.x {
		if norm := num.Norm(x); norm != 0 {
			directions = append(directions, floats.ScaleTo(make([]float64, len(x)), 1/norm, x))
		}
	}
	_, frame := linalg.Eigen(linalg.Moments(directions, p.dim(), 1))
	slices.Reverse(frame)
	return frame
}
