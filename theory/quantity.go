package theory

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"marginlab/theory/vec"
)

// Setting is what a bound may depend on: the geometry of the stream in the view
// that the theorem speaks of, and where in the run the quantity was read.
type Setting struct {
	Geometry
	Rho     float64 // aggressiveness ρ of the learner
	Phi     float64 // φ of m(φ)
	Gamma3  float64 // γ₃, the first margin after the initialisation phase
	Updates int     // updates made before Step
	Step    Step    // the step of a per-step quantity
}

// Quantity is what a guarantee bounds. Readings yields each value it took in a
// run with the setting it was taken in; the geometry is filled in later.
type Quantity struct {
	Name     string
	Real     bool // a length or a ratio, read with rounding; else a count
	Readings func(tr *Trace) iter.Seq2[Setting, float64]
}

// The quantities that the table of guarantees speaks of.
var (
	// Mistakes after the initialisation phase.
	Mistakes = Quantity{Name: "mistakes", Readings: func(tr *Trace) iter.Seq2[Setting, float64] {
		return once(tr, float64(tr.Mistakes-tr.OpeningMistakes()))
	}}
	// AllMistakes are those of the whole run.
	AllMistakes = Quantity{Name: "all mistakes", Readings: func(tr *Trace) iter.Seq2[Setting, float64] {
		return once(tr, float64(tr.Mistakes))
	}}
	// OpeningMistakes are those of the initialisation phase.
	OpeningMistakes = Quantity{Name: "opening mistakes", Readings: func(tr *Trace) iter.Seq2[Setting, float64] {
		return once(tr, float64(tr.OpeningMistakes()))
	}}
	// Updates of the whole run.
	Updates = Quantity{Name: "updates", Readings: func(tr *Trace) iter.Seq2[Setting, float64] {
		return once(tr, float64(tr.Updates))
	}}
	// Violations is m(φ), at every φ ≤ ρ, φ < 1 at which it jumps.
	Violations = Quantity{Name: "m(phi)", Readings: func(tr *Trace) iter.Seq2[Setting, float64] { return violations(tr, 0) }}
	// ViolationsAndOpening is m(φ) and the mistakes of the initialisation phase.
	ViolationsAndOpening = Quantity{Name: "opening + m(phi)", Readings: func(tr *Trace) iter.Seq2[Setting, float64] {
		return violations(tr, tr.OpeningMistakes())
	}}
	// OwnMargin is γ_t at every step that has one, and after the last.
	OwnMargin = Quantity{Name: "gamma_t", Real: true, Readings: ownMargin}
	// FirstMargin is γ₃.
	FirstMargin = Quantity{Name: "gamma_3", Real: true, Readings: func(tr *Trace) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			if s := tr.setting(); !math.IsNaN(s.Gamma3) {
				yield(s, s.Gamma3)
			}
		}
	}}
	// LastMargin is γ_t after the last step.
	LastMargin = Quantity{Name: "last gamma_t", Real: true, Readings: func(tr *Trace) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			if !math.IsNaN(tr.Gamma) {
				yield(tr.setting(), tr.Gamma)
			}
		}
	}}
	// Shrinkage is γ_{t+1}/γ_t at every step after the initialisation phase.
	Shrinkage = Quantity{Name: "gamma_t+1/gamma_t", Real: true, Readings: shrinkage}
	// WeightNorm is ‖w_t‖ before every update, and after the last one.
	WeightNorm = Quantity{Name: "norm of w_t", Real: true, Readings: weightNorm}
)

// setting is the part of a Setting that holds for the whole run.
func (tr *Trace) setting() Setting {
	s := Setting{Rho: tr.Params["rho"], Gamma3: tr.Gamma, Updates: tr.Updates} // NaN if the opening did not end
	for _, step := range tr.Steps {
		if !step.Opening {
			s.Gamma3 = step.Gamma()
			break
		}
	}
	return s
}

func once(tr *Trace, value float64) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) { yield(tr.setting(), value) }
}

// phiBelow keeps the φ at which m(φ) is read clear of ρ, where a_t = ργ_t up to
// rounding: there the learner's comparison and a quotient may disagree.
const phiBelow = 1 - 1e-9

// violations yields m(φ) + extra at the φ where m jumps, at 0 and at ρ < 1.
// Between jumps m is constant and its bounds do not fall, so that a violation
// shows at a jump if anywhere.
func violations(tr *Trace, extra int) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		s := tr.setting()
		if math.IsNaN(s.Gamma3) {
			return
		}
		phis := []float64{0}
		for _, step := range tr.Steps {
			if phi := step.Score / step.Target; !step.Opening && phi <= s.Rho*phiBelow {
				phis = append(phis, phi)
			}
		}
		slices.Sort(phis)
		if s.Rho > 0 && s.Rho < 1 {
			phis = append(phis, s.Rho)
		}
		below := tr.scoresBelow(phis[len(phis)-1])
		for _, phi := range slices.Compact(phis) {
			m := 0
			for _, step := range below {
				if step.Within(phi) {
					m++
				}
			}
			s.Phi = phi
			if !yield(s, float64(m+extra)) {
				return
			}
		}
	}
}

// scoresBelow are the steps after the initialisation phase with a_t ≤ φγ_t.
func (tr *Trace) scoresBelow(phi float64) []Step {
	var steps []Step
	for _, s := range tr.Steps {
		if !s.Opening && s.Within(phi) {
			steps = append(steps, s)
		}
	}
	return steps
}

func ownMargin(tr *Trace) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		s := tr.setting()
		for _, step := range tr.Steps {
			if s.Step = step; !step.Opening && !math.IsNaN(step.Target) && !yield(s, step.Gamma()) {
				return
			}
		}
		if s.Step = (Step{}); !math.IsNaN(tr.Gamma) {
			yield(s, tr.Gamma)
		}
	}
}

func shrinkage(tr *Trace) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		s := tr.setting()
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

func weightNorm(tr *Trace) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		s := tr.setting()
		s.Updates = 0
		for _, step := range tr.Steps {
			if !step.Updated {
				continue
			}
			if s.Step = step; !yield(s, step.Norm) {
				return
			}
			s.Updates++
		}
		if s.Step = (Step{}); s.Updates > 0 {
			last := vec.L2{}.Of(tr.Classifier.W)
			if tr.Lift != 0 {
				last = math.Hypot(last, tr.Classifier.B/tr.Lift) // the weight of the constant coordinate
			}
			yield(s, last)
		}
	}
}

// String is the quantity's name.
func (q Quantity) String() string { return q.Name }

// At names the quantity at a setting, as m(0.9).
func (q Quantity) At(s Setting) string {
	switch q.Name {
	case Violations.Name:
		return fmt.Sprintf("m(%.3g)", s.Phi)
	case ViolationsAndOpening.Name:
		return fmt.Sprintf("opening + m(%.3g)", s.Phi)
	}
	return q.Name
}
