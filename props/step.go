package props

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/external"
	"marginlab/algos/trial"
	"marginlab/props/measure"
	"marginlab/theory/real"
)

// modelOf returns the exact model of a learner, of the learner that a program claims to be, or of a family of a
// learner from outside; nil if there is none.
func modelOf(s *algos.Spec) *exact.Spec {
	if program, is := external.Of(s); is && program.As() != nil {
		s = program.As()
	}
	if model, err := trial.Model(s); err == nil {
		return model
	}
	given := map[string]*big.Rat{}
	for name, v := range s.Params() {
		given[name] = new(big.Rat).SetFloat64(v)
	}
	for _, family := range slices.Backward(s.Families()) {
		for _, params := range []map[string]*big.Rat{given, nil} {
			model, err := exact.Find(family, params)
			if err == nil && (given["p"] == nil || given["p"].Cmp(model.Exponent()) == 0) {
				return model
			}
		}
	}
	return nil
}

// follows reports whether an exact model can follow the learner by its visible states.
func follows(s *algos.Spec) bool {
	model := modelOf(s)
	if model == nil || !showsItsPredictor(s) {
		return false
	}
	f := model.Follower(64, 1)
	_, points := f.(exact.Certified)
	return f != nil && (!points || showsDualPoints(s))
}

// StepsAreExact: a learner decides, reports and moves like its exact model, from a state within a few units in the
// last place of the visible one before the step, to such a state. If its reported score and margin are those of the
// visible state as rational numbers, its decision must agree exactly, ties included.
//
// The model computes in intervals, so that the width of a result bounds the effect of rounding. A decision within
// K·‖w‖·reach of its turn is not checked, where K is the few units and reach the longest example, as seen from the
// others if the learner has a bias. It takes C in its unit: 1/R² of PA, 1 of ALMA.
func StepsAreExact(c Case) error {
	c = c.InUnits("C")
	steps, err := replay(c)
	if err != nil {
		return err
	}
	f := newFollowing(c, modelOf(c.Learner))
	for _, s := range steps {
		if err := f.step(s); err != nil {
			return s.fault("%w", err)
		}
	}
	return nil
}

// following is an exact model that follows a learner.
type following struct {
	kind       algos.Kind
	made, next exact.Follower // before the step, and after it, its numbers known to a few units
	known      bool           // whether made has the visible state before the step
	letter     exact.Follower // before the step, with the shown numbers; nil in ℓp, where they hardly ever decide
	past       []exact.Event
	in         measure.Metric

	units  *big.Rat // the relative error of each shown number
	moved  *big.Rat // and of one in the state after a step, which in norms is searched for
	reach  *big.Rat // K·reach: the error of a score in units of ‖w‖
	bias   *big.Rat // K times the longest example
	beside *big.Rat // the rounding of a reported a_t beside the longest example
	square *big.Rat // K·reach² if the squares of lengths are followed, else 0: over γ_t, the error of numbers
	tie    *big.Rat // the distance that OMM and ROMMA take for a tie, in units of γ_t
}

const (
	solved = 1e-8    // the relative error of γ_t in learners that solve the offline problem
	tight  = 8e-12   // the relative error of the end of a step on its segment in a norm
	ulps   = 0x1p-49 // of a reported number
)

func newFollowing(c Case, model *exact.Spec) *following {
	x, prec := c.Lifted(), uint(192)
	if !c.Metric().Euclidean() {
		prec = 72 // powers are expensive there
	}
	d, longest, widest := len(x[0]), measure.Longest(x), 0.0
	units, tie := measure.Units(d), 2e-12
	turned, beside := units, units // the turn of w, and the error of a_t, in units of the reach
	if c.Solves() {                // it knows w to the root of the error of γ_t
		units, turned, beside = solved, math.Sqrt(solved), 1
	}
	f := &following{
		kind: c.Learner.Kind, made: model.Follower(prec, d), next: model.Follower(prec, d), in: c.Metric(), square: new(big.Rat),
	}
	if f.kind.OwnBias {
		widest = measure.Widest(x, x)
	}
	f.units, f.moved = rat(units), rat(units)
	if f.in.Euclidean() {
		f.letter = model.Follower(prec, d)
	} else {
		tie, f.moved = 2e-9, rat(units+tight)
	}
	f.tie = rat(tie)
	f.bias, f.reach = rat(turned*longest), rat(turned*(longest+widest))
	if c.Sparse() && f.kind.UnitNorm {
		f.reach.Mul(f.reach, big.NewRat(8, 1))
		f.square.Mul(f.reach, rat(longest+widest))
	}
	f.beside = new(big.Rat).Mul(rat(beside), f.reach)
	return f
}

