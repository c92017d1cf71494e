package theory

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
)

// Setting is what a bound may depend on: the geometry of the stream in the view
// that the theorem speaks of, and where in the run the quantity was read.
type Setting struct {
	Evidence
	Trace   *Trace
	Rho     float64 // aggressiveness ρ of the learner
	Phi     float64 // φ of m(φ)
	Gamma3  float64 // γ₃, the first margin after the initialisation phase
	Updates int     // updates made before Step
	Longest float64 // the greatest ‖w_t‖ up to Step, of a quantity that reads it
	Step    Step    // the step of a per-step quantity
	Iterate Iterate // the iterate of a batch algorithm's
	Rival   *Rival  // that a relative bound is read with
}

// Param is the value of a parameter of the learner. It panics if the learner
// has none of that name: the row speaks of the wrong family.
func (s Setting) Param(name string) float64 {
	v, ok := s.Trace.Params[name]
	if !ok {
		panic("theory: the learner has no parameter " + name)
	}
	return v
}

// Quantity is what a guarantee bounds. Given the setting of a run, Readings
// yields each value that it took there, and the setting it was taken in.
type Quantity struct {
	Name   string
	Term   string // in the language of package formula, "" for what is read at many steps or has no term
	Reads  string // what it reads of the steps, in the same language, where there is no term; "" for all
	Where  string // the φ that it is read at, a condition
	AtRest bool   // read at rest alone
	Real   bool   // a length or a ratio, read with rounding; else a count
	// Rounding is the absolute error of a reading, and Relative the error relative
	// to the bound, nil where the relative one of the geometry covers it. A reading
	// that is not known to a half says nothing.
	Rounding func(s Setting) float64
	Relative func(s Setting) float64
	Readings func(s Setting) iter.Seq2[Setting, float64]
}

