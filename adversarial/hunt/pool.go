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

// arm is a pattern that a search may go on from, by the best stream that is known of it.
type arm struct {
	Best    member `json:"stream"`
	Tries   int    `json:"tries"` // how often the search did
	pattern pattern
}

// A pool keeps the best stream of each of the best patterns, the best first. A bandit with many arms chooses
// from it: by how near an arm is to the best, and a bonus for one that was seldom tried (UCB1, Auer,
// Cesa-Bianchi and Fischer 2002). There are two pools: outside of the domain, where the claim fails, it is the
// ease that counts.
type pool []arm

const (
	mostArms = 60
	perCount = 3 // arms with the same number of mistakes and examples
	bonus    = 0.3
	level    = 1e-7 // ratios nearer than that are no better and no worse
)

// compare orders the arms of a pool, the better first: by the ratio, or by the ease. Arms that are level are
// in the order of their lengths.
func (a arm) compare(b arm) int {
	p, q := a.Best.score, b.Best.score
	order := cmp.Or(one(p.barred())-one(q.barred()), one(q.Inside)-one(p.Inside))
	switch {
	case order != 0:
	case p.barred() && apart(p.Ease, q.Ease):
		order = cmp.Compare(p.Ease, q.Ease)
	case !p.barred() && apart(p.Ratio, q.Ratio):
		order = cmp.Compare(q.Ratio, p.Ratio)
	}
	return cmp.Or(order, cmp.Compare(len(a.Best.stream), len(b.Best.stream)))
}

// apart reports that two numbers differ by more than their last digits.
func apart(a, b float64) bool {
	far := math.Abs(a-b) > level*max(math.Abs(a), math.Abs(b))
	return far || math.IsInf(a, 0) != math.IsInf(b, 0) || math.IsNaN(a) != math.IsNaN(b)
}

// choose returns the position of the arm to try next.
func (p pool) choose() int {
	total := 1
	for _, a := range p {
		total += a.Tries
	}
	best, at, top := math.Inf(-1), 0, p[0].Best.score
	for i, a := range p {
		near := 0.
		switch {
		case top.barred():
			near = quotient(top.Ease, a.Best.score.Ease)
		case a.Best.score.Inside == top.Inside:
			near = quotient(a.Best.score.Ratio, top.Ratio)
		}
		if value := near + float64(bonus*math.Sqrt(num.Log(float64(total))/float64(1+a.Tries))); value > best {
			best, at = value, i
		}
	}
	return at
}

// ease is the least one of the pool.
func (p pool) ease() float64 {
	if len(p) == 0 {
		return math.Inf(1)
	}
	return p[0].Best.score.Ease
}

// quotient is a/b of numbers that are at least 0 and a ≤ b, also where both are 0 or infinite.
func quotient(a, b float64) float64 {
	if a == b {
		return 1
	}
	return a / b
}

// offer takes in a stream of a pattern, in the place of another of the same shape that is worse, or of the
// last with its counts, or of the last of all.
func (p pool) offer(a arm) pool {
	shape, mistakes := a.pattern.shape()
	for i := range p {
		if key, _ := p[i].pattern.shape(); key == shape {
			if a.compare(p[i]) >= 0 {
				return p
			}
			a.Tries = p[i].Tries
			p = slices.Delete(p, i, i+1)
			break
		}
	}
	at := slices.IndexFunc(p, func(b arm) bool { return a.compare(b) < 0 })
	if at < 0 {
		at = len(p)
	}
	p = slices.Insert(p, at, a)
	same := 0
	for i := range p {
		if _, n := p[i].pattern.shape(); n == mistakes && len(p[i].pattern.events) == len(a.pattern.events) {
			if same++; same > perCount {
				return slices.Delete(p, i, i+1)
			}
		}
	}
	return p[:min(len(p), mostArms)]
}

// front keeps the best stream at each ease, eight an octave, so that a lower ratio at a smaller r is not lost,
// and is a stepping stone.
type front map[int]*member

func (f front) offer(m member) {
	ease := min(max(m.score.Ease, 0x1p-20), 0x1p30)
	if ease != ease {
		ease = 0x1p30
	}
	bin := int(math.Floor(8 * num.Log2(ease)))
	if old, there := f[bin]; !math.IsInf(m.score.Ratio, -1) && (!there || m.score.better(old.score)) {
		f[bin] = &member{m.stream.clone(), m.score}
	}
}

// all are the members in the order of their eases.
func (f front) all() (all []member) {
	for _, bin := range slices.Sorted(maps.Keys(f)) {
		all = append(all, *f[bin])
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
