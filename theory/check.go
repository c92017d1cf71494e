package theory

import (
	"context"
	"math"
	"slices"
	"strings"
)

// Verdict is the outcome of a guarantee on one run.
type Verdict struct {
	Guarantee Guarantee
	Reason    Reason     // why it does not apply to the run; the zero value where it does
	Value     float64    // of the quantity, where it comes nearest to its bound
	Bound     float64    // there, at γ∗ = Gamma; where that is infinite, at an end of the enclosure of γ∗
	Ratio     float64    // Value/Bound (Bound/Value if from below): at most 1, up to rounding, where the bound holds
	Last      [2]float64 // the last value that was compared, and its bound
	Holds     bool       // within the enclosure of the geometry
	Setting   Setting    // where Value was read
}

// Applies reports whether the guarantee applies to the run.
func (v Verdict) Applies() bool { return v.Reason.Kind == Applies }

// ReasonKind is the kind of reason why a guarantee does not apply to a run.
type ReasonKind int

// The kinds of reasons. From NoValue to Stopped they are in the order in which a claim is read; if several readings
// give a reason, the last kind is reported.
const (
	Applies   ReasonKind = iota
	Hidden               // a program does not show what the claim reads
	NoMargin             // the stream is not known to be separable
	NoValue              // the quantity has no value in this run
	NotAtRest            // the same, of a quantity that is read at rest
	Rounded
	Alone // there is no comparator, or none with a positive margin
	NotMet
	Undefined // as 0/0
	Infinite  // or beyond float64
	Stopped   // of a batch algorithm
)

// reasons are the texts of the kinds, with %s for their detail.
var reasons = [...]string{
	Applies: "%s", Hidden: "%s", NoMargin: "%s",
	NoValue:   "no %s to read",
	NotAtRest: "not at rest: the last pass made an update, or asked for one below rounding",
	Rounded:   "rounding hides %s",
	Alone:     "there is no u to compare with that has a positive margin",
	NotMet:    "not met: %s",
	Undefined: "the bound has no value",
	Infinite:  "the bound is infinite to float64",
	Stopped:   "the run was stopped before its count ended",
}

// Reason is why a guarantee does not apply to a run.
type Reason struct {
	Kind   ReasonKind
	Detail string
}

// String returns the reason in words.
func (s Reason) String() string { return strings.Replace(reasons[s.Kind], "%s", s.Detail, 1) }

// Brief returns the reason without the part that concerns one claim only.
func (s Reason) Brief() string {
	switch s.Kind {
	case NoValue:
		return "nothing to read"
	case NotAtRest:
		return "not at rest"
	}
	return s.String()
}

// rounding bounds the relative error of the quantities of a run: a_t and γ_t come from differences of points as long
// as D̄, each with a relative error of a few ε = 2⁻⁵², and are compared with lengths not below γ∗; γ∗ itself is
// solved for to 1e-9.
func (g Geometry) rounding() float64 {
	return choose(g.Separable, 1e-9+32*epsilon*g.DBar/g.Gamma, 1e-9)
}

const epsilon = 0x1p-52 // of float64

// hides is the relative rounding from which on a number counts as unknown.
const hides = 0.5

// Decided returns g, marked not separable where γ∗ is within rounding or has no lower end: theorems on separable
// streams do not apply to a stream that may be inseparable.
func (g Geometry) Decided() Geometry {
	g.Separable = g.Separable && g.rounding() < hides && g.Lower <= g.Gamma // of NaN neither is
	return g
}

// ends returns the two ends of the enclosure of g: γ∗ certified from below and from above, with lengths and γ∗
// loosened by the rounding. A bound is violated only if the quantity exceeds it at both.
func (g Geometry) ends() [2]Geometry {
	low, tol := g, g.rounding()
	for _, length := range []*float64{&low.DPlus, &low.DMinus, &low.D, &low.DBar, &low.Delta} {
		*length *= 1 + tol
	}
	low.Shortest = choose(g.equalNorms(), low.DBar, g.Shortest*(1-tol))
	high := low
	low.Gamma, high.Gamma = g.Lower*(1-tol), g.Gamma*(1+tol)
	return [2]Geometry{low, high}
}

