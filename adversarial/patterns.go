package adversarial

import (
	"cmp"
	"math"
	"slices"
)

// arm is a pattern that a search may go on from, by the best stream that is known of it.
type arm struct {
	Stream stream `json:"stream"`
	Tries  int    `json:"tries"` // how often the search did
	score  score
	pattern
}

// patterns are the arms that a search chooses from, the best first. It learns which pay
// as for a bandit with many arms: the rank of an arm, and a bonus for one that was
// seldom tried (UCB1, Auer, Cesa-Bianchi and Fischer 2002).
type patterns []arm

const (
	mostArms = 60
	perCount = 3 // arms with the same number of mistakes and examples
	bonus    = 0.2
	level    = 1e-7 // ratios nearer than that are no better and no worse
)

// compare orders arms, the better first. Inside the domain that is by the ratio. Outside
// of it, where the ratio is above 1 what counts is how much less easy it has to be for
// the adversary. Arms that are level are in the order of their lengths.
func (a arm) compare(b arm) int {
	p, q := a.score, b.score
	order := 0
	switch high, low := p.Ratio > 1, q.Ratio > 1; {
	case p.Inside != q.Inside:
		order = one(q.Inside) - one(p.Inside)
	case !p.Inside && high != low:
		order = one(low) - one(high)
	case !p.Inside:
		order = cmp.Compare(p.Ease, q.Ease)
	case math.Abs(p.Ratio-q.Ratio) > level*p.Ratio:
		order = cmp.Compare(q.Ratio, p.Ratio)
	}
	return cmp.Or(order, cmp.Compare(len(a.events), len(b.events)))
}

// choose returns the position of the arm to try next.
func (p patterns) choose() int {
	total := 0
	for _, a := range p {
		total += a.Tries
	}
	best, at := math.Inf(-1), 0
	for i, a := range p {
		value := -float64(i)/float64(len(p)) + bonus*math.Sqrt(math.Log(float64(1+total))/float64(1+a.Tries))
		if value > best {
			best, at = value, i
		}
	}
	return at
}

// offer takes in a stream of a pattern, in the place of another of the same shape that
// is worse, or of the last with its counts, or of the last of all.
func (p patterns) offer(a arm) patterns {
	if math.IsInf(a.score.Ratio, -1) {
		return p
	}
	shape, same := a.shape(), 0
	for i := range p {
		if p[i].shape() == shape {
			if a.compare(p[i]) >= 0 {
				return p
			}
			a.Tries = p[i].Tries
			p = slices.Delete(p, i, i+1)
			break
		}
	}
	at, _ := slices.BinarySearchFunc(p, a, func(x, y arm) int {
		if x.compare(y) <= 0 {
			return -1
		}
		return 1
	})
	p = slices.Insert(p, at, a)
	for i := 0; i < len(p); i++ {
		if p[i].mistakes() == a.mistakes() && len(p[i].events) == len(a.events) {
			if same++; same > perCount {
				return slices.Delete(p, i, i+1)
			}
		}
	}
	return p[:min(len(p), mostArms)]
}
