package theory

import (
	"iter"
	"math"
	"slices"

	"marginlab/internal/num"
	"marginlab/theory/vec"
)

// Rival is a vector u of ‖u‖∗ = 1, or 0, that a guarantee on any stream compares the learner
// with. A relative bound asks for the same losses at every reading of its quantity, so they are
// computed once. A Rival is not for concurrent use.
type Rival struct {
	Margins []float64 // y_t(u·x_t) at each step of the run
	scales  []float64 // nil before they are asked for
	losses  map[loss]float64
	corners []corner // nil before they are asked for
}

// corner is a length at which a loss vanishes, with L_1 there.
type corner struct{ length, loss float64 }

// loss says which Σ max(0, 1 − ‖u‖ m_t)^q is meant.
type loss struct{ length, q float64 }

// NewRival returns the rival of the given margins.
func NewRival(margins []float64) *Rival {
	return &Rival{Margins: margins, losses: map[loss]float64{}}
}

// RivalOf returns y_t(u·x_t)/‖u‖∗ at each step of a stream, nil where there is no u or
// u = 0.
func RivalOf(n vec.Norm, u []float64, stream iter.Seq[Example]) []float64 {
	norm := n.Dual().Of(u)
	if norm == 0 {
		return nil
	}
	var margins []float64
	for e := range stream {
		margins = append(margins, float64(e.Y)*e.X.Dot(u)/norm)
	}
	return margins
}

// lengths are those at which a bound that holds for every length of a rival
// is tried: the inverses of its positive margins at 17 quantiles, from the
// least to the greatest. A bound read there is as true as its minimum over all
// lengths.
func (r *Rival) lengths() []float64 {
	if r.scales != nil {
		return r.scales
	}
	positive := slices.DeleteFunc(slices.Clone(r.Margins), func(m float64) bool { return !(m > 0) })
	r.scales = []float64{} // known, though there be none
	if len(positive) == 0 {
		return r.scales
	}
	slices.Sort(positive)
	const n = 16
	for k := range n + 1 {
		r.scales = append(r.scales, 1/positive[k*(len(positive)-1)/n])
	}
	r.scales = slices.Compact(r.scales)
	return r.scales
}

// least is the least value of a bound over the lengths of the rival.
func (r *Rival) least(bound func(length float64) float64) float64 {
	least := math.Inf(1)
	for _, length := range r.lengths() {
		least = min(least, bound(length))
	}
	return least
}

// leastHinge is the least value of a bound on a length of the rival and L_1 over the corners of L_1,
// the inverses of its positive margins. Between two of them L_1 is a straight line.
func (r *Rival) leastHinge(bound func(length, loss float64) float64) float64 {
	least := math.Inf(1)
	for _, c := range r.hinges() {
		least = min(least, bound(c.length, c.loss))
	}
	return least
}

// betweenRounding is how far above its least value [Rival.leastBetween] may be, relatively.
const betweenRounding = 1e-6

// leastBetween is the least value over all lengths, but for betweenRounding of it, of a bound that
// rises with the length and with L_1. It halves the parts between two corners that may have a lesser
// one than it knows: L_1 is a straight line there.
func (r *Rival) leastBetween(bound func(length, loss float64) float64) float64 {
	least := r.leastHinge(bound)
	var search func(short, long corner)
	search = func(short, long corner) {
		if bound(short.length, min(short.loss, long.loss)) >= least*(1-betweenRounding) {
			return
		}
		middle := corner{(short.length + long.length) / 2, (short.loss + long.loss) / 2}
		least = min(least, bound(middle.length, middle.loss))
		search(short, middle)
		search(middle, long)
	}
	long := r.hinges()
	for i, c := range long {
		short := corner{0, float64(len(r.Margins))}
		if i+1 < len(long) {
			short = long[i+1]
		}
		search(short, c)
	}
	return least
}

// hinges are the corners of L_1, at 1/m the sum of the 1 − m_t/m of all m_t < m, but for those beyond
// every float64.
func (r *Rival) hinges() []corner {
	if r.corners != nil {
		return r.corners
	}
	r.corners = []corner{} // known, though there be none
	var sum float64
	sorted := slices.Sorted(slices.Values(r.Margins))
	for k, m := range sorted {
		if m > 0 && !math.IsInf(1/m, 1) && (k == 0 || sorted[k-1] < m) {
			r.corners = append(r.corners, corner{1 / m, max(0, float64(k)-sum/m)})
		}
		sum += m
	}
	return r.corners
}

// hinge is L_q = Σ_t max(0, 1 − ‖u‖ m_t)^q at the given length of the rival.
func (r *Rival) hinge(length, q float64) float64 {
	of := loss{length, q}
	sum, known := r.losses[of]
	if known {
		return sum
	}
	for _, m := range r.Margins {
		switch l := 1 - float64(length*m); {
		case !(l > 0):
		case q == 2: // what most bounds ask for
			sum += float64(l * l)
		default:
			sum += num.Pow(l, q)
		}
	}
	r.losses[of] = sum
	return sum
}