// step checks a step.
func (f *following) step(s step) error {
	e := exact.Event{X: exact.Floats(s.X...), Decision: exact.Decision{
		Y: int(s.Y), Predicted: int(s.Reported.Predicted), Updated: s.Reported.Updated, Opening: s.Reported.Opening,
	}}
	defer func() { f.past = append(f.past, e) }()
	var at exact.Step
	if f.letter != nil && exact.Try(func() {
		f.letter.Follow(s.shown.asExact(), new(big.Rat), f.past)
		at = f.letter.Step(e.X, e.Y)
	}) == nil && reportsExactly(s, at) {
		if err := decides(s, at); err != nil {
			return err
		}
	}
	known := f.known
	f.known = false
	var wrong error
	var was, want, got exact.Point // the state
	if exact.Try(func() {
		if !known {
			f.made.Follow(s.shown.asExact(), f.units, f.past)
		}
		if wrong = f.reported(s, e); wrong != nil {
			return
		}
		size := must(f.made.SqNorm().Sqrt())
		was = f.made.State()
		at = f.made.Step(e.X, e.Y)
		f.isClear(at, size)
	}) != nil || wrong != nil {
		return wrong
	}
	want = f.made.State()
	most := at.Score.Abs().Times(new(big.Rat)) // of all numbers of the states before and after the step
	for _, v := range slices.Concat(was, want) {
		most = most.Max(v.Abs())
	}
	if unseen := at.Updated && f.differ(was, want, most) < 0; !unseen { // rounding hides an update
		if err := decides(s, at); err != nil {
			return err
		}
	}
	if exact.Try(func() {
		f.next.Follow(s.Next.asExact(), f.units, append(f.past[:len(f.past):len(f.past)], e))
		got = f.next.State()
	}) != nil {
		return nil
	}
	f.made, f.next, f.known = f.next, f.made, true
	if len(want) == 0 || len(got) == 0 {
		return nil
	}
	if k := f.differ(want, got, most); k >= 0 {
		return fmt.Errorf("the step (updated: %v) leads to a state with %s in position %d, expected %s, of %s", e.Updated,
			text(got[k]), k, text(want[k]), text(want...))
	}
	return nil
}

// isClear panics unless rounding cannot have turned the decision of a step, given ‖w‖.
func (f *following) isClear(at exact.Step, size real.Number) {
	if at.Opening {
		return
	}
	room, turn := size.Times(f.reach), at.Score.Sub(at.Limit)
	f.notWithin(room, at.Score)
	if at.Target.Exists() && f.kind.Degree == algos.Degree1 {
		room = room.Max(at.Target.Times(f.tie))
	}
	f.notWithin(room, turn)
	if f.square.Sign() > 0 {
		f.notWithin(size.Times(f.square).Mul(must(size.Quo(must(f.made.SqGamma().Sqrt())))), turn)
	}
}

// decides checks the decision of a step.
func decides(s step, at exact.Step) error {
	r := s.Reported
	if at.Predicted == int(r.Predicted) && at.Updated == r.Updated && at.Opening == r.Opening {
		return nil
	}
	in := map[bool]string{true: ", in the opening", false: ""}
	return fmt.Errorf("predicted %+d (updated: %v%s), expected %+d (updated: %v%s), at y(w·x+b) = %s where it turns at %s", r.Predicted,
		r.Updated, in[r.Opening], at.Predicted, at.Updated, in[at.Opening], text(at.Score), text(at.Limit))
}

// notWithin panics, as undecided, if a may be within room of 0.
func (f *following) notWithin(room, a real.Number) {
	if !exceeds(a.Abs(), room) {
		exact.Fail(errors.New("rounding hides the decision"))
	}
}

// differ returns the first position in which two states differ by more than rounding in numbers of that size; -1 if
// there is none.
func (f *following) differ(a, b exact.Point, size real.Number) int {
	if len(a) != len(b) {
		return 0
	}
	for k := range a {
		if exceeds(a[k].Sub(b[k]).Abs(), size.Times(f.moved)) {
			return k
		}
	}
	return -1
}

