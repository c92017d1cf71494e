package theory

import (
	"iter"
	"slices"

	"marginlab/theory/vec"
)

// Comparator is a vector u of ‖u‖∗ = 1, or 0, that a guarantee on any stream compares the learner
// with. A relative bound asks for the same losses at every reading of its quantity, so they are
// computed once. A Comparator is not for concurrent use.
type Comparator struct {
	Margins []float64 // y_t(u·x_t) at each step of the run
	scales  []float64 // nil before they are asked for
	losses  map[loss]float64
}

// loss says which Σ max(0, 1 − ‖u‖ m_t)^q is meant, q = 1 or 2.
type loss struct{ length, q float64 }

// NewComparator returns the comparator of the given margins.
func NewComparator(margins []float64) *Comparator {
	return &Comparator{Margins: margins, losses: map[loss]float64{}}
}

// ComparatorOf returns y_t(u·x_t)/‖u‖∗ at each step of a stream, nil where there is no u or
// u = 0.
func ComparatorOf(n vec.Norm, u []float64, stream iter.Seq[Example]) []float64 {
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

// lengths are those at which a bound that holds for every length of a comparator
// is tried: the inverses of its positive margins at 65 quantiles, from the
// least to the greatest. A bound read there is as true as its minimum over all
// lengths.
func (r *Comparator) lengths() []float64 {
	if r.scales != nil {
		return r.scales
	}
	positive := slices.DeleteFunc(slices.Clone(r.Margins), func(m float64) bool { return !(m > 0) })
	r.scales = []float64{} // known, though there be none
	if len(positive) == 0 {
		return r.scales
	}
	slices.Sort(positive)
	const n = 64
	for k := range n + 1 {
		r.scales = append(r.scales, 1/positive[k*(len(positive)-1)/n])
	}
	r.scales = slices.Compact(r.scales)
	return r.scales
}

// lengths are those at which the claim is tried: those of its comparator, the ends of what its condition
// allows, and where the regret of Pegasos is least.
func (c *claim) lengths(s *Setting) []float64 {
	u := s.Comparator
	if c.bound.names("Lm") {
		var learned []float64
		for t := range s.Trace.Learned() {
			learned = append(learned, u.Margins[t])
		}
		u = NewComparator(learned)
	}
	lengths := u.lengths()
	if c.where.names("radius") {
		if lengths = append(slices.Clip(lengths), 0); s.radius() > 0 {
			lengths = append(lengths, 1/s.radius())
		}
	}
	if c.bound.names("lambda") {
		lengths = append(slices.Clip(lengths), u.bestLength(s.Param("lambda")))
	}
	return lengths
}

// bestLength is the length at which λ/2‖u‖² + L_1/T is least. Its slope λ‖u‖ − Σ {m : m‖u‖ < 1}/T rises
// in ‖u‖, by jumps at the 1/m.
func (r *Comparator) bestLength(lambda float64) float64 {
	sorted := slices.Sorted(slices.Values(r.Margins))
	slices.Reverse(sorted) // the greatest margins leave the hinge first
	var pull float64
	for _, m := range sorted {
		pull += m
	}
	T := float64(len(sorted))
	for _, m := range sorted {
		if pull <= 0 {
			return 0
		}
		length := pull / (lambda * T)
		if m <= 0 || length*m <= 1 {
			return length
		}
		if pull -= m; pull/(lambda*T)*m <= 1 {
			return 1 / m
		}
	}
	return 0
}

// hinge is L_q = Σ_t max(0, 1 − ‖u‖ m_t)^q, q = 1 or 2, at the given length of the comparator.
func (r *Comparator) hinge(length, q float64) float64 {
	of := loss{length, q}
	sum, known := r.losses[of]
	if known {
		return sum
	}
	for _, m := range r.Margins {
		switch l := 1 - float64(length*m); {
		case !(l > 0):
		case q == 2:
			sum += float64(l * l)
		default:
			sum += l
		}
	}
	r.losses[of] = sum
	return sum
}
