package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// syntheticRow is what is printed of a learner's run.
type syntheticRow struct {
	runRow
	Table        *string      `json:"table"`
	Theta        *term.Number `json:"theta"`
	BiasFree     *bool        `json:"bias_free"`
	Published    *published   `json:"published"`
	Run          int          `json:"run"`
	Seed         uint64       `json:"seed"`
	AtRest       bool         `json:"at_rest"`
	GammaStar    term.Number  `json:"gamma_star"`
	Ratio        term.Number  `json:"ratio"`
	GammaLifted  term.Number  `json:"gamma_lifted"`
	MarginLifted term.Number  `json:"margin_lifted"`
	RatioLifted  term.Number  `json:"ratio_lifted"`
	MarginBound  term.Number  `json:"margin_bound"`
	UpdatesBound term.Number  `json:"updates_bound"`
	Violated     []string     `json:"violated"`
}

// run runs the learners on the data of a run.
func (c *syntheticCmd) run(ctx context.Context, run int) ([]syntheticRow, error) {
	set, _, err := c.cube(run).Generate()
	if err != nil {
		return nil, err
	}
	view := theory.View{Origin: true, Lift: 1}
	survey := maxmargin.NewSurvey(set.Examples, set.Dim, maxmargin.Options{})
	plain, err := margins(ctx, survey, theory.View{}, set.Name)
	if err != nil {
		return nil, err
	}
	geo, err := margins(ctx, survey, view, set.Name)
	if err != nil {
		return nil, err
	}
	lifted, _ := view.Of(set.Examples, set.Dim)
	var rows []syntheticRow
	for _, name := range c.learners(run) {
		spec, err := algos.Parse(name)
		if err != nil {
			return nil, err
		}
		passes := c.MaxPasses
		if name == neverRests {
			passes = c.Pegasos
		}
		r, err := spec.RunToRest(ctx, set.Examples, set.Dim, passes)
		if err != nil {
			return nil, err
		}
		margin := r.Classifier.Margin(set.Examples)
		inView := theory.Classifier{W: append(slices.Clone(r.Classifier.W), r.Classifier.B/view.Lift)}.Margin(lifted)
		row := syntheticRow{
			runRow: runRow{
				Learner: name, Params: params(spec), Examples: len(set.Examples), Dim: set.Dim,
				Passes: r.Passes, Mistakes: r.Mistakes, Updates: r.Updates, Steps: r.Passes * len(set.Examples),
				Margin: term.Number(margin), Tau: term.Number(math.NaN()), Gamma: term.Number(r.Gamma), Seconds: term.Number(r.Seconds), Data: set.Name, Norm: nameOf(nil),
			},
			Run: run + 1, Seed: c.Seed + uint64(run), AtRest: r.AtRest,
			GammaStar: term.Number(plain.Gamma), Ratio: term.Number(margin / plain.Gamma),
			GammaLifted: term.Number(geo.Gamma), MarginLifted: term.Number(inView), RatioLifted: term.Number(inView / geo.Gamma),
		}
		row.judge(&r.Trace, theory.Evidence{Geometry: geo, Margin: inView, AtRest: r.AtRest})
		rows = append(rows, row)
	}
	return rows, nil
}

// margins is the geometry of a run's data in a view, where they are separable.
func margins(ctx context.Context, survey *maxmargin.Survey, view theory.View, data string) (theory.Geometry, error) {
	geo, err := survey.Geometry(ctx, view)
	if err == nil && !geo.Separable {
		err = errors.New(separability(view, false))
	}
	if err != nil {
		return theory.Geometry{}, fmt.Errorf("%s: %w", data, err)
	}
	return geo, nil
}

// judge holds the run against the proved theorems on its updates and on its
// margin at rest. The evidence is in the view that they speak of.
func (r *syntheticRow) judge(tr *theory.Trace, ev theory.Evidence) {
	r.MarginBound, r.UpdatesBound, r.Violated = term.Number(math.NaN()), term.Number(math.NaN()), []string{}
	for _, g := range theory.Table() {
		bounds := map[string]*term.Number{theory.RestMargin.Name: &r.MarginBound, theory.Updates.Name: &r.UpdatesBound}[g.Quantity.Name]
		if bounds == nil || !g.Applies(tr) || g.Status != theory.Proved || g.AnyStream {
			continue
		}
		v := g.Check(tr, ev)
		if !v.Silent {
			*bounds = term.Number(v.Bound)
		}
		if !v.Holds {
			r.Violated = append(r.Violated, g.ID)
		}
	}
}
