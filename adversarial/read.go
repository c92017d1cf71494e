package adversarial

import (
	"math"

	"marginlab/algos/maxmargin"
)

// solved is what a margin is known to, relatively: a claim that is refuted only
// within that of γ∗ is not.
const solved = 4 * maxmargin.DefaultTolerance

// read evaluates the expressions; a ratio above 1 is the least over what is known
// of the margins, but at least 1: exact arithmetic decides whether it is above.
func (e *evaluator) read(f *facts) score {
	got := e.readAt(f)
	for _, factor := range []float64{1 - solved, 1 + solved} {
		if !(got.Ratio > 1) {
			break
		}
		g := *f
		g.Gamma, g.gamma0, g.rho = f.Gamma*factor, f.gamma0*factor, f.rho*factor
		got.Ratio = max(1, min(got.Ratio, e.readAt(&g).Ratio))
	}
	return got
}

// readAt fills in the terms and evaluates the expressions.
func (e *evaluator) readAt(f *facts) score {
	for i, read := range e.reads {
		if e.values[i] = read(f); math.IsNaN(e.values[i]) {
			return outside
		}
	}
	q, c := e.quantity.of(e.values, e.room), e.claim.of(e.values, e.room)
	if math.IsNaN(q) || math.IsNaN(c) || math.IsInf(c, e.nowhere()) {
		return outside
	}
	result := score{Ratio: ratio(q, c), Ease: e.ease(f), Near: f.near / f.size, Inside: true}
	if e.FromBelow() {
		result.Ratio = ratio(c, q)
	}
	if q == c && e.Strict() {
		result.Ratio = 1
	}
	if e.where.expr != nil {
		result.Inside = e.where.of(e.values, e.room) == 1
	}
	return result
}

// nowhere is the sign of the infinite claim that bounds nothing: of a logarithm of 0, or of a
// division by 0, which have no value.
func (e *evaluator) nowhere() int {
	if e.FromBelow() {
		return 1
	}
	return -1
}

// ratio is q/c; where c is not positive it is 0 up to c, and above it 1, or +Inf if that is by more than
// rounding.
func ratio(q, c float64) float64 {
	const rounding = 1e-9
	switch {
	case c > rounding:
		return q / c
	case q > c+float64(rounding*max(1, -c)):
		return math.Inf(1)
	case q > c:
		return 1
	}
	return 0
}

func (e *evaluator) ease(f *facts) float64 {
	switch e.eased {
	case "1/rho":
		return 1 / f.rho
	case "n":
		return float64(f.examples)
	case "R U":
		return f.DBar * f.comparatorNorm
	case "r":
		return f.D / f.Gamma
	case "R/gamma0":
		return f.DBar / f.gamma0
	}
	return float64(f.steps)
}
