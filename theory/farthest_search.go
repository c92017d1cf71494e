package theory

import (
	"cmp"
	"container/heap"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

const (
	// exact is a number of steps after which the search goes on until all is settled.
	exact = -1
	// tasks is the number of first steps of such a search, which make what processors share.
	tasks = 1 << 9
)

// couple is two boxes whose pairs are to be compared, or one box twice.
type couple struct {
	a, b  *box
	bound float64
}

// couples is a heap with the largest bound on top.
type couples []couple

func (c couples) Len() int           { return len(c) }
func (c couples) Less(i, j int) bool { return c[i].bound > c[j].bound }
func (c couples) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *couples) Push(x any)        { *c = append(*c, x.(couple)) }
func (c *couples) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}

// search compares what is in a with what is in b, or all pairs in a if b is a, those
// first that may be farthest. After so many steps, a step being one split or comparison
// of boxes, it returns a length that no pair's is above; it is 0 if all is settled, as
// it is at last in an exact search. All processors work on that together. Before, the
// search is the same on every machine.
func (f *finder) search(a, b *box, steps int) (cover float64) {
	open := couples{{a, b, f.bound(a, b)}}
	limit := steps
	if steps == exact {
		limit = tasks
	}
	progress := progress{tell: f.settled, stopped: &f.stopped}
	for ; len(open) > 0 && limit > 0 && !f.stopped.Load(); limit-- {
		c := heap.Pop(&open).(couple)
		f.step(c, &progress, func(c couple) { heap.Push(&open, c) })
	}
	if steps != exact {
		if len(open) == 0 {
			return 0
		}
		return f.lengthOf(open[0].bound)
	}
	slices.SortFunc(open, func(c, d couple) int { return cmp.Compare(d.bound, c.bound) })
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(open)) {
		workers.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				if k >= len(open) {
					return
				}
				f.settle(open[k], &progress)
			}
		})
	}
	workers.Wait()
	return 0
}

// settle compares all pairs of c.
func (f *finder) settle(c couple, p *progress) {
	if !f.stopped.Load() {
		var parts [3]couple
		n := 0
		f.step(c, p, func(c couple) { parts[n] = c; n++ })
		slices.SortFunc(parts[:n], func(c, d couple) int { return cmp.Compare(d.bound, c.bound) })
		for _, c := range parts[:n] {
			f.settle(c, p)
		}
	}
}

// step settles c, or splits one of its boxes and yields what is then to be settled.
func (f *finder) step(c couple, p *progress, yield func(couple)) {
	a, b := c.a, c.b
	switch {
	case f.best.Load().pruned(c.bound, min(a.first, b.first)):
		p.settle(c)
	case max(len(a.of), len(b.of)) <= boxful:
		f.compare(a, b)
		p.settle(c)
	case a == b:
		left, right := f.halves(a)
		for _, c := range [][2]*box{{left, right}, {left, left}, {right, right}} {
			yield(couple{c[0], c[1], f.bound(c[0], c[1])})
		}
	default:
		if len(b.of) > len(a.of) {
			a, b = b, a
		}
		left, right := f.halves(a)
		yield(couple{left, b, f.bound(left, b)})
		yield(couple{right, b, f.bound(right, b)})
	}
}

// lengthOf is at least the length of a pair with a squared distance up to dd.
func (f *finder) lengthOf(dd float64) float64 {
	if s := f.powers; s != nil {
		return num.Pow(dd, 1/s.p) * (1 + s.rounding) / s.scale
	}
	return math.Sqrt(dd) * (1 + sameRoot)
}

// progress gathers what is settled.
type progress struct {
	tell    func(pairs float64) bool
	stopped *atomic.Bool
	mutex   sync.Mutex
}

// settle takes note of the pairs of c.
func (p *progress) settle(c couple) {
	pairs := float64(len(c.a.of)) * float64(len(c.b.of))
	if c.a == c.b {
		pairs /= 2
	}
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if !p.stopped.Load() && !p.tell(pairs) {
		p.stopped.Store(true)
	}
}

// compare measures the pairs of a and b that the bounds let through.
func (f *finder) compare(a, b *box) {
	var marks, narrow [vec.PanelWidth]uint16
	a.filled.Do(func() { f.fill(a) })
	b.filled.Do(func() { f.fill(b) })
	for k := range a.panels {
		for l := range b.panels {
			if a == b && l < k {
				continue
			}
			x, y, now := &a.panels[k], &b.panels[l], f.best.Load()
			if now.pruned(f.radial(x.far, y.far, x.top, y.top), min(x.first, y.first)) {
				continue
			}
			vec.Farther(&marks, x.projected, y.projected, threshold(now.below-f.slack, f.unit, len(f.p)))
			if f.own != nil && count(&marks) > worthwhile {
				a.whole.Do(func() { f.own.fill(f, a) })
				b.whole.Do(func() { f.own.fill(f, b) })
				vec.Farther(&narrow, x.all, y.all, threshold(now.below-f.slack, f.own.unit, f.own.dim))
				for i := range marks {
					marks[i] &= narrow[i]
				}
			}
			for i, columns := range marks {
				if x == y {
					columns &= ^uint16(0) << i << 1
				}
				for ; columns != 0; columns &= columns - 1 {
					f.measure(x.of[i], y.of[bits.TrailingZeros16(columns)])
				}
			}
		}
	}
}
