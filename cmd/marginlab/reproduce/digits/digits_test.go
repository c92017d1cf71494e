package digits

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/termtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// scribbles are n made-up images of a side: each class is bright in a row of its
// own, all have much noise, and some have the wrong class. Values are from 0 to 1.
func scribbles(n, side int, seed uint64) (images [][]float64, class []int) {
	rng := rand.New(rand.NewPCG(seed, 1))
	for i := range n {
		x := make([]float64, side*side)
		for k := range x {
			x[k] = math.Round(1000*rng.Float64()*rng.Float64()) / 1000
			if k/side == i%10 && k%3 > 0 {
				x[k] = math.Round(1000*(1+x[k])/2) / 1000
			}
		}
		of := i % 10
		if rng.IntN(8) == 0 {
			of = rng.IntN(10) // somebody's mistake
		}
		images, class = append(images, x), append(class, of)
	}
	return images, class
}

// tinyUSPS is a folder with 60 images to learn from and 40 to test with.
func tinyUSPS(t *testing.T) string {
	dir := t.TempDir()
	for seed, name := range []string{"zip.train", "zip.test"} {
		var text strings.Builder
		images, class := scribbles(60-20*seed, 16, uint64(seed))
		for i, x := range images {
			fmt.Fprintf(&text, "%d.0000", class[i])
			for _, v := range x {
				fmt.Fprintf(&text, " %.3f", 2*v-1)
			}
			text.WriteString("\n")
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text.String()), 0o600))
	}
	return dir
}

// tinyMNIST is a folder with images in MNIST's form.
func tinyMNIST(t *testing.T, train, tests int) string {
	dir := t.TempDir()
	for seed, name := range []string{"train", "t10k"} {
		n := []int{train, tests}[seed]
		images, class := scribbles(n, 28, uint64(seed))
		head := func(sizes ...uint32) []byte {
			b := []byte{0, 0, 8, byte(len(sizes))}
			for _, s := range sizes {
				b = binary.BigEndian.AppendUint32(b, s)
			}
			return b
		}
		pixels, labels := head(uint32(n), 28, 28), head(uint32(n))
		for i, x := range images {
			for _, v := range x {
				pixels = append(pixels, byte(255*v))
			}
			labels = append(labels, byte(class[i]))
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+"-images-idx3-ubyte"), pixels, 0o600))
		require.NoError(t, os.WriteFile(filepath.Join(dir, name+"-labels-idx1-ubyte"), labels, 0o600))
	}
	return dir
}

// epochRows are the rows of the command, which must have all keys.
func epochRows(t *testing.T, text string) []epochRow {
	var rows []epochRow
	for line := range strings.Lines(text) {
		var keys map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &keys))
		const want = "learner params examples dim passes mistakes updates margin tau gamma seconds data shuffle steps stopped norm table theta bias_free published kernel run seed epoch tests errors error_rate"
		require.Len(t, keys, len(strings.Fields(want)))
		for key := range strings.FieldsSeq(want) {
			require.Contains(t, keys, key)
		}
		for _, key := range strings.Fields("margin tau gamma theta bias_free stopped") {
			require.Nil(t, keys[key], key)
		}
		var r epochRow
		require.NoError(t, json.Unmarshal([]byte(line), &r))
		rows = append(rows, r)
	}
	return rows
}

func TestDigitLearnersAreRetypable(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"pa":                           {"one-vs-rest(pa)"},
		"one-vs-rest(pa)":              {"one-vs-rest(pa)"},
		" amira-k-best ( eps=0.5,k=2)": {"amira-k-best(eps=0.5,k=2)"},
		"amira(eps=0.5),amira-1-best":  {"one-vs-rest(amira(eps=0.5))", "amira-1-best"},
		"pegasos(lambda=0.1)":          {"one-vs-rest(pegasos(lambda=0.1))"},
	} {
		var l, again classList
		require.NoError(t, l.UnmarshalText([]byte(text)), text)
		var got, short []string
		for _, s := range l.specs {
			got, short = append(got, s.String()), append(short, shortName(s))
		}
		require.Equal(t, want, got)
		require.NoError(t, again.UnmarshalText([]byte(strings.Join(short, ","))))
		for i, s := range again.specs {
			require.Equal(t, want[i], s.String())
		}
	}
	for text, want := range map[string]string{
		"iris":              `no learner is called "iris"`,
		"amira(eps=7)":      `eps`,
		"pa,":               `expected a learner of two classes`,
		"amira-k-best(k=0)": `k`,
	} {
		require.ErrorContains(t, new(classList).UnmarshalText([]byte(text)), want)
	}
}

