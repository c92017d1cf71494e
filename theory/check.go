package theory

import (
	"context"
	"math"
)

// Verdict is what a guarantee says of one run.
type Verdict struct {
	Guarantee Guarantee
	Silence   Silence // why it does not apply to the run; the zero value where it does
	Value     float64 // of the quantity where it comes nearest to its bound
	Bound     float64 // there, at γ∗ = Gamma, or at an end of what is known of γ∗ where it is infinite at Gamma
	Ratio     float64 // Value/Bound (Bound/Value if from below): at most 1, up to rounding, where the bound holds
	Holds     bool    // within what is known of the geometry
	Setting   Setting // where that was
}

// Silent reports whether the guarantee does not apply to the run.
func (v Verdict) Silent() bool { return v.Silence.Kind != Applies }

// SilenceKind is the kind of a reason for which a guarantee does not apply to a run.
type SilenceKind int

// The kinds. From NoValue to Stopped they are in the order in which a claim is read: the reason that is
// told is the last one that any reading came to.
const (
	Applies   SilenceKind = iota
	Hidden                // a program does not show what the claim reads
	NoMargin              // the stream is not known to be separable
	NoValue               // the quantity has no value in this run
	NotAtRest             // the last pass made an update, or asked for one below rounding
	Rounded               // rounding hides the quantity
	Alone                 // there is no comparator, or none with a positive margin
	NotMet                // the condition of the claim does not hold
	Undefined             // the bound has no value, as 0/0
	Infinite              // the bound is infinite, or beyond float64
	Stopped               // a batch algorithm was stopped before its count ended
	LeftOut               // the run was too long to keep what the claim reads
)

// Silence is why a guarantee does not apply to a run.
type Silence struct {
	Kind   SilenceKind
	Detail string
}

// String is the reason in words.
func (s Silence) String() string {
	switch s.Kind {
	case NoValue:
		return "no " + s.Detail + " to read"
	case NotAtRest:
		return "not at rest: the last pass made an update, or asked for one below rounding"
	case NotMet:
		return "not met: " + s.Detail
	case Infinite:
		return "the bound is infinite to float64"
	case Undefined:
		return "the bound has no value"
	case Rounded:
		return "rounding hides " + s.Detail
	case Stopped:
		return "the run was stopped before its count ended"
	case Alone:
		return "there is no u to compare with that has a positive margin"
	case LeftOut:
		return "left out: " + s.Detail
	}
	return s.Detail
}

// Brief is the reason without what it says of one claim alone.
func (s Silence) Brief() string {
	switch s.Kind {
	case NoValue:
		return "nothing to read"
	case NotAtRest:
		return "not at rest"
	}
	return s.String()
}

// Unseen is what a learner that is a program does not show of its run: a theorem that reads it
// does not apply. The zero value hides nothing.
type Unseen struct {
	Classifier bool // the steps have no norms, and may have no scores
	Margin     bool // γ_t, which the learner has: the steps have no targets
	Opening    bool // the initialisation phase, which the learner has: no step is of it
	LogDet     bool // log det(A/a), which the learner has
}

// Hides says why what needs that has no value, "" if it has one.
func (u Unseen) Hides(needs Needs) string {
	switch {
	case u.Classifier && needs&NeedsClassifier != 0:
		return "the program shows no classifier"
	case u.Margin && needs&NeedsMargin != 0:
		return "the program shows no margin of its own"
	case u.Opening && needs&NeedsOpening != 0:
		return "the program does not show which steps are of its opening"
	case u.LogDet && needs&NeedsLogDet != 0:
		return "programs show no log det(A/a)"
	}
	return ""
}

// rounding is how far, relatively, quantities of a run may be from their exact
// values: a_t and γ_t come from differences of points as long as D̄, each with a
// relative error of a few ε = 2⁻⁵², and are compared with lengths not below γ∗;
// and γ∗ itself is solved for to 1e-9.
func (g Geometry) rounding() float64 {
	if !g.Separable {
		return 1e-9
	}
	return 1e-9 + 32*epsilon*g.DBar/g.Gamma
}

const epsilon = 0x1p-52 // of float64

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
// g.ViewOf(tr). A stream whose margin is hidden by rounding counts as one that is not separable.
func (g Guarantee) Check(tr *Trace, ev Evidence) Verdict {
	v, _ := g.check(context.Background(), tr, ev)
	return v
}

