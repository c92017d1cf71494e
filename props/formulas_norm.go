package props

import (
	"math"

	"marginlab/theory/vec"
)

// spaces are norms that formulas are held in: s = 2 with c below, at and above 2, and
// s < 2.
func spaces() []vec.Norm {
	return []vec.Norm{vec.P(2.5), vec.P(3), vec.P(10), vec.P(1.9), vec.P(1.5), vec.P(1.1)}
}

// smooth is a norm's inequality ‖u−z‖^s ≤ ‖u‖^s − s‖u‖^{s−1}ℓ(u)·z + c‖z‖^s, as
// the formulas here use it.
type smooth struct{ s, c float64 }

func smoothOf(n vec.Norm) smooth {
	if p, ok := n.(*vec.Pullback); ok {
		n = p.Base()
	}
	lp, ok := n.(vec.Lp)
	switch {
	case !ok: // ℓ2
		return smooth{2, 1}
	case lp.P < 2:
		return smooth{lp.P, math.Pow(2, 2-lp.P)}
	}
	return smooth{2, lp.P - 1}
}

// q is the exponent conjugate to s.
func (m smooth) q() float64 { return 1 / (1 - 1/m.s) }

// steps is (c^{1/s}x)^q: x² in ℓ2.
func (m smooth) steps(x float64) float64 { return math.Pow(math.Pow(m.c, 1/m.s)*x, m.q()) }

// drop is g less the least over β ∈ [0,1] of g − sβgη + cβ^sl^s, at the β of no slope.
func (m smooth) drop(g, eta, l float64) float64 {
	if m.s == 2 {
		beta := min(1, g*eta/(m.c*l*l))
		return beta * (2*g*eta - m.c*l*l*beta)
	}
	ls := m.c * math.Pow(l, m.s)
	beta := min(1, math.Pow(g*eta/ls, 1/(m.s-1)))
	return m.s*beta*g*eta - ls*math.Pow(beta, m.s)
}

// negLogKappa is −log κ∘(δ,η): of the segment in ℓ2, else as smoothness bounds it.
func (m smooth) negLogKappa(delta, eta float64) float64 {
	switch {
	case eta > delta:
		return math.Inf(1)
	case eta <= 0:
		return 0
	case m == smooth{2, 1}:
		return -math.Log(segmentKappa(delta, eta))
	}
	return -math.Log1p(-m.drop(1, eta, delta)) / m.s
}

// kappa is κ∘(δ,η), −Inf where no z is.
func (m smooth) kappa(delta, eta float64) float64 {
	if eta > delta {
		return math.Inf(-1)
	}
	return math.Exp(-m.negLogKappa(delta, eta))
}

// falls counts the mistakes that take g = (γ_t/γ∗)^s from r^s to 1, each with η = ½ and
// a z of length l where u has that of γ_t/γ∗ (Theorems S1 and P2), if they are at most
// 10⁶ for s = 2, 10⁴ for s < 2, and else is their closed form.
func (m smooth) falls(r, l float64) float64 {
	limit := map[bool]float64{true: 1e6, false: 1e4}[m.s == 2]
	most := m.mostFalls(r, l)
	if !(most > 0 && most <= limit) {
		return most
	}
	count := 0.
	for g := math.Pow(r, m.s); count < most; count++ { // a drop may round to 0
		if g -= m.drop(g, 0.5, l); !(g >= 1) {
			break
		}
	}
	return count
}

// mostFalls is the closed form of falls: for s = 2 with K = 4cl², k = 4, or what r and
// the first fall give if that is more; for s < 2 by the steps of g^{−1/(s−1)}, each at
// least the last.
func (m smooth) mostFalls(r, l float64) float64 {
	if r < 1 {
		return 0 // no mistake at all: γ_t ≤ D
	}
	first := math.Pow(r, m.s)
	first -= m.drop(first, 0.5, l)
	if first < 1 {
		return 0
	}
	K := m.steps(2 * l)
	if m.s == 2 {
		k := K / first
		return K - k + k/K
	}
	power := m.q() - 1
	last := 1 - m.drop(1, 0.5, l) // what 1 falls to; where β < 1
	return 1 + (1-math.Pow(first, -power))/math.Expm1(-power*math.Log(last))
}

// violations is Theorem S2.
func (m smooth) violations(r, phi float64) float64 {
	bound := m.steps(r / (1 - phi))
	shrink := m.s*(1-phi)/2 - (1-phi)/2
	if first, last := math.Pow(1/(1-phi), m.s), m.c/math.Pow(2, m.s-1)/(1-phi); first > last { // of g/r^s
		bound += 1 - math.Log(first/last)/math.Log1p(-shrink)
	}
	return bound
}
