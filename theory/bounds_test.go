package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// at returns the setting of a stream with γ∗ = 1, so D = r, and the given γ₃.
func at(r, phi, gamma3 float64) theory.Setting {
	return theory.Setting{
		Evidence: theory.Evidence{Geometry: theory.Geometry{D: r, DPlus: r, DMinus: r / 2, Gamma: 1, Lower: 1, Separable: true}},
		Trace:    &theory.Trace{Params: map[string]float64{"rho": 1}}, Phi: phi, Gamma3: gamma3,
	}
}

func bound(id string, s theory.Setting) float64 { return theory.Row(id).Bound(s) }

// Where κ rounds to 1 the bound is large, not NaN or negative.
func TestTheorem41NearPhiOne(t *testing.T) {
	for _, phi := range []float64{1 - 1e-9, 1 - 1e-12, 1 - 1e-15} {
		q := (1 - phi) / 3
		require.InEpsilon(t, 2*math.Log(2)/(q*q), bound("omm-theorem-4.1", at(3, phi, 2)), 1e-6)
		require.Zero(t, bound("omm-theorem-4.1", at(3, phi, 1)))
		require.Greater(t, bound("omm-theorem-4.1-l2-printed", at(3, phi, 2)), 1e15)
	}
	require.Greater(t, bound("omm-table-1-mistakes", at(1e9, 0, 2)), 1e17)
	for _, c := range []struct{ r, phi float64 }{{3, 0}, {1.5, 0.5}, {0.7, 0.6}, {2, 0.9}} {
		require.InDelta(t, math.Log(2)/-math.Log(kappa(c.r/2, (1-c.phi)/2)), bound("omm-theorem-4.1", at(c.r, c.phi, 2)), 1e-9)
	}
}

// Where a theorem has several cases, or ends, the bound follows the case that the theorem names.
func TestEndsOfCases(t *testing.T) {
	t.Parallel()
	says := func(r, phi, rho float64) theory.Setting { // γ = 1
		s := at(r, phi, 4)
		s.DBar = 1
		s.Trace.Params = map[string]float64{"rho": rho, "alpha": 0.5, "B": 1, "C": 1, "eps": 1, "R": 0}
		return s
	}
	nothing := math.Inf(1)
	zeros, close := says(0, 0, 0), says(1, 0, 0)
	zeros.DBar, zeros.Comparator = 0, theory.NewComparator([]float64{0, 0})
	zeros.Trace.Steps = make([]theory.Step, 2)
	close.DBar = 2
	unknown, shrunk := says(0, 0, 0), says(0, 0, 0)
	unknown.Trace.Seen = 1
	shrunk.Gamma, shrunk.Trace.Params["eps"], shrunk.Trace.Params["gamma"] = 0.3, 0.3, 2 // log₂(10/3) = 1.7
	// R² + 2β = 12 and 2, where (R² + 2β)² − 8βγ² is 112 and 0.
	wide, least := says(1, 0, 0), says(1, 0, 0)
	wide.DBar, wide.Trace.Params["beta"] = 2, 4
	least.DBar, least.Trace.Params["beta"] = 1, 0.5
	for _, c := range []struct {
		name, id string
		s        theory.Setting
		want     float64
	}{
		{"ce-OMM at r = 2", "omm-s3-conservative", says(2, 0, 0), 3},
		{"ce-OMM below r = 2", "omm-s3-conservative", says(1.99, 0, 0), 0},
		{"ce-OMM at r = 16", "omm-s3-conservative", says(16, 0, 0), 128 + 256/math.Pow(2, 11./3) + 6},
		{"OMM at ρ > 0", "omm-s3-conservative", says(4, 0, 1e-300), nothing},
		{"a margin of 4 at R = 2", "margin-perceptron-updates", wide, 6 + math.Sqrt(28)},
		{"a margin of ½ at R = γ", "margin-perceptron-updates", least, 1},
		{"‖w‖ there", "margin-perceptron-norm", least, 1},
		{"A = 2 is enough", "alma-updates-sharp", says(0, 0, 0), 2.5},
		{"of one example, MCP at ρ = ½", "mcp-updates", says(0, 0, 0.5), nothing},
		{"of one example, MCP at φ = ½", "mcp-violations", says(0, 0.5, 0.5), nothing},
		{"the gains of unknown lengths", "mcp-cosine-gains", unknown, math.Inf(-1)},
		{"φ = 1 − r of Theorem 4.1, r = ½", "omm-theorem-4.1", says(0.5, 0.5, 1), math.Log(4) / -math.Log(0.75)},
		{"r = √2(1−φ) as printed has the last case", "omm-theorem-4.1-l2-printed", says(math.Sqrt2/2, 0.5, 1), 4},
		{"S3 at ρ = 3/5 has the first case", "omm-s3", says(4, 0, 0.6), 11},
		{"S3 at ρ = ⅓", "omm-s3-thirds", says(4, 0, 1./3), 11},
		{"m̄(φ) at r = 2φ", "omm-optimum", says(1.5, 0.75, 1), theory.Excess(0.75) * 2.25},
		{"ROMMA at D = γ", "romma-close", close, 4},
		{"ISNKP at ρ = ε", "isnkp-shrunk", shrunk, 2},
		{"of examples that are all 0 half are mistakes", "randomized-regret", zeros, 2},
	} {
		require.InDelta(t, c.want, bound(c.id, c.s), 1e-14, c.name)
	}
}
