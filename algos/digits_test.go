package algos_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// float is a number to about the last place, 0 if there is none.
func float(a real.Number) float64 {
	if !a.Exists() {
		return 0
	}
	v, _ := a.Interval().Lower().Float64()
	return v
}

// a_t and γ_t of the learners that come near to examples keep their digits, however small γ_t is beside
// the examples and however far these are from the origin: they are those of the exact model in 240
// digits, and so are the decisions, but at ties.
func TestMarginsKeepTheirDigits(t *testing.T) {
	t.Parallel()
	const near = 1e-9
	for _, expr := range []string{"e-omm", "omm(rho=0.5)", "pumma(delta=0)", "pumma(delta=0.25)", "a-romma", "romma(eps=1)"} {
		spec, updates := parse(t, expr), map[string]int{}
		model, err := exact.Parse(expr)
		require.NoError(t, err)
		origin, isOMM := !spec.Kind.OwnBias, slices.Contains(spec.Families(), "omm")
		margins := func(scale, far, margin float64, seed uint64, d int) {
			rng := rand.New(rand.NewPCG(seed, uint64(d)))
			dense, sparse, own := spec.New(d), spec.New(d), model.New(real.NewField(800), d)
			span := 3 * math.Sqrt(float64(d)) * scale // about D
			for step := range 30 {
				y := 1 - 2*rng.IntN(2)
				x := make([]float64, d)
				for i := range x {
					x[i] = rng.NormFloat64()
					if !origin || i > 0 {
						x[i] += far
					}
				}
				x[0] = float64(y) * margin * (1 + 3*rng.Float64())
				if !origin {
					x[0] += far
				}
				for i := range x {
					x[i] *= scale
				}
				want, e, label := own.Step(exact.Floats(x...), y), vec.Dense(x...), theory.Label(y)
				norm := math.Sqrt(float(want.SqNorm))
				for form, got := range map[string]theory.Step{
					"dense": dense.Step(e, label), "sparse": sparse.Step(e.Sparsify(), label),
				} {
					if got.Updated {
						updates[form]++
					}
					if norm == 0 {
						continue // there is no classifier yet
					}
					what := fmt.Sprintf("%s in %d dimensions, margin %v, far %v, %s, seed %d, step %d", expr, d, margin, far,
						form, seed, step)
					a, gamma, turn := float(want.Score)/norm, float(want.Target)/norm, float(want.Limit)/norm
					tol := float64(near*(gamma+math.Abs(a))) + 1e-15*vec.L2{}.Of(x)
					least, turned := gamma, 0.0
					if isOMM { // its γ_t keeps its digits at D up to 10⁷γ
						least = max(gamma, span/1e7)
					}
					if !origin { // errors of ε·D turn w, and b by that at a distance of D
						turned = 0x1p-52 * span * span / gamma
					}
					require.InDelta(t, gamma, got.Gamma(), near*least, what)
					require.InDelta(t, a, got.A(), tol+turned, what)
					if math.Abs(a-turn) > 10*tol && math.Abs(a) > 10*tol {
						require.Equal(t, want.Updated, got.Updated, what)
					}
				}
			}
		}
		for seed, scale := range []float64{1, 1e-7} {
			for _, d := range []int{2, 5, 1, 3}[:rapidtest.Count(2, 4, 4)] {
				for _, margin := range []float64{0.5, 1e-3, 1e-5, 1e-7} {
					for _, far := range []float64{0, 1, 1e4} {
						if !origin || d > 1 && far < 1e4 {
							margins(scale, far, margin, uint64(seed), d)
						}
					}
				}
			}
		}
		require.Greater(t, min(updates["dense"], updates["sparse"]), 200, expr)
	}
}
