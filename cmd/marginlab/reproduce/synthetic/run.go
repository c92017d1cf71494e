package synthetic

import (
	"context"
	"math"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// learnerRow is what is printed of a learner's run.
type learnerRow struct {
	reproduce.Row[struct{}]
	Run          int         `json:"run"`
	Seed         uint64      `json:"seed"`
	AtRest       bool        `json:"at_rest"`
	GammaStar    term.Number `json:"gamma_star"`
	Ratio        term.Number `json:"ratio"`
	GammaLifted  term.Number `json:"gamma_lifted"`
	MarginLifted term.Number `json:"margin_lifted"`
	RatioLifted  term.Number `json:"ratio_lifted"`
	MarginBound  term.Number `json:"margin_bound"`
	UpdatesBound term.Number `json:"updates_bound"`
	Violated     []string    `json:"violated"`

	held int
}

// run runs the learners on the data of one run.
func (c *Command) run(ctx context.Context, run int) ([]learnerRow, error) {
	set, _, err := c.cube(run).Generate()
	if err != nil {
		return nil, err
	}
	view := theory.View{Origin: true, Lift: 1}
	unit := theory.View{Origin: true, Lift: 1, Normalised: true}
	survey := maxmargin.NewSurvey(set.Examples, set.Dim, maxmargin.Options{})
	plain, err := reproduce.Geometry(ctx, survey, theory.View{}, set.Name)
	if err != nil {
		return nil, err
	}
	geometry, examples := map[theory.View]theory.Geometry{}, map[theory.View][]theory.Example{}
	for _, v := range []theory.View{view, unit} {
		if geometry[v], err = reproduce.Geometry(ctx, survey, v, set.Name); err != nil {
			return nil, err
		}
		examples[v], _ = v.Of(set.Examples, set.Dim)
	}
	var rows []learnerRow
	for _, name := range c.learners(run) {
		spec, err := algos.Parse(name)
		if err != nil {
			return nil, err
		}
		view := view
		if spec.Kind.Normalises { // its theorems are on (x, 1) of length 1
			view = unit
		}
		geo, passes := geometry[view], c.MaxPasses
		if spec.Kind.Restless {
			passes = c.Pegasos
		}
		r, err := spec.RunToRest(ctx, set.Examples, set.Dim, passes)
		if err != nil {
			return nil, err
		}
		margin, inView := r.Classifier.Margin(set.Examples), view.Classifier(r.Classifier).Margin(examples[view])
		row := learnerRow{
			Run: run + 1, Seed: c.Seed + uint64(run), AtRest: r.AtRest,
			GammaStar: term.Number(plain.Gamma), Ratio: term.Number(margin / plain.Gamma),
			GammaLifted: term.Number(geo.Gamma), MarginLifted: term.Number(inView), RatioLifted: term.Number(inView / geo.Gamma),
		}
		row.RunRow = term.TraceRow(r.Trace, spec, set.Name, len(set.Examples), set.Dim, r.Passes)
		row.Learner, row.Margin = name, term.Number(margin)
		row.judge(&r.Trace, theory.Evidence{Geometry: geo, Margin: inView, AtRest: r.AtRest})
		rows = append(rows, row)
	}
	return rows, nil
}

// judge checks the proved theorems on the updates of the run and on its margin at rest.
// The evidence is in the view for which they are stated.
func (r *learnerRow) judge(tr *theory.Trace, ev theory.Evidence) {
	r.MarginBound, r.UpdatesBound = term.Missing(), term.Missing()
	var verdicts []theory.Verdict
	for _, g := range theory.Table() {
		bound := map[string]*term.Number{"rest_margin": &r.MarginBound, "updates": &r.UpdatesBound}[g.Quantity()]
		if bound == nil || !g.Applies(tr) || g.Status != theory.Proved || g.AnyStream() || g.Unlifted() {
			continue
		}
		v := g.Check(tr, ev)
		if known := float64(*bound); !v.Silent() && (math.IsNaN(known) || g.AtLeast() == (v.Bound > known)) { // the sharpest
			*bound = term.Number(v.Bound)
		}
		verdicts = append(verdicts, v)
	}
	r.held, r.Violated, _ = reproduce.Judge(verdicts)
}

// Verdict implements [reproduce.Checked].
func (r learnerRow) Verdict() (held int, violated []string, run string) {
	return r.held, r.Violated, r.Learner + " on " + r.Data
}
