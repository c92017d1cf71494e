package shrink

// minimise makes a violating stream smaller by single steps, until a whole round
// of all of them finds nothing. Every step goes down in the order of [Compare],
// so that it ends.
func (h *search) minimise(s Stream) Stream {
	for {
		before := s
		s = h.deleteRows(s)
		s = h.deleteDims(s)
		s = h.scale(s)
		s = h.units(s)
		s = h.shift(s)
		s = h.signs(s)
		if Compare(s, before) == 0 {
			return s
		}
	}
}

// descend takes s to c if that is smaller and violates.
func (h *search) descend(s *Stream, c Stream) bool {
	if Compare(c, *s) >= 0 || !h.try(c) {
		return false
	}
	*s = c
	return true
}

func (h *search) deleteDims(s Stream) Stream {
	for i := s.Dim() - 1; i >= 0 && s.Dim() > 1; i-- {
		h.descend(&s, s.withoutDim(i))
	}
	return s
}

// scale divides by what the coordinates have in common, with the denominator or
// without, and lowers the denominator.
func (h *search) scale(s Stream) Stream {
	g := int64(0)
	for _, row := range s.Rows {
		for _, v := range row.X {
			g = gcd(g, v)
		}
	}
	if g > 1 {
		common := gcd(g, s.Den)
		h.descend(&s, s.dividedBy(g, 1))
		h.descend(&s, s.dividedBy(common, common))
	}
	one := s.Clone()
	one.Den = 1
	h.descend(&s, one)
	towards0(s.Den, func(v int64) bool {
		c := s.Clone()
		c.Den = v
		return v > 0 && h.descend(&s, c)
	})
	return s
}

func (s Stream) dividedBy(g, den int64) Stream {
	c := s.Clone()
	c.Den /= den
	for _, row := range c.Rows {
		for i := range row.X {
			row.X[i] /= g
		}
	}
	return c
}

// units moves every coordinate towards 0.
func (h *search) units(s Stream) Stream {
	for t := range s.Rows {
		for i := range s.Dim() {
			towards0(s.Rows[t].X[i], func(v int64) bool {
				c := s.Clone()
				c.Rows[t].X[i] = v
				return h.descend(&s, c)
			})
		}
	}
	return s
}

// shift moves all points along one axis.
func (h *search) shift(s Stream) Stream {
	for i := range s.Dim() {
		for t := range s.Rows {
			by := s.Rows[t].X[i]
			towards0(by, func(v int64) bool {
				c := s.Clone()
				for u := range c.Rows {
					c.Rows[u].X[i] -= s.Rows[t].X[i] - v
				}
				return h.descend(&s, c)
			})
		}
	}
	return s
}

// signs turns axes round, rows, and single coordinates.
func (h *search) signs(s Stream) Stream {
	flip := func(at func(t, i int) bool) {
		c := s.Clone()
		for t, row := range c.Rows {
			for i := range row.X {
				if at(t, i) {
					row.X[i] = -row.X[i]
				}
			}
		}
		h.descend(&s, c)
	}
	for i := range s.Dim() {
		flip(func(_, j int) bool { return j == i })
	}
	for t := range s.Rows {
		for i := range s.Dim() {
			flip(func(u, j int) bool { return u == t && j == i })
		}
	}
	return s
}

// towards0 offers numbers between v and 0, until the next one to v is refused: 0
// first, then half of the way, and so on; after each that is accepted, twice as
// far from there.
func towards0(v int64, accept func(int64) bool) {
	for step := v; step != 0; {
		if accept(v - step) {
			v -= step
			if step *= 2; size(step) > size(v) {
				step = v
			}
		} else {
			step /= 2
		}
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
