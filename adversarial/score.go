package adversarial

import "math"

// score is what a conjecture is worth on a stream, in float64.
type score struct {
	Ratio  float64 // quantity/claim (claim/quantity if from below): above 1 it is refuted
	Ease   float64 // what the adversary wants small: R‖u‖, r, R/γ₀ or T, the first that is spoken of
	Near   float64 // how near the learner was to one more mistake: the least a_t of its right predictions, over the stream's size
	Inside bool    // the stream is in the domain
}

// outside is the score of a stream that the statement says nothing of.
var outside = score{Ratio: math.Inf(-1), Ease: math.Inf(1)}

// better reports whether a refutes more than b: inside the domain first, then by
// the ratio, but for its last digits; then, inside, by what one more mistake lacks,
// and by the ease.
func (a score) better(b score) bool {
	switch p, q := a.rounded(), b.rounded(); {
	case a.Inside != b.Inside:
		return a.Inside
	case p != q:
		return p > q
	case a.Inside && a.Near != b.Near:
		return a.Near < b.Near
	}
	return a.Ease < b.Ease
}

// rounded is the ratio in whole billionths, without what rounding may have made of it.
func (a score) rounded() float64 { return rounded(a.Ratio) }

func rounded(ratio float64) float64 { return math.Round(1e9 * ratio) }

// above reports that a is better than b by its ratio or by its place, not only by the
// ease.
func (a score) above(b score) bool {
	return a.Inside && (!b.Inside || a.Ratio > b.Ratio*(1+level))
}
