package props

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"marginlab/theory"
)

// settings draws D₊, D₋, D̄, Δ, γ∗, γ₃, φ, the updates made, γ_t and a_t, and
// what [setting] says.
func settings() *rapid.Generator[[]float64] {
	length := fraction(0, 40, []float64{1, 2, 10})
	positive := fraction(1, 40, []float64{1, 2, 10})
	part := fraction(1, 9, []float64{10})
	margin := fraction(-20, 40, []float64{1, 2, 10})
	return rapid.Custom(func(t *rapid.T) []float64 {
		star := positive.Draw(t, "gamma*")
		gamma := star + length.Draw(t, "gamma_t - gamma*")
		return []float64{
			length.Draw(t, "D+"), length.Draw(t, "D-"), positive.Draw(t, "DBar"), positive.Draw(t, "Delta"),
			star, gamma + length.Draw(t, "gamma_3 - gamma_t"), 1 - positive.Draw(t, "1 - phi")/5,
			float64(rapid.IntRange(0, 40).Draw(t, "updates")), gamma, gamma * (1 - positive.Draw(t, "1 - a_t/gamma_t")/5),
			part.Draw(t, "eps"), part.Draw(t, "C"), positive.Draw(t, "lambda"), part.Draw(t, "shortest"),
			float64(rapid.IntRange(0, 7).Draw(t, "hypotheses")),
			margin.Draw(t, "m_1"), margin.Draw(t, "m_2"), margin.Draw(t, "m_3"),
		}
	})
}

// setting is what a case's numbers say: after the first ten come ε = δ = α, C, λ,
// the shortest norm as a part of D̄, a set of hypotheses that are met, and the
// margins y(u·x) of a rival.
func setting(a []float64) theory.Setting {
	var s theory.Setting
	s.DPlus, s.DMinus, s.DBar, s.Delta, s.Gamma = a[0], a[1], a[2], a[3], a[4]
	s.D = max(s.DPlus, s.DMinus)
	s.Lower = s.Gamma
	s.Gamma3, s.Phi, s.Updates, s.Rho = a[5], a[6], int(a[7]), 1
	eps, c, lambda := a[10], a[11], a[12]
	p := map[string]float64{"eps": eps, "delta": eps, "alpha": eps, "C": c, "B": 1, "lambda": lambda, "project": 0, "R": 2 * lambda}
	s.Shortest = a[13] * s.DBar
	met := int(a[14])
	if met&1 != 0 { // equal norms; Pegasos projects
		s.Shortest, p["project"] = s.DBar, 1
	}
	if met&2 != 0 { // B and C of ALMA's Theorem 3 (1); the radius is R
		p["B"], p["C"], p["R"] = math.Sqrt(8)/eps, math.Sqrt2, 0
	} else if met&4 != 0 && eps < 1 { // those of Theorem 3 (3)
		p["B"] = (1 - c*c) / (2 * c * (1 - eps))
	}
	// Of many classes k; of batch algorithms n, γ, an iterate, and whether |ρ| is known.
	p["k"], p["n"], p["gamma"] = float64(1+s.Updates%9), float64(1+s.Updates), 1+eps
	s.Iterate = theory.Iterate{K: s.Updates, Mu: a[8], LMu: -a[9], Start: a[13], Delta: eps, Last: met&1 != 0}
	s.Separable = met&4 == 0
	if met&2 != 0 {
		s.Inradius = lambda
	}
	s.Trace = &theory.Trace{Params: p, Steps: make([]theory.Step, len(a[15:]))}
	s.Rival = a[15:]
	return s
}

// drawable reports whether the numbers are some that settings may draw: a case that
// fails is not to shrink to one that means nothing.
func drawable(a []float64) bool {
	part := func(v float64) bool { return 0 < v && v < 1 }
	return len(a) > 15 && min(a[0], a[1]) >= 0 && min(a[2], a[3], a[4], 1-a[6], a[12]) > 0 && a[5] >= a[8] && a[8] >= a[4] && a[9] < a[8] &&
		a[7] >= 0 && part(a[10]) && part(a[11]) && part(a[13])
}

// BoundsAreTheirFormulas: each bound of the table is what its formula, written
// here once more and where possible another way, gives, in ℓ2 and in another norm, of
// those that its row speaks of. It takes a = D₊, D₋, D̄, Δ, γ∗, γ₃, φ, updates, γ_t, a_t, and the rest of
// [setting].
func BoundsAreTheirFormulas(c Case) error {
	if !drawable(c.A) {
		return nil
	}
	s := setting(c.A)
	const w = 3 // ‖w‖, to tell a_t from a_t‖w‖
	for _, y := range []theory.Label{theory.Positive, theory.Negative} {
		for _, updated := range []bool{true, false} {
			s.Step = theory.Step{Score: c.A[9] * w, Target: c.A[8] * w, Norm: w, Y: y, Updated: updated}
			if err := formulasHold(s); err != nil {
				return err
			}
			s.Trace.Space = spaces()[s.Updates%len(spaces())]
			if err := formulasHold(s); err != nil {
				return err
			}
			s.Trace.Space = nil
		}
	}
	return nil
}