// The quantities that the table of guarantees speaks of.
var (
	// Mistakes after the initialisation phase.
	Mistakes = Quantity{Name: "later_mistakes", Term: "later_mistakes", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return once(s, float64(s.Trace.Mistakes-s.Trace.OpeningMistakes()))
	}}
	// AllMistakes are those of the whole run.
	AllMistakes = Quantity{Name: "mistakes", Term: "mistakes", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return once(s, float64(s.Trace.Mistakes))
	}}
	// OpeningMistakes are those of the initialisation phase.
	OpeningMistakes = Quantity{Name: "opening_mistakes", Term: "opening_mistakes", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return once(s, float64(s.Trace.OpeningMistakes()))
	}}
	// Updates of the whole run.
	Updates = Quantity{Name: "updates", Term: "updates", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return once(s, float64(s.Trace.Updates))
	}}
	// LaterUpdates are those after the initialisation phase.
	LaterUpdates = Quantity{Name: "later_updates", Term: "later_updates", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		updates := 0
		for _, step := range s.Trace.Steps {
			if step.Updated && !step.Opening {
				updates++
			}
		}
		return once(s, float64(updates))
	}}
	// Violations is m(φ), at every φ ≤ ρ, φ < 1 at which it jumps.
	Violations = Quantity{Name: "m(phi)", Term: "m(phi)", Where: "phi <= rho && phi < 1", Readings: func(s Setting) iter.Seq2[Setting, float64] { return violations(s, 0) }}
	// ViolationsBelow is m(φ) at every φ < ρ at which it jumps, of a learner that
	// does not update at a_t = ργ_t.
	ViolationsBelow = Quantity{Name: "m(phi)", Term: "m(phi)", Where: "phi < rho", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return below(violations(s, 0))
	}}
	// ViolationsAndOpening is m(φ) and the mistakes of the initialisation phase.
	ViolationsAndOpening = Quantity{Name: "opening_mistakes + m(phi)", Term: "opening_mistakes + m(phi)", Where: "phi <= rho && phi < 1", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return violations(s, s.Trace.OpeningMistakes())
	}}
	// ViolationsOfOptimum is m̄(φ) = #{t : a_t ≤ φγ∗} after the initialisation phase (HKNS25,
	// eq. (4a)), at 0 and at every φ ≤ ρ, φ < 1 at which it jumps.
	ViolationsOfOptimum = Quantity{Name: "mbar(phi)", Term: "mbar(phi)", Where: "0 <= phi && phi <= rho && phi < 1", Readings: violationsOfOptimum}
	// ViolationsOfOptimumBelow is m̄(φ) at φ < ρ, of a learner that does not update at a_t = ργ_t.
	ViolationsOfOptimumBelow = Quantity{Name: "mbar(phi)", Term: "mbar(phi)", Where: "0 <= phi && phi < rho", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return below(violationsOfOptimum(s))
	}}
	// OwnMargin is γ_t at every step that has one, and after the last.
	OwnMargin = Quantity{Name: "gamma_t", Reads: "gamma_t", Real: true, Relative: squareRounding, Readings: ownMargin}
	// SetMargin is the own margin of a learner that sets it by a formula, such as
	// ALMA's B/√k, and does not compute it from points: it has no rounding to speak of.
	SetMargin = Quantity{Name: OwnMargin.Name, Reads: "gamma_t", Real: true, Readings: ownMargin}
	// CosineMargin is 1/ℓ_t, the own margin of the maximum cosine learners, whose
	// step is in proportion to ‖w‖ and who compare squares of lengths.
	CosineMargin = Quantity{Name: "1/ell_t", Reads: "gamma_t", Real: true, Relative: squareRounding, Readings: ownMargin}
	// TargetCosine is the cosine of the angle between the last w and that of the maximum margin.
	TargetCosine = Quantity{Name: "cos(w, w*)", Real: true, Relative: squareRounding, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			if s.Cosine != 0 {
				yield(s, s.Cosine)
			}
		}
	}}
	// Gains is Σ (1−2η)/‖x‖² over the updates of a maximum cosine learner, η = max(0, a_t/γ_t),
	// 0 at the first: what MCP adds to ℓ².
	Gains = Quantity{Name: "sum of (1-2eta)/|x|^2", Reads: "gains", Real: true, Relative: squareRounding, Readings: measuredSum((*Setting).gains)}
	// WeightedGains is Σ (1−2η) over those updates.
	WeightedGains = Quantity{Name: "sum of 1-2eta", Reads: "gamma_t", Real: true, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		var sum float64
		for _, step := range s.Trace.Steps {
			sum += step.gain()
		}
		return once(s, sum)
	}}
	// Multipliers is Σ (1−y(w·x))/‖x‖² over the updates: the sum of AMIRA's steps.
	Multipliers = Quantity{Name: "sum of the multipliers", Reads: "multipliers", Real: true, Relative: squareRounding, Readings: measuredSum((*Setting).multipliers)}
	// FirstMargin is γ₃.
	FirstMargin = Quantity{Name: "gamma3", Term: "gamma3", Real: true, Relative: squareRounding, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			if !math.IsNaN(s.Gamma3) {
				yield(s, s.Gamma3)
			}
		}
	}}
	// LastMargin is γ_t after the last step.
	LastMargin = Quantity{Name: "last_gamma", Term: "last_gamma", Real: true, Relative: squareRounding, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			if !math.IsNaN(s.Trace.Gamma) {
				yield(s, s.Trace.Gamma)
			}
		}
	}}
	// Shrinkage is γ_{t+1}/γ_t at every step after the initialisation phase.
	Shrinkage = Quantity{Name: "gamma_t+1/gamma_t", Reads: "gamma_t", Real: true, Relative: shrinkageRounding, Readings: shrinkage}
	// WeightNorm is ‖w_t‖ before every update, and after the last one.
	WeightNorm = Quantity{Name: "norm of w_t", Reads: "norm_t", Real: true, Rounding: weightRounding, Readings: weightNorm}
	// SquaredNorm is ‖w_{t+1}‖² after every update of a learner that had a
	// classifier before it.
	SquaredNorm = Quantity{Name: "squared norm of w_t+1", Reads: "norm_t", Real: true, Relative: squareRounding, Readings: squaredNorm}
	// SquaredLosses is Σ max(0, 1−y(w_t·x_t))² over the run.
	SquaredLosses = Quantity{Name: "sum of squared losses", Reads: "score_t", Real: true, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		var sum float64
		for _, step := range s.Trace.Steps {
			l := max(0, 1-step.Score)
			sum += float64(l * l)
		}
		return once(s, sum)
	}}
	// WeightedUpdates is ε·#{updates at 0 < a_t} + #{updates at a_t ≤ 0}.
	WeightedUpdates = Quantity{Name: "weighted updates", Reads: "score_t", Real: true, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		within, above := s.Trace.updatesAround(0)
		return once(s, float64(s.Param("eps")*float64(above))+float64(within))
	}}
	// UpdatesWithin is the number of updates at y(w·x) ≤ φ, at φ = 0 and at every φ in
	// (0, 1) of an update, where it jumps.
	UpdatesWithin = Quantity{Name: "updates(phi)", Reads: "score_t", Where: "phi >= 0 && phi < 1", Readings: updatesWithin}
	// RestMargin is the margin of the classifier at which the learner rests:
	// the last pass over the data changed nothing.
	RestMargin = Quantity{Name: "margin at rest", Term: "margin", AtRest: true, Real: true, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			if s.AtRest && !math.IsNaN(s.Margin) {
				yield(s, s.Margin)
			}
		}
	}}
	// MeanObjective is the mean of λ/2‖w_t‖² + max(0, 1−y_t(w_t·x_t)).
	MeanObjective = Quantity{Name: "mean objective", Reads: "score_t norm_t", Real: true, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		var sum float64
		for _, step := range s.Trace.Steps {
			sum += float64(s.Param("lambda")/2*step.Norm*step.Norm) + max(0, 1-step.Score)
		}
		return once(s, sum/float64(len(s.Trace.Steps)))
	}}
	// ExpectedMistakes is Σ (1−a_t)/2 of a learner that errs with that
	// probability.
	ExpectedMistakes = Quantity{Name: "expected_mistakes", Term: "expected_mistakes", Real: true, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		var sum float64
		for _, step := range s.Trace.Steps {
			sum += float64((1 - step.Score) / 2)
		}
		return once(s, sum)
	}}
)

