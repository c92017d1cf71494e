package theory

import (
	"iter"
	"math"
	"slices"
	"sort"
)

func once(s Setting, value float64) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) { yield(s, value) }
}

// violations yields m(φ) + extra at the φ where m jumps, at 0 and at ρ < 1.
// Between jumps m is constant and its bounds do not fall, so that a violation
// shows at a jump if anywhere. The jumps are kept clear of ρ by the rounding of
// a_t/γ_t: a point of the support seen again has a_t = γ_t.
func violations(s Setting, extra int) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		tr := s.Trace
		if math.IsNaN(s.Gamma3) {
			return
		}
		below := s.Rho * (1 - s.rounding())
		phis := []float64{0}
		for _, step := range tr.Steps {
			if phi := step.Score / step.Target; !step.Opening && phi <= below {
				phis = append(phis, phi)
			}
		}
		slices.Sort(phis)
		if s.Rho > 0 && s.Rho < 1 {
			phis = append(phis, s.Rho)
		}
		phis = slices.Compact(phis)
		more := make([]int, len(phis)+1) // steps within this φ and not within the one before
		for _, step := range tr.Steps {
			if !step.Opening {
				more[sort.Search(len(phis), func(i int) bool { return step.Within(phis[i]) })]++
			}
		}
		m := extra
		for i, phi := range phis {
			m += more[i]
			if s.Phi = phi; !yield(s, float64(m)) {
				return
			}
		}
	}
}

// below are the readings at φ < ρ.
func below(readings iter.Seq2[Setting, float64]) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		for s, m := range readings {
			if s.Phi < s.Rho && !yield(s, m) {
				return
			}
		}
	}
}

// violationsOfOptimum yields m̄(φ) at 0, at the φ in (0, ρ] where m̄ jumps, and at ρ < 1. γ∗ is the
// lower end of what is known of it, so that φ is at least what it is called.
func violationsOfOptimum(s Setting) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		gamma := s.Lower * (1 - s.rounding())
		if math.IsNaN(s.Gamma3) || !(gamma > 0) {
			return
		}
		most := s.Rho * gamma * (1 - s.rounding())
		var distances []float64 // a_t ≤ ργ∗
		for _, step := range s.Trace.Steps {
			if a := step.A(); !step.Opening && step.Norm > 0 && !math.IsNaN(step.Target) && a <= most {
				distances = append(distances, a)
			}
		}
		slices.Sort(distances)
		at := func(a float64) bool { // m̄ at the φ of the distance a
			m, _ := slices.BinarySearchFunc(distances, a, func(b, a float64) int {
				if b <= a {
					return -1
				}
				return 1
			})
			s.Phi = a / gamma
			return yield(s, float64(m))
		}
		if !at(0) {
			return
		}
		for i, a := range distances {
			if a > 0 && (i+1 == len(distances) || distances[i+1] > a) && !at(a) {
				return
			}
		}
		if s.Rho > 0 && s.Rho < 1 {
			s.Phi = s.Rho
			yield(s, float64(len(distances)))
		}
	}
}

func updatesWithin(s Setting) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		var scores []float64 // of updates at a positive score
		for _, step := range s.Trace.Steps {
			if step.Updated && step.Score > 0 && step.Score < 1 {
				scores = append(scores, step.Score)
			}
		}
		slices.Sort(scores)
		m, _ := s.Trace.updatesAround(0)
		if s.Phi = 0; !yield(s, float64(m)) {
			return
		}
		for i, phi := range scores {
			if i+1 < len(scores) && scores[i+1] == phi {
				continue
			}
			if s.Phi = phi; !yield(s, float64(m+i+1)) {
				return
			}
		}
	}
}

func ownMargin(s Setting) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		tr := s.Trace
		for _, step := range tr.Steps {
			if step.Opening || math.IsNaN(step.Target) || step.Norm == 0 {
				continue // no classifier yet, or no margin of its own
			}
			if s.Step = step; !yield(s, step.Gamma()) {
				return
			}
		}
		if s.Step = (Step{}); !math.IsNaN(tr.Gamma) {
			yield(s, tr.Gamma)
		}
	}
}

func shrinkage(s Setting) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		tr := s.Trace
		for t, step := range tr.Steps {
			if step.Opening || math.IsNaN(step.Target) {
				continue
			}
			next := tr.Gamma
			if t+1 < len(tr.Steps) {
				next = tr.Steps[t+1].Gamma()
			}
			if s.Step = step; !yield(s, next/step.Gamma()) {
				return
			}
		}
	}
}

func weightNorm(s Setting) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		tr := s.Trace
		s.Updates = 0
		for _, step := range tr.Steps {
			if !step.Updated {
				continue
			}
			s.Step, s.Longest = step, max(s.Longest, step.Norm)
			if !yield(s, step.Norm) {
				return
			}
			s.Updates++
		}
		if s.Step = (Step{}); !math.IsNaN(tr.Norm) {
			s.Longest = max(s.Longest, tr.Norm)
			yield(s, tr.Norm)
		}
	}
}

func squaredNorm(s Setting) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		tr := s.Trace
		for t, step := range tr.Steps {
			if !step.Updated || step.Opening || step.Norm == 0 {
				continue
			}
			next := tr.Norm
			if t+1 < len(tr.Steps) {
				next = tr.Steps[t+1].Norm
			}
			if s.Step = step; !yield(s, next*next) {
				return
			}
		}
	}
}

// squareRounding is the relative error of the margin γ, and of 1/γ², that is ‖w‖² of
// ROMMA and PUMMA, where the learner has it after k updates from inner products of
// points: γ² = ‖v‖² = ‖v₊‖² − 2v₊·v₋ + ‖v₋‖², a recurrence for it, or ‖x‖² − g² of the
// maximum cosine learners, is known to some ε·D̄² an update, that is to ε(D̄/γ)² of it.
// It is that at γ∗, the least γ that there is.
//
// A learner that takes v for 0, and starts anew, is so covered where γ∗² is in
// the rounding, and there alone.
func squareRounding(s Setting) float64 {
	const epsilon = 0x1p-52
	q := s.DBar / s.Gamma
	return float64(8 * epsilon * float64(s.Updates+1) * q * q)
}

// shrinkageRounding is that of a quotient of two margins.
func shrinkageRounding(s Setting) float64 { return 2 * squareRounding(s) }

// weightRounding is the error of ‖w‖, whose square is followed by a recurrence
// between the times that it is computed: some ε of the greatest ‖w‖² so far, that
// is √ε of the greatest ‖w‖ where w has cancelled.
func weightRounding(s Setting) float64 {
	const rootEpsilon = 0x1p-26
	return 4 * rootEpsilon * s.Longest
}
