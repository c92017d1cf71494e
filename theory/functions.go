package theory

import (
	"errors"
	"math"
	"sync"

	"marginlab/internal/num"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// kappa0 is the text of a bound κ̄ of κ∘(δ,η), the factor by which a margin shrinks at least when a point comes in.
// It depends on the smoothness s, c of the norm:
//
//	κ∘(δ,η) = max_{u,z} { min_{β∈[0,1]} ‖u − βz‖ : ‖u‖ = 1, ‖z‖ ≤ δ, ℓ(u)·z ≥ η }
//
//	κ̄^s = min_{β∈[0,1]} 1 − sβη + cβ^sδ^s
//
//	    = 1                                  if η ≤ 0 ≤ δ
//	    = 1 − (s−1)c^{−1/(s−1)}(η/δ)^{s/(s−1)}  if 0 < η ≤ cδ^s
//	    = 1 − sη + cδ^s                      if cδ^s < η ≤ δ
//
// It is 0 where η > δ, since no such point exists. For an inner product, s = 2 and c = 1, κ̄ equals κ∘: HKNS25, eq.
// (5) in the closed form of Section 5.1. Proof: Lemma 5 in PROOFS.md.
const kappa0 = `max(0, eta) > delta ? 0 : eta <= 0 ? 1 : eta <= c*delta^s
	? max(0, 1 - (s-1)*c^(1/(1-s))*(eta/delta)^(s/(s-1)))^(1/s)
	: max(0, 1 - s*eta + c*delta^s)^(1/s)`

var kappaUpper = parsed(kappa0, "delta", "eta", "s", "c")

// KappaUpper returns κ̄(δ,η) of a norm of the given smoothness.
func KappaUpper(delta, eta, s, c float64) float64 {
	return kappaUpper().Float([]float64{delta, eta, s, c})
}

// fall is the text of −log κ̄, the least decrease of a margin's logarithm. It is positive wherever η is, also where
// κ̄ rounds to 1.
const fall = `max(0, eta) > delta ? -log(0) : eta <= 0 ? 0 : eta <= c*delta^s
	? -log(1 - min(1, (s-1)*c^(1/(1-s))*(eta/delta)^(s/(s-1))))/s
	: -log(1 - min(1, s*eta - c*delta^s))/s`

// excess returns E(φ) = ∫₀¹ 2x/(1−φx)² dx = Σ 2(n+1)/(n+2) φⁿ = 2(φ/(1−φ) + log(1−φ))/φ², at most (1+φ)/(1−φ). In
// bounds of m̄(φ) of OMM, PUMMA and ROMMA it takes the place of 1/(1−φ)² in those of m(φ). See omm-optimum in
// PROOFS.md.
func excess(phi float64) float64 {
	if math.Abs(phi) > 1./8 {
		return 2 * (phi/(1-phi) + num.Log1p(-phi)) / (phi * phi)
	}
	return series(phi, func(n float64) float64 { return 2 * (n + 1) / (n + 2) })
}

// excessMCP returns G(φ) = ∫₀¹ 2x/(1−2φx) dx = Σ 2/(n+2) (2φ)ⁿ = −(2φ + log(1−2φ))/(2φ²) of MCP. It grows only with
// the logarithm of 1/(1−2φ). See mcp-optimum in PROOFS.md.
func excessMCP(phi float64) float64 {
	if math.Abs(phi) > 1./16 {
		return -(2*phi + num.Log1p(-2*phi)) / (2 * phi * phi)
	}
	return series(2*phi, func(n float64) float64 { return 2 / (n + 2) })
}

// series returns Σ aₙxⁿ for |x| ≤ 1/8, where closed forms cancel.
func series(x float64, a func(n float64) float64) (sum float64) {
	for n := 20.; n >= 0; n-- {
		sum = float64(sum*x) + a(n)
	}
	return sum
}

// recursion returns the largest m with r^s f^m(1) ≥ 1: the number of mistakes after a margin of D that leave the
// margin at γ∗ at least. Suppose that at a mistake a learner moves u to the least-norm point of a segment [u, u−z]
// with ℓ(u)·z ≥ ‖u‖/2, in a norm of smoothness s, c. Then the s-th power of the margin, in units of (rγ∗)^s = D^s,
// falls from g to at most f(g), because ‖z‖/‖u‖ is at most D over twice the margin:
//
//	f(g) = min_{β∈[0,1]} g(1 − sβ/2) + cβ^s/2^s
//
//	     = g(1 − (s−1)(g/c)^{1/(s−1)})   if g ≤ c/2^{s−1}, at β = 2(g/c)^{1/(s−1)}
//	     = g(1 − s/2) + c/2^s            else, at β = 1
//
// In ℓ2 f(1) = 1/4, f(g) = g − g². Above 10⁶, or 10⁴ for s < 2, where each mistake takes a power, and where r is no
// quotient of lengths, recursion returns its closed form. So it ends, also where f(g) rounds to g. See Lemma 8 and
// omm-s1-recursion in PROOFS.md.
func recursion(r, s, c float64) float64 {
	most := closedRecursion(r, s, c)
	if most == 0 || !(most <= choose(s == 2, 1e6, 1e4)) {
		return most
	}
	step, scale := func(g float64) float64 { return descend().Float([]float64{g, s, c}) }, num.Pow(r, s)
	if s == 2 { // the same, quickly
		scale, step = r*r, func(g float64) float64 { return choose(g <= c/2, g*(1-g/c), c/4) }
	}
	m := 0.
	for g := step(1); scale*g >= 1 && m < most; g = step(g) {
		m++
	}
	return m
}

// descend computes f(g).
var descend = parsed("g <= c/2^(s-1) ? g*(1 - (s-1)*(g/c)^(1/(s-1))) : g*(1 - s/2) + c/2^s", "g", "s", "c")

// parsed returns a function that parses the text over these names once.
func parsed(text string, names ...string) func() *formula.Expr {
	return sync.OnceValue(func() *formula.Expr {
		e, err := formula.ParseTerms(text, names...)
		if err != nil {
			panic(err)
		}
		return e
	})
}

// closedRecursion bounds recursion by 0 if r^s f(1) < 1, else by
//
//	1 + (1 − (r^s f(1))^{−1/(s−1)}) / ((1 − (s−1)/K)^{−1/(s−1)} − 1),  K = c^{q−1}r^q,
//
// where q = s/(s−1), so that q−1 = 1/(s−1). For s = 2 that is K − k + k/K, with k = 4
// if c ≤ 2, k = c²/(c−1) if c ≥ 2. Proof: Lemma 8 in PROOFS.md.
func closedRecursion(r, s, c float64) float64 {
	return closed().Float([]float64{r, s, c, descend().Float([]float64{1, s, c})})
}

var closed = parsed(`r < 0 || r^s*f < 1 ? 0 : 1 + (1 - (r^s*f)^(1/(1-s)))/
	((1 - (s-1)/(c^(1/(s-1))*r^(s/(s-1))))^(1/(1-s)) - 1)`, "r", "s", "c", "f")

// functions returns the functions of claims beside those of the language. Their Go code is accurate where the text
// cancels.
func functions() []formula.Function {
	type numbers = [formula.MaxParams]float64
	return []formula.Function{
		{Name: "kappa0", Params: "delta eta s=2 c=1", Text: kappa0},
		{Name: "fall", Params: "delta eta s=2 c=1", Text: fall},
		{Name: "excess", Params: "phi", Text: "phi == 0 ? 1 : 2*(phi/(1 - phi) + log(1 - phi))/phi^2",
			Float: func(x numbers) float64 { return excess(x[0]) }},
		{Name: "excess_mcp", Params: "phi", Text: "phi == 0 ? 1 : -(2*phi + log(1 - 2*phi))/(2*phi^2)",
			Float: func(x numbers) float64 { return excessMCP(x[0]) }},
		{Name: "recursion", Params: "r s c", Exact: inexact,
			Float: func(x numbers) float64 { return recursion(x[0], x[1], x[2]) }},
	}
}

// inexact stands for the exact meaning of a function that claims name in float64 only; package certificate has its
// own.
func inexact(real.Field, []real.Number) (real.Number, error) {
	return real.Number{}, errors.New("theory: recursion is computed only in float64")
}
