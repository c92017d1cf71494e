package theory

import (
	"iter"
	"math"
	"slices"
	"sort"
)

// Setting is where a claim is read: the stream in the view that the claim is about, the run, and
// what is current of a scope.
type Setting struct {
	Evidence
	Trace      *Trace
	Gamma3     float64 // γ₃, the first margin after the initialisation phase, NaN if that did not end
	Phi        float64 // φ of m(φ)
	Step       Step    // the current step; after the last one, one that is no update and has no score
	NextGamma  float64 // γ_{t+1} and ‖w_{t+1}‖
	NextNorm   float64
	Updates    int         // made before Step
	Longest    float64     // the greatest ‖w_t‖ up to Step
	Iterate    Iterate     // the current iterate of a batch algorithm; the last one, of a claim on the run
	Comparator *Comparator // the comparator u, and its current length
	Length     float64

	claim *claim  // that is read
	count float64 // at Phi, of the count whose jumps are the φ
	ends  bool    // Step is what comes after the last one
	stops bool    // Iterate is the last one of a call, or of the run
}

// Setting is the part of a Setting that holds for the whole run.
func (tr *Trace) Setting(ev Evidence) Setting {
	s := Setting{Evidence: ev, Trace: tr, Gamma3: tr.Gamma, Updates: tr.Updates, Iterate: tr.lastIterate()}
	for _, step := range tr.Steps {
		if hasMargin(step) {
			s.Gamma3 = step.Gamma()
			break
		}
	}
	return s
}

// hasMargin reports whether the learner has a margin of its own at a step.
func hasMargin(s Step) bool { return !s.Opening && !math.IsNaN(s.Target) && s.Norm > 0 }

// Param is the value of a parameter of the learner. It panics if the learner
// has none of that name: the claim is about the wrong family.
func (s *Setting) Param(name string) float64 {
	v, ok := s.Trace.Params[name]
	if !ok {
		panic("theory: the learner has no parameter " + name)
	}
	return v
}

// settings goes with s through all that the claim is read at.
func (c *claim) settings(s *Setting) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		s.claim = c
		switch c.scope {
		case OfPhi:
			for s.Phi, s.count = range c.driver.jumps(s) {
				if !yield(struct{}{}) {
					return
				}
			}
		case OfStep:
			s.eachStep(yield)
		case OfIterate:
			for i, it := range s.Trace.Iterates {
				s.Iterate, s.stops = it, it.Last || i+1 == len(s.Trace.Iterates)
				if !yield(struct{}{}) {
					return
				}
			}
		default:
			yield(struct{}{})
		}
	}
}

// eachStep goes through the steps of the run, and then to its end.
func (s *Setting) eachStep(yield func(struct{}) bool) {
	s.Updates, s.Longest = 0, 0
	steps := append(slices.Clip(s.Trace.Steps), s.Trace.end())
	for t, step := range steps {
		s.Step, s.ends = step, t+1 == len(steps)
		if s.Longest = max(s.Longest, s.norm()); !s.ends {
			s.NextGamma, s.NextNorm = steps[t+1].Gamma(), steps[t+1].Norm
		}
		if t+2 == len(steps) {
			s.NextNorm = s.Trace.Norm
		}
		if !yield(struct{}{}) {
			return
		}
		if step.Updated {
			s.Updates++
		}
	}
}

// end is what comes after the last step: the margin, in the scale of ‖w‖ = 1, and no example.
func (tr *Trace) end() Step { return Step{Target: tr.Gamma, Norm: 1} }

// norm is ‖w_t‖; after the last step, that of the end.
func (s *Setting) norm() float64 {
	if s.ends {
		return s.Trace.Norm
	}
	return s.Step.Norm
}

// hasOwnMargin reports whether the learner has a margin before the current step, or at the end.
func (s *Setting) hasOwnMargin() bool { return hasMargin(s.Step) }

// hasNextMargin reports whether it also has one after the step.
func (s *Setting) hasNextMargin() bool { return !s.ends && hasMargin(s.Step) }

// hasNorm reports whether ‖w_t‖ is one that the learner says, as all are but perhaps the last.
func (s *Setting) hasNorm() bool { return !s.ends || !math.IsNaN(s.Trace.Norm) }

// hasNextNorm reports whether the step is one of a learner that had a classifier.
func (s *Setting) hasNextNorm() bool { return !s.ends && !s.Step.Opening && s.Step.Norm != 0 }

func (s *Setting) ownDiameter() float64 {
	if s.Step.Y == Negative {
		return s.DMinus
	}
	return s.DPlus
}

// steps is T.
func (s *Setting) steps() float64 { return float64(max(s.Trace.Seen, len(s.Trace.Steps))) }

func (s *Setting) laterUpdates() float64 {
	n := 0
	for _, step := range s.Trace.Steps {
		if step.Updated && !step.Opening {
			n++
		}
	}
	return float64(n)
}

