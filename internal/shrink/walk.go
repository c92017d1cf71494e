package shrink

import "slices"

// walk searches among the violating streams, at random, for one of fewer rows or
// dimensions than s, until so many tries were in vain. It returns violating streams
// of the least shape that it found.
//
// A try starts from one of a pool of violating streams of one shape. Two of them
// are the flattest, with the least of their rays and of their chords along the last
// principal axis: they lead on to fewer dimensions. The others give way to any
// violating stream, so that they spread out.
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
		lost := 2 + h.rng.IntN(poolSize-2)
		for i, directions := range []func(points) [][]float64{points.rays, points.chords} {
			if flatness(c, directions) < flatness(pool[i], directions) {
				pool[i], lost = c, i
			}
		}
		pool[lost] = c
	}
	return pool
}

const poolSize = 8

// flatness is the share of the last principal axis in the rays or the chords.
func flatness(s Stream, directions func(points) [][]float64) float64 {
	_, last := principal(directions(pointsOf(s)), s.Dim())
	return last
}

// propose is a stream in the neighbourhood of s, or one of small integers out of
// the blue, of the same shape or a smaller one.
func (h *search) propose(s Stream) Stream {
	if h.rng.IntN(4) == 0 {
		return h.invent(s)
	}
	p := pointsOf(s)
	moves := 1 + h.rng.IntN(2)
	switch h.rng.IntN(6) {
	case 0, 1:
		h.dropRow(&p)
		moves += h.rng.IntN(3)
	case 2, 3:
		h.project(&p)
		moves += h.rng.IntN(3)
	}
	for range moves {
		h.move(&p)
	}
	return p.snap(uint(1 + h.rng.IntN(8)))
}

// invent makes a stream of small integers, of fewer rows or fewer dimensions, often
// with the labels of s.
func (h *search) invent(s Stream) Stream {
	c, d := s.Clone(), s.Dim()
	c.Den = 1
	if d > 1 && (len(c.Rows) == 1 || h.rng.IntN(2) == 0) {
		d = 1 + h.rng.IntN(d-1)
	} else {
		d = 1 + h.rng.IntN(d)
		for len(c.Rows) > 1 {
			t := h.rng.IntN(len(c.Rows))
			c.Rows = slices.Delete(c.Rows, t, t+1)
			if h.rng.IntN(2) == 0 {
				break
			}
		}
	}
	k := 1 << h.rng.IntN(5)
	relabel := h.rng.IntN(4) == 0
	for t := range c.Rows {
		if relabel {
			if c.Rows[t].Y = h.rng.IntN(max(2, h.classes)); h.classes == 0 {
				c.Rows[t].Y = 1 - 2*c.Rows[t].Y
			}
		}
		c.Rows[t].X = make([]int64, d)
		for i := range c.Rows[t].X {
			c.Rows[t].X[i] = int64(h.rng.IntN(2*k+1) - k)
		}
	}
	return c
}
