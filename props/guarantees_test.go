package props

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
	"marginlab/theory"
)

// rows counts, for each row of the table that must apply, how often it applied, and how often it would fail if its
// bound were a millionth.
type rows struct {
	owed            func(theory.Guarantee) bool
	applied, failed map[string]int
}

func newRows(owed func(theory.Guarantee) bool) rows {
	return rows{owed, map[string]int{}, map[string]int{}}
}

// add counts the rows of a run, and returns how many applied.
func (r rows) add(t *testing.T, tr *theory.Trace, c Case) (applying int) {
	verdicts, err := theory.Verdicts(t.Context(), tr, evidence(c, tr))
	require.NoError(t, err)
	for _, v := range verdicts {
		g := v.Guarantee
		if !v.Applies() || g.Status != theory.Proved || !r.owed(g) {
			continue
		}
		applying++
		r.applied[g.ID]++
		if v.Ratio > 1e-6 {
			r.failed[g.ID]++
		}
	}
	return applying
}

// left returns the rows that are about one of the learners, and have not yet failed with a millionth of the bound.
func (r rows) left(learners ...*algos.Spec) (ids []string) {
	for _, g := range theory.Table() {
		of := func(l *algos.Spec) bool { return in(l, g.Learner) }
		if g.Status == theory.Proved && r.owed(g) && r.failed[g.ID] == 0 && slices.ContainsFunc(learners, of) {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

// A property that does not apply holds. So for every learner in kernel form on which the table has rows about the
// geometry of its stream, rows must apply with every kernel; and each of these would fail if its bound were a
// millionth.
func TestRowsApplyToKernelForms(t *testing.T) {
	rapidtest.Slow(t)
	r := newRows(func(g theory.Guarantee) bool { return g.Norms.Include(nil) })
	var learners []*algos.Spec
	for _, l := range Learners() {
		if !l.HasKernelForm() {
			continue
		}
		learners = append(learners, l)
		applying := map[string]int{}
		for seed := range rapidtest.Count(28, 28, 140) {
			if len(applying) == len(kernels()) && len(r.left(l)) == 0 && !rapidtest.Long() {
				break
			}
			c := stream.Draws{Numbers: drawKernel}.Case(stream.Streams().Example(seed), l, seed)
			c.A[0] = float64(seed)
			run, readable, err := runKernel(c)
			require.NoError(t, err)
			if readable {
				applying[run.gram.Kernel().String()] += r.add(t, &run.trace, run.seen)
			}
		}
		require.Len(t, applying, len(kernels()), "%s: %v", l, applying)
	}
	require.Empty(t, r.left(learners...), "rows that applied: %v", r.applied)
}

// The same is true of the rows on the margin at rest.
func TestRowsApplyAtRest(t *testing.T) {
	r := newRows(func(g theory.Guarantee) bool {
		return g.Names("rest_margin") && g.Norms.Include(nil)
	})
	var learners []*algos.Spec
	for _, l := range Learners() {
		if !appliesTo(isAtRest)(l) {
			continue
		}
		learners = append(learners, l)
		for seed := range rapidtest.Count(20, 20, 500) {
			if len(r.left(l)) == 0 && !rapidtest.Long() {
				break
			}
			c := stream.Draws{}.Case(stream.Streams().Example(seed), l, seed)
			tr, err := run(c, mostSteps)
			require.NoError(t, err)
			r.add(t, &tr, c)
		}
	}
	require.Empty(t, r.left(learners...), "rows that applied: %v", r.applied)
}
