package reproduce

import (
	"context"
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Adult returns Tables 2, 3 and 4 and Figure 1 of HKNS25.
func Adult() Experiment {
	return Experiment{
		Name: "adult", Text: adultText, Data: "adult", Runs: 5, Quick: 1,
		Learners: "n-omm,ce-omm,e-omm,romma,a-romma,pumma,perceptron,alma,mcp",
		Plan: func(ctx context.Context, o Options) (*Plan, error) {
			if o.Quick {
				return adultGrid{theta: []float64{0}, passes: []int{1}}.plan(ctx, o)
			}
			return adultGrid{theta: []float64{0, 0.25, 0.5, 0.75, 1}, passes: []int{1, 5}}.plan(ctx, o)
		},
	}
}

const adultText = `HKNS25 is Ho-Nguyen, Kilinc-Karzan, Nguyen and Shen, Efficient Online Large-Margin Classification via Dual Certificates. Its Section B.1 makes the data from the raw files: it drops the rows with a missing value, makes k-1 dummy variables of an attribute with k levels, standardises, and removes what a linear SVM misclassifies or leaves within 0.01 of its boundary, so that the rest is separable. Section B.2 then sets the margin gamma* to 1, the bias to 0 or not, and the distance of the data from the origin by theta. Table 3 is after one pass, Table 2 is the part of it with theta = 0, and Table 4 is after five passes. --quick prints Table 2.

The paper ran one random permutation and does not name its seed. This command runs several, and shows their median with their range. Margins are fractions of gamma*. A dash means that there is none: the last classifier does not separate the data, or, for tau, no classifier did. Where b* is not 0, perceptron, alma and mcp learn from the data with a coordinate 1 appended, romma and a-romma with a coordinate -Dbar, as in Section B.3. Any other learner runs as given, n-omm through one pass alone. Runs are timed while others run, one on each core.

Figure 1 (figure1.svg) shows the runs of one pass in every variant: lines join the medians, and open marks are the paper's numbers.

More JSON keys: positives d d_bar bias, of the data. published holds the paper's mistakes margin tau seconds.`

// adultGrid has the variants of the data, and the numbers of passes after which the learners are measured.
type adultGrid struct {
	theta  []float64
	passes []int
}

func (g adultGrid) plan(ctx context.Context, o Options) (*Plan, error) {
	learners, err := o.online()
	if err != nil {
		return nil, err
	}
	data, err := ReadAdult(ctx, o.Data)
	if err != nil {
		return nil, err
	}
	plan := &Plan{About: data.print, Paper: readReports("adult"),
		Figures: map[string]func([]Row) chart.Figure{"figure1.svg": figure1}}
	columns, total := []Column{learner()}, 0
	for _, q := range adultQuantities() {
		columns = append(columns, q.beside()...)
	}
	for _, passes := range g.passes {
		total += passes
		plan.Tables = append(plan.Tables, Pivot{
			Rows: func(rows []Row) []Row {
				return selectRows(rows, func(r Row) bool { return r.value("pass") == float64(passes) })
			},
			Split: byCell, Line: byAsked, Columns: columns,
			About: func(rows []Row) string { return plan.Paper.adult(rows[0]) },
			Title: fmt.Sprintf("; %s, %s", term.Count(passes, "pass", "passes"),
				term.Range("permutation", o.Seed, o.Runs)),
		})
	}
	for _, theta := range g.theta {
		for _, biasFree := range []bool{true, false} {
			plan.Cells = append(plan.Cells, Cell{
				Name: fmt.Sprintf("theta = %v, bias_free = %v, %s", theta, biasFree,
					term.Range("seed", o.Seed, o.Runs)),
				Work: o.Runs * len(learners) * total,
				Run: func(ctx context.Context, done func(int)) ([]Row, error) {
					return data.Variant(theta, biasFree).run(ctx, learners, o, g.passes, done)
				},
			})
		}
	}
	return plan, nil
}

// adult describes the variant of a row beside the paper's variant.
func (of reports) adult(r Row) string {
	head := fmt.Sprintf("theta = %v, b* = %.4f, Dbar/D = %.4f", *r.Theta, r.value("bias")+0,
		r.value("d_bar")/r.value("d"))
	if paper, is := of[[2]string{r.Cell, ""}]; is {
		return fmt.Sprintf("%s of HKNS25: %s (paper: b* = %s, Dbar/D = %s)", paper.table, head,
			paper.reported["bias"], paper.reported["ratio"])
	}
	return head
}

func adultQuantities() []Quantity {
	return []Quantity{
		{Head: "mistakes", Key: "mistakes", Format: "%.0f", Drop: 4},
		{Head: "margin", Key: "margin", Format: "%.4f", Drop: 3},
		{Head: "tau", Key: "tau", Format: "%.0f", None: math.Inf(1), Drop: 2},
		{Head: "seconds", Key: "seconds", Format: "%.3f", Drop: 1},
	}
}

// AdultData is the data set of HKNS25, Section B.1, with margin 1, and its certificate.
type AdultData struct {
	facts       benchdata.AdultFacts
	geometry    theory.Geometry // before the margin was normalised
	examples    []theory.Example
	certificate benchdata.Certificate
	bias        float64
}

// ReadAdult makes the data set from the raw files in a folder.
func ReadAdult(ctx context.Context, dir string) (*AdultData, error) {
	examples, facts, err := benchdata.Adult(ctx, dir)
	if err != nil {
		return nil, err
	}
	s, err := maxmargin.Solve(ctx, examples, facts.Columns, maxmargin.Options{})
	if err != nil {
		return nil, err
	}
	a := &AdultData{facts: facts, geometry: theory.Diameters(examples, facts.Columns), bias: s.Classifier.B}
	a.geometry.Gamma = s.Gamma
	a.examples, a.certificate = benchdata.NormaliseMargin(examples, benchdata.Certificate{
		W: s.Classifier.W, Gamma: s.Gamma, Plus: s.Plus, Minus: s.Minus,
	})
	return a, nil
}

// print prints the facts of the data beside those of the paper.
func (a *AdultData) print(w *term.Out) {
	g := term.NewTable(term.Left(""), term.Right("HKNS25"), term.Right("here"))
	g.Row("complete rows", "", a.facts.Complete)
	g.Row("columns", 96, a.facts.Columns)
	g.Row("kept, separable", 35508, a.facts.Kept)
	g.Row("of these +1, %", "27.11", fmt.Sprintf("%.2f", 100*float64(a.facts.Positives)/float64(a.facts.Kept)))
	g.Row("D", "220.43", fmt.Sprintf("%.4f", a.geometry.D))
	g.Row("gamma* before it is made 1", "", term.Number(a.geometry.Gamma))
	g.Row("b*", "-0.2848", fmt.Sprintf("%.4f", a.bias))
	g.Print(w)
}

// AdultVariant is a variant of the data set.
type AdultVariant struct {
	theta    float64
	biasFree bool
	Set      *benchdata.Set
	geometry theory.Geometry // with the bias that the transformations gave it
}

// Variant scales the features by theta, after it has moved the data so that b* = 0 if biasFree is true.
func (a *AdultData) Variant(theta float64, biasFree bool) AdultVariant {
	examples, certificate, bias := a.examples, a.certificate, a.bias
	if biasFree {
		examples, certificate = benchdata.RemoveBias(examples, certificate)
		bias = 0
	}
	examples, _ = benchdata.ScaleFeatures(examples, certificate, theta)
	set := &benchdata.Set{Name: fmt.Sprintf("adult(theta=%v,bias_free=%v)", theta, biasFree), Examples: examples,
		Dim: a.facts.Columns}
	v := AdultVariant{theta, biasFree, set, theory.Diameters(examples, set.Dim)}
	v.geometry.Bias = bias
	return v
}

// run runs every learner on every permutation of the variant, for each number of passes, each pass in a new
// permutation. N-OMM makes only one pass, as it does not update after that (HKNS25, Section B.4).
func (v AdultVariant) run(ctx context.Context, learners []*algos.Spec, o Options, passes []int,
	done func(int)) (rows []Row, err error) {
	g, data := v.geometry, trial.NewData(v.Set.Name, v.Set.Examples, v.Set.Dim)
	for _, n := range passes {
		for _, learner := range learners {
			spec, shown := v.asPublished(learner)
			times := n
			if spec.Kind.OnePass {
				times = 1
			}
			for _, seed := range o.seeds() {
				r, err := data.Run(ctx, spec, trial.Options{Counts: true,
					Passes: benchdata.Permutations(len(v.Set.Examples), times, seed)})
				if err == nil {
					err = r.Stop
				}
				if err != nil {
					return nil, fmt.Errorf("%s on %s: %w", spec, v.Set.Name, err)
				}
				row := Row{RunRow: term.RunRowOf(r, data, times, &seed), Seed: seed, Theta: &v.theta,
					BiasFree: &v.biasFree, Asked: learner.String(), Shown: shown,
					Cell: fmt.Sprintf("passes=%d theta=%v bias_free=%v", n, v.theta, v.biasFree)}
				row.set("positives", float64(g.Positives), "d", g.D, "d_bar", g.DBar, "bias", g.Bias, "pass", float64(n))
				rows = append(rows, row)
				done(n)
			}
		}
	}
	return rows, nil
}

// asPublished returns the learner as HKNS25 runs it on the variant, and the expression to show for it. Where the data
// need a bias, the paper appends a constant coordinate for learners through the origin (Section B.3).
func (v AdultVariant) asPublished(learner *algos.Spec) (spec *algos.Spec, shown string) {
	if v.biasFree || learner.Bias != 0 {
		return learner, learner.String()
	}
	switch learner.Kind.Name {
	case "romma", "a-romma":
		return learner.Lifted(-v.geometry.DBar), fmt.Sprintf("bias(%s,-Dbar)", learner)
	case "perceptron", "alma", "mcp":
		return learner.Lifted(1), fmt.Sprintf("bias(%s,1)", learner)
	}
	return learner, learner.String()
}
