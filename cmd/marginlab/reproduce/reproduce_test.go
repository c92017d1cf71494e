package reproduce

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/internal/rapidtest"
)

var update = flag.Bool("update", false, "rewrite the golden files in testdata")

// TestMain runs the tests on a screen that is wide enough for every table.
func TestMain(m *testing.M) {
	if err := os.Setenv("COLUMNS", "400"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// small is the command of an experiment with another plan, in a small number of runs, whose state is in a folder of the
// test.
func small(t *testing.T, e Experiment, runs int, plan func(context.Context, Options) (*Plan, error)) Command {
	e.Runs, e.Plan = runs, plan
	c := Command{Of: e, Options: Options{Seed: 3}, State: filepath.Join(t.TempDir(), "state")}
	switch e.Data {
	case "adult":
		c.Data = smallAdult(t)
	case "usps":
		c.Data = tinyUSPS(t)
	case "mnist":
		c.Data = tinyMNIST(t, 50, 30)
	}
	if e.Name == "mcp" {
		c.Data = tinyMNIST(t, 2100, 60) // three buckets
	}
	return c
}

// smallExperiments returns all experiments on small data.
func smallExperiments(t *testing.T) map[string]Command {
	return map[string]Command{
		"adult":     small(t, Adult(), 3, adultGrid{theta: []float64{0, 0.5}, passes: []int{1, 5}}.plan),
		"usps":      small(t, USPS(), 2, USPS().Plan),
		"mnist":     small(t, MNIST(), 2, MNIST().Plan),
		"mcp":       small(t, MCP(), 3, MCP().Plan),
		"synthetic": small(t, Synthetic(), 6, smallCubes.plan),
	}
}

// run runs a command and returns its output.
func run(t *testing.T, ctx context.Context, c Command, out *bytes.Buffer) error {
	t.Helper()
	var errs bytes.Buffer
	o := termtest.Out(out, c.Form)
	err := c.Run(ctx, term.Streams{Out: o, Err: &errs})
	require.Empty(t, errs.String())
	return errors.Join(err, o.Err())
}

func printedBy(t *testing.T, c Command) string {
	t.Helper()
	var out bytes.Buffer
	require.NoError(t, run(t, t.Context(), c, &out))
	return out.String()
}

// rowsOf returns the rows of a command, without their seconds.
func rowsOf(t *testing.T, c Command) (rows []Row) {
	t.Helper()
	o, setting, err := c.options()
	require.NoError(t, err)
	plan, err := c.Of.Plan(t.Context(), o)
	require.NoError(t, err)
	state, err := openCheckpoint(c.State, c.Resume, setting)
	require.NoError(t, err)
	rows, err = plan.run(t.Context(), term.NewProgress(nil), state, o, c.Of.Serial)
	require.NoError(t, err)
	for i := range rows {
		rows[i].Seconds = 0
	}
	return rows
}

// shownRows returns the rows in JSON.
func shownRows(t *testing.T, rows []Row) string {
	var all []printed
	for _, r := range rows {
		all = append(all, printed(r))
	}
	var out bytes.Buffer
	term.PrintRows(termtest.Out(&out, term.Form{JSON: true}), all...) // rows with a null are equal too
	return out.String()
}

// seedless returns the rows in JSON without the keys that only name the seed.
func seedless(t *testing.T, rows []Row) string {
	for i := range rows {
		rows[i].Seed, rows[i].Shuffle, rows[i].Data = 0, nil, ""
	}
	return shownRows(t, rows)
}

var fraction = regexp.MustCompile(`\d+\.\d+(e[+-]\d+)?`)

// rounded is a text with its fractions rounded to six digits, which are the same on every machine.
func rounded(text string) string {
	return fraction.ReplaceAllStringFunc(text, func(number string) string {
		v, _ := strconv.ParseFloat(number, 64) // it matches a number
		return strconv.FormatFloat(v, 'g', 6, 64)
	})
}

// without are the tables in a text without the columns from the last one with this heading on. A table ends with an
// empty line.
func without(heading, text string) string {
	end := -1
	var cut strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if at := strings.LastIndex(line, heading); at >= 0 {
			end = at
		} else if line == "" {
			end = -1
		}
		if end >= 0 {
			line = strings.TrimRight(line[:min(end, len(line))], " ")
		}
		cut.WriteString(line + "\n")
	}
	return cut.String()
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), got, "-update rewrites %s", file)
}

