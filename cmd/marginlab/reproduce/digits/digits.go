package digits

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/expr"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// digitsFlags are those of the experiments of ZH13 on handwritten digits.
type digitsFlags struct {
	Subset   int        `placeholder:"N" help:"Learn from the first N images and test on the first N, for a short run without the paper's numbers; all by default."`
	Seed     uint64     `default:"1" placeholder:"SEED" help:"The seed of the first run, the next ones being SEED+1, ...; 1 by default."`
	Learners classList  `placeholder:"LIST" help:"The learners of the table, separated by commas: amira-1-best(eps), amira-k-best(eps,k), or a learner of two classes, as in romma,pa-i(C=1), which is run one against the rest. By default those of the paper."`
	Memory   term.Bytes `default:"4GiB" placeholder:"4GiB" help:"Memory for the images and for rows of the kernel matrix; ${default} by default. Rows that do not fit are computed again when they are needed, which changes no result."`
	reproduce.CheckpointFlags
	term.Form
}

// validate checks the flags, and the number of runs and epochs.
func (f digitsFlags) validate(runs, epochs int) error {
	if f.Subset < 0 {
		return fmt.Errorf("--subset is %d, expected at least 1", f.Subset)
	}
	return cmp.Or(reproduce.Counted("--runs", runs), reproduce.Counted("--epochs", epochs))
}

// classList is a list of learners of many classes.
type classList struct {
	specs []*algos.Spec // nil if the flag is not given
}

// UnmarshalText parses a list of learners. A learner of two classes stands for
// one-vs-rest of that learner.
func (l *classList) UnmarshalText(text []byte) error {
	list, err := expr.ParseList(string(text))
	if err != nil {
		return fmt.Errorf("learner %w", err)
	}
	for _, e := range list {
		if k, _ := registry.Learners().Kind(e.Name); k.Task != theory.ManyClasses {
			e = expr.Expr{Name: "one-vs-rest", Args: []expr.Arg{{Value: e}}}
		}
		spec, err := registry.Learners().Make(e)
		if err != nil {
			return err
		}
		l.specs = append(l.specs, spec)
	}
	return nil
}

// images are the images of an experiment, and its checkpoint.
type images struct {
	name        string
	train, test *benchdata.ClassSet
	checkpoint  *reproduce.Checkpoint
}

// read reads the images of a data set, the first ones of each set with --subset.
func (f digitsFlags) read(name, data string, k kernel.Kernel, sets func(dir string) (train, test *benchdata.ClassSet, err error), stderr io.Writer) (images, error) {
	dir, err := benchdata.Find(name, data)
	if err != nil {
		return images{}, err
	}
	p := term.NewProgress(stderr)
	p.Say("reading %s", strings.ToUpper(name))
	train, test, err := sets(dir)
	p.Clear()
	if err != nil {
		return images{}, err
	}
	if f.Subset > 0 {
		for _, set := range []*benchdata.ClassSet{train, test} {
			n := min(len(set.X), f.Subset)
			set.X, set.Class = set.X[:n], set.Class[:n]
		}
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return images{}, err
	}
	checkpoint, err := f.Open(fmt.Sprintf("%s in %s, %d and %d images, kernel %s", name, dir, len(train.X), len(test.X), k))
	return images{name, train, test, checkpoint}, err
}

// digits are the training images and then the test images, as the points of one Gram
// matrix.
type digits struct {
	name       string
	gram       *kernel.Gram
	class      []theory.Label // of all points
	train      int
	dim        int
	checkpoint *reproduce.Checkpoint
}

// newDigits makes the points of the images.
func (f digitsFlags) newDigits(k kernel.Kernel, im images) (*digits, error) {
	gram, err := kernel.NewGram(k, slices.Concat(im.train.X, im.test.X), im.train.Dim, int64(f.Memory))
	if err != nil {
		return nil, fmt.Errorf("--kernel %s --memory %d: %w", k, f.Memory, err)
	}
	d := &digits{im.name, gram, nil, len(im.train.X), im.train.Dim, im.checkpoint}
	for _, class := range slices.Concat(im.train.Class, im.test.Class) {
		d.class = append(d.class, theory.Label(class))
	}
	return d, nil
}

// describe is a line about the images.
func (d *digits) describe() string {
	return fmt.Sprintf("errors on %d images in per cent, after epochs of learning from %d\nkernel %s", len(d.class)-d.train, d.train, d.gram.Kernel())
}

// epochRow is what is printed of a learner after an epoch.
type epochRow struct {
	reproduce.Row[publishedEpoch]
	Kernel    string      `json:"kernel"`
	Run       int         `json:"run"`
	Seed      uint64      `json:"seed"`
	Epoch     int         `json:"epoch"`
	Tests     int         `json:"tests"`
	Errors    int         `json:"errors"`
	ErrorRate term.Number `json:"error_rate"`
}

