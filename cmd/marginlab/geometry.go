package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// diameterFlags say how diameters are measured.
type diameterFlags struct {
	Exact bool `help:"Search the diameters of more than 100000 examples to the end too, which makes them right to 11 digits. Default: of these, a pair that was found and a length that no pair is above; theorems then use the latter."`
}

// mostExact is the number of examples whose diameters are always searched to the end.
const mostExact = 100_000

// enclose has the diameters of the data measured so.
func (f diameterFlags) enclose(data *trial.Data) {
	if !f.Exact {
		data.Most = mostExact
	}
}

// warn says that diameters are only enclosed.
func (f diameterFlags) warn(w io.Writer, data *trial.Data) {
	if geo, enclosed := data.Enclosed(); enclosed {
		fmt.Fprintf(w, "marginlab: %s: the diameter D is between %.4g and %.4g; bounds are those at the upper end, "+
			"and hold, but none is tight there (--exact finds D)\n", data.Name, geo.Found.D, geo.D)
	}
}

// kernelFlags say in which space the examples are, and how lengths are measured there.
type kernelFlags struct {
	Kernel *kernel.Kernel `placeholder:"KERNEL" help:"Run the learners in kernel form, and see the examples in the Hilbert space of the kernel: linear, gaussian(sigma) or poly(degree,offset,scale), each with an optional ridge=R, which adds R to K(x,x); or mnist. Measuring n examples there takes n^2 memory and n^3 time."`
	Memory term.Bytes     `default:"4GiB" placeholder:"4GiB" help:"Memory for the examples, also as theorems see them, for rows of the kernel matrix, and for the steps of a run that theorems are held against. Each takes at most this, and the process takes a few times the largest (default: ${default})."`
	Norm   *normFlag      `placeholder:"NORM" help:"Measure lengths in a norm: P for ||x||_P, from 1.02 to 100; mahalanobis:FILE for the root of x'Mx, where FILE has the D rows of D numbers of a positive definite M, separated by commas or blanks; weighted:P:FILE for (sum of w|x|^P)^(1/P), where FILE has the D numbers w. Learners that do not name their p learn in it. A FILE transforms the features when they are read, after --standardise, --normalise and --separable, so that lengths in l2, or in ||x||_P, are those of the norm. All learners then learn on the transformed features, learners of l2 alone too; a classifier that is saved is one of the features before."`
}

// normFlag is a flag whose value is a norm.
type normFlag struct{ *benchdata.Norm }

// UnmarshalText implements [encoding.TextUnmarshaler].
func (n *normFlag) UnmarshalText(text []byte) (err error) {
	n.Norm, err = benchdata.ParseNorm(string(text))
	return err
}

// norm is the norm that was asked for, that of the examples as they are if none was.
func (f kernelFlags) norm() *benchdata.Norm {
	if f.Norm == nil {
		return &benchdata.Norm{}
	}
	return f.Norm.Norm
}

type geometryCmd struct {
	input
	kernelFlags
	diameterFlags
	Origin bool    `help:"Separate through the origin, without a bias."`
	Lift   float64 `placeholder:"C" help:"Append the constant coordinate C to every example first."`
	saveFlags
	term.Form
}

// maxLift bounds the constant coordinate as bias(L,c) does: its square is far from
// where squared norms overflow.
const maxLift = 1e100

// widestGap is the relative gap of γ∗ above which there is a warning.
const widestGap = 1e-6

// Run measures the examples in the view asked for.
func (c geometryCmd) Run(ctx context.Context, std term.Streams) error {
	if !(math.Abs(c.Lift) <= maxLift) { // also catches NaN
		return fmt.Errorf("--lift is %v, expected a number in [%v, %v]", c.Lift, -maxLift, maxLift)
	}
	if err := c.writable(c.File); err != nil {
		return err
	}
	data, err := c.data(ctx, c.input, false, std)
	if err != nil {
		return err
	}
	if err := c.weighs(data); err != nil {
		return err
	}
	c.enclose(data)
	view := theory.View{Origin: c.Origin, Lift: c.Lift, Norm: data.Norm()}
	p := term.NewProgress(std.Err)
	geo, meet, err := data.Geometry(maxmargin.Watched(ctx, func(s maxmargin.Stage) {
		const parts = 1000
		switch {
		case s.Part > 0:
			p.At(int64(parts*s.Part), parts)
		case s.Turns == 0:
			p.Begin(data.Name+": "+s.What, 0)
		case s.Turns%64 == 0:
			p.Say("%s: %s, turn %d", data.Name, s.What, s.Turns)
		}
	}), view)
	p.Clear()
	if err != nil {
		return fmt.Errorf("%s: %w", data.Name, withFlag(err))
	}
	if gap := geo.Gap(); geo.Separable && gap > widestGap {
		fmt.Fprintf(std.Err, "marginlab: gamma* is only known to a relative %.2g: rounding stopped the solver\n", gap)
	}
	c.print(std.Out, geo, meet, view, data)
	if c.Save == "" {
		return nil
	}
	best, is := data.Separator(ctx, view)
	if !is {
		return fmt.Errorf("--save %s: the examples are %s, expected some that have a classifier of the maximum margin",
			c.Save, view.Separability(false))
	}
	return c.write("maximum-margin", []theory.Classifier{best}, data)
}

