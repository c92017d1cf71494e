package maxmargin

import (
	"math"

	"marginlab/internal/num"
)

// poolSize is how many points are priced between two scans of all points.
const poolSize = 128

// score is what is remembered of a point's score, so that a scan need not
// touch the point. With M the length of the way that w has gone since the
// beginning, the score at M was at least
//
//	z·w ≥ low − M·norm
//
// and it stays so: when w goes a way of length ΔM, z·w falls by ΔM‖z‖ at most.
type score struct {
	low, norm float64
	hull      int8
}

// scores are what is known of each point kept, and the pool of those that are
// priced first.
type scores struct {
	known  []score
	way    float64   // M
	at     []float64 // the w that M is measured up to
	pool   []int     // from one scan to the next, dropped and added points join
	height []float64 // of the scan's points in the pool: how far below their level
}

func (l *scores) reset() {
	l.known, l.pool, l.way = l.known[:0], l.pool[:0], 0
}

// note records that point i has the score v at the w of scores.at.
func (l *scores) note(i int, v float64) {
	a := &l.known[i]
	a.low = v + float64(l.way*a.norm)
}

// travel brings what is known to w.
func (l *scores) travel(w []float64) {
	l.way += num.Distance(w, l.at)
	copy(l.at, w)
}

// gone is M, and more than what rounds it and a score's sum of two terms.
func (l *scores) gone() float64 { return l.way * (1 + 16*unit) }

// scan prices the points kept, but for those that are known to satisfy their margin,
// fills the pool with the lowest, and returns how far the lowest is below its level.
func (s *Solver) scan() float64 {
	l, c := &s.scores, &s.active
	l.travel(s.w)
	l.pool, l.height = l.pool[:0], l.height[:0]
	worst, slack := math.Inf(-1), s.slack()
	way := l.gone()
	for i := range l.known {
		a := &l.known[i]
		level := c.level[a.hull]
		if a.low-float64(way*a.norm) >= level-slack {
			continue
		}
		v := s.score(i)
		l.note(i, v)
		worst = max(worst, level-v)
		l.offer(i, level-v)
	}
	return worst
}

// lowest returns the point of the pool that is farthest below its level by more
// than the slack, the first of equals, or −1.
func (s *Solver) lowest() int {
	worst, at := s.slack(), -1
	for _, i := range s.scores.pool {
		v := s.active.level[s.scores.known[i].hull] - s.score(i)
		if v > worst || v == worst && i < at {
			worst, at = v, i
		}
	}
	return at
}

// offer puts point i, by v below its level, into the pool: a heap of the
// lowest, with the highest of them on top.
func (l *scores) offer(i int, v float64) {
	n := len(l.pool)
	if n < poolSize {
		l.pool, l.height = append(l.pool, i), append(l.height, v)
		for k := n; k > 0 && l.height[k] < l.height[(k-1)/2]; k = (k - 1) / 2 {
			l.swap(k, (k-1)/2)
		}
		return
	}
	if v <= l.height[0] {
		return
	}
	l.pool[0], l.height[0] = i, v
	for k, child := 0, 1; child < n; child = 2*k + 1 {
		if child+1 < n && l.height[child+1] < l.height[child] {
			child++
		}
		if l.height[k] <= l.height[child] {
			return
		}
		l.swap(k, child)
		k = child
	}
}

func (l *scores) swap(i, j int) {
	l.pool[i], l.pool[j] = l.pool[j], l.pool[i]
	l.height[i], l.height[j] = l.height[j], l.height[i]
}
