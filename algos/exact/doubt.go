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
	s := r.runs.made[0].steps[i]
	score, limit, unit := float(s.Score), float(s.Limit), r.unit(i, x)
	near := math.Abs(score)
	if r.coins != nil {
		chance, err := s.Printed()
		level, _ := level(r.coins[i], s.Y).Float64()
		return err != nil || math.Abs(float(chance)-level) < Rounding
	}
	if s.Limit.Exists() {
		near = min(near, math.Abs(score-limit))
		unit = max(unit, math.Abs(limit))
	}
	return near < Rounding*unit // w = 0 is no doubt
}

// unit is what the score of the step i is rounded in.
func (r *Result) unit(i int, x Vector) float64 {
	s := r.runs.made[0].steps[i]
	score := math.Abs(float(s.Score))
	if !s.SqNorm.Exists() {
		return score
	}
	sqLength, _ := x.SqNorm().Float64()
	return score + float64(math.Sqrt(float(s.SqNorm))*math.Sqrt(sqLength))
}

// float is a number to about the last place, 0 if there is none.
func float(a real.Number) float64 {
	if !a.Exists() {
		return 0
	}
	v, _ := a.Interval().Lower().Float64()
	return v
}
