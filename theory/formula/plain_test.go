package formula_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory/formula"
)

// The spellings of pages and people are read as the language writes them, and ASCII does not change.
func TestPlain(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"(R/γ₀)²":                     "(R/gamma0)^2",
		"(R/γ₀∗)² − 1":                "(R/gamma0)^2 - 1",
		"2 + r²/4·ρ":                  "2 + r^2/4*rho",
		"mistakes ≤ 2r^2":             "mistakes <= 2*r^2",
		"1 ≤ r × 2 && γ∗ ≥ .5γ":       "1 <= r * 2 && gamma >= .5*gamma",
		"√(2)Δ ≠ δ":                   "sqrt(2)Delta != delta",
		"2(R - 1)":                    "2*(R - 1)",
		"3m(9/10) + 1.5sqrt(r)":       "3*m(9/10) + 1.5*sqrt(r)",
		"r⁻¹² + ε¹ + r²3":             "r^-12 + eps^1 + r^2 3",
		"ln(2)*ln (r)":                "log(2)*log (r)",
		"1e5*r + 2e-3 + 2e3r + 2e":    "1e5*r + 2e-3 + 2e3r + 2e",
		"2eps + gamma0(1)":            "2*eps + gamma0(1)",
		"1/2r + r^2(r) + κ∘(1, 2r)":   "1/2r + r^2(r) + kappa0(1, 2*r)",
		"D₊ + D₋ + D̄ + m̄(1/2) + γ₃": "Dplus + Dminus + Dbar + mbar(1/2) + gamma3",
		"¬(r < 2) ∧ d == 2 ∨ T > 3":   "!(r < 2) && d == 2 || T > 3",
		"größe + α_1\xff":             "größe + alpha_1\xff",
	} {
		require.Equal(t, want, formula.Plain(text))
	}
	c, err := formula.ParseClaim("mistakes < 2(R/γ₀)² where γ₀ ≥ ½", words("rho"))
	require.ErrorContains(t, err, "gamma0 >= ½\n")
	require.Zero(t, c)
	e := parse(t, "2ρ·r²", "rho")
	require.Equal(t, "2*rho*r^2", e.String())
	require.Equal(t, 36.0, e.Float([]float64{2, 3}))
}

// A text of the language is its own plain text, and keeps its meaning when pages' signs stand in it.
func TestPlainTextsStay(t *testing.T) {
	t.Parallel()
	asPrinted := strings.NewReplacer("gamma", "γ", "*", "·", "-", "−", "<=", "≤", ">=", "≥", "!=", "≠", "sqrt", "√", "log", "ln", "^2", "²", "^3", "³")
	rapid.Check(t, func(t *rapid.T) {
		text := conditions(2).Draw(t, "condition").text
		require.Equal(t, text, formula.Plain(text))
		require.Equal(t, text, formula.Plain(strings.ReplaceAll(asPrinted.Replace(text), "e−3", "e-3")))
	})
}
