package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/normalized"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Without a list of learners, check holds every row of the table against a run: on
// normalised synthetic examples, until the learners rest, on four points whose hull has
// the origin inside, and in a norm with p < 2, every row speaks, and no proved one fails.
func TestCheckCoversEveryRow(t *testing.T) {
	cross := filepath.Join(t.TempDir(), "cross.libsvm")
	require.NoError(t, os.WriteFile(cross, []byte("+1 1:1\n+1 1:-1\n-1 2:1\n-1 2:-1\n"), 0o644))
	spoken := map[string]bool{}
	for _, args := range [][]string{
		{"check", "--json", "--passes", "300", "--normalise", "synthetic(examples=120,r=4,seed=7)"},
		{"check", "--json", cross},
		{"check", "--json", "--passes", "300", "--norm", "1.5", "synthetic(examples=120,r=4,seed=7)"}, // of rows on p < 2
	} {
		for _, row := range checked(t, args...) {
			if row.Silent == nil {
				spoken[row.ID] = true
				require.True(t, *row.Holds || row.Status != theory.Proved, row.ID)
			}
		}
	}
	for _, g := range theory.Table() {
		require.True(t, spoken[g.ID], "%s is silent", g.ID)
	}
}

// checked are the rows that a check prints, of which no proved one fails.
func checked(t *testing.T, args ...string) []checkRow {
	t.Helper()
	var out, errs bytes.Buffer
	require.Zero(t, run(context.Background(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}), errs.String())
	var rows []checkRow
	for dec := json.NewDecoder(&out); dec.More(); {
		var row checkRow
		require.NoError(t, dec.Decode(&row))
		rows = append(rows, row)
	}
	return rows
}

// In the space of a kernel, and with many classes, the rows speak of the examples
// there: what is not separable as given is with a kernel.
func TestCheckInTheSpaceOfAKernel(t *testing.T) {
	cross := filepath.Join(t.TempDir(), "cross.libsvm")
	require.NoError(t, os.WriteFile(cross, []byte("+1 1:1\n+1 1:-1\n-1 2:1\n-1 2:-1\n"), 0o644))
	for _, c := range []struct {
		args   []string
		spoken []string
		silent []string
	}{
		{[]string{"--kernel", "poly(2)", cross}, []string{"omm-s1", "perceptron-novikoff", "alma-updates", "snkp-iterations", "amira-k-best-updates", "n-omm-optimal"}, []string{"nvn-linear"}},
		{[]string{"--kernel", "linear", cross}, []string{"nvn-linear", "omm-opening"}, []string{"omm-s1", "snkp-iterations"}},
		{[]string{"--classes", "--passes", "200", "--kernel", "gaussian(0.5)"}, []string{"amira-k-best-updates", "amira-k-best-norm", "amira-k-best-inseparable", "omm-s1"}, nil},
		{[]string{"--classes", "--learners", "one-vs-rest(bias(perceptron,1))"}, []string{"perceptron-novikoff"}, nil},
	} {
		said := map[string]bool{}
		for _, row := range checked(t, append([]string{"check", "--json"}, c.args...)...) {
			said[row.ID] = said[row.ID] || row.Silent == nil
		}
		for _, id := range c.spoken {
			require.True(t, said[id], "%v: %s is silent", c.args, id)
		}
		for _, id := range c.silent {
			require.False(t, said[id], "%v: %s speaks", c.args, id)
		}
	}
}

// In kernel form with the linear kernel a run is the run without, to rounding.
func TestRunWithTheLinearKernelIsTheRun(t *testing.T) {
	rows := func(args ...string) []term.RunRow {
		var out, errs bytes.Buffer
		args = append([]string{"run", "--json", "--passes", "3", "--shuffle", "5", "--learners", "e-omm,perceptron,averaged-perceptron,romma,bias(a-romma,1),alma,pa-i,pegasos"}, args...)
		require.Zero(t, run(context.Background(), append(args, "synthetic(examples=60,seed=3)"), term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}), errs.String())
		var all []term.RunRow
		for dec := json.NewDecoder(&out); dec.More(); {
			var row term.RunRow
			require.NoError(t, dec.Decode(&row))
			all = append(all, row)
		}
		return all
	}
	plain, kernel := rows(), rows("--kernel", "linear")
	require.Len(t, kernel, len(plain))
	for i, want := range plain {
		got := kernel[i]
		require.InDelta(t, float64(want.Margin), float64(got.Margin), 1e-9, want.Learner)
		if !math.IsNaN(float64(want.Gamma)) {
			require.InDelta(t, float64(want.Gamma), float64(got.Gamma), 1e-9, want.Learner)
		}
		want.Seconds, want.Margin, want.Gamma = got.Seconds, got.Margin, got.Gamma
		require.Equal(t, fmt.Sprintf("%+v", withSeed(want, got.Shuffle)), fmt.Sprintf("%+v", got), want.Learner)
	}
}