// print prints a geometry.
func (c geometryCmd) print(w *term.Out, geo theory.Geometry, meet *maxmargin.NotSeparableError, view theory.View,
	data *trial.Data) {
	found := func(v float64) any { return term.Given(!geo.Exact(), term.Number(v)) }
	margin := func(v float64) any { return term.Given(geo.Separable, term.Number(v)) }
	distance, examples := term.Missing(), term.Missing()
	if meet != nil {
		distance, examples = term.Number(meet.Distance), term.Number(len(meet.PlusWeights)+len(meet.MinusWeights))
	}
	term.PrintRows(w, term.Record{
		"examples", geo.Examples, "dim", geo.Dim, "positives", geo.Positives,
		"d_plus", term.Number(geo.DPlus), "d_minus", term.Number(geo.DMinus), "d", term.Number(geo.D),
		"d_bar", term.Number(geo.DBar), "delta", term.Number(geo.Delta),
		"gamma", margin(geo.Gamma), "gap", margin(geo.Gap()), "bias", margin(geo.Bias), "r", margin(geo.R()),
		"separable", geo.Separable, "data", data.Name, "norm", data.NameOf(view.Norm), "exact", geo.Exact(),
		"d_plus_found", found(geo.Found.DPlus), "d_minus_found", found(geo.Found.DMinus), "d_found", found(geo.Found.D),
		"delta_found", found(geo.Found.Delta), "witness_distance", distance, "witness_examples", examples,
	})
	w.Say("%s\n", term.Describe(data))
	g := term.NewTable(term.Left(""), term.Right("value"), term.Left("meaning"))
	for _, f := range report.Lengths(geo, data) {
		g.Row(f.Name, f.Value, f.Means)
	}
	if !geo.Separable {
		g.Row("distance", distance, "of the convex combinations that meet, 0 but for rounding")
		g.Row("examples", examples, "that they are made of")
	}
	g.Print(w)
	w.Say("\n%s", view.Separability(geo.Separable))
}

// measure lets lengths be in the norm, of transformed examples, and classifiers be those of the
// examples before.
func (f kernelFlags) measure(data *trial.Data) error {
	switch {
	case f.Norm == nil:
		return nil
	case f.Norm.In == vec.Norm(vec.L2{}):
	case f.Kernel != nil:
		return fmt.Errorf("--norm is %s, expected none with --kernel: lengths are those of the kernel's Hilbert space",
			f.Norm)
	case data.Class != nil:
		return fmt.Errorf("--norm is %s, expected none with --classes: learners of many classes are of l2; "+
			"of two classes each, one-vs-rest(e-omm(p=3)) names its own", f.Norm)
	}
	before := data.Original
	data.Original = func(c theory.Classifier) (theory.Classifier, error) {
		if c = f.Norm.Original(c); before != nil {
			return before(c)
		}
		return c, nil
	}
	data.NormName = f.Norm.String()
	data.InNorm(f.Norm.In)
	return nil
}

// saveFlags say where a classifier is kept.
type saveFlags struct {
	Save string `placeholder:"MODEL" help:"Write the classifier to the file MODEL: the last one of a learner, or that of the maximum margin. It is for the features before --standardise. There is none to write with --kernel. It is JSON where the name ends in .json, for liblinear-predict where it ends in .model."`
}

// Validate implements kong's check of a command's flags.
func (f saveFlags) Validate() error {
	if extension := filepath.Ext(f.Save); f.Save != "" && extension != ".json" && extension != ".model" {
		return fmt.Errorf("--save %s: the name ends neither in .json nor in .model, expected one of them", f.Save)
	}
	return nil
}

// check returns an error if the last classifier of the learners on the data cannot be saved.
func (f saveFlags) check(learners []*algos.Spec, data *trial.Data) error {
	switch {
	case f.Save == "":
		return nil
	case len(learners) != 1:
		return fmt.Errorf("--save keeps one classifier and there are %d learners, expected one in --learners",
			len(learners))
	case learners[0].Kind.Task == theory.Batch:
		return fmt.Errorf("--save keeps the last classifier, which the batch algorithm %s has not, "+
			"expected an online learner", learners[0])
	}
	return f.weighs(data)
}

// writable returns an error if the file cannot be written, or is that of the examples, before there
// is anything to write.
func (f saveFlags) writable(examples string) error {
	if f.Save == "" {
		return nil
	}
	if err := writable(f.Save); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return checkOverwrite("--save", f.Save, examples)
}

// weighs returns an error if a classifier on the data has no weights to save.
func (f saveFlags) weighs(data *trial.Data) error {
	if _, kernel := data.Kernel(); kernel && f.Save != "" {
		return errors.New("--save keeps weights of the features, which a classifier in kernel form has not, " +
			"expected no --kernel")
	}
	return nil
}

// write writes classifiers, one of two classes or one a class, as a whole.
func (f saveFlags) write(learner string, classifiers []theory.Classifier, data *trial.Data) error {
	m := benchdata.Model{Learner: learner, Data: data.Name, Classes: data.Classes, Features: data.Features}
	if m.Classes == nil {
		m.Classes = []string{cmp.Or(data.Labels[0], "-1"), cmp.Or(data.Labels[1], "1")}
	}
	for _, c := range classifiers {
		c, err := data.AsRead(c)
		if err != nil {
			return fmt.Errorf("--save: %w", err)
		}
		m.Scores = append(m.Scores, c)
	}
	write := m.WriteJSON
	if filepath.Ext(f.Save) == ".model" {
		write = m.WriteLIBLINEAR
	}
	if err := writeFile(f.Save, write); err != nil {
		return fmt.Errorf("--save: %w", err)
	}
	return nil
}
