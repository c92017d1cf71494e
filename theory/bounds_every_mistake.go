package theory

import "math"

// AllUpdates bounds the mistakes of a learner whose rule updates at every mistake by its updates.
// It is +Inf where the margin is so narrow that rounding may turn the sign of a score.
//
// Proofs: PROOFS.md, omm-every-mistake, pumma-every-mistake, romma-every-mistake.
func AllUpdates(s Setting) float64 {
	if squareRounding(s) >= 0.5 {
		return math.Inf(1)
	}
	return float64(s.Trace.Updates)
}

// AllUpdatesWithoutZero is [AllUpdates] on a stream without x = 0, which a learner through the
// origin takes for positive and learns nothing from.
//
// Proofs: PROOFS.md, perceptron-every-mistake, cosine-every-mistake, alma-every-mistake,
// passive-aggressive-every-mistake, pegasos-every-mistake,
// second-order-every-mistake, arow-every-mistake, amira-k-best-every-mistake.
func AllUpdatesWithoutZero(s Setting) float64 {
	if !(s.Shortest > 0) {
		return math.Inf(1)
	}
	return float64(s.Trace.Updates)
}
