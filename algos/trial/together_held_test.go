package trial

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/registry"
	"marginlab/theory"
)

// learnedTogether lets the learners learn from the data in parts, and measures them.
func learnedTogether(t *testing.T, d *Data, learners []*algos.Spec, passes, most int, once bool) []*Run {
	together, err := NewTogether(learners, d)
	require.NoError(t, err)
	together.Hold(most, once)
	for pass := range passes {
		if pass > 0 {
			together.Begin()
		}
		for part := range slices.Chunk(d.Examples, 7) {
			require.NoError(t, together.Learn(t.Context(), part))
		}
	}
	for !once {
		for part := range slices.Chunk(d.Examples, 7) {
			require.NoError(t, together.Measure(t.Context(), part))
		}
		if requireMeasured(t, together) {
			break
		}
	}
	return together.Runs()
}

// Of a stream, the steps that are kept say what all steps say: each theorem that does not compare
// the learner with others has the same verdict, given the same geometry. With what passes find of
// the geometry, it speaks and holds where it does in memory.
func TestTheoremsAreHeldOnAStream(t *testing.T) {
	t.Parallel()
	learners, _ := PartByPart(registry.Checked(theory.Online))
	for i, s := range learners {
		learners[i] = s.Lifted(1)
	}
	for _, data := range []*Data{line(60), cross(), NewData("one class", line(60).Examples[:1], 3)} {
		for _, passes := range []int{1, 15} {
			runs := learnedTogether(t, data, learners, passes, 1<<20, false)
			for i, got := range runs {
				full := run(t, data, learners[i].String(), passes)
				if full.Stop != nil {
					continue
				}
				known, err := full.what(t.Context())
				require.NoError(t, err)
				want, err := full.Verdicts(t.Context())
				require.NoError(t, err)
				thin, err := theory.Verdicts(t.Context(), &got.Trace, known.of)
				require.NoError(t, err)
				own, err := got.Verdicts(t.Context())
				require.NoError(t, err)
				require.Len(t, own, len(want))
				for k, v := range want {
					if v.Guarantee.Names("cosine") {
						require.True(t, own[k].Silent(), "no classifier of the maximum margin to compare with")
						continue
					}
					if v.Guarantee.Needs()&theory.NeedsLengths != 0 && !v.Guarantee.Relative() {
						require.True(t, own[k].Silent(), "a stream keeps no lengths")
						continue
					}
					if v.Guarantee.Relative() {
						require.Contains(t, own[k].Silence.String(), "left out: it compares with other classifiers")
						continue
					}
					said := func(v theory.Verdict) string {
						return fmt.Sprintf("%v %.12g <= %.12g, %.12g %v", v.Silent(), v.Value, v.Bound, v.Ratio, v.Holds)
					}
					require.Equal(t, said(v.Verdict), said(thin[k]), "%s: %s", got.Label, v.Guarantee.ID)
					require.Equal(t, []any{v.Silence, v.Holds}, []any{own[k].Silence, own[k].Holds}, "%s: %s", got.Label, v.Guarantee.ID)
				}
			}
		}
	}
}

// What cannot be known is left out, with the reason.
func TestTheoremsThatAreLeftOutOnAStream(t *testing.T) {
	t.Parallel()
	var learners []*algos.Spec
	for _, expr := range []string{"e-omm", "bias(perceptron,1)", "bias(alma,1)"} {
		s, err := registry.Parse(expr)
		require.NoError(t, err)
		learners = append(learners, s)
	}
	data := line(60)
	said := func(most int, once bool) (spoke []string, why map[string]string) {
		why = map[string]string{}
		for _, r := range learnedTogether(t, data, learners, 1, most, once) {
			verdicts, err := r.Verdicts(t.Context())
			require.NoError(t, err)
			for _, v := range verdicts {
				require.True(t, v.Holds || v.Guarantee.Status != theory.Proved, v.Guarantee.ID)
				if why[v.Guarantee.ID] = v.Silence.String(); !v.Silent() {
					spoke = append(spoke, v.Guarantee.ID)
				}
			}
		}
		return spoke, why
	}
	spoke, why := said(1<<20, true)
	require.Equal(t, []string{"omm-opening", "perceptron-norm-growth", "perceptron-every-mistake", "alma-norm", "alma-every-mistake"}, spoke)
	require.Equal(t, "left out: the margin takes further passes, and the examples can be read once", why["omm-s1"])
	require.Equal(t, why["omm-s1"], why["alma-rest"])

	spoke, why = said(3, false)
	require.Subset(t, spoke, []string{"omm-opening", "omm-s1", "perceptron-novikoff"})
	require.NotContains(t, spoke, "omm-no-growth")
	require.Equal(t, "left out: there were more steps to read than the 3 that are kept", why["omm-no-growth"])
}