// reported checks the reported a_t, b and γ_t, in units of ‖w‖∗, against the model's state.
func (f *following) reported(s step, e exact.Event) error {
	if w, b := f.made.Classifier(); s.Reported.Opening {
		return inOpening(s, w, b)
	}
	if s.Reported.Norm == 0 || f.kind.Normalises {
		return nil
	}
	length := must(f.made.SqNorm().Sqrt())
	field := length.Field()
	a := must(f.made.Score(e.X).Times(big.NewRat(int64(e.Y), 1)).Quo(length))
	room := field.Rational(f.beside)
	g := f.made.SqGamma()
	if g.Exists() {
		g = must(g.Sqrt())
		if f.square.Sign() > 0 {
			room = room.Add(must(field.Rational(f.square).Quo(g)).Mul(field.Int(1).Add(must(a.Abs().Quo(g)))))
		}
	}
	off := func(is real.Number, reported float64, more real.Number) bool {
		q := field.Rational(rat(reported))
		return exceeds(is.Sub(q).Abs(), q.Abs().Times(rat(ulps)).Add(more))
	}
	if off(a, s.Reported.A(), room) {
		return fmt.Errorf("a_t is reported to be %v, and is %s", s.Reported.A(), text(a))
	}
	if f.kind.OwnBias {
		_, b := f.made.Classifier()
		if b, got := must(b.Quo(length)), s.B/f.in.Dual(s.W); off(b, got, field.Rational(f.bias)) {
			return fmt.Errorf("b/|w| is shown to be %v, and is %s", got, text(b))
		}
	}
	if g.Exists() && !math.IsNaN(s.Reported.Target) && off(g, s.Reported.Gamma(), room) {
		return fmt.Errorf("gamma_t is reported to be %v, and is %s", s.Reported.Gamma(), text(g))
	}
	return nil
}

// inOpening checks the visible state and the report in an opening: w = 0, a constant b, and no margin.
func inOpening(s step, w exact.Point, b real.Number) error {
	r := s.Reported
	label, _ := b.Rational()
	want, _ := label.Float64()
	if len(w) == 0 || s.W.Nonzero() == 0 && s.B == want && s.Plus == nil && s.Minus == nil && r.Norm == 0 && r.Score == s.Y*want &&
		math.IsNaN(r.Target) && math.IsNaN(s.Gamma) {
		return nil
	}
	return fmt.Errorf("in the opening w = %v, b = %v, v+ = %v, v- = %v, and a margin of %v, expected w = 0, b = %v, and nothing else", s.W, s.B,
		s.Plus, s.Minus, s.Gamma, want)
}

// reportsExactly reports whether the reported score and margin are those of the model, which are rational, in some
// scale, in which the limit of an update is a float64 too.
func reportsExactly(s step, at exact.Step) bool {
	if s.Reported.Opening || at.Opening {
		return true
	}
	score, rational := at.Score.Rational()
	got := rat(s.Reported.Score)
	if !rational || got == nil {
		return false
	}
	scale := big.NewRat(1, 1)
	if got.Cmp(score) != 0 {
		target, rational := at.Target.Rational()
		if !rational || target.Sign() == 0 {
			return false
		}
		if scale.Inv(target); got.Cmp(new(big.Rat).Mul(score, scale)) != 0 {
			return false
		}
	}
	limit, rational := at.Limit.Rational()
	if !rational {
		return false
	}
	if _, exact := new(big.Rat).Mul(limit, scale).Float64(); !exact {
		return false
	}
	off := new(big.Rat).Sub(score, limit)
	if near := new(big.Rat).Mul(limit, rat(1e-12)); off.Sign() != 0 && off.Abs(off).Cmp(near.Abs(near)) < 0 {
		return false // the shown classifier is rounded, and learners take this for a tie
	}
	target := rat(s.Reported.Target)
	if target == nil { // it has none
		return true
	}
	if at.Target.Exists() {
		want, rational := at.Target.Rational()
		return rational && target.Cmp(scale.Mul(scale, want)) == 0
	}
	square, rational := at.SqTarget.Rational()
	return rational && target.Mul(target, target).Cmp(square) == 0
}

func (s shown) asExact() exact.Shown {
	return exact.Shown{W: s.W, Plus: s.Plus, Minus: s.Minus, Gamma: s.Gamma}
}

// rat returns v as a rational, nil for NaN.
func rat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// must returns a; if there is an error, it panics with what [exact.Try] recovers.
func must(a real.Number, err error) real.Number {
	if err != nil {
		exact.Fail(err)
	}
	return a
}

// exceeds reports whether a > b is certain.
func exceeds(a, b real.Number) bool {
	order, decided := a.Cmp(b)
	return decided && order > 0
}

// text returns one number, or a point, to the known digits.
func text(x ...real.Number) string {
	all := make([]string, len(x))
	for k, v := range x {
		low, _ := v.Interval().Lower().Float64()
		high, _ := v.Interval().Upper().Float64()
		if all[k] = fmt.Sprintf("[%v, %v]", low, high); high-low <= 1e-9*math.Abs(high) {
			all[k] = fmt.Sprintf("%.9g", low+(high-low)/2)
		}
	}
	return strings.Join(all, ", ")
}
