package digits

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/figuretest"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Buckets of 1000 are permuted as wholes, the last with what is left.
func TestBucketsStayWhole(t *testing.T) {
	t.Parallel()
	const n = 4300
	learn := make([]theory.Example, n)
	for i := range learn {
		learn[i].X = vec.Dense(float64(i))
	}
	orders := map[string]bool{}
	for seed := range uint64(40) {
		got := digitRun{seed: seed, learn: learn}.bucketed()
		require.Len(t, got, n)
		var order []int
		for at := 0; at < n; {
			first := int(got[at].X.Value[0])
			require.Zero(t, first%1000, "a bucket begins")
			size := min(1000, n-first)
			for k := range size {
				require.Equal(t, float64(first+k), got[at+k].X.Value[0])
			}
			order = append(order, first/1000)
			at += size
		}
		orders[fmt.Sprint(order)] = true
		slices.Sort(order)
		require.Equal(t, []int{0, 1, 2, 3, 4}, order, "each once")
		for i, e := range (digitRun{seed: seed, learn: learn}).bucketed() {
			if e.X.Value[0] != got[i].X.Value[0] {
				t.Fatalf("seed %d: another order of the same seed", seed)
			}
		}
	}
	require.Greater(t, len(orders), 20, "of 120 orders")
	require.Equal(t, learn[:7], digitRun{learn: learn[:7]}.bucketed())
	require.Len(t, digitRun{learn: learn[:1000]}.bucketed(), 1000)
}

// The errors of each learner, with the learner's own steps and the test's sums.
func TestFigure3ErrorsByHand(t *testing.T) {
	t.Parallel()
	train, tests, err := benchdata.MNIST(tinyMNIST(t, 1200, 50))
	require.NoError(t, err)
	s := digitRun{digit: 3, seed: 2, learn: train.Against(3), tests: tests.Against(3), dim: train.Dim}
	rows, err := s.run(t.Context())
	require.NoError(t, err)
	require.Len(t, rows, 3)
	errors := 0
	for i, r := range rows {
		name := []string{"mcp", "pa", "a-romma"}[i]
		spec, err := algos.Parse(name)
		require.NoError(t, err)
		l, mistakes, updates := spec.New(train.Dim), 0, 0
		for _, e := range s.bucketed() {
			step := l.Step(e.X, e.Y)
			if step.Predicted != e.Y {
				mistakes++
			}
			if step.Updated {
				updates++
			}
		}
		c, wrong := l.State().Classifier, 0
		for j, x := range tests.X {
			score := c.B
			for k, v := range x.Value {
				score += v * c.W[k]
			}
			if (score >= 0) != (tests.Class[j] == 3) {
				wrong++
			}
		}
		require.Equal(t, name, r.Learner)
		require.Equal(t, []int{1200, 784, 1, 1200, mistakes, updates, 3, 50, wrong},
			[]int{r.Examples, r.Dim, r.Passes, r.Steps, r.Mistakes, r.Updates, r.Digit, r.Tests, r.Errors})
		require.Equal(t, uint64(2), *r.Shuffle)
		errors += wrong
	}
	require.Positive(t, errors, "a test that can fail")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = s.run(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// tinyFigure are arguments for Figure 3 on few made-up digits.
func tinyFigure(t *testing.T, data string, more ...string) []string {
	return append(append(strings.Fields("reproduce mnist --permutations 3 --data"), data, "--state", filepath.Join(t.TempDir(), "state")), more...)
}

func TestReproduceMNISTOnMadeUpDigits(t *testing.T) {
	t.Parallel()
	data := tinyMNIST(t, 2100, 60)
	goldentest.Check(t, "figure3.golden", printed(t, tinyFigure(t, data, "--figure", "3", "--seed", "4")...))
	short := []string{"--subset", "40", "--runs", "2", "--epochs", "2", "--learners", "mira,perceptron"}
	table := goldentest.Without("seconds", printed(t, tinyFigure(t, data, append(short, "--table", "3")...)...))
	goldentest.Check(t, "subset.golden", table)
	both := printed(t, tinyFigure(t, data, short...)...)
	require.True(t, strings.HasPrefix(both, "Figure 3 of BH16: errors on 40 images after one pass through 40, a digit against the rest; seeds 1 to 3\n"))
	require.True(t, strings.HasSuffix(goldentest.Without("seconds", both), "\n\n"+table))

	rows, epochs := 0, 0
	for line := range strings.Lines(printed(t, tinyFigure(t, data, append(short, "--json")...)...)) {
		if strings.Contains(line, `"epoch"`) {
			epochs += len(epochRows(t, line))
			continue
		}
		var keys map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &keys))
		const want = "learner params examples dim passes mistakes updates margin tau gamma seconds data shuffle steps stopped norm table theta bias_free published digit tests errors"
		require.Len(t, keys, len(strings.Fields(want)))
		for key := range strings.FieldsSeq(want) {
			require.Contains(t, keys, key)
		}
		require.Equal(t, "Figure 3", keys["table"])
		for _, key := range []string{"published", "theta", "bias_free", "margin", "tau"} {
			require.Nil(t, keys[key], key)
		}
		require.Equal(t, float64(rows/9), keys["digit"])
		require.Equal(t, float64(1+rows/3%3), keys["shuffle"])
		require.Equal(t, figure3Learners()[rows%3], keys["learner"])
		rows++
	}
	require.Equal(t, 10*3*3, rows)
	require.Equal(t, 2*2*2, epochs)
}

