package shrink

import "iter"

// candidates makes streams of another.
type candidates func(Stream) iter.Seq[Stream]

// inTurn has the candidates of one after those of the other.
func inTurn(all ...candidates) candidates {
	return func(s Stream) iter.Seq[Stream] {
		return func(yield func(Stream) bool) {
			for _, some := range all {
				for c := range some(s) {
					if !yield(c) {
						return
					}
				}
			}
		}
	}
}

// deletions delete chunks of rows.
func deletions(s Stream) iter.Seq[Stream] {
	return func(yield func(Stream) bool) {
		for rows := range Without(s.Rows) {
			if !yield(Stream{Rows: rows, Den: s.Den}) {
				return
			}
		}
	}
}

// flattenings delete a dimension.
func flattenings(s Stream) iter.Seq[Stream] {
	return func(yield func(Stream) bool) {
		for i := s.Dim() - 1; i >= 0 && s.Dim() > 1 && yield(s.withoutDim(i)); i-- {
		}
	}
}

// fine is the lattice, in bits, of a stream whose axes were turned: it changes
// decisions that were nearer than one part in 2²⁰ only.
const fine = 20

// projections project onto the leading principal axes, as few as will do.
func projections(s Stream) iter.Seq[Stream] {
	return func(yield func(Stream) bool) {
		p := pointsOf(s)
		for k := 1; k < s.Dim(); k++ {
			for _, directions := range [][][]float64{p.rays(), p.chords()} {
				frame, _ := principal(directions, p.dim())
				if !yield(p.onto(frame[:k]).snap(fine)) {
					return
				}
			}
		}
	}
}

// scales divide by what the coordinates have in common, and by 2, with the denominator or
// without, and lower the denominator.
func scales(s Stream) iter.Seq[Stream] {
	return func(yield func(Stream) bool) {
		g := int64(0)
		for _, row := range s.Rows {
			for _, v := range row.X {
				g = gcd(g, v)
			}
		}
		g = max(g, 1)
		common := gcd(g, s.Den)
		all := [][2]int64{{g, s.Den}, {common, s.Den / common}, {2, s.Den}, {2, (s.Den + 1) / 2}, {1, 1}}
		for den := range towards0(s.Den) {
			all = append(all, [2]int64{1, max(den, 1)})
		}
		for _, by := range all {
			if !yield(s.mapped(by[1], func(_, _ int, v int64) int64 { return v / by[0] })) {
				return
			}
		}
	}
}

// units move one coordinate towards 0, or turn it round.
func units(s Stream) iter.Seq[Stream] {
	return func(yield func(Stream) bool) {
		for t, row := range s.Rows {
			for i, from := range row.X {
				for v := range towards0(from) {
					if !yield(s.with(t, i, v)) {
						return
					}
				}
				if from < 0 && !yield(s.with(t, i, -from)) {
					return
				}
			}
		}
	}
}

// shifts move all points along one axis.
func shifts(s Stream) iter.Seq[Stream] {
	return func(yield func(Stream) bool) {
		for i := range s.Dim() {
			for _, row := range s.Rows {
				for v := range towards0(row.X[i]) {
					by := row.X[i] - v
					if !yield(s.mapped(s.Den, func(_, j int, v int64) int64 {
						if j == i {
							v -= by
						}
						return v
					})) {
						return
					}
				}
			}
		}
	}
}

// turns turn an axis round.
func turns(s Stream) iter.Seq[Stream] {
	return func(yield func(Stream) bool) {
		for i := range s.Dim() {
			if !yield(s.mapped(s.Den, func(_, j int, v int64) int64 {
				if j == i {
					v = -v
				}
				return v
			})) {
				return
			}
		}
	}
}

// towards0 goes from 0 to v, half of what is left at a time: 0, v/2, 3v/4, …, the next one to v.
func towards0(v int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for step := v; step != 0 && yield(v-step); step /= 2 {
		}
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
