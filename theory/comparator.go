package theory

import (
	"iter"
	"math"
	"slices"

	"marginlab/theory/vec"
)

// Comparator is a vector u of ‖u‖∗ = 1, or 0, with which a guarantee on any stream compares the learner. A relative
// bound asks for the same losses at every reading of its quantity, so they are computed once. A Comparator is not
// safe for concurrent use.
type Comparator struct {
	Margins []float64              // y_t(u·x_t) at each step of the run
	scales  []float64              // lengths at which it is tried
	losses  map[[2]float64]float64 // L_q, by ‖u‖ and q
}

// NewComparator returns the comparator of the given margins.
func NewComparator(margins []float64) *Comparator {
	return &Comparator{margins, scales(margins), map[[2]float64]float64{}}
}

// ComparatorOf returns y_t(u·x_t)/‖u‖∗ at each step of a stream, or nil if u is missing or 0.
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

// lengths returns the lengths ‖u‖ at which the claim is tried: the inverses of the positive margins of u at 65
// quantiles, the ends of the range that its condition allows, and where the regret of Pegasos or the bound of PA-I is
// least. A bound read at one of them is as true as its minimum over all lengths.
func (c *claim) lengths(s *Setting) []float64 {
	u := s.Comparator
	lengths := slices.Clip(u.scales)
	if c.bound.names("Lm") {
		var learned []float64
		for t, step := range s.Trace.Steps {
			if step.learned() {
				learned = append(learned, u.Margins[t])
			}
		}
		lengths = scales(learned)
	}
	if c.where.names("radius") {
		if lengths = append(lengths, 0); s.radius() > 0 {
			lengths = append(lengths, 1/s.radius())
		}
	}
	if c.bound.names("lambda") {
		lengths = append(lengths, u.bestLength(s.Param("lambda")))
	} else if len(lengths) > 0 && c.bound.names("C") && c.bound.names("R") && c.bound.names("L1") { // U² + 2·C·L1
		lengths = append(lengths, u.bestLength(1/(s.Param("C")*float64(len(u.Margins)))))
	}
	return lengths
}

// scales returns the lengths at which a quantile of the margins is 1, from the least positive margin to the greatest.
func scales(margins []float64) (all []float64) {
	positive := slices.DeleteFunc(slices.Clone(margins), func(m float64) bool { return !(m > 0) })
	slices.Sort(positive)
	const n = 64
	for k := 0; k <= n && len(positive) > 0; k++ {
		all = append(all, 1/positive[k*(len(positive)-1)/n])
	}
	return slices.Compact(all)
}

// bestLength returns the length at which λ/2‖u‖² + L_1/T is least; it is at most √(2/λ), since the value is 1 at 0.
// The slope λ‖u‖ − Σ {m : m‖u‖ < 1}/T rises in ‖u‖.
func (r *Comparator) bestLength(lambda float64) float64 {
	low, high := 0., math.Sqrt(2/lambda)
	for range 64 {
		length := (low + high) / 2
		slope := lambda * length * float64(len(r.Margins))
		for _, m := range r.Margins {
			slope -= choose(length*m < 1, m, 0)
		}
		low, high = choose(slope < 0, length, low), choose(slope < 0, high, length)
	}
	return high
}

// hinge returns L_q = Σ_t max(0, 1 − ‖u‖ m_t)^q, q = 1 or 2, at the given length of the comparator.
func (r *Comparator) hinge(length, q float64) float64 {
	sum, known := r.losses[[2]float64{length, q}]
	if known {
		return sum
	}
	for _, m := range r.Margins {
		if l := 1 - float64(length*m); l > 0 {
			sum += choose(q == 2, float64(l*l), l)
		}
	}
	r.losses[[2]float64{length, q}] = sum
	return sum
}
