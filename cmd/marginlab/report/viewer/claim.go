package viewer

import (
	"math"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/formula"
)

// count writes on every step the counts of the claim so far, and the values of its two sides. Terms that are not
// counts have their final values.
func (t *teller) count(runs []certificate.Run) error {
	counts := []string{}
	sofar := map[string][]float64{} // by the term, after each step or at the end
	for _, term := range t.Terms() {
		own, theirs := theory.Theirs(term)
		run, name := runs[0], term.String()
		if theirs {
			run = runs[1]
		}
		if !countsSteps(own) {
			sofar[name] = []float64{t.value(term)}
			continue
		}
		counts = append(counts, name)
		n := 0.
		for i := range run.Steps {
			is, err := t.look.Counts(run, i, own)
			if err != nil {
				return err
			}
			if is {
				n++
			}
			sofar[name] = append(sofar[name], n)
		}
	}
	after := func(term string, step int) float64 { // the other learner may have come to rest before
		return sofar[term][min(step, len(sofar[term]))-1]
	}
	side := func(e *formula.Expr, step int) number {
		var at []float64
		for _, term := range e.Terms() {
			at = append(at, after(term.String(), step))
		}
		return number(e.Float(at))
	}
	for i := range t.story.Runs {
		told := &t.story.Runs[i]
		told.Counts = counts
		for k := range told.Steps {
			step := &told.Steps[k]
			step.Quantity, step.Claim = side(t.Float.Quantity, step.T), side(t.Float.Bound, step.T)
			for _, term := range counts {
				step.Counts = append(step.Counts, number(after(term, step.T)))
			}
		}
	}
	return nil
}

// countsSteps reports whether a term is a number of steps of a run.
func countsSteps(term formula.Term) bool {
	known := theory.TermIn(theory.Online, term)
	return known.Scope == theory.OfRun && known.Unit == theory.Count && known.Needs&theory.NeedsClassifier == 0
}

// value returns the final value of a term, NaN if it has none.
func (t *teller) value(term formula.Term) float64 {
	value := math.NaN()
	_ = exact.Decide(exact.Limit{}, func(prec uint) { // whatever fails, it has no value
		v, err := t.look.Value(term, max(prec, 256))
		if err != nil {
			exact.Fail(err)
		}
		value = certificate.Middle(v)
	})
	return value
}
