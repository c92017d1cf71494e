package hunt

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"marginlab/internal/num"
)

// member is a stream with its score. In JSON it is as the stream is: scores are computed again.
type member struct {
	stream
	score score
}

// arm is a member that a search may go on from.
type arm struct {
	Best  member `json:"stream"`
	Tries int    `json:"tries"` // how often the search did, from it or from one that it took the place of
}

// front keeps the best stream at each ease, eight an octave, so that a lower ratio at a smaller r is not lost,
// and is a stepping stone.
type front map[int]arm

// bin returns the place of a score in a front.
func (a score) bin() int {
	ease := min(max(a.Ease, 0x1p-20), 0x1p30)
	if ease != ease {
		ease = 0x1p30
	}
	return int(math.Floor(8 * num.Log2(ease)))
}

func (f front) offer(m member) {
	bin := m.score.bin()
	if old, there := f[bin]; !math.IsInf(m.score.Ratio, -1) && (!there || m.score.better(old.Best.score)) {
		f[bin] = arm{member{m.stream.clone(), m.score}, old.Tries}
	}
}

// all are the members in the order of their eases.
func (f front) all() (all []member) {
	for _, bin := range slices.Sorted(maps.Keys(f)) {
		all = append(all, f[bin].Best)
	}
	return all
}

// best are those inside the domain, the best first; of the same score the shorter first.
func (f front) best() []member {
	all := slices.DeleteFunc(f.all(), func(m member) bool { return !m.score.Inside })
	slices.SortStableFunc(all, func(a, b member) int {
		return cmp.Or(one(b.score.better(a.score))-one(a.score.better(b.score)), cmp.Compare(len(a.stream), len(b.stream)))
	})
	return all
}

// top is the score of the best member inside the domain.
func (f front) top() score {
	if all := f.best(); len(all) > 0 {
		return all[0].score
	}
	return outside
}

// leastEase returns the least ease of the members that would refute the conjecture if they were in the domain.
func (f front) leastEase() float64 {
	least := math.Inf(1)
	for _, a := range f {
		if s := a.Best.score; s.barred() && s.Ease < least {
			least = s.Ease
		}
	}
	return least
}

// choose returns the arm to try next, and counts that: of those inside the domain or, outside of it, of those which
// would refute the conjecture. It is a bandit with many arms: it chooses by how near an arm is to the best, in its
// ratio or in its ease, with a bonus for one that was seldom tried (UCB1, Auer, Cesa-Bianchi and Fischer 2002). It
// returns false if there is none.
func (f front) choose(barred bool) (chosen stream, ok bool) {
	const bonus = 0.3
	total, top, least := 1, f.top().Ratio, f.leastEase()
	bins := slices.DeleteFunc(slices.Sorted(maps.Keys(f)), func(bin int) bool {
		s := f[bin].Best.score
		return barred && !s.barred() || !barred && !s.Inside
	})
	for _, bin := range bins {
		total += f[bin].Tries
	}
	best, at := math.Inf(-1), 0
	for _, bin := range bins {
		a := f[bin]
		near := quotient(a.Best.score.Ratio, top)
		if barred {
			near = quotient(least, a.Best.score.Ease)
		}
		if value := near + float64(bonus*math.Sqrt(num.Log(float64(total))/float64(1+a.Tries))); value > best {
			best, at = value, bin
		}
	}
	if len(bins) == 0 {
		return nil, false
	}
	a := f[at]
	a.Tries++
	f[at] = a
	return a.Best.stream, true
}

// quotient is a/b of numbers that are at least 0 and a ≤ b, also where both are 0 or infinite.
func quotient(a, b float64) float64 {
	if a == b {
		return 1
	}
	return a / b
}
