package theory

import (
	"context"
	"math"
	"slices"

	"marginlab/theory/vec"
)

// Status says what is known of a claim.
type Status string

// The statuses of a guarantee.
const (
	Proved           Status = "proved"
	Conjectured      Status = "conjectured"
	Refuted          Status = "refuted"            // a conjecture of this project
	RefutedAsPrinted Status = "refuted as printed" // a claim of a paper
)

// IsRefuted reports that a stream is known on which the claim fails.
func (s Status) IsRefuted() bool { return s == Refuted || s == RefutedAsPrinted }

// Task says what the learners of a guarantee learn from.
type Task string

// The tasks.
const (
	// Online: two classes, an example at a time.
	Online Task = ""
	// ManyClasses: classes 0, …, M−1, an example at a time. The stream that a
	// guarantee speaks of is that of the differences Φ(x,y) − Φ(x,z), all z ≠ y, each
	// with the label +1, in as many dimensions as M times those of x.
	ManyClasses Task = "many classes"
	// Batch: all examples at once.
	Batch Task = "batch"
)

// Norms says which norms a guarantee speaks of.
type Norms string

// The classes of norms, by their [vec.Norm.Smoothness] s, c.
const (
	Euclidean    Norms = ""              // of an inner product: s = 2, c = 1
	SquareSmooth Norms = "square-smooth" // s = 2, as ℓp is for p ≥ 2, with c = p−1
	PowerSmooth  Norms = "power-smooth"  // s < 2, as ℓp is for p < 2, with s = p, c = 2^{2−p}
	AnyNorm      Norms = "any norm"
)

// Include reports whether n, nil for ℓ2, is one of the norms.
func (k Norms) Include(n vec.Norm) bool {
	s, c := smoothness(n)
	switch k {
	case Euclidean:
		return s == 2 && c == 1
	case SquareSmooth:
		return s == 2
	case PowerSmooth:
		return s < 2
	}
	return true
}

// smoothness is that of n, nil for ℓ2.
func smoothness(n vec.Norm) (s, c float64) {
	if n == nil {
		n = vec.L2{}
	}
	return n.Smoothness()
}

// Guarantee is a row of the table: a theorem on a learner, as
// "quantity ≤ bound" (or ≥) on a view of the stream.
type Guarantee struct {
	ID         string // unique in the table
	Task       Task
	Learner    string // a family of learners; see Trace.Families
	Quantity   Quantity
	AtLeast    bool // the bound is from below
	Strict     bool // a quantity that is equal to its bound violates it
	Bound      func(Setting) float64
	Formula    string // the bound in the language of package formula, "" for one that only Bound computes
	L2         string // the formula as it reads in ℓ2, where that is shorter
	Where      string // a condition beside the view: Bound is infinite where it does not hold
	Claim      string // the inequality: made from the formula, or in words
	View       View   // Lift and Norm are the learner's
	Unlifted   bool   // the view is of the features that are given, to a learner that appends a coordinate to them
	Norms      Norms
	AnyStream  bool // speaks of inseparable streams too
	Relative   bool // the bound is read with each of the rivals
	OfLengths  bool // the lengths of the examples of the steps are read
	Assumption string
	Source     string
	Status     Status
	Tight      string // the construction in package adversarial that reaches the bound, if one does
	TightAt    string // the learner's parameters at each value of which it does; the others are as by default
}

// Applies reports whether g speaks of the learner of tr, in its norm.
func (g Guarantee) Applies(tr *Trace) bool {
	return slices.Contains(tr.Families, g.Learner) && g.Norms.Include(tr.Space) && !(g.Unlifted && tr.Lift == 0)
}

// ViewOf is the view of the stream of tr that g speaks of.
func (g Guarantee) ViewOf(tr *Trace) View {
	v := g.View
	if v.Norm = tr.Space; !g.Unlifted {
		v.Lift = tr.Lift
	}
	return v
}

// Verdict is what a guarantee says of one run.
type Verdict struct {
	Guarantee Guarantee
	Silent    bool    // a hypothesis is not met, as that the stream is separable in the view, or the quantity has no value
	Infinite  bool    // a bound was infinite: a hypothesis of its own is not met, or it is beyond float64
	Value     float64 // of the quantity where it comes nearest to its bound
	Bound     float64 // there, at γ∗ = Gamma, or at an end of what is known of γ∗ where it is infinite at Gamma
	Ratio     float64 // Value/Bound (Bound/Value if from below): at most 1, up to rounding, where the bound holds
	Holds     bool    // within what is known of the geometry
	Setting   Setting // where that was
}

// rounding is how far, relatively, quantities of a run may be from their exact
// values: a_t and γ_t come from differences of points as long as D̄, each with a
// relative error of a few ε = 2⁻⁵², and are compared with lengths not below γ∗;
// and γ∗ itself is solved for to 1e-9.
func (g Geometry) rounding() float64 {
	const epsilon = 0x1p-52
	if !g.Separable {
		return 1e-9
	}
	return 1e-9 + 32*epsilon*g.DBar/g.Gamma
}

// hides is the relative rounding from which on a number counts as not known.
const hides = 0.5

// Decided is g, not separable where γ∗ is a rounding or has no lower end: no theorem
// on separable streams says anything of a stream that may not be one.
func (g Geometry) Decided() Geometry {
	g.Separable = g.Separable && g.rounding() < hides && g.Lower <= g.Gamma // of NaN neither is
	return g
}

