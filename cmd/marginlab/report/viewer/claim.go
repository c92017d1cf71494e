package viewer

import (
	"math"
	"math/big"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/formula"
)

// count writes on every step what the claim counts, so far, and the values of its two
// sides there. Terms of the stream have the values that they have in the end.
func (t *teller) count(runs []certificate.Run) error {
	var counted []formula.Term
	for _, term := range t.Terms() {
		if ofRun(term) {
			counted = append(counted, term)
		}
	}
	values := map[string]float64{} // of the stream
	for _, term := range t.Terms() {
		if ofRun(term) || term.Name == "L1" || term.Name == "L2" {
			continue
		}
		values[term.String()] = t.value(term)
	}
	var sofar []*prefix
	for i, r := range runs {
		own := &prefix{run: r, told: &t.story.Runs[i], comparator: t.look.Comparator()}
		if err := own.read(counted, i > 0); err != nil {
			return err
		}
		sofar = append(sofar, own)
	}
	sides := func(e *formula.Expr, step int) number {
		terms := e.Terms()
		at := make([]float64, len(terms))
		for k, term := range terms {
			own, theirs := theory.Theirs(term)
			switch {
			case theirs:
				at[k] = sofar[1].at(own, step)
			case ofRun(term) || term.Name == "L1" || term.Name == "L2":
				at[k] = sofar[0].at(term, step)
			default:
				at[k] = values[term.String()]
			}
		}
		return number(e.Float(at))
	}
	for i := range runs {
		told := &t.story.Runs[i]
		for _, term := range counted {
			told.Counts = append(told.Counts, term.String())
		}
		for k := range told.Steps {
			step := &told.Steps[k]
			step.Quantity, step.Claim = sides(t.QuantityExpr, step.T), sides(t.ClaimExpr, step.T)
			for _, term := range counted {
				own, theirs := theory.Theirs(term)
				of := sofar[0]
				if theirs {
					of = sofar[1]
				}
				step.Counts = append(step.Counts, number(of.at(own, step.T)))
			}
		}
	}
	return nil
}

// ofRun reports that a term is of a run, and grows with its steps.
func ofRun(term formula.Term) bool {
	return slices.ContainsFunc(theory.Hunted(), func(w theory.Term) bool {
		own, _ := theory.Theirs(term)
		return w.Name == own.Name && w.Scope == theory.OfRun
	})
}

// value is a term of the stream, NaN where it has no value.
func (t *teller) value(term formula.Term) float64 {
	v, err := t.look.Value(term, 256)
	if err != nil {
		return math.NaN()
	}
	return float(v)
}

// prefix is what terms of a run are of its first steps.
type prefix struct {
	run        certificate.Run
	told       *Run
	comparator exact.Vector
	terms      map[string][]float64 // after t steps, t from 0
}

// at is a term after so many steps, or after the last where there are fewer.
func (p *prefix) at(term formula.Term, steps int) float64 {
	values := p.terms[term.String()]
	if values == nil {
		return math.NaN()
	}
	return values[min(steps, len(values)-1)]
}

// read reads the terms, those of the second learner if they are asked for.
func (p *prefix) read(terms []formula.Term, second bool) error {
	p.terms = map[string][]float64{}
	for _, term := range terms {
		own, theirs := theory.Theirs(term)
		if theirs != second {
			continue
		}
		values, err := p.values(own)
		if err != nil {
			return err
		}
		p.terms[own.String()] = values
	}
	if !second && p.comparator != nil {
		p.terms["L1"], p.terms["L2"] = p.losses(1), p.losses(2)
	}
	return nil
}

// values are those of a term after 0, 1, … steps.
func (p *prefix) values(term formula.Term) ([]float64, error) {
	switch term.Name {
	case "gamma3", "last_gamma", "errors", "margin":
		return p.ofStates(term.Name), nil
	case "expected_mistakes":
		return p.expected()
	}
	all := []float64{0}
	for i, s := range p.run.Steps {
		is := false
		switch term.Name {
		case "T":
			is = true
		case "mistakes":
			is = s.Mistake()
		case "opening_mistakes":
			is = s.Mistake() && s.Opening
		case "later_mistakes":
			is = s.Mistake() && !s.Opening
		case "updates":
			is = s.Updated
		case "later_updates":
			is = s.Updated && !s.Opening
		case "m", "mbar":
			var err error
			if is, err = p.run.Violates(i, term); err != nil {
				return nil, err
			}
		default:
			panic("viewer: no term " + term.Name)
		}
		last := all[i]
		if is {
			last++
		}
		all = append(all, last)
	}
	return all, nil
}

// losses are the sums of the comparator's losses, to a power.
func (p *prefix) losses(power int) []float64 {
	all := []float64{0}
	for i := range p.run.Steps {
		e := p.run.Stream[i%len(p.run.Stream)]
		score := e.X.Dot(p.comparator)
		loss, _ := score.Sub(big.NewRat(1, 1), score.Mul(score, big.NewRat(int64(e.Y), 1))).Float64()
		all = append(all, all[i]+num.Pow(max(0, loss), float64(power)))
	}
	return all
}

// expected are the expected mistakes of the randomized learner.
func (p *prefix) expected() ([]float64, error) {
	var all []float64
	err := exact.Decide(exact.Limit{}, func(prec uint) {
		all = nil
		watch(p.run, prec, func(l exact.Learner, _ *exact.Step) error {
			all = append(all, float(l.(exact.Random).Expected()))
			return nil
		})
	})
	return all, err
}

// ofStates are the values of a term that a state has. Between two steps that are shown
// nothing changes, or the last value stands.
func (p *prefix) ofStates(name string) []float64 {
	read := func(s State) float64 {
		if s.W == nil && name != "errors" {
			return math.NaN()
		}
		least, errors := math.Inf(1), 0
		for i, x := range p.told.X {
			score := float64(s.Label)
			if s.W != nil {
				score = s.distance(x)
			}
			predicted := 1
			if score < 0 {
				predicted = -1
			}
			if predicted != p.told.Y[i] {
				errors++
			}
			least = min(least, float64(p.told.Y[i])*score)
		}
		switch {
		case name == "errors":
			return float64(errors)
		case name == "margin":
			return max(0, least)
		case s.Gamma == nil:
			return math.NaN()
		}
		return *s.Gamma
	}
	all := make([]float64, len(p.run.Steps)+1)
	all[0] = read(p.told.States[0])
	first := math.NaN()
	known := map[int]float64{}
	k := 0
	for i := range p.run.Steps {
		all[i+1] = all[i]
		if k == len(p.told.Steps) || p.told.Steps[k].T != i+1 {
			continue
		}
		step := p.told.Steps[k]
		k++
		if _, is := known[step.After]; !is {
			known[step.After] = read(p.told.States[step.After])
		}
		if gamma := p.told.States[step.State].Gamma; math.IsNaN(first) && !step.Opening && gamma != nil {
			first = *gamma
		}
		all[i+1] = known[step.After]
		if name == "gamma3" {
			all[i+1] = first
		}
	}
	if name == "gamma3" {
		all[0] = math.NaN()
	}
	return all
}

// distance is the signed distance of x, seen from the centre, from the hyperplane.
func (s State) distance(x []float64) float64 {
	sum := s.B
	for k, v := range s.W {
		sum += float64(v * x[k])
	}
	return sum
}