// publishedEpoch is what the paper reports of a learner after an epoch, null where
// it does not.
type publishedEpoch struct {
	ErrorRate term.Number `json:"error_rate"`
	Updates   term.Number `json:"updates"`
}

// every is the number of images between two updates of the progress shown.
const every = 256

// run trains a learner for some epochs, each in a new permutation of the images, and
// tests it after each.
func (d *digits) run(ctx context.Context, spec *algos.Spec, run int, seed uint64, epochs int,
	p *term.Progress) ([]epochRow, error) {
	what := fmt.Sprintf("%s, run %d", shortName(spec), run)
	name := fmt.Sprintf("%s, seed %d, %d epochs", spec, seed, epochs)
	rows, err := reproduce.Part(d.checkpoint, p, name, epochs*d.train, func() ([]epochRow, error) {
		of := multiclass.Of(spec, 10)
		made, err := kernel.New(of, d.gram)
		if err != nil {
			return nil, err
		}
		l := made.(multiclass.Learner)
		var rows []epochRow
		row := epochRow{
			Kernel: d.gram.Kernel().String(), Run: run, Seed: seed, Tests: len(d.class) - d.train,
		}
		row.RunRow = term.RunRow{
			Learner: spec.String(), Params: map[string]any{}, Examples: d.train, Dim: d.dim,
			Margin: term.Missing(), Tau: term.Missing(), Gamma: term.Missing(), Data: d.name, Shuffle: &seed, Norm: "2",
		}
		for name, v := range of.Params() {
			row.Params[name] = v
		}
		for order := range benchdata.Permutations(d.train, epochs, seed) {
			row.Epoch++
			row.Passes++
			var tr theory.Trace
			for some := range slices.Chunk(order, every) {
				part, err := kernel.Learn(ctx, l, d.gram, d.class, some)
				if tr.Append(part); err != nil {
					return nil, fmt.Errorf("%s, after %d images: %w", what, tr.Seen-part.Seen, err)
				}
				p.Done(len(some))
			}
			row.Steps += len(order)
			row.Mistakes += tr.Mistakes
			row.Updates += tr.Updates
			if o, ok := l.(*multiclass.OneVsRest); ok {
				row.Updates = 0
				for _, binary := range o.Traces() { // of all epochs
					row.Updates += binary.Updates
				}
			}
			row.Seconds += term.Number(tr.Seconds)
			row.Errors = d.errors(l)
			row.ErrorRate = term.Number(100 * float64(row.Errors) / float64(row.Tests))
			rows = append(rows, row)
		}
		return rows, nil
	})
	if err == nil && len(rows) != epochs {
		err = fmt.Errorf("%s: %s has %d epochs, expected %d", d.checkpoint.File, name, len(rows), epochs)
	}
	for i := range rows {
		rows[i].Run = run // in the checkpoint it is that of the command that made it
	}
	return rows, err
}

// errors counts the test images that a learner takes for another digit.
func (d *digits) errors(l multiclass.Learner) int {
	wrong := 0
	scores := make([]float64, 10)
	for i := d.train; i < len(d.class); i++ {
		if multiclass.Argmax(l.Scores(scores, d.gram.Unit(i))) != d.class[i] {
			wrong++
		}
	}
	return wrong
}

// runs runs each learner with each seed. It hands the rows of a learner to use: for each
// run those of its epochs.
func (d *digits) runs(ctx context.Context, learners []*algos.Spec, runs int, seed uint64, epochs int,
	p *term.Progress, use func(spec *algos.Spec, rows [][]epochRow) error) error {
	p.Expect(len(learners) * runs * epochs * d.train)
	defer p.Clear()
	for _, spec := range learners {
		var all [][]epochRow
		for run := range runs {
			rows, err := d.run(ctx, spec, run+1, seed+uint64(run), epochs, p)
			if err != nil {
				return d.checkpoint.Interrupted(ctx, err)
			}
			all = append(all, rows)
		}
		p.Clear()
		if err := use(spec, all); err != nil {
			return err
		}
	}
	return nil
}

func errorRate(r epochRow) term.Number    { return r.ErrorRate }
func epochUpdates(r epochRow) term.Number { return term.Number(r.Updates) }
func epochSeconds(r epochRow) term.Number { return r.Seconds }

// after returns the rows of an epoch, one for each run.
func after(rows [][]epochRow, epoch int) []epochRow {
	var at []epochRow
	for _, run := range rows {
		at = append(at, run[epoch-1])
	}
	return at
}

// shortName is the name of a learner as in a paper's table and as --learners takes it,
// which is that of the binary learner in one-vs-rest.
func shortName(spec *algos.Spec) string {
	if spec.Inner != nil {
		return spec.Inner.String()
	}
	return spec.String()
}
