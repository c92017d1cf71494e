package normalized

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// The points of a shrinking are a_i + s·Σ q_j a_j/‖q‖, by the test's own vectors. It begins with a μ in proportion to
// their squared lengths. Where the hull contains −s·Σ q_j a_j/‖q‖ its iterates keep within Lemma 23.
func TestShrinkingIsSNKPOnShiftedPoints(t *testing.T) {
	within := 0
	rapid.Check(t, func(t *rapid.T) {
		var examples []theory.Example
		for range rapid.IntRange(2, 8).Draw(t, "n") {
			x := []float64{float64(rapid.IntRange(-9, 9).Draw(t, "x")), float64(rapid.IntRange(1, 9).Draw(t, "y"))}
			examples = append(examples, theory.Example{X: vec.Dense(x...), Y: theory.Label(rapid.SampledFrom([]int{-1, 1}).Draw(t, "label"))})
		}
		points, err := NewLinear(examples, 2)
		require.NoError(t, err)
		q, s := uniform(points), rapid.Float64Range(0.01, 1).Draw(t, "s")
		norm := math.Sqrt(q.sqNorm())
		if norm < 0.01 {
			return
		}
		at := func(p, b []float64) []float64 {
			w := make([]float64, 2)
			for i, v := range p {
				for j := range w {
					w[j] += v * (points.a[i].At(j) + b[j])
				}
			}
			return w
		}
		b := at(q.coef, []float64{0, 0})
		for j := range b {
			b[j] *= s / norm
		}
		d := newShrinking(q, s, 2)
		require.InDelta(t, 2*(1+s)*(1+s), d.mu, 1e-12)
		rho, n := Inradius(points), float64(len(examples))
		for k := range 20 {
			z, w := at(d.p.coef, b), at(d.alpha.coef, b)
			require.InDelta(t, z[0]*z[0]+z[1]*z[1], d.p.sqNorm(), 1e-11)
			for i, v := range d.alpha.image {
				require.InDelta(t, w[0]*(points.a[i].At(0)+b[0])+w[1]*(points.a[i].At(1)+b[1]), v, 1e-11)
			}
			if s <= rho {
				require.LessOrEqual(t, math.Hypot(z[0], z[1]), 2*(1+s)*math.Sqrt(2*math.Log(n))/float64(k+1))
				within++
			}
			d.step(k)
		}
		m := newISNKP(points, 2, 1e-3)
		_, err = run(context.Background(), "isnkp", m, goal{limit: m.iterations(1e-3), eps: 1e-3}, nil)
		require.NoError(t, err)
	})
	require.Positive(t, within)
}
