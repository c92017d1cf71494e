package normalized

import (
	"context"
	"errors"
	"fmt"

	"marginlab/algos/maxmargin"
	"marginlab/algos/normalized"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/expr"
)

// algorithmRow is what is printed of an algorithm's run on a cone.
type algorithmRow struct {
	reproduce.Row[publishedRate]
	Sweep        string      `json:"sweep"`
	Run          int         `json:"run"`
	Seed         uint64      `json:"seed"`
	Rho          term.Number `json:"rho"`
	GammaStar    term.Number `json:"gamma_star"`
	MarginRatio  term.Number `json:"margin_ratio"`
	UpdatesBound term.Number `json:"updates_bound"`
	BoundRatio   term.Number `json:"bound_ratio"`
	Held         int         `json:"held"`
	Violated     []string    `json:"violated"`

	cell coneCell
}

// publishedRate is the theorem on the iterations of an algorithm.
type publishedRate struct {
	Claim   string      `json:"claim"`
	Source  string      `json:"source"`
	Updates term.Number `json:"updates"` // the bound
}

// algorithms are the algorithms that are run, each with the parameter that says when it
// gives up.
func algorithms() [][2]string {
	return [][2]string{{"nkp", "margin"}, {"snkp", "margin"}, {"nvn", "eps"}, {"snkp-vn", "delta"}}
}

// algorithm is the name of the row's algorithm without parameters.
func (r algorithmRow) algorithm() string {
	e, _ := expr.Parse(r.Learner) // the String of a learner
	return e.Name
}

// asPlanted is an error if the normalised margin that the solver certifies differs from
// the planted one by more than the solver's relative accuracy of 1e-9.
func asPlanted(cone benchdata.Cone, geo theory.Geometry) error {
	const accuracy = 1e-9
	if geo.Lower >= cone.Margin*(1-accuracy) && geo.Gamma <= cone.Margin*(1+accuracy) {
		return nil
	}
	return fmt.Errorf("%v: the normalised margin is from %v to %v, expected the planted %v", cone, geo.Lower, geo.Gamma, cone.Margin)
}

// runOnCone runs the algorithms on a cone, and checks the proved theorems on each run.
func runOnCone(ctx context.Context, cone benchdata.Cone) ([]algorithmRow, error) {
	set, _, err := cone.Generate()
	if err != nil {
		return nil, err
	}
	survey := maxmargin.NewSurvey(set.Examples, set.Dim, maxmargin.Options{})
	geo, err := reproduce.Geometry(ctx, survey, theory.View{Origin: true, Normalised: true}, set.Name)
	if err != nil {
		return nil, err
	}
	if err := asPlanted(cone, geo); err != nil {
		return nil, err
	}
	evidence := func(v theory.View) (theory.Evidence, error) {
		geo, err := survey.Geometry(ctx, v)
		return theory.Evidence{Geometry: geo}, err
	}
	points, err := normalized.NewLinear(set.Examples, set.Dim)
	if err != nil {
		return nil, err
	}
	var rows []algorithmRow
	for _, a := range algorithms() {
		spec, err := normalized.Parse(fmt.Sprintf("%s(%s=%v)", a[0], a[1], cone.Margin/2))
		if err != nil {
			return nil, err
		}
		r, tr, stopped := normalized.Solve(ctx, spec, points, nil)
		limit := (*normalized.LimitError)(nil)
		if stopped != nil && !errors.As(stopped, &limit) {
			return nil, fmt.Errorf("%s: %w", set.Name, stopped)
		}
		row := algorithmRow{
			Seed: cone.Seed, Rho: term.Number(cone.Margin), GammaStar: term.Number(geo.Gamma),
		}
		row.RunRow = term.RunRowOf(tr, spec, set.Name, cone.Examples, cone.Dim, 1)
		row.Updates, row.Margin = r.Iterations, term.Number(tr.Classifier.Margin(set.Examples))
		row.MarginRatio = row.Margin / row.GammaStar
		if r.Certificate != normalized.None {
			row.Certificate = new(string(r.Certificate))
		}
		if stopped != nil {
			row.Stopped = new(stopped.Error())
		}
		verdicts, err := theory.Verdicts(&tr, evidence)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", set.Name, err)
		}
		row.judge(verdicts, r.Certificate)
		rows = append(rows, row)
	}
	return rows, nil
}

// noSeparator is listed among the violated theorems where a run found no separator: it
// gave up, which it does at twice its bound or later, or found something else. The
// theorems on the iterations may be silent on a run that has not ended.
const noSeparator = "no separator"

// judge counts the proved theorems that hold of the run, and publishes the lowest bound
// on its iterations by ρ.
func (r *algorithmRow) judge(verdicts []theory.Verdict, found normalized.Certificate) {
	r.UpdatesBound, r.BoundRatio = term.Missing(), term.Missing()
	var lowest *theory.Verdict
	r.Held, r.Violated, lowest = reproduce.Judge(verdicts, theory.Updates, theory.CallIterations)
	if lowest != nil {
		r.UpdatesBound = term.Number(lowest.Bound)
		r.BoundRatio = term.Number(r.Updates) / r.UpdatesBound
		r.Published = &publishedRate{lowest.Guarantee.Claim, lowest.Guarantee.Source, r.UpdatesBound}
	}
	if found != normalized.Separator {
		r.Violated = append(r.Violated, noSeparator)
	}
}

// Verdict implements [reproduce.Checked].
func (r algorithmRow) Verdict() (held int, violated []string, run string) {
	return r.Held, r.Violated, r.Learner + " on " + r.Data
}