// Figure 3 and Table 3 share a checkpoint. Half of their parts are taken out of it, as
// if the command had been interrupted: what it prints with --resume is the same.
func TestReproduceMNISTGoesOn(t *testing.T) {
	t.Parallel()
	args := tinyFigure(t, tinyMNIST(t, 64, 20), "--runs", "2", "--epochs", "1", "--learners", "mira,perceptron", "--figures", filepath.Join(t.TempDir(), "a"))
	whole := printed(t, args...)
	state := args[7]
	names := termtest.Kept(t, state)
	require.Len(t, names, 10*3+2*2)
	text, err := os.ReadFile(state)
	require.NoError(t, err)
	var b reproduce.Checkpoint
	require.NoError(t, json.Unmarshal(text, &b))
	slices.Sort(names)
	for i, name := range names {
		if i%2 == 0 {
			delete(b.Done, name)
		} else {
			b.Done[name] = bytes.ReplaceAll(b.Done[name], []byte(`"dim":784`), []byte(`"dim":785`))
		}
	}
	text, err = json.Marshal(&b)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(state, text, 0o600))
	args[len(args)-1] = filepath.Join(t.TempDir(), "b")
	require.Equal(t, goldentest.Without("seconds", whole), goldentest.Without("seconds", printed(t, append(args, "--resume")...)))
	require.ElementsMatch(t, names, termtest.Kept(t, state))
	text, err = os.ReadFile(state)
	require.NoError(t, err)
	require.Equal(t, 15*3+2, strings.Count(string(text), `"dim":785`), "what was finished is not run again")
}

func TestMNISTFigure3(t *testing.T) {
	t.Parallel()
	var rows []digitRow
	for digit := range 10 {
		for _, learner := range figure3Learners() {
			for k := range 3 {
				rows = append(rows, digitRow{Row: reproduce.Row[term.Number]{RunRow: term.RunRow{Learner: learner}}, Digit: digit, Errors: 100*(digit+1) + 50*k*k})
			}
		}
	}
	stem := filepath.Join(t.TempDir(), "mnist-figure-3")
	require.NoError(t, saveMNISTFigure3(stem, rows))
	drawn := figuretest.Read(t, stem)
	goldentest.CheckDrawing(t, "figure3.svg.golden", drawn.SVG)
	for _, text := range []string{">mcp<", ">pa<", ">a-romma<", ">9<", ">1000<", "mean and range over 3 permutations"} {
		require.Contains(t, string(drawn.SVG), text)
	}
	for _, moved := range [][3]int{{-30, 30, 0}, {0, -20, 20}} { // the least or the greatest, not the mean
		for k, by := range moved {
			rows[k].Errors += by
		}
		require.NoError(t, saveMNISTFigure3(stem, rows))
		other := figuretest.Read(t, stem)
		require.False(t, bytes.Equal(drawn.PNG, other.PNG), "the range is drawn")
		for k, by := range moved {
			rows[k].Errors -= by
		}
		if testing.Short() {
			break
		}
	}
	if testing.Short() {
		t.Skip("-short: drawn twice")
	}
	require.NoError(t, saveMNISTFigure3(stem, rows))
	again := figuretest.Read(t, stem)
	require.True(t, bytes.Equal(drawn.PNG, again.PNG))
	for i := range rows {
		rows[i].Errors = 0
	}
	require.NoError(t, saveMNISTFigure3(stem, rows), "no errors at all")
}

func TestWholeTicks(t *testing.T) {
	t.Parallel()
	for high, want := range map[float64]string{
		1: "[0 1]", 6: "[0 1 2 3 4 5 6]", 6.3: "[0 2 4 6]", 13: "[0 5 10]", 45: "[0 10 20 30 40]", 2760: "[0 500 1000 1500 2000 2500]",
	} {
		var got []string
		for _, tick := range (wholeTicks{}).Ticks(0, high) {
			got = append(got, tick.Label)
			require.Equal(t, tick.Label, fmt.Sprint(math.Round(tick.Value)))
		}
		require.Equal(t, want, fmt.Sprint(got))
	}
}

// MCP has the fewest errors, as Figure 3 of BH16 shows, on a digit where the runs
// lie far apart.
func TestMNISTFacts(t *testing.T) {
	if !rapidtest.Long() {
		t.Skip("MARGINLAB_LONG is not set")
	}
	termtest.NeedData(t, "mnist")
	dir, err := benchdata.Find("mnist", "")
	require.NoError(t, err)
	train, tests, err := benchdata.MNIST(dir)
	require.NoError(t, err)
	for _, digit := range []int{2, 6} {
		s := digitRun{digit: digit, learn: train.Against(digit), tests: tests.Against(digit), dim: train.Dim}
		sum := map[string]int{}
		for s.seed = range uint64(2) {
			rows, err := s.run(t.Context())
			require.NoError(t, err)
			for _, r := range rows {
				require.Equal(t, 60000, r.Steps)
				sum[r.Learner] += r.Errors
			}
		}
		require.Less(t, 1.1*float64(sum["mcp"]), float64(sum["pa"]), "digit %d", digit)
		require.Less(t, 1.1*float64(sum["mcp"]), float64(sum["a-romma"]), "digit %d", digit)
		require.Less(t, sum["a-romma"], 2*1000, "fewer than a classifier that says no to all")
	}
}