// Every learner of a table can be parsed and has a kernel form, and its row is found
// by its expression.
func TestTablesOfAMIRAAreComplete(t *testing.T) {
	t.Parallel()
	k, err := kernel.Parse("linear")
	require.NoError(t, err)
	images := &benchdata.ClassSet{Dim: 1}
	for i := range 32 {
		images.X = append(images.X, vec.Dense(float64(i)))
	}
	g, err := kernel.NewGram(k, images.X, 1, 0)
	require.NoError(t, err)
	for _, c := range []struct {
		table  amiraTable
		epochs []int
		most   int // of the epochs
		best   bool
	}{{table2(), []int{1, 3}, 5, true}, {table3(), []int{1, 2, 3, 4}, 4, false}} {
		table := c.table
		for _, r := range table.rows {
			spec, err := registry.Parse(r.learner)
			require.NoError(t, err)
			require.NoError(t, kernel.Check(spec, g))
			found := table.of(spec)
			if r.updates == 0 {
				require.Nil(t, found, r.learner)
				continue
			}
			require.Equal(t, r, *found)
			require.Len(t, r.rates, len(c.epochs))
			for _, e := range c.epochs {
				require.Contains(t, r.rates, e)
				if c.best {
					require.LessOrEqual(t, r.best, r.rates[e], "%s has its best", r.learner)
				}
			}
			require.Equal(t, c.best, r.best > 0)
			require.LessOrEqual(t, r.at, c.most)
			if rate, ok := r.rates[r.at]; ok {
				require.Equal(t, rate, r.best, r.learner)
			}
		}
	}
}

// ranDigits are rows of a learner's two runs of five epochs: the error rates are 10,
// 6, 5, 5, 7 and 8, 4, 5, 3, 7.
func ranDigits() [][]epochRow {
	var rows [][]epochRow
	for run, rates := range [][]term.Number{{10, 6, 5, 5, 7}, {8, 4, 5, 3, 7}} {
		var all []epochRow
		for e, rate := range rates {
			all = append(all, epochRow{
				Row:   reproduce.Row[publishedEpoch]{RunRow: term.RunRow{Updates: 100*(e+1) + 10*run, Seconds: 0.25 * term.Number(e+1)}},
				Epoch: e + 1, ErrorRate: rate,
			})
		}
		rows = append(rows, all)
	}
	return rows
}

// The paper's numbers stand beside runs like its own alone.
func TestWhatThePaperReports(t *testing.T) {
	t.Parallel()
	table := table2()
	spec := func(expr string) *algos.Spec {
		s, err := registry.Parse(expr)
		require.NoError(t, err)
		return s
	}
	mira, other := spec("one-vs-rest(mira)"), spec("one-vs-rest(pa)")
	for _, c := range []struct {
		rows   []amiraRow
		spec   *algos.Spec
		epochs int
		want   string
	}{
		{table2().rows, mira, 5, "[mira 7.32 9.00 (8.00..10.00) 6.21 5.00 6.21 (3) 4.00 (4) 1716 505 (500..510) 1.2]"},
		{table2().rows, mira, 4, "[mira 7.32 9.00 (8.00..10.00) 6.21 5.00 - 4.00 (4) - 405 (400..410) 1.0]"},
		{table2().rows, mira, 3, "[mira 7.32 9.00 (8.00..10.00) 6.21 5.00 - 5.00 (2) - 305 (300..310) 0.8]"},
		{table2().rows, mira, 2, "[mira 7.32 9.00 (8.00..10.00) - 5.00 (2) - 205 (200..210) 0.5]"},
		{table2().rows, other, 5, "[pa - 9.00 (8.00..10.00) - 5.00 - 4.00 (4) - 505 (500..510) 1.2]"},
		{nil, mira, 5, "[mira 9.00 (8.00..10.00) 5.00 4.00 (4) 505 (500..510) 1.2]"},
	} {
		table.rows = c.rows
		cells := table.cells(c.spec, table.of(c.spec), ranDigits(), c.epochs)
		require.Equal(t, c.want, fmt.Sprint(cells))
		require.Len(t, table.columns(c.epochs), len(cells))
	}
	table.rows = table2().rows
	for epoch, want := range []string{"", "&{7.32 -}", "<nil>", "&{6.21 -}", "<nil>", "&{- 1716}", "<nil>"} {
		if epoch > 0 {
			require.Equal(t, want, fmt.Sprint(table.published(table.of(mira), epoch)), "epoch %d", epoch)
		}
	}
	require.Nil(t, table.published(nil, 1))
}

