package digits

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/internal/rapidtest"
)

// tinyRun is a run on made-up digits.
func tinyRun(t *testing.T, data, more string) []string {
	return append(strings.Fields("reproduce usps --runs 2 --epochs 3 --learners amira-1-best(eps=0.5),perceptron "+more),
		"--data", data, "--state", filepath.Join(t.TempDir(), "state"))
}

func TestReproduceUSPSOnMadeUpDigits(t *testing.T) {
	t.Parallel()
	data := tinyUSPS(t)
	goldentest.Check(t, "three-epochs.golden", goldentest.Without("seconds", printed(t, tinyRun(t, data, "")...)))
	rows := epochRows(t, printed(t, tinyRun(t, data, "--json --subset 30 --seed 7")...))
	require.Len(t, rows, 2*2*3)
	for i, r := range rows {
		run, epoch := i/3%2, i%3
		require.Equal(t, []string{"amira-1-best(eps=0.5)", "one-vs-rest(perceptron)"}[i/6], r.Learner)
		require.Equal(t, []int{30, 256, epoch + 1, 30 * (epoch + 1), run + 1, epoch + 1, 30}, []int{r.Examples, r.Dim, r.Passes, r.Steps, r.Run, r.Epoch, r.Tests})
		require.Equal(t, uint64(7+run), r.Seed)
		require.Equal(t, r.Seed, *r.Shuffle)
		require.Equal(t, "gaussian(sigma=3.5)", r.Kernel)
		require.Nil(t, r.Published, "the paper's numbers are of all images")
		require.Nil(t, r.Table)
	}
	require.NotEqual(t, rows[0].Mistakes, rows[3].Mistakes, "another permutation")
}

// A memory that holds a third of the rows changes nothing but the time.
func TestDigitsInLittleMemory(t *testing.T) {
	t.Parallel()
	data := tinyUSPS(t)
	much, little := printed(t, tinyRun(t, data, "")...), printed(t, tinyRun(t, data, "--memory 230400")...)
	require.Equal(t, goldentest.Without("seconds", much), goldentest.Without("seconds", little))
}

// Ctrl-C after the first learner: with --resume the table is that of a run without
// it, and what was finished is not run again.
func TestReproduceUSPSGoesOn(t *testing.T) {
	t.Parallel()
	args := tinyRun(t, tinyUSPS(t), "")
	state := args[len(args)-1]
	whole := printed(t, args...)
	require.NoError(t, os.Remove(state))

	ctx, cancel := context.WithCancel(t.Context())
	out := &termtest.Interruption{Cancel: cancel} // at the first epochs that are printed
	var errs bytes.Buffer
	require.Equal(t, 2, run(ctx, append(args, "--json"), term.Streams{Out: term.NewOut(out), Err: &errs}))
	require.Equal(t, "marginlab: interrupted: what is finished is in "+state+", and the same command with --resume goes on from there\n", errs.String())
	require.Len(t, epochRows(t, out.String()), 6)
	require.Len(t, termtest.Kept(t, state), 2)

	text, err := os.ReadFile(state)
	require.NoError(t, err)
	text = regexp.MustCompile(`"seconds":[^,]*,`).ReplaceAll(text, []byte(`"seconds":777,`))
	require.NoError(t, os.WriteFile(state, text, 0o600))
	resumed := printed(t, append(args, "--resume")...)
	require.Equal(t, goldentest.Without("seconds", whole), goldentest.Without("seconds", resumed))
	require.Equal(t, 1, strings.Count(resumed, " 777.0\n"), resumed)
	require.Len(t, termtest.Kept(t, state), 4)

	again := printed(t, append(args, "--resume")...)
	require.Equal(t, resumed, again, "byte for byte, with the seconds")

	// Other images, under another name, are not these.
	for i, arg := range args {
		if arg == "--data" {
			args[i+1] = tinyUSPS(t)
		}
	}
	require.Equal(t, 2, run(t.Context(), append(args, "--resume"), term.Streams{Out: term.NewOut(out), Err: &errs}))
	require.Contains(t, errs.String(), "is of another setting: usps in ")
	require.Equal(t, 2, run(t.Context(), append(args, "--resume", "--subset", "9"),
		term.Streams{Out: term.NewOut(out), Err: &errs}))
	require.Contains(t, errs.String(), "expected usps in "+args[len(args)-3]+", 9 and 9 images, kernel gaussian(sigma=3.5)")
}

// Facts of Table 2 of ZH13. What it reports of amira-k-best(eps=1) is that of
// amira-1-best(eps=1) in the number of updates. The standard deviation of a run's
// error rate is about 0.4: that of a mean of four against one of ten is 0.24, and
// 0.6 is two and a half of those.
func TestUSPSFacts(t *testing.T) {
	if !rapidtest.Long() {
		t.Skip("MARGINLAB_LONG is not set")
	}
	termtest.NeedData(t, "usps")
	rows := epochRows(t, printed(t, "reproduce", "usps", "--json", "--runs", "4", "--learners", "mira,amira-1-best(eps=1)", "--state", filepath.Join(t.TempDir(), "state")))
	const runs = 4
	require.Len(t, rows, 2*5*runs)
	for i, c := range []struct{ rate, updates float64 }{{6.21, 1716}, {6.15, 667}} {
		var rate, updates float64
		for k := range runs {
			run := rows[5*(runs*i+k):][:5]
			rate += float64(run[2].ErrorRate) / runs
			updates += float64(run[4].Updates) / runs
			require.Equal(t, 2007, run[4].Tests)
			require.Equal(t, 5*7291, run[4].Steps)
		}
		require.InDelta(t, c.rate, rate, 0.6)
		require.InEpsilon(t, c.updates, updates, 0.02)
	}
	require.Equal(t, term.Number(7.32), rows[0].Published.ErrorRate)
	require.Equal(t, "-", rows[0].Published.Updates.String(), "the paper counts them after the last epoch")
	require.Equal(t, "Table 2", *rows[0].Table)
	require.Nil(t, rows[1].Published)
	require.Equal(t, term.Number(1716), rows[4].Published.Updates)
	require.Nil(t, rows[len(rows)-1].Published, "the paper has no such row")
}