// What every experiment prints on small data: its tables, its rows, and the digits of its figures.
func TestExperiments(t *testing.T) {
	rapidtest.Slow(t)
	for name, c := range smallExperiments(t) {
		t.Run(name, func(t *testing.T) {
			c.Figures = filepath.Join(t.TempDir(), "new")
			golden(t, name+".golden", without("seconds", printedBy(t, c)))
			rows := rowsOf(t, c)
			golden(t, name+"-rows.golden", rounded(shownRows(t, rows)))
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			require.Equal(t, shownRows(t, rows), shownRows(t, rowsOf(t, c)), "on one core")
			c.Seed = 9
			require.NotEqual(t, seedless(t, rows), seedless(t, rowsOf(t, c)), "other runs")
			figures, err := os.ReadDir(c.Figures)
			require.NoError(t, err)
			require.Len(t, figures, map[string]int{"adult": 1, "mcp": 1, "synthetic": 2}[name])
			for _, f := range figures {
				svg, err := os.ReadFile(filepath.Join(c.Figures, f.Name()))
				require.NoError(t, err)
				require.NotContains(t, string(svg), "NaN")
				require.Contains(t, string(svg), "</svg>")
			}
		})
	}
}

// A published value is a number in JSON if it can be one.
func TestPublishedInJSON(t *testing.T) {
	t.Parallel()
	text, err := json.Marshal(Reported{"a": "1.50", "b": "-", "c": "x <= 1"}.values())
	require.NoError(t, err)
	require.Equal(t, `{"a":1.5,"b":null,"c":"x \u003c= 1"}`, string(text))
}

// Ctrl-C amid the runs: with --resume the output is that of a command that was left alone, and what was finished is not
// run again.
func TestExperimentGoesOn(t *testing.T) {
	c := small(t, USPS(), 2, USPS().Plan)
	c.JSON = true
	whole := printedBy(t, c)
	require.Len(t, kept(t, c.State), 15*2)
	require.NoError(t, os.RemoveAll(c.State))

	ctx, cancel := context.WithCancel(t.Context())
	interrupted := c
	interrupted.Of.Plan = func(ctx context.Context, o Options) (*Plan, error) {
		plan, err := c.Of.Plan(ctx, o)
		plan.Cells[7].Run = func(ctx context.Context, _ func(int)) ([]Row, error) {
			cancel()
			return nil, ctx.Err()
		}
		return plan, err
	}
	err := run(t, ctx, interrupted, new(bytes.Buffer))
	require.ErrorContains(t, err, "interrupted: what is finished is in "+c.State)
	require.ErrorContains(t, err, ", and the same command with --resume goes on from there")
	finished := len(kept(t, c.State))
	require.Equal(t, 7, finished)
	seconds := regexp.MustCompile(`"seconds":[^,]*,`)
	for _, file := range kept(t, c.State) {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, seconds.ReplaceAll(text, []byte(`"seconds":777,`)), 0o600))
	}
	c.Resume = true
	resumed := printedBy(t, c)
	require.Equal(t, 5*finished, strings.Count(resumed, `"seconds":777,`))
	require.Equal(t, seconds.ReplaceAllString(whole, ""), seconds.ReplaceAllString(resumed, ""))
	require.Equal(t, resumed, printedBy(t, c), "byte for byte, with the seconds")

	c.Data = tinyUSPS(t) // other images, under another name
	require.ErrorContains(t, run(t, t.Context(), c, new(bytes.Buffer)),
		"keeps nothing of this setting: usps, quick=false, from seed 3, learners ")
}

// What cannot be done is said before anything is run or written.
func TestExperimentsRefuse(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	for _, c := range []struct {
		change func(*Command)
		of     Command
		want   string
	}{
		{func(c *Command) { c.Learners = "iris" }, small(t, Adult(), 1, Adult().Plan),
			`--learners: learner "iris": no learner is called "iris"`},
		{func(c *Command) { c.Learners = "perceptron,randomized" }, small(t, USPS(), 1, USPS().Plan),
			`--learners: learner "randomized" has no kernel form`},
		{func(c *Command) { c.Learners = "amira(eps=7)" }, small(t, MNIST(), 1, MNIST().Plan), "eps"},
		{func(c *Command) { c.Learners = "pa," }, small(t, MCP(), 1, MCP().Plan), "empty name"},
		{func(c *Command) { c.Data = "nowhere" }, small(t, MCP(), 1, MCP().Plan),
			"data set mnist is not in nowhere/mnist or nowhere: `marginlab fetch mnist --dir 'nowhere'` puts it there"},
		{func(c *Command) { c.Figures = file }, small(t, Synthetic(), 1, Synthetic().Plan), "--figures: "},
		{func(c *Command) { c.Resume = true }, small(t, Synthetic(), 1, Synthetic().Plan), "--resume: "},
	} {
		c.change(&c.of)
		var out bytes.Buffer
		require.ErrorContains(t, run(t, t.Context(), c.of, &out), c.want)
		require.Empty(t, out.String(), c.want)
		require.NoFileExists(t, c.of.State)
	}
	require.ErrorContains(t, Command{Of: Synthetic(), Options: Options{Learners: "pa"}}.Validate(),
		"--learners is pa, but this experiment has learners of its own")
	require.ErrorContains(t, Command{Of: Synthetic(), Options: Options{Data: "x"}}.Validate(),
		"--data is x, but this experiment makes its own data")
	for _, e := range []Experiment{Adult(), USPS(), MNIST(), MCP(), Synthetic()} {
		require.NoError(t, Command{Of: e}.Validate())
		o, _, err := Command{Of: e, Options: Options{Quick: true, Data: smallAdult(t)}}.options()
		require.Equal(t, e.Quick, o.Runs, "%s: %v", e.Name, err)
		require.Contains(t, Command{Of: e}.Help(), "marginlab reproduce "+e.Name)
	}
}

