package props

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// A property that is silent holds. Of every learner in kernel form that the table
// speaks of through the geometry of its stream, rows have to speak with every
// kernel; and each of these would fail if its bound were a millionth.
func TestRowsSpeakOfKernelForms(t *testing.T) {
	draws := 60
	if testing.Short() {
		draws = 12
	}
	spoke, failed := map[string]int{}, map[string]int{}
	owed := map[string]bool{} // the rows that speak of a learner here
	for _, l := range Learners() {
		if !l.HasKernelForm() {
			continue
		}
		for _, g := range theory.Table() {
			if g.Status == theory.Proved && g.Norms.Include(nil) && slices.Contains(l.Families(), g.Learner) {
				owed[g.ID] = true
			}
		}
		speaking := map[string]int{}
		for seed := range draws {
			c := Cases(l, Draws{Numbers: kernels()}).Example(seed)
			c.A[0] = float64(seed)
			r, err := newRKHS(c)
			require.NoError(t, err)
			speaks, err := r.run()
			require.NoError(t, err)
			if !speaks {
				continue
			}
			verdicts, err := r.verdicts()
			require.NoError(t, err)
			evidence := evidence(r.seen, &r.trace)
			for _, v := range verdicts {
				g := v.Guarantee
				if v.Silent || g.Status != theory.Proved {
					continue
				}
				speaking[r.gram.Kernel().String()]++
				spoke[g.ID]++
				bound := g.Bound
				g.Bound = func(s theory.Setting) float64 {
					b := bound(s)
					if g.AtLeast == (b > 0) {
						return 1e6 * b
					}
					return 1e-6 * b
				}
				ev, err := evidence(g.ViewOf(&r.trace))
				require.NoError(t, err)
				if v.Value != 0 && !g.Check(&r.trace, ev).Holds {
					failed[g.ID]++
				}
			}
		}
		if !testing.Short() {
			require.Len(t, speaking, len(kernelFormulas()), "%s: %v", l, speaking)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(owed)) {
		t.Logf("%-30s spoke %4d times, fails with a millionth of its bound %4d times", id, spoke[id], failed[id])
		if !testing.Short() {
			require.Positive(t, failed[id], "%s spoke %d times", id, spoke[id])
		}
	}
}