// On Adult, every row of the table on online learners of two classes in l2 speaks in one
// of three runs: in one pass, but for what is of a learner at rest or of equal norms;
// of learners that come to rest; of normalised examples. No proved guarantee fails.
func TestCheckAdult(t *testing.T) {
	adultIsHere(t)
	given, err := recipe(t.Context(), "adult")
	require.NoError(t, err)
	normalised := *given
	normalised.Examples, normalised.Dim = theory.View{Normalised: true}.Of(given.Examples, given.Dim)
	silent := map[string]bool{}
	for _, g := range theory.Table() {
		silent[g.ID] = g.Task == theory.Online && g.Norms.Include(nil)
	}
	plain, unit := sampleOf(given), sampleOf(&normalised)
	for _, c := range []struct {
		passes   int
		learners string
		on       *sample
	}{
		{1, "", plain},
		{60, "amira(eps=0.5),romma(eps=0.5),pumma(delta=0.5),alma(alpha=0.99)", plain},
		{1, "pa,mira", unit},
	} {
		check := checkCmd{order: order{Passes: c.passes}}
		if c.learners != "" {
			require.NoError(t, check.Learners.UnmarshalText([]byte(c.learners)))
		}
		learners, err := check.subjects(c.on)
		require.NoError(t, err)
		for _, s := range learners {
			if s.online == nil {
				continue
			}
			rows, err := check.hold(t.Context(), s, c.on, io.Discard)
			require.NoError(t, err)
			for _, row := range rows {
				if row.Silent == nil {
					silent[row.ID] = false
					require.True(t, *row.Holds || row.Status != theory.Proved, "%s of %s", row.ID, s.name)
				}
			}
		}
	}
	for id, is := range silent {
		require.False(t, is, id)
	}
}

// sampleOf are the examples of two classes as they are.
func sampleOf(set *benchdata.Set) *sample { return &sample{Set: set} }

// stopping is a learner that stops at its first example.
type stopping struct{ algos.Learner }

func (stopping) Err() error { return errors.New("broken") }

// That a learner stops on examples that are separable is an error, and none where
// that is why it stops.
func TestCheckOfALearnerThatStops(t *testing.T) {
	set, err := recipe(t.Context(), "synthetic(examples=20,dim=3)")
	require.NoError(t, err)
	spec := &algos.Spec{Kind: algos.Kind{
		Name: "stopping",
		New: func(s algos.Space, _ []float64, _ *algos.Spec) algos.Learner {
			return stopping{algos.NewOMM(s, 1)}
		},
		Families: func([]float64) []string { return []string{"omm"} },
	}}
	var errs bytes.Buffer
	check := func() error {
		_, err := checkCmd{order: order{Passes: 1}}.hold(t.Context(), subject{name: "stopping", online: spec}, sampleOf(set), &errs)
		return err
	}
	require.EqualError(t, check(), "stopping stopped on examples that are separable: example 1: broken")
	for _, e := range set.Examples[:10] {
		set.Examples = append(set.Examples, theory.Example{X: e.X, Y: -e.Y})
	}
	errs.Reset()
	require.NoError(t, check())
	require.Equal(t, "marginlab: stopping stopped: example 1: broken\n", errs.String())
}

// A batch algorithm may stop at its limit, unless its theorem says that it does not
// get there; a certificate that is none is a finding.
func TestCheckOfABatchAlgorithmThatStops(t *testing.T) {
	margin := func(rho float64) ground {
		return ground{geometry: func(theory.View) (theory.Geometry, error) {
			return theory.Geometry{Gamma: rho, Lower: rho, Separable: rho > 0}, nil
		}}
	}
	batch, err := parseSubject("snkp")
	require.NoError(t, err)
	for _, c := range []struct {
		stop  error
		rho   float64
		found string
	}{
		{nil, 0.5, ""},
		{&normalized.LimitError{Algorithm: "snkp", Below: 0.1}, 0.05, ""},
		{&normalized.LimitError{Algorithm: "snkp", Below: 0.1}, 0, ""},
		{&normalized.LimitError{Algorithm: "np"}, 0.5, ""},
		{&normalized.LimitError{Algorithm: "snkp", Below: 0.1}, 0.2, "the normalised margin is below 0.1, or the points are not separable, but it is 0.2"},
		{errors.New("not a separator"), 0.5, "snkp: not a separator"},
	} {
		err := checkCmd{}.mayStop(batch, &held{label: "snkp", stop: c.stop}, margin(c.rho), io.Discard)
		if c.found == "" {
			require.NoError(t, err)
			continue
		}
		require.ErrorAs(t, err, new(term.Finding))
		require.ErrorContains(t, err, c.found)
	}
}

