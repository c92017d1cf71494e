package adversarial

import (
	"math"
	"slices"

	"marginlab/theory/vec"
)

// leastComparator reads the conjecture with several comparators: 0, the separator through
// the origin, the last classifier and Σyx, at the lengths where a hinge ends; and
// keeps the one that refutes most.
func (e *evaluator) leastComparator(s stream, f *facts) score {
	best := outside
	sum := make([]float64, s.dim())
	for _, example := range s {
		example.X.AddTo(sum, float64(example.Y))
	}
	for _, direction := range directions(s.dim(), f.separator, f.last.W, sum) {
		var margins []float64
		for differences := range slices.Chunk(s, max(1, e.Classes-1)) { // of an example
			least := math.Inf(1)
			for _, example := range differences {
				least = min(least, float64(example.Y)*example.X.Dot(direction))
			}
			margins = append(margins, least)
		}
		for _, length := range lengths(margins) {
			f.comparatorL1, f.comparatorL2 = 0, 0
			for _, m := range margins {
				if loss := 1 - float64(length*m); loss > 0 {
					f.comparatorL1 += loss
					f.comparatorL2 += float64(loss * loss)
				}
			}
			passes := float64(f.steps / len(margins))
			f.comparatorL1 *= passes
			f.comparatorL2 *= passes
			f.comparatorNorm = length * e.norm.Dual().Of(direction)
			if got := e.read(f); got.better(best) {
				best = got
				e.comparator = make([]float64, s.dim())
				for k, v := range direction {
					e.comparator[k] = length * v
				}
			}
		}
	}
	return best
}

// directions are 0, those given that are not 0, with length 1, and the sums of two.
func directions(dim int, given ...[]float64) [][]float64 {
	all := [][]float64{make([]float64, dim)}
	for _, w := range given {
		norm := vec.L2{}.Of(w)
		if norm == 0 {
			continue
		}
		u := make([]float64, dim)
		for k, v := range w {
			u[k] = v / norm
		}
		for _, other := range all {
			both := slices.Clone(u)
			for k, v := range other {
				both[k] += v
			}
			all = append(all, both)
		}
	}
	return all
}

// lengths are 1/m for up to 8 of the positive margins m, from the least to the
// greatest, and 1 where there are none.
func lengths(margins []float64) []float64 {
	positive := slices.DeleteFunc(slices.Clone(margins), func(m float64) bool { return !(m > 0) })
	if len(positive) == 0 {
		return []float64{1}
	}
	slices.Sort(positive)
	positive = slices.Compact(positive)
	const most = 8
	n := min(most, len(positive))
	var lengths []float64
	for k := range n {
		lengths = append(lengths, 1/positive[k*(len(positive)-1)/max(1, n-1)])
	}
	return lengths
}
