package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// Without a list of learners, check holds every row of the table against a run: on
// normalised synthetic examples, until the learners rest, on four points whose hull has
// the origin inside, and in a norm with p < 2, every row speaks, and no proved one fails.
func TestCheckCoversEveryRow(t *testing.T) {
	t.Parallel()
	cross := filepath.Join(t.TempDir(), "cross.libsvm")
	require.NoError(t, os.WriteFile(cross, []byte("+1 1:1\n+1 1:-1\n-1 2:1\n-1 2:-1\n"), 0o644))
	spoken := map[string]bool{}
	data, passes := "synthetic(examples=60,r=4,seed=7)", "100"
	if rapidtest.Long() {
		data, passes = "synthetic(examples=120,r=4,seed=7)", "300"
	}
	for _, args := range [][]string{
		{"check", "--json", "--passes", passes, "--normalise", data},
		{"check", "--json", cross},
		{"check", "--json", "synthetic(examples=60,r=1.2,seed=7)"},     // of rows on r < √2
		{"check", "--json", "--passes", passes, "--norm", "1.5", data}, // of rows on p < 2
	} {
		for _, row := range rowsOf[term.VerdictRow](t, args...) {
			if row.Reason == nil {
				spoken[row.ID] = true
				require.True(t, *row.Holds || row.Status != theory.Proved, row.ID)
			}
		}
	}
	for _, g := range theory.Table() {
		require.True(t, spoken[g.ID], "%s never applies", g.ID)
	}
}

// In the space of a kernel, and with many classes, the rows apply to the examples
// there: what is not separable as given is with a kernel.
func TestCheckInTheSpaceOfAKernel(t *testing.T) {
	t.Parallel()
	cross := filepath.Join(t.TempDir(), "cross.libsvm")
	require.NoError(t, os.WriteFile(cross, []byte("+1 1:1\n+1 1:-1\n-1 2:1\n-1 2:-1\n"), 0o644))
	for _, c := range []struct {
		args   []string
		spoken []string
		silent []string
	}{
		{[]string{"--kernel", "poly(2)", cross}, []string{"omm-s1", "perceptron-novikoff", "alma-updates", "snkp-iterations", "amira-k-best-updates", "n-omm-optimal"}, []string{"nvn-linear"}},
		{[]string{"--kernel", "linear", cross}, []string{"nvn-linear", "omm-opening"}, []string{"omm-s1", "snkp-iterations"}},
		{[]string{"--classes", "--passes", strconv.Itoa(rapidtest.Count(20, 20, 200)), "--kernel", "gaussian(0.5)"}, []string{"amira-k-best-updates", "amira-k-best-norm", "amira-k-best-inseparable", "omm-s1"}, nil},
		{[]string{"--classes", "--learners", "one-vs-rest(bias(perceptron,1))"}, []string{"perceptron-novikoff"}, nil},
	} {
		said := map[string]bool{}
		for _, row := range rowsOf[term.VerdictRow](t, append([]string{"check", "--json"}, c.args...)...) {
			said[row.ID] = said[row.ID] || row.Reason == nil
		}
		for _, id := range c.spoken {
			require.True(t, said[id], "%v: %s never applies", c.args, id)
		}
		for _, id := range c.silent {
			require.False(t, said[id], "%v: %s speaks", c.args, id)
		}
	}
}

// What is not for a sample is refused, with what is expected instead.
func TestRunRefusesWhatIsNotForTheSample(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--classes", "--learners", "e-omm"},
			`learner "e-omm" is of two classes, expected one of many, as one-vs-rest(e-omm)`},
		{[]string{"--classes", "--learners", "snkp"}, `algorithm "snkp" is of two classes`},
		{[]string{"--classes", "--positive", "setosa"}, "--positive chooses one class of two and --classes keeps all"},
		{[]string{"--kernel", "linear", "--learners", "np"},
			`algorithm "np" keeps a w in the space of the features, expected nkp with a kernel`},
		{[]string{"--kernel", "linear", "--learners", "bias(nkp,1)"},
			`learner "bias(nkp,1)": expected no constant coordinate with a kernel`},
		{[]string{"--kernel", "linear", "--learners", "voted-perceptron"}, `learner "voted-perceptron" has no kernel form`},
		{[]string{"--classes", "--kernel", "linear", "--learners", "one-vs-rest(mcp)"}, `has no kernel form`},
		{[]string{"--learners", "bias(one-vs-rest(perceptron),2)"}, "as in one-vs-rest(bias(perceptron,2))"},
		{[]string{"--kernel", "rbf"}, `kernel "rbf": no kernel is called "rbf", expected one of linear, gaussian, poly, mnist`},
		{[]string{"--kernel", "gaussian(sigma=0)"}, `parameter sigma is "0"`},
		{[]string{"--kernel", "gaussian", "--memory", "1KiB"}, "1024 bytes of memory for "},
	} {
		for _, command := range []string{"run", "check"} {
			status, out, errs := ran(t, append([]string{command}, c.args...)...)
			require.Equal(t, 2, status, "%v", c.args)
			require.Contains(t, errs, c.want)
			require.Empty(t, out)
		}
	}
}

