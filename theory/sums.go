package theory

import (
	"iter"
	"math"
)

// The sums over the updates of a run in which an example x counts by its 1/‖x‖². They have no
// value, NaN, where the lengths of the examples are not known.

// gain is 1−2η of an update of a maximum cosine learner: η = max(0, a_t/γ_t), 0 where there is
// no γ_t yet. It is 0 of a step that was none.
func (s Step) gain() float64 {
	switch {
	case !s.Updated:
		return 0
	case !(s.Score > 0 && s.Target > 0):
		return 1
	}
	return 1 - 2*(s.Score/s.Target)
}

// gains is Σ (1−2η)/‖x‖².
func (s *Setting) gains() float64 { return s.overSquares(Step.gain) }

// multipliers is Σ (1−y(w·x))/‖x‖².
func (s *Setting) multipliers() float64 {
	return s.overSquares(func(step Step) float64 { return 1 - step.Score })
}

// knowsLengths reports whether the length of the example of every step of the run is known.
func (s *Setting) knowsLengths() bool {
	return len(s.Lengths) == len(s.Trace.Steps) && len(s.Lengths) >= max(s.Trace.Seen, s.Trace.Updates)
}

// overSquares is Σ value/‖x‖² over the updates.
func (s *Setting) overSquares(value func(Step) float64) float64 {
	if !s.knowsLengths() {
		return math.NaN()
	}
	var sum float64
	for t, step := range s.Trace.Steps {
		if step.Updated {
			sum += value(step) / float64(s.Lengths[t]*s.Lengths[t])
		}
	}
	return sum
}

// measuredSum reads a sum where it has a value.
func measuredSum(of func(*Setting) float64) func(Setting) iter.Seq2[Setting, float64] {
	return func(s Setting) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			if v := of(&s); !math.IsNaN(v) {
				yield(s, v)
			}
		}
	}
}
