package props

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// A translation goes as far as 10⁶·D, and there the comparison is to 1e-6 for
// most steps; rounding hides few decisions. And most steps are compared with those of
// the exact model.
func TestMostStepsAreCompared(t *testing.T) {
	compare := map[string]func(Case) (comparison, error){
		"translation": translation, "reflection": reflection, "axes": axes, "scale": scaling, "storage": storing,
		"exact": exactly,
	}
	for _, p := range Properties() {
		if compare[p.Name] == nil {
			continue
		}
		p.Cases = rapidtest.Count(400, 100, 100) // 80, 100 and 1000 are drawn
		if p.Name == "exact" {
			p.Cases /= 5
		}
		s := testSearch(p, Learners())
		for _, part := range s.parts {
			t.Run(p.Name+"/"+part.String(), func(t *testing.T) {
				t.Parallel()
				s.requireCompared(t, part, compare[p.Name])
			})
		}
	}
}

func (s *search) requireCompared(t *testing.T, p part, compare func(Case) (comparison, error)) {
	var n comparison
	draws, far, sharp := 0, 0, 0
	for i := 0; i < len(s.seeds); i += p.once {
		draws++
		c := s.draw(p, i)
		one, err := compare(c)
		require.NoError(t, err, c)
		n.compared, n.left = n.compared+one.compared, n.left+one.left
		if x := c.Points(); p.Translation && c.U.Norm() >= 1e6*measure.Widest(x, x) {
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
	if s.Name == "exact" { // long numbers end it, too
		require.Greater(t, n.compared, n.left)
		return
	}
	part := 3
	if in(p.Spec, "naromma") && p.Bias != 0 { // rounding hides more: N − g² is smaller than γ²
		part = 2
	}
	require.Less(t, n.left, n.compared/part+1)
	if p.Translation && p.Norm == (vec.L2{}) {
		require.Greater(t, far, draws/10)
		require.Greater(t, sharp, far/3)
	}
}
