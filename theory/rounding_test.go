package theory_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	driver "marginlab/algos/trial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// No proved row fails because of rounding, however small the margin. The rows that read lengths apply as long as the
// margin is more than 1e-6 of them.
func TestProvedRowsHoldAtSmallMargins(t *testing.T) {
	seeds := uint64(rapidtest.Count(1_000, 1_500, 12_000))
	var specs []*algos.Spec
	for _, expr := range []string{"romma(eps=0.3)", "pumma(delta=0.5)", "amira(eps=0.5)", "omm(rho=0.5)"} {
		s, err := algos.Parse(expr)
		require.NoError(t, err)
		specs = append(specs, s)
	}
	for _, s := range append(algos.Defaults(), specs...) {
		specs = append(specs, s)
		if lifted, err := algos.Parse("bias(" + s.String() + ",1)"); err == nil {
			specs = append(specs, lifted)
		}
	}
	read := map[string]int{}
	for seed := range seeds {
		rng := rapidtest.Rand(seed)
		examples, _ := rapidtest.Narrow(rng, math.Pow(10, -3-8*rng.Float64()))
		dim, passes, spec := theory.Dim(examples), 1+2*rng.IntN(2), specs[int(seed)%len(specs)]
		survey := driver.NewSurvey(examples, dim)
		tr, _ := spec.Run(context.Background(), dim, slices.Values(slices.Repeat(examples, passes))) // n-OMM may stop
		verdicts, err := theory.Verdicts(t.Context(), &tr, func(v theory.View) (theory.Evidence, error) {
			return survey.Evidence(context.Background(), &tr, nil, v)
		})
		require.NoError(t, err)
		for _, v := range verdicts {
			g := v.Guarantee
			require.True(t, v.Holds || g.Status != theory.Proved, "seed %d, %s, %s: %v of %v, gamma* %v", seed, spec, g.ID, v.Value, v.Bound, v.Setting.Gamma)
			if v.Applies() {
				read[g.ID]++
			}
		}
	}
	for _, id := range []string{
		"romma-norm", "romma-norm-growth", "romma-rest", "pumma-norm", "pumma-norm-growth", "omm-lemma-4.1", "omm-lemma-4.4", "omm-no-growth",
		"omm-gamma-3", "n-omm-optimal", "naromma-ell", "mcp-ell", "perceptron-norm-progress", "amira-norm",
	} {
		require.Greater(t, read[id], int(seeds)/1000, "%s never applies", id)
	}
}

// If the margin is within rounding, the theorems on separable streams do not apply, and those on any stream do.
func TestNoVerdictWhereRoundingHidesTheMargin(t *testing.T) {
	for _, c := range []struct {
		gamma, lower float64
		excluded     bool
	}{
		{1e-10, 1e-10, false}, {3e-14, 3e-14, false}, {1.4e-14, 1.4e-14, true}, {5e-16, 5e-16, true}, {5e-324, 0, true},
		{0, 0, true}, {math.NaN(), 0, true}, {0.5, math.NaN(), true},
	} {
		geo := theory.Geometry{Separable: true, D: 1, DPlus: 1, DBar: 1, Delta: 1, Gamma: c.gamma, Lower: c.lower}
		tr := &theory.Trace{Mistakes: 7, Params: map[string]float64{}}
		for _, id := range []string{"omm-s1", "omm-s1-recursion", "pumma-p2-recursion", "perceptron-novikoff"} {
			v := theory.Row(id).Check(tr, theory.Evidence{Geometry: geo})
			require.Equal(t, c.excluded, !v.Applies(), "%s, gamma %v", id, c.gamma)
			require.True(t, v.Holds)
		}
		require.True(t, theory.Row("omm-opening").Check(tr, theory.Evidence{Geometry: geo}).Applies())
	}
}

// The recursions end, and are at most their closed forms, for every r.
func TestRecursionsEndForEverySetting(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct{ d, gamma float64 }{
		{1, 1}, {2, 1}, {1, -1e-15}, {-1e15, 1}, {-3, 1}, {1, 0}, {0, 0}, {0, 1}, {inf, 1}, {-inf, 1}, {1, inf}, {inf, inf}, {math.NaN(), 1}, {1, math.NaN()}, {1e300, 1e-300}, {999, 1}, {1000, 1}, {1001, 1},
	} {
		for _, p := range []float64{1.02, 1.04, 1.1, 1.5, 2, 3, 100} {
			r := theory.Geometry{D: c.d, Gamma: c.gamma}.R()
			s, of := vec.P(p).Smoothness()
			for _, c := range []float64{of, of * math.Pow(2, s)} {
				counted, closed := theory.Recursion(r, s, c), theory.RecursionUpper(r, s, c)
				require.True(t, counted <= closed*(1+1e-12) || math.IsNaN(closed) && math.IsNaN(counted),
					"p = %v, r = %v, c = %v: %v and %v", p, r, c, counted, closed)
			}
		}
	}
}

