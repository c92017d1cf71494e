package normalized

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"marginlab/algos/expr"
	"marginlab/algos/maxmargin"
	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// algorithmRow is what is printed of an algorithm's run on a cone.
type algorithmRow struct {
	reproduce.Row[publishedRate]
	Sweep        string       `json:"sweep"`
	Run          int          `json:"run"`
	Seed         uint64       `json:"seed"`
	Rho          term.Number  `json:"rho"`
	GammaStar    term.Number  `json:"gamma_star"`
	MarginRatio  term.Number  `json:"margin_ratio"`
	UpdatesBound term.Number  `json:"updates_bound"`
	BoundRatio   term.Number  `json:"bound_ratio"`
	Held         int          `json:"held"`
	Violated     []string     `json:"violated"`
	Eps          *term.Number `json:"eps"` // null of a separable cone

	cell cell
}

// publishedRate is the theorem on the iterations of an algorithm.
type publishedRate struct {
	Claim   string      `json:"claim"`
	Source  string      `json:"source"`
	Updates term.Number `json:"updates"` // the bound
}

// algorithms are the algorithms that are run in a sweep, each with the parameter that says
// when it ends.
func algorithms(sweep string) [][2]string {
	if (cell{sweep: sweep}).dual() {
		return [][2]string{{"nvn", "eps"}, {"snkp-vn", "delta"}, {"isnkp-vn", "eps"}, {"isnkp", "eps"}}
	}
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
	var rows []algorithmRow
	for _, a := range algorithms(overRho) {
		row, verdicts, err := runOn(ctx, set, fmt.Sprintf("%s(%s=%v)", a[0], a[1], cone.Margin/2), evidence)
		if err != nil {
			return nil, err
		}
		row.Seed, row.Rho, row.GammaStar = cone.Seed, term.Number(cone.Margin), term.Number(geo.Gamma)
		row.MarginRatio = row.Margin / row.GammaStar
		row.judge(verdicts)
		rows = append(rows, row)
	}
	return rows, nil
}

// runOn runs an algorithm on the data, and returns the row with what does not depend on the
// sweep, and what the theorems say.
func runOn(ctx context.Context, set *benchdata.Set, algorithm string, evidence func(theory.View) (theory.Evidence, error)) (algorithmRow, []theory.Verdict, error) {
	var row algorithmRow
	spec, err := registry.Parse(algorithm)
	if err != nil {
		return row, nil, err
	}
	points, err := normalized.NewLinear(set.Examples, set.Dim)
	if err != nil {
		return row, nil, err
	}
	r, tr, stopped := normalized.Solve(ctx, spec, points, nil)
	if stopped != nil && !errors.As(stopped, new(*normalized.LimitError)) {
		return row, nil, fmt.Errorf("%s: %w", set.Name, stopped)
	}
	row.RunRow = term.TraceRow(tr, spec, set.Name, len(set.Examples), set.Dim, 1)
	row.Updates, row.Margin = r.Iterations, term.Number(tr.Classifier.Margin(set.Examples))
	if r.Certificate != normalized.None {
		row.Certificate = new(string(r.Certificate))
	}
	if stopped != nil {
		row.Stopped = new(stopped.Error())
	}
	verdicts, err := theory.Verdicts(ctx, &tr, evidence)
	if err != nil {
		return row, nil, fmt.Errorf("%s: %w", set.Name, err)
	}
	return row, verdicts, nil
}

// noSeparator is listed among the violated theorems where a run found no separator: it
// gave up, which it does at twice its bound or later, or found something else. The
// theorems on the iterations may be silent on a run that has not ended.
const noSeparator = "no separator"

// judge counts the proved theorems that hold of the run, and publishes the lowest bound
// on its iterations by ρ.
func (r *algorithmRow) judge(verdicts []theory.Verdict) {
	var lowest *theory.Verdict
	r.Held, r.Violated, lowest = reproduce.Judge(verdicts, "updates", "call_updates")
	r.publish(lowest)
	if r.Certificate == nil || *r.Certificate != string(normalized.Separator) {
		r.Violated = append(r.Violated, noSeparator)
	}
}

// publish puts the bound of a theorem on the row, nil for none.
func (r *algorithmRow) publish(v *theory.Verdict) {
	r.UpdatesBound, r.BoundRatio = term.Missing(), term.Missing()
	if v != nil {
		r.UpdatesBound = term.Number(v.Bound)
		r.BoundRatio = term.Number(r.Updates) / r.UpdatesBound
		claim, _, _ := strings.Cut(v.Guarantee.Claim, " where ") // the side of the data meets the condition
		r.Published = &publishedRate{claim, v.Guarantee.Source, r.UpdatesBound}
	}
}

// Verdict implements [reproduce.Checked].
func (r algorithmRow) Verdict() (held int, violated []string, run string) {
	return r.Held, r.Violated, r.Learner + " on " + r.Data
}
