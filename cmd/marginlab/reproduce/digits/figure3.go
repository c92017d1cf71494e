package digits

import (
	"context"
	"fmt"
	"image/color"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/reproduce/stats"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// figure3Learners are the learners of Figure 3 of BH16.
func figure3Learners() []string { return []string{"mcp", "pa", "a-romma"} }

// digitRow is what is printed of a learner's run on one digit against the rest.
type digitRow struct {
	reproduce.Row[term.Number]
	Digit  int `json:"digit"`
	Tests  int `json:"tests"`
	Errors int `json:"errors"`
}

// digitRun is a run of each learner on one digit against the rest.
type digitRun struct {
	digit        int
	seed         uint64
	learn, tests []theory.Example
	dim          int
}

// bucketed returns the images in the order of the run: buckets of 1000, permuted as wholes
// (BH16, Section 5).
func (s digitRun) bucketed() []theory.Example {
	const bucket = 1000
	var examples []theory.Example
	for order := range benchdata.Permutations((len(s.learn)+bucket-1)/bucket, 1, s.seed) {
		for _, b := range order {
			examples = append(examples, s.learn[b*bucket:min(len(s.learn), (b+1)*bucket)]...)
		}
	}
	return examples
}

// run lets each learner go once through the images.
func (s digitRun) run(ctx context.Context) ([]digitRow, error) {
	examples := s.bucketed()
	var rows []digitRow
	for _, name := range figure3Learners() {
		spec, err := algos.Parse(name)
		if err != nil {
			return nil, err
		}
		tr, err := spec.Run(ctx, s.dim, slices.Values(examples))
		if err != nil {
			return nil, err
		}
		row := digitRow{Digit: s.digit, Tests: len(s.tests)}
		row.RunRow = term.TraceRow(tr, spec, fmt.Sprintf("mnist, %d against the rest", s.digit), len(examples), s.dim, 1)
		row.Shuffle = &s.seed
		for _, e := range s.tests {
			if theory.Sign(tr.Classifier.Score(e.X)) != e.Y {
				row.Errors++
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// figure3 prints Figure 3 of BH16 as a table, and draws it.
func (c MNIST) figure3(ctx context.Context, std term.Streams, im images) error {
	if err := reproduce.FigureFolder(c.Figures); err != nil {
		return err
	}
	var units []digitRun
	for digit := range im.train.Classes {
		learn, tests := im.train.Against(digit), im.test.Against(digit)
		for k := range c.Permutations {
			units = append(units, digitRun{digit, c.Seed + uint64(k), learn, tests, im.train.Dim})
		}
	}
	all, err := reproduce.Experiment[digitRun, digitRow]{
		Units: units, Work: func(digitRun) int { return 1 }, Checkpoint: im.checkpoint,
		Name: func(s digitRun) string { return fmt.Sprintf("Figure 3, digit %d, seed %d", s.digit, s.seed) },
		Run:  func(ctx context.Context, s digitRun) ([]digitRow, error) { return s.run(ctx) },
	}.Rows(ctx, term.NewProgress(std.Err))
	if err != nil {
		return err
	}
	rows := slices.Concat(all...)
	for i := range rows {
		rows[i].Table = new("Figure 3")
	}
	term.PrintRows(std.Out, rows...)
	c.printFigure3(std.Out, rows, im)
	if c.Figures == "" {
		return nil
	}
	return saveMNISTFigure3(filepath.Join(c.Figures, "mnist-figure-3"), rows)
}

// errorsOf are the errors of a learner on a digit, one a permutation.
func errorsOf(rows []digitRow, learner string, digit int) []float64 {
	other := func(r digitRow) bool { return r.Learner != learner || r.Digit != digit }
	return reproduce.Column(slices.DeleteFunc(slices.Clone(rows), other), func(r digitRow) int { return r.Errors })
}

func (c MNIST) printFigure3(w *term.Out, rows []digitRow, im images) {
	w.Say("Figure 3 of BH16: errors on %d images after one pass through %d, a digit against the rest; %s\n",
		len(im.test.X), len(im.train.X), term.Range("seed", c.Seed, c.Permutations))
	columns := []term.Column{term.Right("digit")}
	for _, learner := range figure3Learners() {
		columns = append(columns, term.Left(learner))
	}
	g := term.NewTable(append(columns, term.Left("fewest"))...)
	best := 0
	for digit := range 10 {
		cells := []any{digit}
		var fewest []string
		lowest := math.Inf(1)
		for _, learner := range figure3Learners() {
			e := errorsOf(rows, learner, digit)
			cells = append(cells, reproduce.MeanWithRange("%.0f", e))
			if m := stats.Mean(e); m < lowest {
				fewest, lowest = []string{learner}, m
			} else if m == lowest {
				fewest = append(fewest, learner)
			}
		}
		if slices.Equal(fewest, figure3Learners()[:1]) {
			best++
		}
		g.Row(append(cells, strings.Join(fewest, ", "))...)
	}
	g.Print(w)
	w.Say("\n%s has the fewest errors on %d of the 10 digits; the paper, whose figure has bars without numbers, says that it does better", figure3Learners()[0], best)
}

// saveMNISTFigure3 draws the mean errors by digit as bars, as the paper does, with
// their range.
func saveMNISTFigure3(stem string, rows []digitRow) error {
	p := term.NewPlot(fmt.Sprintf("Figure 3 of BH16: a digit of MNIST against the rest; mean and range over %s",
		term.Count(len(errorsOf(rows, figure3Learners()[0], 0)), "permutation", "permutations")), "digit", "errors on the images to test with")
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, 9.5, 0, 1
	const width = 0.26
	var keys []term.Key
	for i, learner := range figure3Learners() {
		b := bars{color: term.LookOf([]int{2, 6, 5}[i]).Color, width: width, shift: width * float64(i-1)}
		for digit := range 10 {
			e := errorsOf(rows, learner, digit)
			b.mean, b.low, b.high = append(b.mean, stats.Mean(e)), append(b.low, stats.Least(e)), append(b.high, stats.Most(e))
			p.Y.Max = max(p.Y.Max, 1.05*stats.Most(e))
		}
		p.Add(b)
		keys = append(keys, term.Key{Meaning: learner, Style: draw.LineStyle{Color: b.color, Width: 7}})
	}
	ticks := make([]plot.Tick, 10)
	for digit := range ticks {
		ticks[digit] = plot.Tick{Value: float64(digit), Label: fmt.Sprint(digit)}
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = plot.ConstantTicks(ticks), wholeTicks{}
	return term.SaveFigure(stem, 6*vg.Inch, 3.6*vg.Inch, func(c draw.Canvas) {
		p.Draw(draw.Crop(c, 4, -4, 16, -4))
		term.PaintKeys(draw.Crop(c, 60, 0, 0, 16-c.Max.Y), 90, keys...)
	})
}

// wholeTicks are at most seven ticks at round whole numbers, from 0 on.
type wholeTicks struct{}

// Ticks implements [plot.Ticker].
func (wholeTicks) Ticks(_, high float64) []plot.Tick {
	step := 1.0
	for i := 0; step*6 < high; i++ {
		step *= []float64{2, 2.5, 2}[i%3] // 1, 2, 5, 10, ...
	}
	var ticks []plot.Tick
	for at := 0.0; at <= high; at += step {
		ticks = append(ticks, plot.Tick{Value: at, Label: fmt.Sprintf("%.0f", at)})
	}
	return ticks
}

// bars are means at 0, 1, 2, ..., each with its range where the values differ.
type bars struct {
	color           color.Color
	width, shift    float64
	mean, low, high []float64
}

// Plot implements [plot.Plotter].
func (b bars) Plot(c draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&c)
	for i, mean := range b.mean {
		at := float64(i) + b.shift
		left, right := x(at-b.width/2), x(at+b.width/2)
		c.FillPolygon(b.color, []vg.Point{{X: left, Y: y(0)}, {X: left, Y: y(mean)}, {X: right, Y: y(mean)}, {X: right, Y: y(0)}})
		if b.low[i] < b.high[i] {
			term.PaintRange(c, draw.LineStyle{Color: color.Black, Width: 0.6}, x(at), y(b.low[i]), y(b.high[i]), 1.5)
		}
	}
}