// Check compares g with a run, given the evidence on its stream in the view g.ViewOf(tr). A stream whose margin is
// hidden by rounding counts as not separable.
func (g Guarantee) Check(tr *Trace, ev Evidence) Verdict {
	v, _ := g.check(context.Background(), tr, ev)
	return v
}

// check is Check with a context; it returns the context's error once that has ended.
func (g Guarantee) check(ctx context.Context, tr *Trace, ev Evidence) (Verdict, error) {
	view := g.ViewOf(tr) // panics if g was not read
	ev.Geometry = ev.Decided()
	v := Verdict{Guarantee: g, Holds: true, Ratio: math.Inf(-1)}
	if why := tr.Unseen.Hides(g.Needs); why != "" {
		v.Reason = Reason{Hidden, why}
		return v, nil
	}
	if !ev.Separable && !g.AnyStream() {
		v.Reason = Reason{NoMargin, view.Separability(false)}
		return v, nil
	}
	s, why, compared := tr.Setting(ev), NoValue, false
	if g.quantity.names("rest_margin") {
		why = NotAtRest
	}
	comparators := []*Comparator{nil}
	if g.Relative && len(ev.Comparators) > 0 {
		comparators = ev.Comparators
	}
	for range g.settings(&s) {
		if err := ctx.Err(); err != nil {
			return v, err
		}
		value, is := g.quantity.value(&s)
		if is == NoValue {
			continue
		}
		relative, absolute := g.rounding(&s)
		if relative >= hides {
			why = max(why, Rounded)
			continue
		}
		if !g.IsCount {
			relative += ev.rounding()
		}
		for _, s.Comparator = range comparators {
			bound, is := g.boundAt(&s)
			holds := g.within(value, bound, relative, absolute)
			if is == Applies && g.IsCount && g.Task == Batch && holds && !s.Iterate.Last { // it would have counted on
				is = Stopped
			}
			if is != Applies {
				why = max(why, is)
				continue
			}
			if !holds {
				for _, s.Geometry = range ev.ends() {
					end, is := g.boundAt(&s)
					if is == Applies && g.within(value, end, relative, absolute) {
						holds, bound = true, choose(math.IsInf(g.ratio(value, bound), 1), end, bound)
					}
				}
				s.Geometry = ev.Geometry
			}
			compared, v.Last = true, [2]float64{value, bound}
			v.Holds = v.Holds && holds
			if ratio := g.ratio(value, bound); ratio > v.Ratio || math.IsNaN(ratio) {
				v.Value, v.Bound, v.Ratio, v.Setting = value, bound, ratio, s
			}
		}
	}
	if !compared {
		detail := map[ReasonKind]string{NoValue: g.Quantity, Rounded: g.Quantity, NotMet: g.Where}
		v.Reason = Reason{why, detail[why]}
	}
	return v, nil
}

// rounding returns the error of a reading at s, relative to the bound and absolute, without the error of the
// geometry.
func (c *claim) rounding(s *Setting) (relative, absolute float64) {
	for _, t := range c.rough {
		r, a := t.rounding(s)
		relative, absolute = relative+r, absolute+a
	}
	return relative, absolute
}

// within reports whether the relation of value and bound holds, with a relative and an absolute slack. NaN is never
// within.
func (c *claim) within(value, bound, slack, absolute float64) bool {
	low, high := value, float64(bound*(1+slack))+absolute
	if c.AtLeast() {
		low, high = float64(bound*(1-slack))-absolute, value
	}
	return low < high || low == high && len(c.Relation) == 2
}

// ratio returns how much of the bound is used up: 1 at the bound, above it beyond.
func (c *claim) ratio(value, bound float64) float64 {
	if c.AtLeast() {
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

// Verdicts compares a learner's run with each guarantee of the table that is about the learner, and with the caller's
// own ones. It asks for the evidence in a view once. The error is that of the evidence or of ctx.
func Verdicts(
	ctx context.Context, tr *Trace, evidence func(View) (Evidence, error), own ...Guarantee,
) (verdicts []Verdict, err error) {
	known := map[View]Evidence{}
	for _, g := range slices.Concat(table(), own) {
		if !g.Applies(tr) {
			continue
		}
		var ev Evidence
		if view, ok := g.ViewOf(tr), false; g.Needs&NeedsStream != 0 {
			if ev, ok = known[view]; !ok {
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
