// Package diameter measures the distances between the points of two classes, in ℓ2 and in ℓp: to eleven digits or,
// for very many points, between two ends.
//
//	symbol   Go           meaning
//	D₊, D₋   Plus, Minus  the diameters of the classes, max ‖x−x'‖ within one
//	Δ        Across       max ‖x₊−x₋‖ between them
//
// For few points it compares all pairs. For more, a branch and bound over pairs of boxes compares the pairs that may
// be farthest. A diameter is the largest of the float64 distances, for more than [Few] points up to [Rounding]. It is
// the same on all machines and with any number of processors.
package diameter

import (
	"math"
	"sync"
	"sync/atomic"

	"marginlab/theory/vec"
)

// Search says which diameters are measured, and how. The others are 0.
type Search struct {
	Within bool // D₊ and D₋
	Across bool // Δ
	// Most is the number of points, 0 for any, up to which diameters are always searched to the end. With more points
	// the search ends after a number of steps, the same on every machine.
	Most int
}

// coverSteps limits the search over the pairs of more than Most points to some seconds.
const coverSteps = 1 << 14

// Interval encloses a diameter: some pair is Lower apart, and no pair is farther apart than Upper, up to
// [Rounding].
type Interval struct{ Lower, Upper float64 }

// Diameters are the diameters of two classes, 0 where there is no pair.
type Diameters struct{ Plus, Minus, Across Interval }

// Of measures points of two classes in a norm: ℓ2 (also for nil) or an ℓp. Point i is at(i), in the class plus or
// not. Of calls watch, unless nil, now and then with the part of the pairs that is settled. If watch returns false,
// Of stops, and its result is of no use. It panics in any other norm.
func (s Search) Of(
	n vec.Norm, points int, at func(i int) (x *vec.Vector, plus bool), watch func(part float64) (on bool),
) (d Diameters) {
	p := exponent(n)
	if points <= Few {
		return s.pairwise(p, points, at)
	}
	var plus, minus []vec.Vector
	for i := range points {
		if x, is := at(i); is {
			plus = append(plus, *x)
		} else {
			minus = append(minus, *x)
		}
	}
	progress, steps := &progress{watch: watch}, exact
	if s.Within {
		progress.pairs += float64((pairs(len(plus), len(plus)) + pairs(len(minus), len(minus))) / 2)
	}
	if s.Across {
		progress.pairs += pairs(len(plus), len(minus))
	}
	if s.Most > 0 && points > s.Most {
		steps = coverSteps
	}
	if s.Within {
		d.Plus, d.Minus = span(p, plus, nil, steps, progress), span(p, minus, nil, steps, progress)
	}
	if s.Across && len(plus) > 0 && len(minus) > 0 {
		d.Across = span(p, plus, minus, steps, progress)
	}
	return d
}

func pairs(n, m int) float64 { return float64(float64(n) * float64(m)) }

// progress reports to its watcher which part of the pairs is settled.
type progress struct {
	watch          func(part float64) (on bool)
	pairs, settled float64
	mutex          sync.Mutex
	stopped        atomic.Bool // whether watch returned false
}

// settle counts pairs that need no comparison any more.
func (p *progress) settle(pairs float64) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.settled += pairs
	if p.watch != nil && !p.stopped.Load() && !p.watch(p.settled/p.pairs) {
		p.stopped.Store(true)
	}
}

// Rounding is the greatest relative error, downward, of the diameter of more than [Few] points. Sparse points have
// many pairs that are equally far except for rounding.
const Rounding = 0x1p-37

// Few is the number of points up to which all pairs are compared, without allocating.
const Few = 48

func (s Search) pairwise(p float64, points int, at func(i int) (*vec.Vector, bool)) (d Diameters) {
	for i := range points {
		x, plus := at(i)
		for j := range i {
			y, same := at(j)
			of, asked := &d.Across, s.Across
			if same == plus {
				if of, asked = &d.Minus, s.Within; plus {
					of = &d.Plus
				}
			}
			switch {
			case asked && p == 2: // the square; its root is taken below
				of.Upper = max(of.Upper, vec.SqDist(*x, *y))
			case asked:
				of.Upper = max(of.Upper, distance(p, *x, *y))
			}
		}
	}
	for _, of := range [...]*Interval{&d.Plus, &d.Minus, &d.Across} {
		if p == 2 {
			of.Upper = math.Sqrt(of.Upper)
		}
		of.Lower = of.Upper
	}
	return d
}
