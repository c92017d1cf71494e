package props

import (
	"fmt"
	"math"

	"marginlab/props/measure"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The properties of κ∘ take a = δ,η, or a = δ,η,dδ,dη.

// KappaIsTheMaxMin: κ∘(δ,η) is the maximum over ‖u‖ = 1, ‖z‖ ≤ δ, u·z ≥ η of the
// minimum over β ∈ [0,1] of ‖u−βz‖ (omm.txt, eq. (5)): no (u, z) of a grid goes
// above the closed form, and one comes up to it.
//
// By symmetry u = e₁. The length of z and its part z·e₁ along u are all that
// ‖u−βz‖ depends on.
func KappaIsTheMaxMin(c Case) error {
	delta, eta := c.A[0], c.A[1]
	closed := theory.Kappa0(delta, eta)
	if max(0, eta) > delta {
		if !math.IsInf(closed, -1) {
			return fmt.Errorf("kappa0(%v, %v) = %v, expected -Inf: no z has length ≤ δ and reaches η", delta, eta, closed)
		}
		return nil
	}
	const steps = 12
	best := 0.0
	low := max(eta, -delta)
	for i := range steps + 1 {
		part := low + (delta-low)*float64(i)/steps
		for j := range steps + 1 {
			length := math.Abs(part) + (delta-math.Abs(part))*float64(j)/steps
			best = max(best, leastDistance(part, length))
		}
	}
	const slack = 1e-8 // leastDistance is a minimum to its square root of rounding
	if best > closed+slack {
		return fmt.Errorf("kappa0(%v, %v) = %v, and some u, z have min ‖u−βz‖ = %v", delta, eta, closed, best)
	}
	if best < closed-slack { // the grid has the corner z·e₁ = η, ‖z‖ = δ and z = 0 (as i = j = 0 where η ≤ 0)
		best = max(best, leastDistance(max(0, eta), max(0, eta)))
		if eta > 0 || best < closed-slack {
			return fmt.Errorf("kappa0(%v, %v) = %v, and no u, z have min ‖u−βz‖ above %v", delta, eta, closed, best)
		}
	}
	return nil
}

// leastDistance is min_{β∈[0,1]} ‖e₁−βz‖ for z of a length with a part along e₁, by
// trisection: f(β)² is a parabola, or constant.
func leastDistance(part, length float64) float64 {
	across := math.Sqrt(max(0, (length-part)*(length+part)))
	f := func(beta float64) float64 { return math.Hypot(1-beta*part, beta*across) }
	lo, hi := 0.0, 1.0
	for range 60 {
		a, b := lo+(hi-lo)/3, hi-(hi-lo)/3
		if f(a) <= f(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return min(f(lo), f(hi), f(0), f(1))
}

// KappaIsMonotone: κ∘ is non-decreasing in δ and non-increasing in η, and at
// most 1 (omm.txt, Lemma 4.3 and the proof of Lemma 4.4).
func KappaIsMonotone(c Case) error {
	delta, eta, more, less := c.A[0], c.A[1], c.A[0]+math.Abs(c.A[2]), c.A[1]-math.Abs(c.A[3])
	k := theory.Kappa0(delta, eta)
	const ulps = 1e-14
	switch {
	case !(k <= 1):
		return fmt.Errorf("kappa0(%v, %v) = %v, above 1", delta, eta, k)
	case delta >= 0 && eta > 0 && delta >= eta && eta > 1e-7*delta && k >= 1:
		return fmt.Errorf("kappa0(%v, %v) = %v, expected less than 1", delta, eta, k)
	case theory.Kappa0(more, eta) < k-ulps:
		return fmt.Errorf("kappa0(%v, %v) = %v, and %v at δ = %v", delta, eta, k, theory.Kappa0(more, eta), more)
	case theory.Kappa0(delta, less) < k-ulps:
		return fmt.Errorf("kappa0(%v, %v) = %v, and %v at η = %v", delta, eta, k, theory.Kappa0(delta, less), less)
	}
	return nil
}

// KappaIsContinuous: κ∘ has no jump where its closed form changes branch: across
// η = δ², and across η = 0 (errata of omm.txt, Section 5.1).
func KappaIsContinuous(c Case) error {
	delta := math.Abs(c.A[0])
	for _, eta := range []float64{min(delta*delta, delta), 0} {
		at := theory.Kappa0(delta, eta)
		for _, d := range []float64{1e-9, -1e-9} {
			beside := eta + d*max(eta, delta*delta)
			if beside > delta {
				continue
			}
			// κ∘² has slope −2η/δ² up to η = δ², and −2 from there on.
			room := 2*math.Abs(beside-eta) + 1e-14
			if k := theory.Kappa0(delta, beside); math.Abs(k*k-at*at) > room || math.Abs(k-at) > math.Sqrt(room) {
				return fmt.Errorf("kappa0(%v, %v) = %v, and %v at η = %v", delta, eta, at, k, beside)
			}
		}
	}
	return nil
}

// KappaIsBetween: theory.KappaUpper is its formula and above min_β ‖u−βz‖/‖u‖ for every
// u and z; theory.KappaLower is below it, and is that of the pair that it shows, which
// has ‖u‖ = 1, ‖z‖ ≤ δ and ℓ(u)·z ≥ η (omm.txt, eq. (5)). It takes a = δ, η, u, z.
func KappaIsBetween(c Case) error {
	if len(c.A) < 4 || len(c.A)%2 != 0 {
		return nil
	}
	in := c.Metric()
	n, d := vec.P(in.P), (len(c.A)-2)/2
	delta, eta, u, z := math.Abs(c.A[0]), c.A[1], measure.Vector(c.A[2:2+d]), measure.Vector(c.A[2+d:])
	eta = min(eta, delta)
	upper, own := theory.KappaUpper(n, delta, eta), in.Kappa(delta, eta)
	if !near(upper, own, 1e-9) {
		return fmt.Errorf("KappaUpper(%v, %v) = %v, expected %v", delta, eta, upper, own)
	}
	lower, v, y := theory.KappaLower(n, d, delta, eta, 1, 1)
	if lower > upper+1e-9 {
		return fmt.Errorf("KappaLower(%v, %v) = %v, KappaUpper %v", delta, eta, lower, upper)
	}
	zero := make(measure.Vector, d)
	least := func(u, z measure.Vector) float64 { dist, _ := in.ToSegment(zero, u, u.Minus(z)); return dist }
	// lower is what a w certifies of the pair, and ℓ may be steep where u−βz is nearly 0.
	if v != nil && (!near(in.Norm(v), 1, 1e-9) || in.Norm(y) > delta+1e-9 || in.Falls(v, y, 0) < eta-1e-9 || !near(least(v, y), lower, 1e-6)) {
		return fmt.Errorf("KappaLower(%v, %v) = %v at u = %v, z = %v, where it is %v", delta, eta, lower, v, y, least(v, y))
	}
	if size := in.Norm(u); size > 0 {
		delta, eta := in.Norm(z)/size, in.Falls(u, z, 0)/size
		if got, most := least(u, z)/size, theory.KappaUpper(n, max(delta, eta), eta); got > most+1e-9 {
			return fmt.Errorf("min ‖u−βz‖/‖u‖ = %v, KappaUpper(%v, %v) = %v", got, delta, eta, most)
		}
	}
	return nil
}
