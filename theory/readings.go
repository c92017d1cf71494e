package theory

import (
	"iter"
	"math"
	"slices"
	"sort"
)

// Setting is a point at which a claim is read: the stream in the claim's view, the run, and the current step, φ or
// iterate of a scope.
type Setting struct {
	Evidence
	Trace      *Trace
	Gamma3     float64 // γ₃, the first margin after the initialisation phase, NaN if that did not end
	Phi        float64 // φ of m(φ)
	Step       Step    // the current step; after the last one, a step without an update or a score
	NextGamma  float64 // γ_{t+1} and ‖w_{t+1}‖
	NextNorm   float64
	Updates    int         // made before Step
	Longest    float64     // the greatest ‖w_t‖ up to Step
	Iterate    Iterate     // the current iterate of a batch algorithm; for a claim on the run the last one
	Comparator *Comparator // the comparator u, and its current length
	Length     float64

	claim  *claim      // the claim that is read
	values [12]float64 // room for the values of an expression's terms
	steps  float64     // the count at Phi, if its jumps are the φ
	ends   bool        // Step comes after the last one
	stops  bool        // Iterate is the last one of a call, or of the run
}

// Setting returns the part of a Setting that holds for the whole run.
func (tr *Trace) Setting(ev Evidence) Setting {
	s := Setting{Evidence: ev, Trace: tr, Gamma3: tr.Gamma, Updates: tr.Updates, Iterate: Iterate{Last: true}}
	if n := len(tr.Iterates); n > 0 { // a run without iterates has ended: it needed no call
		s.Iterate = tr.Iterates[n-1]
	}
	if t := slices.IndexFunc(tr.Steps, hasMargin); t >= 0 {
		s.Gamma3 = tr.Steps[t].Gamma()
	}
	return s
}