// formulasHold is the same in one setting.
func formulasHold(s theory.Setting) error {
	space := s.Trace.Space
	for _, g := range theory.Table() {
		if !g.Norms.Include(space) {
			continue
		}
		own, known := ownBound(g.ID, s)
		if !known {
			return fmt.Errorf("%s: no formula here", g.ID)
		}
		if got := g.Bound(s); !isNear(got, own) && !atAnEdge(g.ID, s, got) {
			return fmt.Errorf("%s (%s), norm %v: the bound is %v, expected %v", g.ID, g.Claim, space, got, own)
		}
	}
	return nil
}

// atAnEdge reports whether the bound of the row is got with D a little smaller or
// larger: where a case of a formula ends, rounding decides which one it is.
func atAnEdge(id string, s theory.Setting, got float64) bool {
	for _, f := range []float64{1 - 1e-12, 1 + 1e-12} {
		g := s
		g.D, g.DPlus, g.DMinus = f*s.D, f*s.DPlus, f*s.DMinus
		if b, _ := ownBound(id, g); isNear(got, b) {
			return true
		}
	}
	return false
}

// isNear reports whether a bound is the one given. A ratio of logarithms near 0 loses
// the digits that it is near by, and so does 1 less such a ratio.
func isNear(got, b float64) bool {
	return got == b || math.IsNaN(got) && math.IsNaN(b) || near(got, b, 1e-12+1e-9*math.Abs(b)*(1+math.Abs(b)))
}

// ownBound is the bound of the row, computed anew.
func ownBound(id string, s theory.Setting) (bound float64, known bool) {
	r := s.D / s.Gamma
	gamma, a := s.Step.Target/s.Step.Norm, s.Step.Score/s.Step.Norm
	m := smoothOf(s.Trace.Space)
	switch id {
	case "omm-lemma-4.1", "n-omm-optimal", "n-omm-printed-optimal", "pumma-norm", "romma-norm", "naromma-ell", "mcp-ell":
		return s.Gamma, true
	case "omm-no-growth":
		return 1, true
	case "omm-lemma-4.4", "omm-lemma-4.4-kappa":
		if !s.Step.Updated {
			return 1, true
		}
		delta := map[theory.Label]float64{theory.Positive: s.DPlus, theory.Negative: s.DMinus}[s.Step.Y] / (2 * gamma)
		if id == "omm-lemma-4.4-kappa" {
			delta = r / 2
		}
		return m.kappa(delta, (gamma-a)/(2*gamma)), true
	case "omm-theorem-4.1", "omm-theorem-4.1-printed":
		return m.fallsOf(s.Gamma3/s.Gamma, r, s.Phi), true
	case "omm-table-1-iterations":
		return 2 + m.fallsOf(s.Gamma3/s.Gamma, r, s.Phi), true
	case "omm-table-1-mistakes":
		return 2 + m.fallsOf(s.Gamma3/s.Gamma, r, 0), true
	case "omm-theorem-4.1-l2-printed":
		return printed(s.Gamma3/s.Gamma, r, s.Phi), true
	case "omm-table-1-iterations-printed":
		return 2 + printed(s.Gamma3/s.Gamma, r, s.Phi), true
	case "omm-opening":
		return 2, true
	case "omm-gamma-3-printed":
		return 2*max(s.DPlus, s.DMinus) + 2*s.Gamma, true
	case "omm-gamma-3":
		return s.DPlus/2 + s.Gamma + s.DMinus/2, true
	case "omm-s1", "omm-s1-power":
		if space := s.Trace.Space; space != nil {
			return m.mostFalls(r, r/2), true
		}
		if r < 2 {
			return 0, true
		}
		return r*r - 4 + 4/(r*r), true
	case "omm-half":
		return r * r * 0.5, true
	case "omm-s1-recursion":
		return m.falls(r, r/2), true
	case "omm-s2":
		if s.Phi < 0 {
			return math.Inf(1), true
		}
		return m.violations(r, s.Phi), true
	case "perceptron-novikoff":
		return m.steps(s.DBar / s.Gamma), true
	case "romma-mistakes", "naromma-mistakes", "mcp-mistakes", "cmcp-updates", "pa-squared-losses":
		return s.DBar * s.DBar / (s.Gamma * s.Gamma), true
	case "perceptron-norm-growth":
		return math.Exp(math.Log(m.c*float64(s.Updates))/m.s) * s.DBar, true
	case "perceptron-norm-progress":
		return float64(s.Updates) * s.Gamma, true
	}
	for _, of := range []func(string, theory.Setting) (float64, bool){ownBoundWithin, ownBoundOffline} {
		if b, known := of(id, s); known {
			return b, true
		}
	}
	return ownBoundAgainst(id, s)
}

// fallsOf is how often γ can fall by κ(r,φ) from γ₃ before it is at γ∗ (omm.txt,
// Theorem 4.1).
func (m smooth) fallsOf(ratio, r, phi float64) float64 {
	if phi < 1-r {
		return 0
	}
	return math.Log(ratio) / m.negLogKappa(r/2, (1-phi)/2)
}

// printed is the same with the cases of κ split as omm.txt, Section 5.1, does.
func printed(ratio, r, phi float64) float64 {
	switch q := r / (1 - phi); {
	case q < 1:
		return 0
	case q < math.Sqrt2:
		return -2 * math.Log(ratio) / math.Log(phi+r*r/4)
	default:
		return -2 * math.Log(ratio) / math.Log(1-(1-phi)*(1-phi)/(r*r))
	}
}
