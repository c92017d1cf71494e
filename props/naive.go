package props

import (
	"fmt"

	"marginlab/theory"
)

// certified holds γ_t+1 between what v₊ and v₋ say, points of the hulls, and what the
// classifier does, of the points kept, which are seen from o.
func (m moment) certified(plus, minuses [][]float64, o []float64) error {
	w := m.shows.W
	if size := m.in.dual(w); !near(size, 1, 1e-9) {
		return fmt.Errorf("t=%d: the classifier has ‖w‖∗ = %v, expected 1", m.t, size)
	}
	first, second := dot(w, plus[lowest(plus, w, 1)]), dot(w, minuses[lowest(minuses, w, -1)])
	const gap = 1e-6 // relative
	if lower := (first - second) / 2; lower < m.g2*(1-gap)-m.after || lower > m.g2*(1+1e-9)+m.after {
		return fmt.Errorf("t=%d: gamma_t+1 = %v, and the classifier has the margin %v on the points kept", m.t, m.g2, lower)
	}
	if b, room := -(first+second)/2-dot(w, o), 2*gap*m.g2+8*m.after; !near(m.shows.B, b, room+units(len(o))*norm(w)*norm(o)) {
		return fmt.Errorf("t=%d: the classifier has b = %v, expected %v", m.t, m.shows.B, b)
	}
	return nil
}

// NaiveIsOffline: after every step γ_t of n-OMM is the maximum margin of the
// points that it keeps (omm.txt, Lemma 3.1): of all points seen, or with
// keep=violating of the first of each class and those with a_t < γ_t. Over the
// whole stream, of all points kept, it is γ∗.
func NaiveIsOffline(c Case) error {
	moments, err := watch(c)
	if err != nil || len(moments) == 0 {
		return err
	}
	x := points(c.Stream, c.Dim)
	o := x[0]
	x = seenFrom(o, x)
	var kept [2][][]float64
	keep := func(y theory.Label, x []float64) { kept[(1+y)/2] = append(kept[(1+y)/2], x) }
	all := !in(c.Learner, "n-omm(keep=violating)")
	for t := range moments[0].t - 1 {
		if y := c.Stream[t].Y; all || kept[(1+y)/2] == nil {
			keep(y, x[t])
		}
	}
	for _, m := range moments {
		// Where rounding hides which it is, the learner's own comparison counts.
		violates := m.a < m.g
		if near(m.a, m.g, m.room) {
			violates = keeps(m.Step)
		}
		if all || violates {
			keep(m.Y, x[m.t-1])
		}
		if !m.in.euclidean() {
			if err := m.certified(kept[1], kept[0], o); err != nil {
				return err
			}
			continue
		}
		best := apart(kept[1], kept[0])
		if err := best.sure(); err != nil {
			return fmt.Errorf("t=%d: %w", m.t, err)
		}
		if m.g2 < best.lower/2-m.noise || m.g2 > best.dist/2+m.noise {
			return fmt.Errorf("t=%d: gamma_t+1 = %v, expected %v, the maximum margin of the %d points kept", m.t, m.g2, best.dist/2, len(kept[0])+len(kept[1]))
		}
	}
	return nil
}