// A bound that has no float64 is vacuous, not NaN, which no quantity is within.
func TestBoundsAreNeverNaN(t *testing.T) {
	for _, p := range []float64{1.02, 1.05, 1.1, 2, 100} {
		for _, g := range []theory.Geometry{
			{D: 2, DPlus: 2, DMinus: 2, DBar: 1, Delta: 2, Gamma: 1e-3, Lower: 1e-3, Separable: true},
			{D: 0, DBar: 1, Delta: 2, Gamma: 1, Lower: 1, Separable: true},
			{D: 1e9, DPlus: 1e9, DMinus: 1e9, DBar: 1e9, Delta: 1e9, Gamma: 1, Lower: 1, Separable: true},
		} {
			s := theory.Setting{
				Evidence: theory.Evidence{Geometry: g}, Gamma3: g.Gamma, Phi: -1e5, Updates: 3,
				Trace: &theory.Trace{Space: vec.P(p), Params: map[string]float64{"rho": 1, "delta": 0, "alpha": 0.7, "B": math.Sqrt(8) / 0.7, "C": math.Sqrt2}},
				Step:  theory.Step{Score: 0, Target: 1, Norm: 1, Decision: theory.Decision{Y: theory.Positive, Updated: true}},
			}
			for _, row := range theory.Table() {
				if slices.Contains([]string{"omm", "pumma", "perceptron", "alma"}, row.Learner) && row.Norms.Include(s.Trace.Space) && !row.Relative {
					for _, s.Phi = range []float64{-1e5, 0, 0.9} {
						require.False(t, math.IsNaN(row.Bound(s)), "%s at p = %v, phi = %v, %+v", row.ID, p, s.Phi, g)
					}
				}
			}
		}
	}
}

// A learner that starts anew, so that ‖w‖² falls from 1 to 0, or one whose γ_t is short of γ∗, fails its row where
// γ∗² is above the rounding of D̄², and is not read where it is within. Starting anew proves nothing then: the stream
// may look inseparable to the learner.
func TestRoundingOfSquaresHidesNothingElse(t *testing.T) {
	step := theory.Step{Score: -1, Target: 1, Norm: 1, Decision: theory.Decision{Y: theory.Positive, Predicted: theory.Negative, Updated: true}}
	for _, c := range []struct {
		norm     float64
		gamma    float64
		holds    bool
		excluded bool
	}{
		{0, 1e-9, true, true}, {0, 2e-6, false, false}, {0, 0.1, false, false},
		{math.Sqrt(5 * (1 - 1e-8)), 0.1, false, false}, {math.Sqrt(5 * (1 - 1e-12)), 0.1, true, false},
		{math.Sqrt(5 * (1 - 5e-4)), 2e-6, true, false}, {2, 2e-6, false, false},
	} {
		tr := &theory.Trace{Params: map[string]float64{}, Steps: []theory.Step{step}, Updates: 1, Norm: c.norm, Gamma: math.NaN()}
		geo := theory.Geometry{Separable: true, DBar: 1, Delta: 1, Gamma: c.gamma, Lower: c.gamma}
		for _, id := range []string{"romma-norm-growth", "pumma-norm-growth"} {
			v := theory.Row(id).Check(tr, theory.Evidence{Geometry: geo})
			require.Equal(t, c.holds, v.Holds, "%s: ‖w‖ %v, gamma %v", id, c.norm, c.gamma)
			require.Equal(t, c.excluded, !v.Applies(), "%s: ‖w‖ %v, gamma %v", id, c.norm, c.gamma)
		}
	}
	for _, gamma := range []float64{1e-9, 1e-5, 0.1} {
		tr := &theory.Trace{Params: map[string]float64{"rho": 1}, Updates: 1, Norm: 1, Gamma: gamma * (1 - 1e-3)}
		geo := theory.Geometry{Separable: true, DBar: 1, Gamma: gamma, Lower: gamma}
		for _, id := range []string{"omm-lemma-4.1", "romma-norm", "pumma-norm", "mcp-ell"} {
			v := theory.Row(id).Check(tr, theory.Evidence{Geometry: geo})
			require.Equal(t, gamma < 1e-6, !v.Applies(), "%s, gamma %v", id, gamma)
			require.Equal(t, gamma < 1e-6, v.Holds, "%s, gamma %v", id, gamma)
		}
	}
}