// An example that a batch algorithm cannot take is told of, and does not keep the
// others from being held.
func TestCheckGoesOnWhereABatchAlgorithmCannot(t *testing.T) {
	t.Parallel()
	zero := filepath.Join(t.TempDir(), "zero.libsvm")
	require.NoError(t, os.WriteFile(zero, []byte("+1 1:1\n-1 1:-1\n+1\n"), 0o644))
	status, out, errs := ran(t, "check", "--all", "--learners", "snkp,e-omm", zero)
	require.Zero(t, status)
	require.Contains(t, errs, "marginlab: snkp is not held: normalized: example 3 is x = 0")
	require.Contains(t, out, "omm-opening")
	require.NotContains(t, out, "snkp-")
}

// Where a binary learner of one-vs-rest stops, the runs of the others are cut short:
// none is held, as a theorem may speak of the whole stream.
func TestCheckOfOneVsRestThatStops(t *testing.T) {
	t.Parallel()
	for _, kernel := range [][]string{nil, {"--kernel", "linear"}} {
		args := append([]string{"check", "--classes", "--shuffle", "1", "--learners", "one-vs-rest(n-omm)"}, kernel...)
		status, out, errs := ran(t, args...)
		require.Zero(t, status)
		require.Contains(t, errs, "marginlab: one-vs-rest(n-omm) stopped, and none of its learners is held: example ")
		require.Contains(t, out, "NO VERDICT")
	}
}

// On Adult, every row of the table on online learners of two classes in l2 speaks in one
// of these runs: in one pass, but for what is of a learner at rest or of equal norms;
// of learners that come to rest in so many passes; of normalised examples. No proved guarantee fails.
func TestCheckAdult(t *testing.T) {
	if !rapidtest.Long() {
		t.Skip("takes 20 s of a processor: MARGINLAB_LONG=1")
	}
	termtest.NeedData(t, "adult")
	given, err := recipe(t.Context(), " adult ( ) ")
	require.NoError(t, err)
	require.True(t, strings.HasSuffix(recipes, given.Name), "%s is not the default of %s", given.Name, recipes)
	normalised, dim := theory.View{Normalised: true}.Of(given.Examples, given.Dim)
	silent := map[string]bool{}
	for _, g := range theory.Table() {
		silent[g.ID] = g.Task == theory.Online && g.Norms.Include(nil)
	}
	delete(silent, "omm-appendix-a-seven") // is on 1 <= r < √2, and Adult has a greater r
	plain, unit := trial.NewData("adult", given.Examples, given.Dim), trial.NewData("normalised", normalised, dim)
	for _, c := range []struct {
		passes   int
		learners string
		data     *trial.Data
	}{
		{1, "", plain},
		{15, "amira(eps=0.5),romma(eps=0.5),pumma(delta=0.5)", plain},
		{20, "mcp,ce-omm", plain},
		{45, "alma(alpha=0.99)", plain},
		{1, "pa,mira", unit},
		{1, "randomized-omd(R=10)", unit},
	} {
		learners, err := c.data.Checked()
		if c.learners != "" {
			var list term.Learners
			err = list.UnmarshalText([]byte(c.learners))
			learners = list
		}
		require.NoError(t, err)
		learners = slices.DeleteFunc(learners, func(l *algos.Spec) bool { return l.Kind.Task != theory.Online })
		f := learnFlags{order: order{Passes: c.passes}}
		f.Memory = 4 << 30
		outcomes, err := f.outcomes(t.Context(), c.data, learners, io.Discard)
		require.NoError(t, err)
		for _, o := range outcomes {
			require.NoError(t, o.why)
			for _, row := range o.rows {
				if row.Reason == nil {
					silent[row.ID] = false
					require.True(t, *row.Holds || row.Status != theory.Proved, "%s of %s", row.ID, o.Label)
				}
			}
		}
	}
	for id, is := range silent {
		require.False(t, is, id)
	}
}