// The tables stand beside runs on the papers' images with the papers' kernels alone.
func TestTablesOfAMIRAAreOfTheirImages(t *testing.T) {
	for _, c := range []struct {
		table        amiraTable
		number       string
		train, tests int
		kernel       string
	}{{table2(), "Table 2", 7291, 2007, "gaussian(sigma=3.5)"}, {table3(), "Table 3", 60000, 10000, "mnist"}} {
		of := func(train, tests int, name string) *digits {
			k, err := kernel.Parse(name)
			require.NoError(t, err)
			points := make([]vec.Vector, 32)
			for i := range points {
				points[i] = vec.Dense(float64(i))
			}
			g, err := kernel.NewGram(k, points, 1, 0)
			require.NoError(t, err)
			return &digits{gram: g, class: make([]theory.Label, train+tests), train: train}
		}
		require.Equal(t, c.number, c.table.number)
		require.True(t, c.table.isOf(of(c.train, c.tests, c.kernel)))
		require.False(t, c.table.isOf(of(c.train-1, c.tests, c.kernel)))
		require.False(t, c.table.isOf(of(c.train, c.tests-1, c.kernel)))
		require.False(t, c.table.isOf(of(c.train, c.tests, "linear")))
	}
}

// The whole output on made-up digits, as if they were the papers': every learner of both
// tables, with what is published.
func TestTablesOfAMIRAOnMadeUpDigits(t *testing.T) {
	usps, uspsTests, err := benchdata.USPS(tinyUSPS(t))
	require.NoError(t, err)
	mnist, mnistTests, err := benchdata.MNIST(tinyMNIST(t, 50, 30))
	require.NoError(t, err)
	for _, c := range []struct {
		name         string
		table        amiraTable
		train, tests *benchdata.ClassSet
	}{{"usps", table2(), usps, uspsTests}, {"mnist", table3(), mnist, mnistTests}} {
		var k kernel.Kernel
		require.NoError(t, k.UnmarshalText([]byte(c.table.kernel)))
		c.table.train, c.table.tests = len(c.train.X), len(c.tests.X)
		for runs, json := range map[int]bool{2: false, 1: true} {
			checkpoint, err := reproduce.CheckpointFlags{State: filepath.Join(t.TempDir(), "state")}.Open("S")
			require.NoError(t, err)
			f := digitsFlags{Form: term.Form{JSON: json}, Seed: 3}
			d, err := f.newDigits(k, images{c.name, c.train, c.tests, checkpoint})
			require.NoError(t, err)
			var out bytes.Buffer
			require.NoError(t, f.tabulate(t.Context(), term.Streams{Out: termtest.Out(&out, f.Form), Err: io.Discard}, d,
				c.table, runs, c.table.last))
			if json {
				goldentest.Check(t, c.name+"-rows.golden", goldentest.Rows(out.String()))
			} else {
				goldentest.Check(t, c.name+".golden", goldentest.Without("seconds", out.String()))
			}
		}
	}
}

// An error is another class than the one with the greatest score, counted here with
// the test's own sums of kernel values.
func TestDigitErrorsByHand(t *testing.T) {
	t.Parallel()
	train, tests, err := benchdata.USPS(tinyUSPS(t))
	require.NoError(t, err)
	var k kernel.Kernel
	require.NoError(t, k.UnmarshalText([]byte("gaussian(sigma=3.5)")))
	checkpoint, err := reproduce.CheckpointFlags{State: filepath.Join(t.TempDir(), "state")}.Open("S")
	require.NoError(t, err)
	d, err := digitsFlags{}.newDigits(k, images{"usps", train, tests, checkpoint})
	require.NoError(t, err)
	spec, err := registry.Parse("amira-1-best(eps=0.5)")
	require.NoError(t, err)
	progress := term.NewProgress(nil)
	progress.Expect(1000)
	rows, err := d.run(t.Context(), spec, 1, 5, 2, progress)
	require.NoError(t, err)
	require.Equal(t, 1000-120, progress.Left(), "all is counted")

	l, err := kernel.New(multiclass.Of(spec, 10), d.gram)
	require.NoError(t, err)
	epoch, mistakes, updates := 0, 0, 0
	for order := range benchdata.Permutations(60, 2, 5) {
		for _, i := range order {
			step := l.Step(d.gram.Unit(i), d.class[i])
			if step.Mistake() {
				mistakes++
			}
			if step.Updated {
				updates++
			}
		}
		wrong := 0
		learned := l.(multiclass.Learner).ByClass()
		for j, x := range tests.X {
			best, top := -1, math.Inf(-1)
			for z := range 10 {
				score := 0.
				for i, a := range learned[z].W[:60] {
					dd := 0.
					for c, v := range train.X[i].Value {
						dd += (v - x.Value[c]) * (v - x.Value[c])
					}
					score += a * math.Exp(-dd/(2*3.5*3.5))
				}
				if score > top {
					best, top = z, score
				}
			}
			if best != tests.Class[j] {
				wrong++
			}
		}
		r := rows[epoch]
		epoch++
		require.Equal(t, []int{epoch, epoch, 60, 40, 60 * epoch, mistakes, updates, wrong},
			[]int{r.Epoch, r.Passes, r.Examples, r.Tests, r.Steps, r.Mistakes, r.Updates, r.Errors})
		require.Equal(t, term.Number(100*float64(wrong)/40), r.ErrorRate)
		require.Positive(t, wrong, "a test that can fail")
		require.Less(t, wrong, 20)
	}

	require.Positive(t, rows[0].Seconds)
	require.Greater(t, rows[1].Seconds, rows[0].Seconds, "of both epochs")

	// What is in the checkpoint is not run again, and is no work to come.
	again, err := d.run(t.Context(), spec, 1, 5, 2, progress)
	require.NoError(t, err)
	require.Equal(t, rows[1].Seconds, again[1].Seconds)
	require.Equal(t, 1000-120-120, progress.Left())

	// A checkpoint of fewer epochs than it says.
	checkpoint.Done["amira-1-best(eps=0.5), seed 1, 3 epochs"] = json.RawMessage(`[{}]`)
	_, err = d.run(t.Context(), spec, 1, 1, 3, progress)
	require.ErrorContains(t, err, "amira-1-best(eps=0.5), seed 1, 3 epochs has 1 epochs, expected 3")
}

