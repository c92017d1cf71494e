package shrink

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/linalg"
	"marginlab/internal/num"
)

// poolSize is how many streams a walk is at.
const poolSize = 8

// walk searches among the violating streams, at random, for one of fewer rows or dimensions than s, until so
// many tries were in vain. It returns violating streams of the least shape that it found.
//
// A try starts from one of a pool of violating streams of one shape. Two of them are the flattest,
// with the least of their rays and of their chords along the last principal axis: they lead on to
// fewer dimensions. The others give way to any violating stream, so that they spread out.
func (h *search) walk(s Stream, tries int) []Stream {
	pool := slices.Repeat([]Stream{s}, poolSize)
	for vain := 0; vain < tries && h.ctx.Err() == nil; vain++ {
		c := h.propose(pool[h.rng.IntN(poolSize)])
		change := compareShape(c, pool[0])
		if change > 0 || !h.try(c) {
			continue
		}
		if change < 0 {
			pool, vain = slices.Repeat([]Stream{h.collapse(c)}, poolSize), 0
			continue
		}
		place := 2 + h.rng.IntN(poolSize-2)
		for i, directions := range []func(points) [][]float64{points.rays, points.chords} {
			if flatness(c, directions) < flatness(pool[i], directions) {
				pool[i], place = c, i
			}
		}
		pool[place] = c
	}
	return pool
}

// flatness is the share of the last principal axis in the rays or the chords.
func flatness(s Stream, directions func(points) [][]float64) float64 {
	_, last := principal(directions(pointsOf(s)), s.Dim())
	return last
}

// propose is a stream in the neighbourhood of s, of its shape or a smaller one.
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
		if p.dim() > 1 {
			frame := h.frame(p)
			p = p.onto(frame[:min(len(frame), 1+h.rng.IntN(p.dim()-1))])
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

// move changes a stream and leaves its shape, or its dimension at the rank.
func (h *search) move(p *points) {
	t, u := h.rng.IntN(len(p.x)), h.rng.IntN(len(p.x))
	switch h.rng.IntN(7) {
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
	case 3: // turn
		*p = p.onto(h.frame(*p))
	case 4: // translate
		h.recentre(p)
	case 5: // put a row on the line through two, itself one of them at times
		z := p.x[h.rng.IntN(len(p.x))]
		num.AddScaledTo(p.x[t], p.x[u], num.Exp2(-6*h.rng.Float64()), floats.SubTo(p.zero(), z, p.x[u]))
	default: // change a label
		if p.y[t] = -p.y[t]; h.classes > 0 {
			p.y[t] = h.rng.IntN(h.classes)
		}
	}
}

// recentre moves a row, or the centre, to the origin.
func (h *search) recentre(p *points) {
	if t := h.rng.IntN(len(p.x) + 1); t < len(p.x) {
		p.translate(slices.Clone(p.x[t]))
	} else {
		p.translate(p.centre())
	}
}

// frame has the principal axes of the rays, or of the chords, or the rows in random order made
// orthonormal, in which the stream is a staircase.
func (h *search) frame(p points) [][]float64 {
	switch h.rng.IntN(3) {
	case 0:
		frame, _ := principal(p.rays(), p.dim())
		return frame
	case 1:
		frame, _ := principal(p.chords(), p.dim())
		return frame
	}
	x := slices.Clone(p.x)
	h.rng.Shuffle(len(x), func(i, j int) { x[i], x[j] = x[j], x[i] })
	return linalg.Orthonormal(x, parallel)
}
