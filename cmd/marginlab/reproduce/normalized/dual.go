package normalized

import (
	"context"
	"fmt"
	"math"

	"marginlab/algos/maxmargin"
	"marginlab/algos/normalized"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// The dual side: points around the origin, of which the algorithms find a combination of norm
// at most ε.

// runAround runs the algorithms on points around the origin until they have an ε-solution, and
// checks the proved theorems on each run.
func runAround(ctx context.Context, c cell) ([]algorithmRow, error) {
	set, err := c.around.Generate()
	if err != nil {
		return nil, err
	}
	points, err := normalized.NewLinear(set.Examples, set.Dim)
	if err != nil {
		return nil, err
	}
	radius := normalized.Inradius(points)
	if radius == 0 && c.sweep == overAround { // the facets are too many
		radius = c.around.Depth * (1 - accuracy/2)
	}
	if err := asDeep(c.around, radius); err != nil {
		return nil, err
	}
	survey := maxmargin.NewSurvey(set.Examples, set.Dim, maxmargin.Options{})
	evidence := func(v theory.View) (theory.Evidence, error) {
		geo, err := survey.Geometry(ctx, v)
		return theory.Evidence{Geometry: geo, Inradius: radius}, err
	}
	var rows []algorithmRow
	for _, a := range algorithms(overEps) {
		row, verdicts, err := runOn(ctx, set, fmt.Sprintf("%s(%s=%v)", a[0], a[1], c.eps), evidence)
		if err != nil {
			return nil, err
		}
		row.Seed, row.Rho, row.Eps = c.around.Seed, term.Number(-radius), new(term.Number(c.eps))
		row.GammaStar, row.MarginRatio = 0, term.Missing()
		row.judgeDual(verdicts)
		rows = append(rows, row)
	}
	return rows, nil
}

// accuracy is how near the planted |ρ| rounding leaves the radius, relatively.
const accuracy = 1e-6

// asDeep is an error if the facets of the hull are not at the planted distance.
func asDeep(a benchdata.Around, radius float64) error {
	if math.Abs(radius-a.Depth) <= accuracy*a.Depth {
		return nil
	}
	return fmt.Errorf("%v: the radius is %v, expected the planted %v", a, radius, a.Depth)
}

// noCombination is listed among the violated theorems where a run found no ε-solution.
const noCombination = "no combination"

// judgeDual counts the proved theorems that hold of the run, and publishes the lowest bound on
// all its iterations. SNKPVN makes one call, so that a bound of a call is one of the run.
func (r *algorithmRow) judgeDual(verdicts []theory.Verdict) {
	r.Held, r.Violated, _ = reproduce.Judge(verdicts)
	var lowest *theory.Verdict
	for i, v := range verdicts {
		of := v.Guarantee.Quantity()
		all := of == "updates" || of == "call_updates" && r.algorithm() == "snkp-vn"
		if all && v.Guarantee.Status == theory.Proved && !v.Silent() && (lowest == nil || v.Bound < lowest.Bound) {
			lowest = &verdicts[i]
		}
	}
	r.publish(lowest)
	if r.Certificate == nil || *r.Certificate != string(normalized.Combination) {
		r.Violated = append(r.Violated, noCombination)
	}
}