// What cannot be done is said before anything is done or written.
func TestDigitsRefuse(t *testing.T) {
	t.Parallel()
	usps, mnist := tinyUSPS(t), tinyMNIST(t, 32, 10)
	state := filepath.Join(t.TempDir(), "state")
	for _, c := range []struct{ args, want string }{
		{"usps --memory 230399", "--memory 230399: kernel: 230399 bytes of memory for 100 points of 256 features and 32 rows of the kernel matrix, expected at least 230400 bytes"},
		{"mnist --memory 1KiB", "--memory 1024: kernel: 1024 bytes of memory for 42 points of 784 features and 32 rows of the kernel matrix, expected at least "},
		{"usps --learners perceptron,randomized", `--learners: learner "randomized" has no kernel form`},
		{"mnist --table 3 --learners voted-perceptron", `--learners: learner "voted-perceptron" has no kernel form`},
		{"usps --kernel poly(degree=20,scale=1e-15)", "--kernel poly(degree=20,scale=1e-15) --memory 4294967296: kernel: "},
		{"usps --resume", "--resume: open " + state},
		{"mnist --resume", "--resume: open " + state},
	} {
		args := append(strings.Fields("reproduce "+c.args), "--state", state, "--data", usps)
		if strings.HasPrefix(c.args, "mnist") {
			args[len(args)-1] = mnist
		}
		var out, errs bytes.Buffer
		require.Equal(t, 2, run(t.Context(), args, term.Streams{Out: term.NewOut(&out), Err: &errs}), c.args)
		require.Empty(t, out.String(), c.args)
		require.Contains(t, errs.String(), c.want)
		require.NoFileExists(t, state)
	}
}

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestDigitsSayThatTheyCannotWrite(t *testing.T) {
	t.Parallel()
	usps, mnist := tinyUSPS(t), tinyMNIST(t, 32, 10)
	for _, args := range []string{
		"usps --learners pa --data " + usps, "usps --learners pa --json --data " + usps,
		"mnist --figure 3 --permutations 1 --data " + mnist, "mnist --figure 3 --permutations 1 --json --data " + mnist,
		"mnist --table 3 --learners pa --runs 1 --data " + mnist,
	} {
		var errs bytes.Buffer
		args := append(strings.Fields("reproduce "+args), "--state", filepath.Join(t.TempDir(), "state"))
		require.Equal(t, 2, run(t.Context(), args, term.Streams{Out: term.NewOut(full{}), Err: &errs}), "%s", args)
		require.Equal(t, "marginlab: short write\n", errs.String())
	}
}

func TestDigitsInterruptedBeforeTheyBegin(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	usps, mnist := tinyUSPS(t), tinyMNIST(t, 32, 10)
	for _, args := range []string{"usps --data " + usps, "mnist --figure 3 --data " + mnist, "mnist --table 3 --data " + mnist} {
		var out, errs bytes.Buffer
		args := append(strings.Fields("reproduce --json "+args), "--state", filepath.Join(t.TempDir(), "state"))
		args[1], args[2] = args[2], args[1]
		require.Equal(t, 2, run(ctx, args, term.Streams{Out: term.NewOut(&out), Err: &errs}))
		require.Empty(t, out.String())
		require.Equal(t, "marginlab: interrupted: nothing is finished yet\n", errs.String())
	}
}