// shortest is min ‖x‖, and max ‖x‖ where the lengths are equal up to rounding.
func (s *Setting) shortest() float64 {
	if s.equalNorms() {
		return s.DBar
	}
	return s.Shortest
}

// radius is the parameter R, and max ‖x‖ for one of 0, or of the same up to rounding.
func (s *Setting) radius() float64 {
	r := s.Param("R")
	if r == 0 || math.Abs(s.DBar-r) <= 1e-6*r {
		return s.DBar
	}
	return r
}

// hasMeasuredMargin reports whether the margin of the last classifier was measured.
func (s *Setting) hasMeasuredMargin() bool { return !math.IsNaN(s.Margin) }

// rests reports whether the learner is at rest, and its margin was measured.
func (s *Setting) rests() bool { return s.AtRest && s.hasMeasuredMargin() }

// hasAllSteps reports whether no step was left out.
func (s *Setting) hasAllSteps() bool { return !s.Trace.partial() }

// counts reports whether count is that of the term at φ.
func (s *Setting) counts(term string, phi float64) bool {
	return s.claim != nil && s.claim.driver != nil && s.claim.driver.Name == term && phi == s.Phi
}

// violations is m(φ). It has no value where the steps that it counts were not kept.
func (s *Setting) violations(phi float64) float64 {
	switch {
	case s.counts("m(phi)", phi):
		return s.count
	case s.Trace.partial() && phi > s.Trace.Params["rho"]:
		return math.NaN()
	}
	return float64(s.Trace.Violations(phi))
}

// violationsOfOptimum is m̄(φ).
func (s *Setting) violationsOfOptimum(phi float64) float64 {
	if s.counts("mbar(phi)", phi) {
		return s.count
	}
	n := 0
	for _, step := range s.Trace.Steps {
		if hasMargin(step) && step.A() <= phi*s.Gamma {
			n++
		}
	}
	return float64(n)
}

// violationJumps yields m(φ) at the φ where m jumps, at 0 and at ρ < 1.
// Between jumps m is constant and its bounds do not fall, so that a violation
// shows at a jump if anywhere. The jumps are kept clear of ρ by the rounding of
// a_t/γ_t: a point of the support seen again has a_t = γ_t.
func violationJumps(s *Setting) iter.Seq2[float64, float64] {
	return func(yield func(float64, float64) bool) {
		tr, rho := s.Trace, s.Trace.Params["rho"]
		if math.IsNaN(s.Gamma3) {
			return
		}
		below := rho * (1 - s.rounding())
		phis := []float64{0}
		for _, step := range tr.Steps {
			if phi := step.Score / step.Target; !step.Opening && phi <= below {
				phis = append(phis, phi)
			}
		}
		slices.Sort(phis)
		if rho > 0 && rho < 1 {
			phis = append(phis, rho)
		}
		phis = slices.Compact(phis)
		more := make([]int, len(phis)+1) // steps within this φ and not within the one before
		for _, step := range tr.Steps {
			if !step.Opening {
				more[sort.Search(len(phis), func(i int) bool { return step.Within(phis[i]) })]++
			}
		}
		m := 0
		for i, phi := range phis {
			if m += more[i]; !yield(phi, float64(m)) {
				return
			}
		}
	}
}

// optimumJumps yields m̄(φ) at 0, at the φ in (0, ρ] where m̄ jumps, and at ρ < 1. γ∗ is the
// lower end of what is known of it, so that φ is at least what it is called.
func optimumJumps(s *Setting) iter.Seq2[float64, float64] {
	return func(yield func(float64, float64) bool) {
		gamma, rho := s.Lower*(1-s.rounding()), s.Trace.Params["rho"]
		if math.IsNaN(s.Gamma3) || !(gamma > 0) {
			return
		}
		most := rho * gamma * (1 - s.rounding())
		var distances []float64 // a_t ≤ ργ∗
		for _, step := range s.Trace.Steps {
			if a := step.A(); hasMargin(step) && a <= most {
				distances = append(distances, a)
			}
		}
		slices.Sort(distances)
		within := func(a float64) float64 { // how many distances are at most a
			return float64(sort.Search(len(distances), func(i int) bool { return distances[i] > a }))
		}
		if !yield(0, within(0)) {
			return
		}
		for i, a := range distances {
			if a > 0 && (i+1 == len(distances) || distances[i+1] > a) && !yield(a/gamma, within(a)) {
				return
			}
		}
		if rho > 0 && rho < 1 {
			yield(rho, float64(len(distances)))
		}
	}
}

