package adversarial

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"marginlab/internal/num"
)

// member is a stream of the population, with its score.
type member struct {
	Stream stream
	Score  score
}

// population keeps the best streams found at each ease, so that a lower ratio at a
// smaller r is not lost, and is a stepping stone.
type population map[int][]member

const (
	binsPerOctave = 8
	perBin        = 4
)

// mostNumbers are those of a bin: what the longest stream takes that a hunt draws unless told
// otherwise. Beyond it a bin keeps its best stream alone, so that all bins of an island take at most
// 16 MB, or as many of its longest streams as there are bins.
const mostNumbers = 200 * (16 + perExample)

// perExample are the numbers that an example takes beside its coordinates.
const perExample = 8

// numbers are what the stream takes, on every machine.
func (s stream) numbers() int { return len(s) * (s.dim() + perExample) }

// binOf is the bin of an ease; those that are 0 or nearly, and those that are
// infinite, or nearly, or no number, have one each.
func binOf(ease float64) int {
	const least, most = 0x1p-20, 0x1p30
	switch {
	case ease <= least:
		ease = least
	case !(ease < most):
		ease = most
	}
	return int(math.Floor(binsPerOctave * num.Log2(ease)))
}

// wants reports whether a member would be taken in, but for one of the same score.
func (p population) wants(m member) bool {
	all := p[binOf(m.Score.Ease)]
	if math.IsInf(m.Score.Ratio, -1) || len(all) == perBin && !m.Score.better(all[perBin-1].Score) {
		return false
	}
	return fits(all[:rank(all, m)], m)
}

// rank is how many members are better than this one.
func rank(all []member, m member) int {
	at, _ := slices.BinarySearchFunc(all, m, func(a, b member) int {
		switch {
		case a.Score.better(b.Score):
			return -1
		case b.Score.better(a.Score):
			return 1
		}
		return 0
	})
	return at
}

// fits reports whether a bin keeps a member beside those that are better.
func fits(better []member, m member) bool {
	numbers := m.Stream.numbers()
	for _, o := range better {
		numbers += o.Stream.numbers()
	}
	return len(better) == 0 || len(better) < perBin && numbers <= mostNumbers
}

// offer takes a member in if it is among the best of its bin; its stream must not
// change afterwards. It reports whether it did.
func (p population) offer(m member) bool {
	bin := binOf(m.Score.Ease)
	all := p[bin]
	at := rank(all, m)
	if !p.wants(m) || at < len(all) && all[at].Score == m.Score {
		return false
	}
	next := make([]member, 0, perBin)
	for _, o := range slices.Insert(slices.Clone(all), at, m) {
		if !fits(next, o) {
			break
		}
		next = append(next, o)
	}
	p[bin] = next
	return true
}

// best are the members inside the domain, the best first; those of the same score in
// the order of their bins.
func (p population) best() []member {
	var all []member
	for _, bin := range slices.Sorted(maps.Keys(p)) {
		for _, m := range p[bin] {
			if m.Score.Inside {
				all = append(all, m)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b member) int {
		switch {
		case a.Score.better(b.Score):
			return -1
		case b.Score.better(a.Score):
			return 1
		}
		return cmp.Compare(len(a.Stream), len(b.Stream))
	})
	return all
}

// top is the score of the best member inside the domain.
func (p population) top() score {
	if all := p.best(); len(all) > 0 {
		return all[0].Score
	}
	return outside
}

// pick is a member to go on from: one of the very best, or any.
func (p population) pick(g source) (member, bool) {
	if len(p) == 0 {
		return member{}, false
	}
	if g.oneIn(2) {
		if best := p.best(); len(best) > 0 {
			return best[min(g.rng.IntN(len(best)), g.rng.IntN(min(len(best), 12)))], true
		}
	}
	bins := slices.Sorted(maps.Keys(p))
	all := p[bins[g.rng.IntN(len(bins))]]
	return all[g.rng.IntN(len(all))], true
}

// merge offers all members of another population, in order.
func (p population) merge(other population) {
	for _, bin := range slices.Sorted(maps.Keys(other)) {
		for _, m := range other[bin] {
			p.offer(m)
		}
	}
}

// front is the best member inside the domain of every bin, by ease.
func (p population) front() []member {
	var all []member
	for _, bin := range slices.Sorted(maps.Keys(p)) {
		if best := p[bin][0]; best.Score.Inside { // those inside come first
			all = append(all, best)
		}
	}
	return all
}
