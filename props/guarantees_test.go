package props

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
	"marginlab/theory"
)

// rows counts, of the rows of the table that are owed, how often they spoke, and how
// often they would fail if their bound were a millionth.
type rows struct {
	owed          func(theory.Guarantee) bool
	spoke, failed map[string]int
}

func newRows(owed func(theory.Guarantee) bool) rows {
	return rows{owed, map[string]int{}, map[string]int{}}
}

// add counts those of a run, and returns how many spoke.
func (r rows) add(t *testing.T, tr *theory.Trace, c Case) (speaking int) {
	evidence := evidence(c, tr)
	verdicts, err := theory.Verdicts(t.Context(), tr, evidence)
	require.NoError(t, err)
	for _, v := range verdicts {
		g := v.Guarantee
		if v.Silent || g.Status != theory.Proved || !r.owed(g) {
			continue
		}
		speaking++
		r.spoke[g.ID]++
		bound := g.Bound
		g.Bound = func(s theory.Setting) float64 {
			b := bound(s)
			if g.AtLeast == (b > 0) {
				return 1e6 * b
			}
			return 1e-6 * b
		}
		ev, err := evidence(g.ViewOf(tr))
		require.NoError(t, err)
		if v.Value != 0 && !g.Check(tr, ev).Holds {
			r.failed[g.ID]++
		}
	}
	return speaking
}

// require requires it of the rows that speak of one of the learners.
func (r rows) require(t *testing.T, learners []*algos.Spec) {
	ids := map[string]bool{}
	for _, g := range theory.Table() {
		ids[g.ID] = g.Status == theory.Proved && r.owed(g) && slices.ContainsFunc(learners, func(l *algos.Spec) bool { return in(l, g.Learner) })
	}
	for _, id := range slices.Sorted(maps.Keys(ids)) {
		if ids[id] {
			t.Logf("%-30s spoke %4d times, fails with a millionth of its bound %4d times", id, r.spoke[id], r.failed[id])
			require.Positive(t, r.failed[id], "%s spoke %d times", id, r.spoke[id])
		}
	}
}

// A property that is silent holds. Of every learner in kernel form that the table
// speaks of through the geometry of its stream, rows have to speak with every
// kernel; and each of these would fail if its bound were a millionth.
func TestRowsSpeakOfKernelForms(t *testing.T) {
	r := newRows(func(g theory.Guarantee) bool { return g.Norms.Include(nil) })
	var learners []*algos.Spec
	for _, l := range Learners() {
		if !l.HasKernelForm() {
			continue
		}
		learners = append(learners, l)
		speaking := map[string]int{}
		for seed := range rapidtest.Count(28, 42, 140) {
			c := stream.Cases(l, stream.Draws{Numbers: kernels()}).Example(seed)
			c.A[0] = float64(seed)
			run, speaks, err := runKernel(c)
			require.NoError(t, err)
			if speaks {
				speaking[run.gram.Kernel().String()] += r.add(t, &run.trace, run.seen)
			}
		}
		require.Len(t, speaking, len(kernelFormulas()), "%s: %v", l, speaking)
	}
	r.require(t, learners)
}

// So have the rows on the margin at rest.
func TestRowsSpeakAtRest(t *testing.T) {
	r := newRows(func(g theory.Guarantee) bool {
		return g.Quantity.Name == theory.RestMargin.Name && g.Norms.Include(nil)
	})
	var learners []*algos.Spec
	for _, l := range Learners() {
		if !rests(l) {
			continue
		}
		learners = append(learners, l)
		for seed := range rapidtest.Count(20, 50, 500) {
			c := stream.Cases(l, stream.Draws{}).Example(seed)
			tr, err := runToRest(c)
			require.NoError(t, err)
			r.add(t, &tr, c)
		}
	}
	r.require(t, learners)
}
