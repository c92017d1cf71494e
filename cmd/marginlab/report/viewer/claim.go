package viewer

import (
	"math"
	"math/big"

	"marginlab/adversarial/certificate"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/formula"
)

// count writes on every step what the claim counts, so far, and the values of its two
// sides there. Terms of the stream have the values that they have in the end.
func (t *teller) count(runs []certificate.Run) (err error) {
	var counts []string
	sofar := map[string][]float64{}
	for _, term := range t.Terms() {
		own, theirs := theory.Theirs(term)
		of, name := 0, term.String()
		if theirs {
			of = 1
		}
		grows := theory.TermIn(theory.Online, own).Scope == theory.OfRun
		if grows {
			counts = append(counts, name)
		}
		if loss := own.Name == "L1" || own.Name == "L2"; grows || loss && t.look.Comparator != nil {
			sofar[name], err = t.sofar(runs[of], &t.story.Runs[of], own)
		} else {
			sofar[name] = []float64{t.value(term)}
		}
		if err != nil {
			return err
		}
	}
	for i := range t.story.Runs {
		told := &t.story.Runs[i]
		told.Counts = counts
		for k := range told.Steps {
			after := func(term string) float64 { // the other learner may have come to rest before
				return sofar[term][min(k, len(sofar[term])-1)]
			}
			side := func(e *formula.Expr) number {
				var at []float64
				for _, term := range e.Terms() {
					at = append(at, after(term.String()))
				}
				return number(e.Float(at))
			}
			step := &told.Steps[k]
			step.Quantity, step.Claim = side(t.Float.Quantity), side(t.Float.Bound)
			for _, term := range counts {
				step.Counts = append(step.Counts, number(after(term)))
			}
		}
	}
	return nil
}

// value is a term of the stream, NaN where it has no value.
func (t *teller) value(term formula.Term) float64 {
	v, err := t.look.Value(term, 256)
	if err != nil {
		return math.NaN()
	}
	return certificate.Middle(v)
}

// sofar are the values of a term after each of the steps that are told.
func (t *teller) sofar(r certificate.Run, told *Run, term formula.Term) (all []float64, err error) {
	sum, first := 0.0, math.NaN() // first is γ_t at the first step after the opening
	for i := range r.Steps {
		is, err := t.look.Counts(r, i, term)
		switch {
		case err != nil:
			return nil, err
		case is:
			sum++
		case term.Name == "L1" || term.Name == "L2":
			e := r.Stream[i%len(r.Stream)]
			score := e.X.Dot(t.look.Comparator)
			loss, _ := score.Sub(big.NewRat(1, 1), score.Mul(score, big.NewRat(int64(e.Y), 1))).Float64()
			sum += num.Pow(max(0, loss), float64(term.Name[1]-'0'))
		}
		if len(all) == len(told.Steps) || told.Steps[len(all)].T != i+1 {
			continue
		}
		step := told.Steps[len(all)]
		if gamma := told.States[step.State].Gamma; math.IsNaN(first) && !step.Opening && gamma != nil {
			first = *gamma
		}
		value, after := sum, told.States[step.After]
		switch errors, margin := told.fares(after); term.Name {
		case "gamma3":
			value = first
		case "last_gamma":
			value = math.NaN()
			if after.Gamma != nil {
				value = *after.Gamma
			}
		case "errors":
			value = float64(errors)
		case "margin":
			value = margin
		case "expected_mistakes":
			value = step.expected
		}
		all = append(all, value)
	}
	return all, nil
}

// fares counts the examples that a state predicts wrong, and measures its margin on all: NaN where it has no
// hyperplane.
func (r *Run) fares(s State) (errors int, margin float64) {
	margin = math.Inf(1)
	for i, x := range r.X {
		score := float64(s.Label)
		if s.W != nil {
			score = s.distance(x)
		}
		if (score >= 0) != (r.Y[i] > 0) {
			errors++
		}
		margin = min(margin, float64(float64(r.Y[i])*score))
	}
	if s.W == nil {
		return errors, math.NaN()
	}
	return errors, max(0, margin)
}

// distance is the signed distance of x, seen from the centre, from the hyperplane.
func (s State) distance(x []float64) float64 { return s.B + num.Dot(s.W, x) }
