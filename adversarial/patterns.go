package adversarial

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"

	"marginlab/internal/num"
)

// arm is a pattern that a search may go on from, by the best stream that is known of it.
type arm struct {
	Stream stream `json:"stream"`
	Tries  int    `json:"tries"` // how often the search did
	score  score
	pattern
}

// UnmarshalJSON implements [json.Unmarshaler].
func (a *arm) UnmarshalJSON(text []byte) error {
	var kept struct {
		Stream stream `json:"stream"`
		Tries  int    `json:"tries"`
	}
	err := json.Unmarshal(text, &kept)
	if err == nil && kept.Stream == nil {
		err = errors.New("a pattern without a stream, expected one")
	}
	a.Stream, a.Tries = kept.Stream, kept.Tries
	return err
}

// pools are the arms of a search: those that would refute the conjecture outside of its
// domain apart, as there it is the ease that counts.
type pools [2]patterns

func (p *pools) offer(a arm) {
	if math.IsInf(a.score.Ratio, -1) {
		return
	}
	i := one(a.score.barred())
	p[i] = p[i].offer(a)
}

// barred is the least ease of what would refute the conjecture outside of the domain.
func (p *pools) barred() float64 {
	if len(p[1]) == 0 {
		return math.Inf(1)
	}
	return p[1][0].score.Ease
}

// barred reports that a stream would refute the conjecture if it were in the domain.
func (a score) barred() bool { return !a.Inside && a.Ratio > 1 }

// patterns are the arms that a search chooses from, the best first. A bandit with many
// arms chooses: by how near an arm is to the best, and a bonus for one that was
// seldom tried (UCB1, Auer, Cesa-Bianchi and Fischer 2002).
type patterns []arm

const (
	mostArms = 60
	perCount = 3 // arms with the same number of mistakes and examples
	bonus    = 0.3
	level    = 1e-7 // ratios nearer than that are no better and no worse
)

// compare orders the arms of a pool, the better first: by the ratio, or by the ease. Arms
// that are level are in the order of their lengths.
func (a arm) compare(b arm) int {
	p, q, order := a.score, b.score, 0
	switch {
	case p.barred() != q.barred():
		order = one(p.barred()) - one(q.barred())
	case p.barred() && apart(p.Ease, q.Ease):
		order = cmp.Compare(p.Ease, q.Ease)
	case p.barred():
	case p.Inside != q.Inside:
		order = one(q.Inside) - one(p.Inside)
	case apart(p.Ratio, q.Ratio):
		order = cmp.Compare(q.Ratio, p.Ratio)
	}
	return cmp.Or(order, cmp.Compare(len(a.events), len(b.events)))
}

// apart reports that two numbers differ by more than their last digits.
func apart(a, b float64) bool {
	far := math.Abs(a-b) > level*max(math.Abs(a), math.Abs(b))
	return far || math.IsInf(a, 0) != math.IsInf(b, 0) || math.IsNaN(a) != math.IsNaN(b)
}

// choose returns the position of the arm to try next.
func (p patterns) choose() int {
	total := 0
	for _, a := range p {
		total += a.Tries
	}
	best, at := math.Inf(-1), 0
	for i, a := range p {
		value := a.score.near(p[0].score) + float64(bonus*math.Sqrt(num.Log(float64(1+total))/float64(1+a.Tries)))
		if value > best {
			best, at = value, i
		}
	}
	return at
}

// near is how near a score is to the best of its pool, which has 1.
func (a score) near(best score) float64 {
	switch {
	case best.barred():
		return quotient(best.Ease, a.Ease)
	case a.Inside == best.Inside:
		return quotient(a.Ratio, best.Ratio)
	}
	return 0
}

// quotient is a/b of numbers that are at least 0 and a ≤ b, also where both are 0 or
// infinite.
func quotient(a, b float64) float64 {
	if a == b {
		return 1
	}
	return a / b
}

// offer takes in a stream of a pattern, in the place of another of the same shape that
// is worse, or of the last with its counts, or of the last of all.
func (p patterns) offer(a arm) patterns {
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
