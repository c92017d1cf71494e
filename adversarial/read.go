package adversarial

import (
	"math"

	"marginlab/algos/maxmargin"
)

// solved is what a margin is known to, relatively: a claim that is refuted only
// within that of γ∗ is not.
const solved = 4 * maxmargin.DefaultTolerance

// read evaluates the expressions; a ratio above 1 is the least over what is known
// of the margins.
func (e *evaluator) read(f *facts) score {
	got := e.readAt(f)
	for _, factor := range []float64{1 - solved, 1 + solved} {
		if !(got.Ratio > 1) {
			break
		}
		g := *f
		g.Gamma, g.gamma0 = f.Gamma*factor, f.gamma0*factor
		got.Ratio = min(got.Ratio, e.readAt(&g).Ratio)
	}
	return got
}

// readAt fills in the terms and evaluates the expressions.
func (e *evaluator) readAt(f *facts) score {
	for i, term := range e.terms {
		e.values[i] = e.value(f, term.Name)
		if term.Name == "m" {
			phi, _ := term.Arg.Float64()
			e.values[i] = 0
			for _, step := range f.within {
				e.values[i] += float64(one(step.Within(phi)))
			}
		}
		if math.IsNaN(e.values[i]) {
			return outside
		}
	}
	q, c := e.quantity.of(e.values, e.room), e.claim.of(e.values, e.room)
	if math.IsNaN(q) || math.IsNaN(c) {
		return outside
	}
	result := score{Ratio: ratio(q, c), Ease: e.ease(f), Near: f.near / f.size, Inside: true}
	if e.Relation == ">=" {
		result.Ratio = ratio(c, q)
	}
	if e.where.expr != nil {
		result.Inside = e.where.of(e.values, e.room) == 1
	}
	return result
}

// ratio is q/c; where c is not positive it is +Inf if q is above c, by more than
// rounding, else 0.
func ratio(q, c float64) float64 {
	const rounding = 1e-9
	switch {
	case c > rounding:
		return q / c
	case q > c+rounding*max(1, -c):
		return math.Inf(1)
	}
	return 0
}

func (e *evaluator) ease(f *facts) float64 {
	switch {
	case e.usesAny("U", "L1", "L2"):
		return f.DBar * f.rivalNorm
	case e.usesAny("r", "gamma"):
		return f.D / f.Gamma
	case e.usesAny("gamma0"):
		return f.DBar / f.gamma0
	}
	return float64(f.steps)
}

// value is the value of a term of a name, NaN if it has none.
func (e *evaluator) value(f *facts, name string) float64 {
	if v, ok := e.length(f, name); ok {
		if e.Fixed != "" {
			unit, _ := e.length(f, e.Fixed)
			if unit == 0 {
				return math.NaN()
			}
			v /= unit
		}
		return v
	}
	switch name {
	case "T":
		return float64(f.steps)
	case "d":
		return float64(f.Dim)
	case "r":
		return f.D / f.Gamma
	case "mistakes":
		return float64(f.mistakes)
	case "opening_mistakes":
		return float64(f.opening)
	case "later_mistakes":
		return float64(f.mistakes - f.opening)
	case "updates":
		return float64(f.updates)
	case "later_updates":
		return float64(f.updates - f.openingUpdates)
	case "errors":
		return float64(f.errors)
	case "expected_mistakes":
		return f.expected
	case "their_mistakes":
		return float64(f.their.mistakes)
	case "their_updates":
		return float64(f.their.updates)
	case "their_errors":
		return float64(f.their.errors)
	case "U":
		u := f.rivalNorm
		if unit, ok := e.length(f, e.Fixed); ok {
			u *= unit
		}
		return u
	case "L1":
		return f.rivalL1
	case "L2":
		return f.rivalL2
	case "m":
		return 0 // by its φ
	}
	v, ok := e.learner.Params()[name]
	if !ok {
		panic("adversarial: no term " + name) // the conjecture was compiled
	}
	return v
}

// length is the value of a term that is a length.
func (e *evaluator) length(f *facts, name string) (v float64, ok bool) {
	switch name {
	case "R", "Dbar":
		return f.DBar, true
	case "shortest":
		return f.Shortest, true
	case "Dplus":
		return f.DPlus, true
	case "Dminus":
		return f.DMinus, true
	case "D":
		return f.D, true
	case "Delta":
		return f.Delta, true
	case "gamma":
		return f.Gamma, true
	case "gamma0":
		return f.gamma0, true
	case "gamma3":
		return f.gamma3, true
	case "last_gamma":
		return f.lastGamma, true
	case "margin":
		return f.margin, true
	case "their_margin":
		return f.their.margin, true
	}
	return 0, false
}