// Setting is the part of a Setting that holds for the whole run.
func (tr *Trace) Setting(ev Evidence) Setting {
	s := Setting{Evidence: ev, Trace: tr, Rho: tr.Params["rho"], Gamma3: tr.Gamma, Updates: tr.Updates} // NaN if the opening did not end
	for _, step := range tr.Steps {
		if !step.Opening && !math.IsNaN(step.Target) && step.Norm > 0 {
			s.Gamma3 = step.Gamma()
			break
		}
	}
	return s
}

// OfCounts reports whether the quantity is read from the counts of a run, its last state, and the
// initialisation phase, and not from other steps.
func (q Quantity) OfCounts() bool {
	return slices.Contains([]string{"mistakes", "later_mistakes", "opening_mistakes", "updates", "gamma3", "last_gamma", "margin"}, q.Term)
}

// rounding is the error of a reading at s, relative to the bound and absolute, beside
// that of the geometry.
func (q Quantity) rounding(s Setting) (relative, absolute float64) {
	if q.Relative != nil {
		relative = q.Relative(s)
	}
	if q.Rounding != nil {
		absolute = q.Rounding(s)
	}
	return relative, absolute
}

// String is the quantity's name.
func (q Quantity) String() string { return q.Name }

// At names the quantity at a setting, as m(0.9).
func (q Quantity) At(s Setting) string {
	if q.Where == "" {
		return q.Name
	}
	return strings.ReplaceAll(q.Name, "phi", fmt.Sprintf("%.3g", s.Phi))
}
