package shrink

import "slices"

// fine is the lattice, in bits, of a stream whose axes were turned: it changes
// decisions that were nearer than one part in 2²⁰ only.
const fine = 20

// collapse takes what can be had at once: rows, then dimensions.
func (h *search) collapse(s Stream) Stream {
	for {
		before := s
		s = h.projectOut(h.deleteRows(s))
		if compareShape(s, before) == 0 {
			return s
		}
	}
}

// deleteRows deletes chunks of rows, half of them at first, at last single ones. It
// returns what still violates.
func (h *search) deleteRows(s Stream) Stream {
	for chunk := len(s.Rows) / 2; chunk > 0; chunk /= 2 {
		for t := len(s.Rows) - chunk; t >= 0 && len(s.Rows) > chunk; t -= chunk {
			h.descend(&s, s.without(t, t+chunk))
		}
	}
	return s
}

// without is the stream without the rows from i to before j.
func (s Stream) without(i, j int) Stream {
	return Stream{Rows: slices.Concat(s.Rows[:i], s.Rows[j:]), Den: s.Den}
}

// withoutDim is the stream without the dimension i.
func (s Stream) withoutDim(i int) Stream {
	c := s.Clone()
	for t := range c.Rows {
		c.Rows[t].X = slices.Delete(c.Rows[t].X, i, i+1)
	}
	return c
}

// projectOut projects onto the leading principal axes, as few as will do.
func (h *search) projectOut(s Stream) Stream {
	p := pointsOf(s)
	for k := 1; k < s.Dim(); k++ {
		for _, directions := range [][][]float64{p.rays(), p.chords()} {
			frame, _ := principal(directions, p.dim())
			if c := p.onto(frame[:k]).snap(fine); h.descend(&s, c) {
				return s
			}
		}
	}
	return s
}

// disorder deletes rows at random, one by one, which is another way down at every
// start.
func (h *search) disorder(s Stream) Stream {
	for _, t := range h.rng.Perm(len(s.Rows)) {
		if t < len(s.Rows) && len(s.Rows) > 1 {
			h.descend(&s, s.without(t, t+1))
		}
	}
	return s
}
