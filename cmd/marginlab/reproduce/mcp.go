package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// MCP returns Figure 3 of BH16.
func MCP() Experiment {
	return Experiment{
		Name: "mcp", Text: mcpText, Data: "mnist", Learners: "mcp,pa,a-romma", Runs: 20, Quick: 2, Plan: mcpPlan,
	}
}

const mcpText = `Figure 3 of BH16, the paper on the maximum cosine Perceptron (MCP): for each digit of MNIST, a learner of that digit against the rest goes once through the images, without a kernel. The images come in 60 buckets of 1000, which are permuted as wholes, in the same way for every learner. The numbers are those of the test images that it then gets wrong: the mean over the permutations, with the range from the least to the greatest. The paper shows these numbers as bars only, and says that MCP does better than PA and aggressive ROMMA. --quick takes the first 1000 images. The figure is mnist-figure-3.svg.

More JSON keys: digit tests errors. published is null.`

func mcpPlan(_ context.Context, o Options) (*Plan, error) {
	learners, err := o.online()
	if err != nil {
		return nil, err
	}
	train, test, err := images(benchdata.MNIST, o, 1000)
	if err != nil {
		return nil, err
	}
	plan := &Plan{Figures: map[string]func([]Row) chart.Figure{"mnist-figure-3.svg": mnistFigure3}}
	for digit := range train.Classes {
		learn, tests := train.Against(digit), test.Against(digit)
		for _, seed := range o.seeds() {
			plan.Cells = append(plan.Cells, Cell{
				Name: fmt.Sprintf("digit %d, seed %d", digit, seed), Work: 1,
				Run: func(ctx context.Context, done func(int)) ([]Row, error) {
					defer done(1)
					return mcpRun(ctx, learners, digit, learn, tests, train.Dim, seed)
				},
			})
		}
	}
	columns := []Column{text(term.Right("digit"), func(r Row) any { return int(r.value("digit")) })}
	for _, l := range learners {
		of := Quantity{Head: l.String(), Key: "errors", Format: "%.0f", Middle: mean,
			Of: func(r Row) bool { return r.Learner == l.String() }}
		columns = append(columns, of.here())
	}
	plan.Tables = []Pivot{{
		Title: fmt.Sprintf("Figure 3 of BH16: errors on %d images after one pass through %d, "+
			"a digit against the rest; %s",
			len(test.Examples), len(train.Examples), term.Range("seed", o.Seed, o.Runs)),
		Line:    func(r Row) string { return r.Data },
		Columns: append(columns, Column{term.Left("fewest"), fewestErrors}),
	}}
	return plan, nil
}

// mcpRun lets each learner go once through the images of a digit against the rest, and tests it.
func mcpRun(ctx context.Context, learners []*algos.Spec, digit int, learn, tests []theory.Example, dim int,
	seed uint64) (rows []Row, err error) {
	examples := shuffleBuckets(learn, seed)
	for _, spec := range learners {
		tr, err := spec.Run(ctx, dim, slices.Values(examples))
		if err != nil {
			return nil, err
		}
		row := Row{
			RunRow: term.TraceRow(tr, spec, fmt.Sprintf("mnist, %d against the rest", digit), len(examples), dim, 1),
			Seed:   seed, Asked: spec.String(), Shown: spec.String(), Table: new("Figure 3"),
		}
		row.Shuffle = &seed
		wrong := 0.
		for _, e := range tests {
			if theory.Sign(tr.Classifier.Score(e.X)) != e.Y {
				wrong++
			}
		}
		row.set("digit", float64(digit), "tests", float64(len(tests)), "errors", wrong)
		rows = append(rows, row)
	}
	return rows, nil
}

// shuffleBuckets returns the images in the order of a run: whole buckets of 1000 are permuted (BH16, Section 5).
func shuffleBuckets(images []theory.Example, seed uint64) (examples []theory.Example) {
	const bucket = 1000
	for order := range benchdata.Permutations((len(images)+bucket-1)/bucket, 1, seed) {
		for _, b := range order {
			examples = append(examples, images[b*bucket:min(len(images), (b+1)*bucket)]...)
		}
	}
	return examples
}

// fewestErrors returns the learners with the fewest errors on average.
func fewestErrors(rows []Row) any {
	_, learners := leastMean(rows, byLearner, "errors")
	return strings.Join(learners, ", ")
}