// ends are the two ends of what is known of g: γ∗ certified from below and from
// above, lengths and γ∗ loosened by the rounding. A bound is violated only if
// the quantity exceeds it at both.
func (g Geometry) ends() [2]Geometry {
	tol := g.rounding()
	low, high := g, g
	low.Gamma = g.Lower * (1 - tol)
	high.Gamma = g.Gamma * (1 + tol)
	for _, e := range []*Geometry{&low, &high} {
		e.DPlus *= 1 + tol
		e.DMinus *= 1 + tol
		e.D *= 1 + tol
		e.DBar *= 1 + tol
		e.Delta *= 1 + tol
		e.Shortest *= 1 - tol
		if g.equalNorms() {
			e.Shortest = e.DBar
		}
	}
	return [2]Geometry{low, high}
}

// Check holds g against a run, given the evidence on its stream in the view
// g.ViewOf(tr). Of a stream whose margin rounding hides it is silent, as of one
// that is not separable.
func (g Guarantee) Check(tr *Trace, ev Evidence) Verdict {
	v, _ := g.check(context.Background(), tr, ev)
	return v
}

// check is Check, and returns the error of ctx once that has ended.
func (g Guarantee) check(ctx context.Context, tr *Trace, ev Evidence) (Verdict, error) {
	ev.Geometry = ev.Decided()
	v := Verdict{Guarantee: g, Silent: true, Holds: true, Ratio: math.Inf(-1)}
	if !ev.Separable && !g.AnyStream || g.Hidden(tr.Unseen) != "" {
		return v, nil
	}
	rivals := []*Rival{nil}
	if g.Relative {
		rivals = ev.Rivals
	}
	slack := 0.0
	if g.Quantity.Real {
		slack = ev.rounding()
	}
	for s, value := range g.Quantity.Readings(tr.Setting(ev)) {
		relative, absolute := g.Quantity.rounding(s)
		if !(relative < hides) {
			continue
		}
		slack := slack + relative
		for _, s.Rival = range rivals {
			if err := ctx.Err(); err != nil {
				return v, err
			}
			s.Geometry = ev.Geometry
			bound := g.Bound(s)
			if g.vacuous(bound) {
				v.Infinite = true
				continue
			}
			holds := g.within(value, bound, slack, absolute)
			if !holds {
				for _, s.Geometry = range ev.ends() {
					end := g.Bound(s)
					if g.vacuous(end) || !g.within(value, end, slack, absolute) {
						continue
					}
					if holds = true; math.IsInf(bound, 0) {
						bound = end
					}
				}
			}
			ratio := g.ratio(value, bound)
			v.Silent = false
			v.Holds = v.Holds && holds
			if ratio > v.Ratio || math.IsNaN(ratio) {
				s.Geometry = ev.Geometry
				v.Value, v.Bound, v.Ratio, v.Setting = value, bound, ratio, s
			}
		}
	}
	return v, nil
}

// vacuous reports whether a bound says nothing: a hypothesis is not met.
func (g Guarantee) vacuous(bound float64) bool {
	if g.AtLeast {
		return math.IsInf(bound, -1)
	}
	return math.IsInf(bound, 1)
}

// Relation is what the guarantee says of its quantity and its bound: <=, <, >= or >.
func (g Guarantee) Relation() string {
	relation := "<"
	if g.AtLeast {
		relation = ">"
	}
	if !g.Strict {
		relation += "="
	}
	return relation
}

// within reports that the relation of value and bound holds, with a relative and an absolute
// slack; NaN is never within.
func (g Guarantee) within(value, bound, slack, absolute float64) bool {
	low, high := value, float64(bound*(1+slack))+absolute
	if g.AtLeast {
		low, high = float64(bound*(1-slack))-absolute, value
	}
	return low < high || low == high && !g.Strict
}

// ratio is how much of the bound is used up: 1 at the bound, above it beyond.
func (g Guarantee) ratio(value, bound float64) float64 {
	if g.AtLeast {
		value, bound = bound, value
	}
	switch {
	case value == bound && value != 0:
		return 1
	case value <= 0 && value <= bound:
		return 0
	case bound <= 0:
		return math.Inf(1)
	}
	return value / bound
}

// Verdicts holds every guarantee of the table that speaks of the learner, and of those of
// one's own, against its run. The evidence in a view is asked for once. The error is one of evidence,
// or that of ctx.
func Verdicts(ctx context.Context, tr *Trace, evidence func(View) (Evidence, error), own ...Guarantee) ([]Verdict, error) {
	known := map[View]Evidence{}
	var verdicts []Verdict
	hold := func(g Guarantee) error {
		if !g.Applies(tr) {
			return nil
		}
		view := g.ViewOf(tr)
		ev, ok := known[view]
		if !ok {
			var err error
			if ev, err = evidence(view); err != nil {
				return err
			}
			known[view] = ev
		}
		v, err := g.stated().check(ctx, tr, ev)
		verdicts = append(verdicts, v)
		return err
	}
	for g := range rows() {
		if err := hold(g); err != nil {
			return nil, err
		}
	}
	for _, g := range own {
		if err := hold(g); err != nil {
			return nil, err
		}
	}
	return verdicts, nil
}
