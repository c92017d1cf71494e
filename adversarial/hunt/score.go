package hunt

import (
	"math"

	"marginlab/internal/num"
)

// score is what a conjecture is worth on a stream, in float64.
type score struct {
	Ratio  float64 // quantity/claim (claim/quantity if from below): above 1 it is refuted
	Ease   float64 // what the adversary wants small: R‖u‖, r, R/γ₀ or T, the first that is named
	Inside bool    // the stream is in the domain
}

// outside is the score of a stream to which the statement does not apply.
var outside = score{Ratio: math.Inf(-1), Ease: math.Inf(1)}

// better reports whether a refutes more than b: inside the domain first, then by the ratio without its last digits,
// then by the ease.
func (a score) better(b score) bool {
	switch p, q := rounded(a.Ratio), rounded(b.Ratio); {
	case a.Inside != b.Inside:
		return a.Inside
	case p != q:
		return p > q
	}
	return a.Ease < b.Ease
}

// rounded returns a ratio in whole billionths, which rounding does not change.
func rounded(ratio float64) float64 { return math.Round(1e9 * ratio) }

// tieBand is how far from 1 rounding may move a ratio, apart from its effect on margins, for which
// [evaluator.read] allows.
const tieBand = 1e-9

// refuting reports a ratio above 1, by more than rounding, inside the domain.
func (a score) refuting() bool { return a.Inside && a.Ratio > 1+tieBand }

// tied reports that float64 cannot tell the ratio from 1.
func (a score) tied() bool { return a.Inside && a.Ratio >= 1-tieBand && !a.refuting() }

// barred reports that the stream would refute the conjecture if it were in the domain.
func (a score) barred() bool { return !a.Inside && a.Ratio > 1 }

// loss is what a descent makes small: the logarithm of 1/ratio and a little of the ease inside the domain, the
// ease outside of it.
func (a score) loss() float64 {
	const hopeless, far, little, most = 1e9, 1e3, 1e-6, 1e6
	ease := a.Ease
	if !(ease < most) { // no number, too
		ease = most
	}
	switch {
	case math.IsInf(a.Ratio, -1):
		return hopeless
	case !a.Inside:
		return far + ease
	}
	return -num.Log(min(max(a.Ratio, 1e-9), 1e9)) + float64(little*ease)
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