// check is Check, and returns the error of ctx once that has ended.
func (g Guarantee) check(ctx context.Context, tr *Trace, ev Evidence) (Verdict, error) {
	c := g.parsed()
	ev.Geometry = ev.Decided()
	v := Verdict{Guarantee: g, Holds: true, Ratio: math.Inf(-1)}
	if why := tr.Unseen.Hides(c.needs); why != "" {
		v.Silence = Silence{Hidden, why}
		return v, nil
	}
	if !ev.Separable && !g.AnyStream() {
		v.Silence = Silence{NoMargin, g.ViewOf(tr).Separability(false)}
		return v, nil
	}
	comparators := []*Comparator{nil}
	if c.relative {
		comparators = ev.Comparators
	}
	count, slack := c.quantity.isCount(), 0.0
	if !count {
		slack = ev.rounding()
	}
	why, compared := NoValue, false
	if c.quantity.names("rest_margin") {
		why = NotAtRest
	}
	s := tr.Setting(ev)
	for range c.settings(&s) {
		value, is := c.quantity.value(&s)
		if is == missing {
			continue
		}
		relative, absolute := c.rounding(&s)
		if relative >= hides {
			why = max(why, Rounded)
			continue
		}
		why = max(why, Alone)
		slack := slack + relative
		for _, s.Comparator = range comparators {
			if err := ctx.Err(); err != nil {
				return v, err
			}
			bound, is := c.boundAt(&s)
			if is != Applies {
				why = max(why, is)
				continue
			}
			holds := c.within(value, bound, slack, absolute)
			if count && g.Task == Batch && holds && !s.Iterate.Last { // it would have counted on
				why = max(why, Stopped)
				continue
			}
			if !holds {
				for _, s.Geometry = range ev.ends() {
					end, is := c.boundAt(&s)
					if is != Applies || !c.within(value, end, slack, absolute) {
						continue
					}
					if holds = true; math.IsInf(c.ratio(value, bound), 1) {
						bound = end
					}
				}
				s.Geometry = ev.Geometry
			}
			compared = true
			v.Holds = v.Holds && holds
			if ratio := c.ratio(value, bound); ratio > v.Ratio || math.IsNaN(ratio) {
				v.Value, v.Bound, v.Ratio, v.Setting = value, bound, ratio, s
			}
		}
	}
	if !compared {
		detail := map[SilenceKind]string{NoValue: g.Quantity(), Rounded: g.Quantity(), NotMet: g.Where()}
		v.Silence = Silence{why, detail[why]}
	}
	return v, nil
}

// Latest is the last value of the quantity that has a bound, with the bound. ok is false if there is none.
func (g Guarantee) Latest(tr *Trace, ev Evidence) (value, bound float64, ok bool) {
	c, s := g.parsed(), tr.Setting(ev)
	for range c.settings(&s) {
		v, is := c.quantity.value(&s)
		if limit, why := c.boundAt(&s); why == Applies && is != missing {
			value, bound, ok = v, limit, true
		}
	}
	return value, bound, ok
}

// rounding is the error of a reading at s, relative to the bound and absolute, beside that of the
// geometry: of the lengths and ratios in the quantity, and of the terms of the run in the bound.
func (c *claim) rounding(s *Setting) (relative, absolute float64) {
	add := func(t *Term) {
		if t != nil && t.rounding != nil {
			r, a := t.rounding(s)
			relative, absolute = relative+r, absolute+a
		}
	}
	for _, t := range c.quantity.terms {
		if t != nil && t.Unit != Count {
			add(t)
		}
	}
	for _, t := range c.bound.terms {
		if t != nil && t.Scope == OfRun {
			add(t)
		}
	}
	return relative, absolute
}

// within reports that the relation of value and bound holds, with a relative and an absolute
// slack; NaN is never within.
func (c *claim) within(value, bound, slack, absolute float64) bool {
	low, high := value, float64(bound*(1+slack))+absolute
	if c.relation[0] == '>' {
		low, high = float64(bound*(1-slack))-absolute, value
	}
	return low < high || low == high && len(c.relation) == 2
}

// ratio is how much of the bound is used up: 1 at the bound, above it beyond.
func (c *claim) ratio(value, bound float64) float64 {
	if c.relation[0] == '>' {
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

// Verdicts holds every guarantee of the table that is about the learner, and of those of
// one's own, against its run. The evidence in a view is asked for once. The error is one of evidence,
// or that of ctx.
func Verdicts(ctx context.Context, tr *Trace, evidence func(View) (Evidence, error), own ...Guarantee) ([]Verdict, error) {
	known := map[View]Evidence{}
	var verdicts []Verdict
	for _, g := range append(Table(), own...) {
		if !g.Applies(tr) {
			continue
		}
		var ev Evidence
		if g.MeasuresStream() {
			view, ok := g.ViewOf(tr), false
			if ev, ok = known[view]; !ok {
				var err error
				if ev, err = evidence(view); err != nil {
					return nil, err
				}
				known[view] = ev
			}
		}
		v, err := g.check(ctx, tr, ev)
		if err != nil {
			return nil, err
		}
		verdicts = append(verdicts, v)
	}
	return verdicts, nil
}