// An expression that is none says what was typed and what was expected.
func TestSubjectsThatAreRefused(t *testing.T) {
	for expr, want := range map[string]string{
		"bias(snkp":         `learner "bias(snkp": expected a closing parenthesis at the end`,
		"bias(snkp,0)":      `learner "bias(snkp,0)": parameter c is 0, expected the constant of the coordinate to append`,
		"bias(snkp,x=1)":    `learner "bias(snkp,x=1)": bias has no parameter for "x=1", expected c=1`,
		"bias(snkp,1,2)":    `bias has no parameter for "2", expected c=1`,
		"bias(snkp,inf)":    `parameter c is "inf"`,
		"one-vs-rest(nkp)":  `no learner is called "nkp"`,
		"amira-k-best(k=0)": `parameter k is "0"`,
		"nkp(x=2)":          `nkp has no parameter for "x=2"`,
		"svm":               "bias, amira-1-best, amira-k-best, one-vs-rest, np, nkp, snkp, nvn, snkp-vn, isnkp-vn",
		"bias(pumma,1)":     "pumma has a bias of its own",
	} {
		_, err := parseSubject(expr)
		require.ErrorContains(t, err, want, expr)
	}
	for expr, want := range map[string]string{
		" bias (snkp, c=2) ": "bias(snkp,2)", "bias(amira-k-best(eps=0.5))": "bias(amira-k-best(eps=0.5),1)",
		"one-vs-rest(bias(perceptron))": "one-vs-rest(bias(perceptron,1))", "isnkp-vn(3)": "isnkp-vn(gamma=3)", "omm(0.5)": "omm(rho=0.5)",
	} {
		s, err := parseSubject(expr)
		require.NoError(t, err)
		require.Equal(t, want, s.name)
		again, err := parseSubject(s.name)
		require.NoError(t, err)
		require.Equal(t, s.name, again.name)
	}
}

// What is not for a sample is refused, with what is expected instead.
func TestRunRefusesWhatIsNotForTheSample(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--classes", "--learners", "e-omm"}, `learner "e-omm" is of two classes, expected one of many with --classes, as one-vs-rest(e-omm)`},
		{[]string{"--classes", "--learners", "snkp"}, `algorithm "snkp" is of two classes`},
		{[]string{"--classes", "--positive", "setosa"}, "--positive chooses one class of two and --classes keeps all"},
		{[]string{"--kernel", "linear", "--learners", "np"}, `algorithm "np" keeps a w in the space of the features, expected nkp with --kernel`},
		{[]string{"--kernel", "linear", "--learners", "bias(nkp,1)"}, `learner "bias(nkp,1)": expected no constant coordinate with --kernel`},
		{[]string{"--kernel", "linear", "--learners", "voted-perceptron"}, `learner "voted-perceptron" has no kernel form`},
		{[]string{"--classes", "--kernel", "linear", "--learners", "one-vs-rest(mcp)"}, `has no kernel form`},
		{[]string{"--learners", "bias(one-vs-rest(perceptron),2)"}, "as in one-vs-rest(bias(perceptron,2))"},
		{[]string{"--kernel", "rbf"}, `kernel "rbf": no kernel is called "rbf", expected one of linear, gaussian, poly, mnist`},
		{[]string{"--kernel", "gaussian(sigma=0)"}, `parameter sigma is "0"`},
		{[]string{"--kernel", "gaussian", "--memory", "1KiB"}, "1024 bytes of memory for 569 points"},
	} {
		for _, command := range []string{"run", "check"} {
			var out, errs bytes.Buffer
			status := run(t.Context(), append([]string{command}, c.args...), term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
			require.Equal(t, 2, status, "%v", c.args)
			require.Contains(t, errs.String(), c.want)
			require.Empty(t, out.String())
		}
	}
}

// An example that a batch algorithm cannot take is told of, and does not keep the
// others from being held.
func TestCheckGoesOnWhereABatchAlgorithmCannot(t *testing.T) {
	zero := filepath.Join(t.TempDir(), "zero.libsvm")
	require.NoError(t, os.WriteFile(zero, []byte("+1 1:1\n-1 1:-1\n+1\n"), 0o644))
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), []string{"check", "--learners", "snkp,e-omm", zero}, term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}))
	require.Contains(t, errs.String(), "marginlab: snkp is not held: normalized: example 3 is x = 0")
	require.Contains(t, out.String(), "omm-opening")
	require.NotContains(t, out.String(), "snkp-")
}

// Where a binary learner of one-vs-rest stops, the runs of the others are cut short:
// none is held, as a theorem may speak of the whole stream.
func TestCheckOfOneVsRestThatStops(t *testing.T) {
	for _, kernel := range [][]string{nil, {"--kernel", "linear"}} {
		var out, errs bytes.Buffer
		args := append([]string{"check", "--classes", "--shuffle", "1", "--learners", "one-vs-rest(n-omm)"}, kernel...)
		require.Zero(t, run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: &out, Err: &errs}))
		require.Contains(t, errs.String(), "marginlab: one-vs-rest(n-omm) stopped, and none of its learners is held: example ")
		require.Contains(t, out.String(), "NO VERDICT")
	}
}
