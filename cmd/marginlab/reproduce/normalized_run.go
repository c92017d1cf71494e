package reproduce

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"marginlab/algos/expr"
	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/algos/trial"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// algorithm is the name of the row's algorithm without parameters.
func algorithm(r Row) string {
	e, _ := expr.Parse(r.Learner) // the String of a learner
	return e.Name
}

// run runs the algorithms of the sweep, and checks the proved theorems on each run.
func (s setting) run(ctx context.Context) (rows []Row, err error) {
	if dual(s.sweep) {
		return s.runAround(ctx)
	}
	set, _, err := s.cone.Generate()
	if err != nil {
		return nil, err
	}
	survey := trial.NewSurvey(set.Examples, set.Dim)
	geo, err := separable(ctx, survey, theory.View{Origin: true, Normalised: true}, set.Name)
	if err != nil {
		return nil, err
	}
	if err := asPlanted(s.cone, geo); err != nil {
		return nil, err
	}
	evidence := func(v theory.View) (theory.Evidence, error) {
		geo, err := survey.Geometry(ctx, v)
		return theory.Evidence{Geometry: geo}, err
	}
	for _, a := range algorithms(s.sweep) {
		row, verdicts, err := runOn(ctx, set, fmt.Sprintf("%s(%s=%v)", a[0], a[1], s.cone.Margin/2), evidence)
		if err != nil {
			return nil, err
		}
		row.Seed = s.cone.Seed
		row.set("rho", s.cone.Margin, "gamma_star", geo.Gamma, "margin_ratio", float64(row.Margin)/geo.Gamma, "eps",
			nil)
		row.judgeIterations(verdicts, normalized.Separator, func(g theory.Guarantee) bool {
			return (g.Quantity == "updates" || g.Quantity == "call_updates") && g.NeedsMargin()
		})
		rows = append(rows, row)
	}
	return rows, nil
}

// asPlanted is an error if the normalised margin that the solver certifies differs from the planted one by more than
// the solver's relative accuracy of 1e-9.
func asPlanted(cone benchdata.Cone, geo theory.Geometry) error {
	const accuracy = 1e-9
	if geo.Lower >= cone.Margin*(1-accuracy) && geo.Gamma <= cone.Margin*(1+accuracy) {
		return nil
	}
	return fmt.Errorf("%v: the normalised margin is from %v to %v, expected the planted %v", cone, geo.Lower,
		geo.Gamma, cone.Margin)
}

// runAround runs the algorithms on points around the origin until they have an ε-solution. The bound is the lowest on
// all iterations; SNKPVN makes one call, so that a bound of a call is one of the run.
func (s setting) runAround(ctx context.Context) (rows []Row, err error) {
	set, err := s.around.Generate()
	if err != nil {
		return nil, err
	}
	points, err := normalized.NewLinear(set.Examples, set.Dim)
	if err != nil {
		return nil, err
	}
	radius := normalized.Inradius(points)
	if radius == 0 && s.sweep == overAround { // the facets are too many
		radius = s.around.Depth * (1 - depthAccuracy/2)
	}
	if err := asDeep(s.around, radius); err != nil {
		return nil, err
	}
	survey := trial.NewSurvey(set.Examples, set.Dim)
	evidence := func(v theory.View) (theory.Evidence, error) {
		geo, err := survey.Geometry(ctx, v)
		return theory.Evidence{Geometry: geo, Inradius: radius}, err
	}
	for _, a := range algorithms(s.sweep) {
		row, verdicts, err := runOn(ctx, set, fmt.Sprintf("%s(%s=%v)", a[0], a[1], s.eps), evidence)
		if err != nil {
			return nil, err
		}
		row.Seed = s.around.Seed
		row.set("rho", -radius, "gamma_star", 0., "margin_ratio", nil, "eps", s.eps)
		row.judgeIterations(verdicts, normalized.Combination, func(g theory.Guarantee) bool {
			return g.Quantity == "updates" || g.Quantity == "call_updates" && a[0] == "snkp-vn"
		})
		rows = append(rows, row)
	}
	return rows, nil
}

// depthAccuracy is how near the planted |ρ| rounding leaves the radius, relatively.
const depthAccuracy = 1e-6

// asDeep is an error if the facets of the hull are not at the planted distance.
func asDeep(a benchdata.Around, radius float64) error {
	if math.Abs(radius-a.Depth) <= depthAccuracy*a.Depth {
		return nil
	}
	return fmt.Errorf("%v: the radius is %v, expected the planted %v", a, radius, a.Depth)
}

// runOn runs an algorithm on the data, and returns the row with what does not depend on the sweep, and what the
// theorems say.
func runOn(ctx context.Context, set *benchdata.Set, algorithm string,
	evidence func(theory.View) (theory.Evidence, error)) (row Row, verdicts []theory.Verdict, err error) {
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
	verdicts, err = theory.Verdicts(ctx, &tr, evidence)
	if err != nil {
		return row, nil, fmt.Errorf("%s: %w", set.Name, err)
	}
	return row, verdicts, nil
}

// judgeIterations judges a run, and publishes the lowest bound on its iterations. Where it found nothing, "no separator"
// or "no combination" is violated: it gave up, which it does at twice its bound or later, or found something else. The
// theorems on the iterations may be silent on a run that has not ended.
func (r *Row) judgeIterations(verdicts []theory.Verdict, expected normalized.Certificate,
	is func(theory.Guarantee) bool) {
	r.set("updates_bound", nil, "bound_ratio", nil)
	if v := r.judge(verdicts, is); v != nil {
		r.set("updates_bound", v.Bound, "bound_ratio", float64(r.Updates)/v.Bound)
		claim, _, _ := strings.Cut(v.Guarantee.Claim, " where ") // the side of the data meets the condition
		r.Published = Reported{"claim": claim, "source": v.Guarantee.Source, "updates": fmt.Sprint(v.Bound)}
	}
	if r.Certificate == nil || *r.Certificate != string(expected) {
		r.Violated = append(r.Violated, "no "+string(expected))
	}
}
