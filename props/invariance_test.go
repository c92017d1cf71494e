package props

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/rapidtest"
	"marginlab/theory/vec"
)

// A translation goes as far as 10⁶·D, and there the comparison is to 1e-6 for
// most steps; rounding hides few decisions. And most steps are compared with those of
// the exact model.
func TestMostStepsAreCompared(t *testing.T) {
	compare := map[string]func(Case) (comparison, error){
		"translation": translation, "reflection": reflection, "axes": axes, "mahalanobis": mahalanobis, "scale": scaling, "storage": storing,
		"exact": exactly,
	}
	for _, p := range Properties() {
		if compare[p.Name] == nil {
			continue
		}
		for _, l := range Learners() {
			if !p.speaksOf(l) || p.Draws.Matrix && l.Norm() != (vec.L2{}) {
				continue
			}
			t.Run(p.Name+"/"+l.String(), func(t *testing.T) {
				t.Parallel()
				draws := rapidtest.Count(200, 200, 1000)
				if p.Name == "exact" {
					draws /= 5
				}
				if l.Norm() != (vec.L2{}) || p.Draws.Matrix {
					draws /= 5
				}
				requireCompared(t, p, l, draws, compare[p.Name])
			})
		}
	}
}

func requireCompared(t *testing.T, p Property, l *algos.Spec, draws int, compare func(Case) (comparison, error)) {
	var n comparison
	far, sharp := 0, 0
	for seed := range draws {
		c, err := stream.Cases(l, p.Draws).Example(seed).Placed()
		require.NoError(t, err)
		one, err := compare(c)
		require.NoError(t, err, c)
		n.compared, n.left = n.compared+one.compared, n.left+one.left
		if x := c.Points(); p.Draws.Translation && c.U.Norm() >= 1e6*measure.Widest(x, x) {
			g, _, err := measure.L2().Geometry(c.Stream, c.Dim, theory.View{})
			require.NoError(t, err)
			if g.Separable {
				far++
				if 4*replay.NewRounding(c.Dense(), measure.Longest(x)+c.U.Norm()).Of(g.Gamma) <= 1e-6*g.Gamma {
					sharp++
				}
			}
		}
	}
	t.Logf("%d steps compared, %d left; of %d streams 10⁶·D away, %d to 2e-6 or better", n.compared, n.left, far, sharp)
	if p.Name == "exact" { // long numbers end it, too
		require.Greater(t, n.compared, n.left)
		return
	}
	require.Less(t, n.left, n.compared/3+1)
	if p.Draws.Translation && l.Norm() == (vec.L2{}) {
		require.Greater(t, far, draws/10)
		require.Greater(t, sharp, far/3)
	}
}
