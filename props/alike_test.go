package props

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
)

// Rounding hides few decisions: most steps of two runs that must agree are compared.
func TestMostStepsAreCompared(t *testing.T) {
	compare := map[string]func(Case) (comparison, error){
		"translation": translation, "reflection": reflection, "scale": scale, "storage": storage,
	}
	draws := rapidtest.Count(60, 60, 1000)
	for _, p := range Properties() {
		if compare[p.Name] == nil {
			continue
		}
		for _, l := range Learners() {
			if !p.AppliesTo(l) || inPower(l) {
				continue
			}
			t.Run(p.Name+"/"+l.String(), func(t *testing.T) {
				t.Parallel()
				var n comparison
				for seed := range draws {
					one, err := compare[p.Name](p.Draws.Case(stream.Streams().Example(seed), l, seed))
					require.NoError(t, err)
					n.compared, n.left = n.compared+one.compared, n.left+one.left
				}
				t.Logf("%d steps compared, %d left", n.compared, n.left)
				require.Less(t, n.left, n.compared/2+1)
			})
		}
	}
}