// onFour runs n cells on four cores, each of a row with its seed.
func onFour(t *testing.T, ctx context.Context, n int, f func(context.Context, int) error) ([]Row, error) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	kept, err := openCheckpoint(filepath.Join(t.TempDir(), "state"), false, "S")
	require.NoError(t, err)
	plan := &Plan{}
	for i := range n {
		plan.Cells = append(plan.Cells, Cell{Name: strconv.Itoa(i),
			Run: func(ctx context.Context, _ func(int)) ([]Row, error) {
				return []Row{{Seed: uint64(i)}}, f(ctx, i)
			}})
	}
	return plan.run(ctx, term.NewProgress(nil), kept, Options{}, false)
}

func TestCellsAreInOrder(t *testing.T) {
	// The first one is done last: its rows still come first.
	last := make(chan struct{})
	rows, err := onFour(t, t.Context(), 4, func(_ context.Context, i int) error {
		switch i {
		case 0:
			<-last
		case 3:
			close(last)
		}
		return nil
	})
	require.NoError(t, err)
	for i, r := range rows {
		require.Equal(t, uint64(i), r.Seed)
	}
	require.Len(t, rows, 4)
}

func TestCellsStop(t *testing.T) {
	broken := errors.New("broken")
	_, err := onFour(t, t.Context(), 1000, func(_ context.Context, i int) error {
		if i == 2 {
			return broken
		}
		return nil
	})
	require.ErrorIs(t, err, broken)
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int64
	_, err = onFour(t, ctx, 1000, func(ctx context.Context, _ int) error {
		begun.Add(1)
		cancel()
		<-ctx.Done() // running cells finish, and no other begins
		return nil
	})
	require.ErrorIs(t, err, context.Canceled)
	require.LessOrEqual(t, begun.Load(), int64(4))
}

// A value of the paper outside of the range of several runs is marked, rounded as it is printed there.
func TestPublishedBesideHere(t *testing.T) {
	t.Parallel()
	rows := func(paper string, v ...float64) (all []Row) {
		for _, x := range v {
			r := Row{Asked: "L", Published: Reported{"tau": paper}}
			r.Tau = term.Number(x)
			all = append(all, r)
		}
		return all
	}
	nan := term.Missing()
	q := Quantity{Head: "tau", Key: "tau", Format: "%.0f", None: float64(term.Number(1e300))}
	for _, c := range []struct {
		rows []Row
		want string
	}{
		{rows("534", 600, 500, 700), "534 600 (500..700)"},
		{rows("499", 600, 500, 700), "499 600 (500..700) *"},
		{rows("499.5", 499.46, 500), "499.5 499 (499..500)"},
		{rows("-", 600, 500, float64(nan)), "- 600 (500..-)"},
		{rows("-", 600, 500), "- 500 (500..600) *"},
		{rows("400", float64(nan), float64(nan)), "400 - *"},
		{rows("400", 7), "400 7"}, // one run has no range
		{rows("", 7, 8), "- 7 (7..8)"},
	} {
		var cells []string
		for _, column := range q.beside() {
			cells = append(cells, strings.TrimSpace(term.Printable(stringOf(column.Cell(c.rows)))))
		}
		require.Equal(t, c.want, strings.Join(cells, " "))
	}
	mean := Quantity{Key: "tau", Format: "%.1f", Middle: mean, Of: func(r Row) bool { return r.Tau > 1 }}
	require.Equal(t, "3.0 (2.0..4.0)", mean.show(rows("", 1, 2, 4)))
	require.Equal(t, "-", mean.show(nil))
	late := rows("", 1, 2)
	for i := range late {
		late[i].Seconds, late[i].Published = term.Number(i+1), Reported{"seconds": "9"}
	}
	seconds := Quantity{Head: "seconds", Key: "seconds", Format: "%.0f"}
	require.Equal(t, "1 (1..2)", seconds.beside()[1].Cell(late), "of other machines, so never marked")
}

func stringOf(v any) string {
	if s, is := v.(string); is {
		return s
	}
	return v.(term.Number).String()
}
