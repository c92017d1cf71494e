package props

import (
	"errors"
	"fmt"
	"math"

	"marginlab/theory"
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
			best = max(best, leastNorm(part, length))
		}
	}
	const slack = 1e-8 // leastNorm is a minimum to its square root of rounding
	if best > closed+slack {
		return fmt.Errorf("kappa0(%v, %v) = %v, and some u, z have min ‖u−βz‖ = %v", delta, eta, closed, best)
	}
	if best < closed-slack { // the grid has the corner z·e₁ = η, ‖z‖ = δ and z = 0 (as i = j = 0 where η ≤ 0)
		best = max(best, leastNorm(max(0, eta), max(0, eta)))
		if eta > 0 || best < closed-slack {
			return fmt.Errorf("kappa0(%v, %v) = %v, and no u, z have min ‖u−βz‖ above %v", delta, eta, closed, best)
		}
	}
	return nil
}

// leastNorm is min_{β∈[0,1]} ‖e₁−βz‖ for z of a length with a part along e₁, by
// trisection: f(β)² is a parabola, or constant.
func leastNorm(part, length float64) float64 {
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

// MarginsShrinkByKappa: a point x that joins V₊ takes the maximum margin from γ
// to at most γκ∘(‖v₊−x‖/2γ, ℓ(v₊−v₋)·(v₊−x)/2γ), and likewise for V₋ (omm.txt,
// Lemma 4.2). The point is the last of the stream.
func MarginsShrinkByKappa(c Case) error {
	x := points(c.Stream, c.Dim)
	x = seenFrom(x[0], x)
	last := len(x) - 1
	plus, minuses := split(c.Stream[:last], x)
	if len(plus) == 0 || len(minuses) == 0 {
		return nil
	}
	in := c.metric()
	old := in.apart(plus, minuses)
	plus, minuses = split(c.Stream, x)
	grown := in.apart(plus, minuses)
	if err := errors.Join(old.sure(), grown.sure()); err != nil {
		return err
	}
	u, z := minus(old.p, old.n), minus(old.p, x[last])
	if c.Stream[last].Y == theory.Negative {
		z = minus(x[last], old.n)
	}
	if !in.euclidean() { // of any v₊, v₋ of the hulls
		n, err := c.norm()
		if err != nil {
			return err
		}
		delta, eta := in.of(z)/old.dist, dot(in.link(u), z)/(old.dist*old.dist)
		room := 1e-9 + in.units(c.Dim)*in.farthest(x)/old.dist
		for _, k := range []float64{in.kappa(max(delta, eta)+room, eta-room), theory.KappaUpper(n, max(delta, eta)+room, eta-room)} {
			if old.dist > hidden*old.reach && grown.lower > old.dist*(k+room) {
				return fmt.Errorf("gamma fell from %v to %v, by %v, and kappa0(%v, %v) <= %v", old.dist/2, grown.dist/2, grown.dist/old.dist, delta, eta, k)
			}
		}
		return nil
	}
	// v₊ and v₋ are known to √gap, as ‖·‖² is strongly convex; κ∘ is 1-Lipschitz
	// in both by that measure where the margin is the distance to [v₊, x].
	delta, eta := norm(z)/old.dist, dot(u, z)/(old.dist*old.dist)
	slack := 1e-5 + 2*math.Sqrt(certain)
	if k := theory.Kappa0(max(delta, eta), eta); grown.lower > old.dist*k*(1+slack) {
		return fmt.Errorf("gamma fell from %v to %v, by %v, and kappa0(%v, %v) = %v", old.dist/2, grown.dist/2, grown.dist/old.dist, delta, eta, k)
	}
	return nil
}