// settings visits with s all points at which the claim is read.
func (c *claim) settings(s *Setting) iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		s.claim = c
		switch c.Scope {
		case OfPhi:
			for s.Phi, s.steps = range c.driver.jumps(s) {
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

// eachStep visits the steps of the run, and then its end.
func (s *Setting) eachStep(yield func(struct{}) bool) {
	s.Updates, s.Longest = 0, 0
	steps := append(slices.Clip(s.Trace.Steps), Step{Target: s.Trace.Gamma, Norm: 1}) // the end in the scale of ‖w‖ = 1
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

// norm returns ‖w_t‖; after the last step, the final ‖w‖.
func (s *Setting) norm() float64 { return choose(s.ends, s.Trace.Norm, s.Step.Norm) }

// count counts the steps at which a value is at most φ times a unit, as a_t ≤ φγ_t. The value of other steps is NaN.
type count struct {
	level  func(t Step, gamma float64) (value, unit float64)
	beyond bool // read at all φ < 1, with all its steps known; else at φ ≤ ρ, after the initialisation phase
	lower  bool // read only where γ∗ has a lower end
}

var (
	// violations counts m(φ) (HKNS25, eq. (4b)), and violationsOfOptimum m̄(φ).
	violations = count{level: func(t Step, _ float64) (value, unit float64) {
		return choose(t.Opening, math.NaN(), t.Score), t.Target
	}}
	violationsOfOptimum = count{lower: true, level: func(t Step, gamma float64) (value, unit float64) {
		return choose(hasMargin(t), t.A(), math.NaN()), gamma
	}}
	updatesWithin = count{beyond: true, level: func(t Step, _ float64) (value, unit float64) {
		return choose(t.Updated, t.Score, math.NaN()), 1
	}}
)

// at returns the count at φ. It is NaN where the steps that it counts were not kept.
func (c *count) at(s *Setting, phi float64) float64 {
	switch {
	case s.claim != nil && s.claim.driver == c && phi == s.Phi:
		return s.steps
	case !c.beyond && s.Trace.partial() && phi > s.Trace.Params["rho"]:
		return math.NaN()
	}
	return float64(s.Trace.number(func(t Step) bool { return c.within(t, s.Gamma, phi) }))
}

func (c *count) within(t Step, gamma, phi float64) bool {
	value, unit := c.level(t, gamma)
	return value <= phi*unit
}

// jumps yields the count at 0, at the φ at which it jumps, and at ρ < 1. Between jumps the count is constant and its
// bounds do not fall, so a violation shows at a jump if anywhere. Only for m(φ) may φ be negative. The φ keep a
// distance from ρ, the rounding of a_t/γ_t, because a point of the support seen again has a_t = γ_t. The lower end of
// the enclosure stands for γ∗, so that φ is at least its nominal value.
func (c *count) jumps(s *Setting) iter.Seq2[float64, float64] {
	return func(yield func(float64, float64) bool) {
		gamma, rho := s.Lower*(1-s.rounding()), s.Trace.Params["rho"]
		if !c.beyond && !s.opened() || c.lower && !(gamma > 0) {
			return
		}
		phis, most := []float64{0}, rho*(1-s.rounding())
		if c.beyond {
			most = math.Nextafter(1, 0)
		} else if rho > 0 && rho < 1 {
			phis = append(phis, rho)
		}
		var steps []Step // counted at some φ; for m̄(φ) also clear of ρ
		for _, t := range s.Trace.Steps {
			value, unit := c.level(t, gamma)
			phi := value / unit
			if value != value || c.lower && phi > most {
				continue
			}
			steps = append(steps, t)
			if unit > 0 && phi <= most && (value > 0 || !c.beyond && !c.lower) {
				if value > phi*unit { // rounding of the quotient
					phi = math.Nextafter(phi, math.Inf(1))
				}
				phis = append(phis, phi)
			}
		}
		slices.Sort(phis)
		phis = slices.Compact(phis)
		more := make([]int, len(phis)+1) // steps within this φ, but not within the one before
		for _, t := range steps {
			more[sort.Search(len(phis), func(i int) bool { return c.within(t, gamma, phis[i]) })]++
		}
		n := 0
		for i, phi := range phis {
			if n += more[i]; !yield(phi, float64(n)) {
				return
			}
		}
	}
}

// choose returns x if c holds, else y.
func choose(c bool, x, y float64) float64 {
	if c {
		return x
	}
	return y
}

// numberOf returns a function that counts the steps with the property.
func numberOf(such func(Step) bool) func(*Setting) float64 {
	return func(s *Setting) float64 { return float64(s.Trace.number(such)) }
}

// sum returns a function that sums a number over the steps with the property; t is the index of the step.
func sum(such func(Step) bool, of func(s *Setting, t int, step Step) float64) func(*Setting) float64 {
	return func(s *Setting) (sum float64) {
		for t, step := range s.Trace.Steps {
			if such(step) {
				sum += of(s, t, step)
			}
		}
		return sum
	}
}

// objective is the objective of Pegasos, times the number of steps.
var objective = sum(isAny, func(s *Setting, _ int, t Step) float64 {
	return float64(s.Param("lambda")/2*t.Norm*t.Norm) + t.loss()
})

func isAny(Step) bool      { return true }
func isUpdate(t Step) bool { return t.Updated }

// loss returns max(0, 1 − y(w·x)).
func (s Step) loss() float64 { return max(0, 1-s.Score) }

// gain returns 1−2η of an update of a maximum cosine learner: η = max(0, a_t/γ_t), 0 where there is no γ_t yet.
func (s Step) gain() float64 { return choose(s.Score > 0 && s.Target > 0, 1-2*(s.Score/s.Target), 1) }

// square returns ‖x‖² of the step with that index, and product y(u·x).
func (s *Setting) square(t int) float64  { return float64(s.Lengths[t] * s.Lengths[t]) }
func (s *Setting) product(t int) float64 { return float64(s.Length * s.Comparator.Margins[t]) }

// hasMargin reports whether the learner has a margin of its own at a step.
func hasMargin(s Step) bool { return !s.Opening && !math.IsNaN(s.Target) && s.Norm > 0 }

// These report what terms need to have a value: that Step is one of the run, that ‖w‖ is known after the last one,
// that the initialisation phase ended, that no step was left out, and that the length of every example is known.
func (s *Setting) isStep() bool       { return !s.ends }
func (s *Setting) saysLastNorm() bool { return !math.IsNaN(s.Trace.Norm) }
func (s *Setting) opened() bool       { return !math.IsNaN(s.Gamma3) }
func (s *Setting) hasAllSteps() bool  { return !s.Trace.partial() }
func (s *Setting) knowsLengths() bool {
	return len(s.Lengths) == len(s.Trace.Steps) && len(s.Lengths) >= max(s.Trace.Seen, s.Trace.Updates)
}

func (s *Setting) ownDiameter() float64 { return choose(s.Step.Y == Negative, s.DMinus, s.DPlus) }

// shortest returns min ‖x‖, or max ‖x‖ where the lengths are equal up to rounding.
func (s *Setting) shortest() float64 { return choose(s.equalNorms(), s.DBar, s.Shortest) }

// Param returns a parameter of the learner. It panics if the learner has none of that name: the claim is about the
// wrong family.
func (s *Setting) Param(name string) float64 {
	v, ok := s.Trace.Params[name]
	if !ok {
		panic("theory: the learner has no parameter " + name)
	}
	return v
}

// radius returns the parameter R, or max ‖x‖ where R is 0 or equal to it up to rounding.
func (s *Setting) radius() float64 {
	r := s.Param("R")
	return choose(r == 0 || math.Abs(s.DBar-r) <= 1e-6*r, s.DBar, r)
}

// ofSquare bounds the error of a margin γ, or of 1/γ² = ‖w‖² of ROMMA and PUMMA, after k updates. It comes from inner
// products of points: γ² = ‖v‖² = ‖v₊‖² − 2v₊·v₋ + ‖v₋‖², a recurrence for it, or ‖x‖² − g² of the maximum cosine
// learners, has an error of some ε·D̄² an update, ε(D̄/γ)² of it. The bound uses γ∗, the least possible γ. So it
// covers a learner that takes v for 0 and starts anew where γ∗² is within the rounding, and only there.
func ofSquare(s *Setting) (relative, absolute float64) {
	q := s.DBar / s.Gamma
	return float64(8 * epsilon * float64(s.Trace.Updates+1) * q * q), 0
}

// ofRest bounds the error of the margin at rest of a learner with a margin of its own: its rule turns at γ_t. Others
// rest by y(w·x) alone, which is known to rounding.
func ofRest(s *Setting) (relative, absolute float64) {
	if math.IsNaN(s.Trace.Gamma) {
		return 0, 0
	}
	return ofSquare(s)
}

// ofUpdates bounds the error of a bound by the updates of a learner on separable streams: where γ∗² is within the
// rounding, a step that the rule asks for may be too short to change w.
func ofUpdates(s *Setting) (relative, absolute float64) {
	if s.claim == nil || s.claim.AnyStream() {
		return 0, 0
	}
	return ofSquare(s)
}

// ofNorm bounds the error of ‖w‖, whose square is followed by a recurrence between the times that it is computed:
// some ε of the greatest ‖w‖² so far, √ε of the greatest ‖w‖ where w has cancelled.
func ofNorm(s *Setting) (relative, absolute float64) { return 0, 0x1p-24 * s.Longest }

// ofLengths bounds the error of a sum of some hundred lengths.
func ofLengths(*Setting) (relative, absolute float64) { return 0x1p-36, 0 }

// ofCondition bounds the error of log det A, and of the mistakes compared with it: χ of an update has a relative
// error of some ε√(1 + NR²/a), by the condition of the root of A.
func ofCondition(s *Setting) (relative, absolute float64) {
	n := float64(s.Trace.Updates)
	return 0, 64 * epsilon * n * n * math.Sqrt(1+n*s.DBar*s.DBar/s.Param("a"))
}

// ofProduct bounds the error of a product ⟨p,α⟩_G, p and α in Δ: sums of n terms, as many products, and the error of
// 64 iterations between two computations of Gα. ofRoot bounds the error of ‖p‖_G: the root of that error where p has
// cancelled.
func ofProduct(s *Setting) (relative, absolute float64) {
	return 0, 4 * epsilon * float64(s.Examples+s.Dim+64)
}

func ofRoot(s *Setting) (relative, absolute float64) {
	_, product := ofProduct(s)
	return 0, product / max(math.Sqrt(product), s.Iterate.Norm)
}