// updateJumps yields the number of updates at y(w·x) ≤ φ, at φ = 0 and at every φ in (0, 1) of an
// update, where it jumps.
func updateJumps(s *Setting) iter.Seq2[float64, float64] {
	return func(yield func(float64, float64) bool) {
		var scores []float64 // of updates at a positive score
		for _, step := range s.Trace.Steps {
			if step.Updated && step.Score > 0 && step.Score < 1 {
				scores = append(scores, step.Score)
			}
		}
		slices.Sort(scores)
		m, _ := s.Trace.updatesAround(0)
		if !yield(0, float64(m)) {
			return
		}
		for i, phi := range scores {
			if (i+1 == len(scores) || scores[i+1] > phi) && !yield(phi, float64(m+i+1)) {
				return
			}
		}
	}
}

// updatesWithin is the number of updates at y(w·x) ≤ φ.
func (s *Setting) updatesWithin(phi float64) float64 {
	if s.counts("updates_within(phi)", phi) {
		return s.count
	}
	within, _ := s.Trace.updatesAround(phi)
	return float64(within)
}

// overSteps is the sum of a number of each step.
func overSteps(value func(Step) float64) func(*Setting) float64 {
	return func(s *Setting) (sum float64) {
		for _, step := range s.Trace.Steps {
			sum += value(step)
		}
		return sum
	}
}

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

// overSquares is Σ value/‖x‖² over the updates.
func overSquares(value func(Step) float64) func(*Setting) float64 {
	return func(s *Setting) (sum float64) {
		for t, step := range s.Trace.Steps {
			if step.Updated {
				sum += value(step) / float64(s.Lengths[t]*s.Lengths[t])
			}
		}
		return sum
	}
}

// knowsLengths reports whether the length of the example of every step of the run is known.
func (s *Setting) knowsLengths() bool {
	return len(s.Lengths) == len(s.Trace.Steps) && len(s.Lengths) >= max(s.Trace.Seen, s.Trace.Updates)
}

func (s *Setting) learnedSquares() (sum float64) {
	for t := range s.Trace.Learned() {
		sum += float64(s.Lengths[t] * s.Lengths[t])
	}
	return sum
}

func (s *Setting) learnedLosses() (sum float64) {
	for t := range s.Trace.Learned() {
		sum += max(0, 1-float64(s.Length*s.Comparator.Margins[t]))
	}
	return sum
}

func (s *Setting) learnedProducts() (sum float64) {
	for t := range s.Trace.Learned() {
		m := s.Length * s.Comparator.Margins[t]
		sum += float64(m * m)
	}
	return sum
}

func (s *Setting) meanObjective() (mean float64) {
	for _, step := range s.Trace.Steps {
		mean += float64(s.Param("lambda")/2*step.Norm*step.Norm) + max(0, 1-step.Score)
	}
	return mean / float64(len(s.Trace.Steps))
}

// The rounding of terms. A learner has its margin γ, or 1/γ², that is ‖w‖² of ROMMA and PUMMA, after
// k updates from inner products of points: γ² = ‖v‖² = ‖v₊‖² − 2v₊·v₋ + ‖v₋‖², a recurrence for it, or
// ‖x‖² − g² of the maximum cosine learners, is known to some ε·D̄² an update, that is to ε(D̄/γ)² of
// it. It is that at γ∗, the least γ that there is. A learner that takes v for 0, and starts anew, is so
// covered where γ∗² is in the rounding, and there alone.
func ofSquare(s *Setting) (relative, absolute float64) {
	const epsilon = 0x1p-52
	q := s.DBar / s.Gamma
	return float64(8 * epsilon * float64(s.Trace.Updates+1) * q * q), 0
}

// ofUpdates is that of a bound by the updates of a learner on separable streams: where γ∗² is in the
// rounding, a step that the rule asks for may be too short to change w.
func ofUpdates(s *Setting) (relative, absolute float64) {
	if s.claim == nil || !s.claim.separates() {
		return 0, 0
	}
	return ofSquare(s)
}

// ofNorm is the error of ‖w‖, whose square is followed by a recurrence between the times that it is
// computed: some ε of the greatest ‖w‖² so far, that is √ε of the greatest ‖w‖ where w has cancelled.
func ofNorm(s *Setting) (relative, absolute float64) {
	const rootEpsilon = 0x1p-26
	return 0, 4 * rootEpsilon * s.Longest
}

// ofLengths is that of what is added up from lengths, of some hundred terms.
func ofLengths(*Setting) (relative, absolute float64) { return 0x1p-36, 0 }

// ofCondition is what log det A, and the mistakes that are compared with it, take from the run: χ of an
// update is known to some ε√(1 + NR²/a) of it, by the condition of the root of A.
func ofCondition(s *Setting) (relative, absolute float64) {
	const epsilon = 0x1p-52
	n := float64(s.Trace.Updates)
	return 0, 64 * epsilon * n * n * math.Sqrt(1+n*s.DBar*s.DBar/s.Param("a"))
}
