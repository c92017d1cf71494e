package algos

import "math"

// MCPRule is the rule of MCP(ρ), 0 ≤ ρ ≤ ½, of CMCP at ρ = 0:
//
//	update iff g ≤ ρ/ℓ:  η = max(0, ℓg),  τ = 1/(ℓN),  ℓ² ← ℓ² + (1−2η)/N
//
// It implements BH16, Section 4: Lemma 8 (CMCP), Fig. 2 (MCP, ρ = ½).
func MCPRule(rho float64) CosineRule {
	return func(g, ell, xx float64) CosineStep {
		eta := max(0, g*ell)
		return CosineStep{g <= rho/ell, 1 / (ell * xx), float64(ell*ell) + (1-float64(2*eta))/xx}
	}
}

// strictMCPRule is MCP(ρ) that updates only where ℓ grows: not where η = ½, and not where
// rounding takes it for ½. At g ≤ 0, as at every mistake, η is 0.
func strictMCPRule(rho float64) CosineRule {
	printed := MCPRule(rho)
	return func(g, ell, xx float64) CosineStep {
		s := printed(g, ell, xx)
		s.Update = s.Update && (g <= 0 || math.Sqrt(s.Ell2) > ell)
		return s
	}
}

// sharpMCPRule is MCP(ρ) with all that Lemma 1 allows for ℓ where g ≥ 0, and where g < 0 what it
// allows for g = 0, as CMCP: ℓ² ← (ℓ+τ)²/(1 + 2max(0, g)τ + Nτ²), which grows by 1/(N(ℓ²N+2)) at
// least.
func sharpMCPRule(rho float64) CosineRule {
	return func(g, ell, xx float64) CosineStep {
		tau := 1 / (ell * xx)
		reach := ell + tau
		return CosineStep{g <= rho/ell, tau, reach * reach / (1 + float64(2*max(0, g)*tau) + float64(tau*tau*xx))}
	}
}

const mcpSteps = `  else if y(w·x) ≤ rho ‖w‖/ℓ and x ≠ 0:  # rule=strict: and h < ½
    h = max(0, y(w·x) ℓ/‖w‖), N = ‖x‖²
    w ← w + ‖w‖/(ℓN) y x
    ℓ² ← ℓ² + (1 − 2h)/N  # rule=sharp: (ℓ²N + 1)²/(N(ℓ²N + 1 + 2h))`

const cmcpSteps = `  else if y(w·x) ≤ 0 and x ≠ 0:
    w ← w + ‖w‖/(ℓ‖x‖²) y x, ℓ² ← ℓ² + 1/‖x‖²`

// mcpRho is the ρ of MCP as printed, the greatest with which ℓ does not fall.
const mcpRho = 0.5

// mcpKind describes MCP(ρ).
func mcpKind() Kind {
	k := cosineKind("mcp", "maximum cosine Perceptron; strict leaves ties alone, sharp keeps all of its bound", "BH16, Fig. 2", mcpSteps)
	k.Params = []Param{{Name: "rho", Default: mcpRho, Low: 0, High: mcpRho}, {Name: "rule", Words: []string{"printed", "strict", "sharp"}}}
	k.Checked = []string{"rule=strict", "rule=sharp", "rho=0.25"}
	k.Given = func(a Args, t *Traits) {
		t.Families = []string{"mcp", "cosine", "mcf"}
		if a.Num("rho") < mcpRho {
			t.Families = append(t.Families, "mcp(rho<1/2)")
		}
		if word := a.named("rule").Word(); word != "printed" {
			t.Families = append(t.Families, "mcp(rule="+word+")")
		}
	}
	k.New = func(s Space, a Args) Learner {
		rule := MCPRule
		switch {
		case a.Is("rule", "strict"):
			rule = strictMCPRule
		case a.Is("rule", "sharp"):
			rule = sharpMCPRule
		}
		return NewMaximumCosine(s, rule(a.Num("rho")))
	}
	return k
}

// cmcpKind describes CMCP, MCP with ρ = 0.
func cmcpKind() Kind {
	k := mcpKind().Alias("cmcp", "conservative maximum cosine Perceptron", "BH16, Section 4", cosineOpening+cmcpSteps,
		fixed("rho", 0))
	k.Families, k.Given = []string{"mcp", "cmcp", "mcp(rho<1/2)", "cosine", "mcf"}, nil
	return k
}
