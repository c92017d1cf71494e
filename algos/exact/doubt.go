package exact

import (
	"math"

	"marginlab/theory/real"
)

// Rounding is how near to a tie, relatively, float64 counts as in doubt: 2²² times its last place.
const Rounding = 0x1p-30

// Doubtful reports whether float64 might decide the step i at x otherwise: y(w·x + b) is within
// 2⁻³⁰ of 0, or of what the update condition compared it with, in units of ‖w‖‖x‖ + |w·x + b|.
// In a norm other than ℓ₂ the unit is what is compared alone. A label that was drawn is in doubt
// where the coin is as near to the probability.
func (r *Result) Doubtful(i int, x Vector) bool {
	s := r.made[0].steps[i]
	score, limit := float(s.Score), float(s.Limit)
	if r.coins != nil {
		level, _ := turn(r.coins[i], s.Y).Float64()
		return math.Abs(float(s.Printed())-level) < Rounding
	}
	near := min(math.Abs(score), math.Abs(score-limit))
	return near < Rounding*max(s.unit(x), math.Abs(limit)) // w = 0 is no doubt
}

// unit is what the score of the step at x is rounded in.
func (s Step) unit(x Vector) float64 {
	score := math.Abs(float(s.Score))
	if !s.SqNorm.Exists() {
		return score
	}
	sqLength, _ := x.SqNorm().Float64()
	return score + float64(math.Sqrt(float(s.SqNorm))*math.Sqrt(sqLength))
}

// Doubtful reports whether float64 might decide the step i at x otherwise: one of the binary learners
// might, or the two greatest scores are as near to each other as to a tie; see [Result.Doubtful].
func (o *OneVsRest) Doubtful(i int, x Vector) bool {
	first, second, unit := math.Inf(-1), math.Inf(-1), 0.0
	for _, r := range o.Binary {
		s := r.made[0].steps[i]
		var printed real.Number
		if r.Doubtful(i, x) || Try(func() { printed = s.Printed() }) != nil {
			return true
		}
		score := float(printed) * float64(s.Y)
		if scale := math.Abs(score) / math.Abs(float(s.Score)); scale > 0 {
			unit = max(unit, scale*s.unit(x))
		}
		first, second = max(first, score), max(second, min(first, score))
	}
	return first-second < Rounding*unit
}

// float is a number to about the last place, 0 if there is none.
func float(a real.Number) float64 {
	if !a.Exists() {
		return 0
	}
	v, _ := a.Interval().Lower().Float64()
	return v
}
