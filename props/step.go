package props

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/algos/trial"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory/real"
)

// stepProperties hold each step of a learner against its exact model.
func stepProperties() []Property {
	return []Property{
		{"step", "a step is that of the exact model from what the learner shows", "algos/exact", follows, stream.Draws{Norms: true}, 60, StepsAreExact},
	}
}

// follows reports whether an exact model can follow the learner.
func follows(s *algos.Spec) bool {
	model, err := trial.Model(s)
	return err == nil && model.Follower(64, 1) != nil
}

// StepsAreExact: a learner decides, reports and moves as its exact model does, from a state within
// a few units in the last place of the one that the learner shows before the step, to such a state.
// Where the score and the margin that it reports are those of the shown state as rational numbers,
// it decides to the letter, ties too.
//
// The model computes in intervals, so that the width of a result is what rounding may do to it. Of a
// decision within K·‖w‖·reach of its turn nothing is said, where K is the few units and reach the
// longest example, as seen from the others if the learner has a bias.
func StepsAreExact(c Case) error {
	steps, err := replay.Run(c)
	if err != nil {
		return err
	}
	model, err := trial.Model(c.Learner)
	if err != nil {
		return err
	}
	f := newFollowing(c, model)
	for _, s := range steps {
		if err := f.step(s); err != nil {
			return s.Fault("%w", err)
		}
	}
	return nil
}

// following is an exact model that follows a learner.
type following struct {
	kind       algos.Kind
	made, next exact.Follower // before the step, and after it
	past       []exact.Event
	in         measure.Metric

	units *big.Rat // by which each number shown may be off, relatively
	moved *big.Rat // and one of the state after a step, which in norms is looked for
	reach *big.Rat // K·reach: of a score in units of ‖w‖
	bias  *big.Rat // K times the longest example
	// square is K·reach² of a sparse learner that follows the squares of its lengths, else 0: over
	// γ_t, it is how far its numbers are off.
	square *big.Rat
	tie    *big.Rat // what OMM takes for a tie, in units of γ_t
}

func newFollowing(c Case, model *exact.Spec) *following {
	x, prec := c.Lifted(), uint(192)
	if !c.Metric().Euclidean() {
		prec = 96 // roots are dear there
	}
	d, longest, widest := len(x[0]), measure.Longest(x), 0.0
	f := &following{
		kind: c.Learner.Kind, made: model.Follower(prec, d), next: model.Follower(prec, d), in: c.Metric(),
		units: floatRat(measure.Units(d)), square: new(big.Rat),
	}
	if f.kind.OwnBias {
		widest = measure.L2().Widest(x, x)
	}
	f.tie, f.moved = floatRat(2e-12), f.units
	if !f.in.Euclidean() {
		f.tie, f.moved = floatRat(2e-9), floatRat(measure.Units(d)+2*measure.Tight)
	}
	f.bias = new(big.Rat).Mul(f.units, floatRat(longest))
	f.reach = new(big.Rat).Mul(f.units, floatRat(longest+widest))
	if c.Sparse() && f.kind.UnitNorm {
		f.reach.Mul(f.reach, big.NewRat(8, 1))
		f.square.Mul(f.reach, floatRat(longest+widest))
	}
	return f
}

func floatRat(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }

// step holds a step.
func (f *following) step(s replay.Step) error {
	e := exact.Event{X: exact.Floats(s.X...), Decision: exact.Decision{
		Y: int(s.Y), Predicted: int(s.Reported.Predicted), Updated: s.Reported.Updated, Opening: s.Reported.Opening,
	}}
	defer func() { f.past = append(f.past, e) }()
	var at exact.Step
	var wrong error
	var was, want, got exact.Point // the state
	letter := isDecided(func() {
		f.made.Follow(asShown(s.Shown), new(big.Rat), f.past)
		at = f.made.Step(e.X, e.Y)
	}) && reportsExactly(s, at)
	if letter {
		if err := decides(s, at); err != nil {
			return err
		}
	}
	if !isDecided(func() {
		f.made.Follow(asShown(s.Shown), f.units, f.past)
		if wrong = f.reported(s, e); wrong != nil {
			return
		}
		size := rootOf(f.made.SqNorm())
		was = f.made.State()
		at = f.made.Step(e.X, e.Y)
		room, turn := size.Times(f.reach), at.Score.Sub(at.Limit)
		f.notWithin(room, at.Score)
		if at.Target.Exists() && f.kind.UnitNorm {
			room = room.Max(at.Target.Times(f.tie))
		}
		f.notWithin(room, turn)
		if f.square.Sign() > 0 && !at.Opening {
			f.notWithin(size.Times(f.square).Mul(quotient(size, rootOf(f.made.SqGamma()))), turn)
		}
	}) || wrong != nil {
		return wrong
	}
	want = f.made.State()
	if unseen := at.Updated && !f.differ(was, want, was); !unseen { // rounding hides an update
		if err := decides(s, at); err != nil {
			return err
		}
	}
	if len(want) == 0 || !isDecided(func() {
		f.next.Follow(asShown(s.Next), f.units, append(f.past[:len(f.past):len(f.past)], e))
		got = f.next.State()
	}) {
		return nil
	}
	for k := range got {
		if f.apart(want[k], got[k], was, want) {
			return fmt.Errorf("number %d of the state is %s after the step, expected %s (updated: %v)", k+1, numberText(got[k]), numberText(want[k]), e.Updated)
		}
	}
	return nil
}

// decides holds the decision of a step.
func decides(s replay.Step, at exact.Step) error {
	if at.Predicted != int(s.Reported.Predicted) || at.Updated != s.Reported.Updated {
		return fmt.Errorf("predicted %+d (updated: %v), expected %+d (%v) at y(w·x+b) = %s against %s", s.Reported.Predicted,
			s.Reported.Updated, at.Predicted, at.Updated, numberText(at.Score), numberText(at.Limit))
	}
	return nil
}

// open is panicked with where rounding hides an answer.
type open struct{}

// isDecided calls f, and reports whether all that it asks is decided.
func isDecided(f func()) (decided bool) {
	defer func() {
		switch e := recover(); e {
		case nil:
		case open{}:
			decided = false
		default:
			panic(e)
		}
	}()
	return exact.Try(f) == nil
}

func quotient(a, b real.Number) real.Number {
	q, err := a.Quo(b)
	if err != nil {
		panic(open{})
	}
	return q
}

func rootOf(a real.Number) real.Number {
	r, err := a.Sqrt()
	if err != nil {
		panic(open{})
	}
	return r
}

// exceeds reports that a > b is known.
func exceeds(a, b real.Number) bool {
	order, decided := a.Cmp(b)
	return decided && order > 0
}

// notWithin leaves it open where a may be within room of 0.
func (f *following) notWithin(room, a real.Number) {
	if !exceeds(a.Abs(), room) {
		panic(open{})
	}
}

// apart reports that two numbers of a state are no one number, but for rounding in the size of all
// numbers of the states before and after the step.
func (f *following) apart(a, b real.Number, before, after exact.Point) bool {
	most := a.Field().Int(0)
	for _, v := range slices.Concat(before, after) {
		most = most.Max(v.Abs())
	}
	return exceeds(a.Sub(b).Abs(), most.Times(f.moved))
}

// differ reports that two states are apart.
func (f *following) differ(a, b, before exact.Point) bool {
	if len(a) != len(b) {
		return true
	}
	for k := range a {
		if f.apart(a[k], b[k], before, b) {
			return true
		}
	}
	return false
}

// reported holds a_t, b and γ_t as reported, in units of ‖w‖∗, against those of the model's state.
func (f *following) reported(s replay.Step, e exact.Event) error {
	if s.Reported.Opening || s.Reported.Norm == 0 || f.kind.Normalises {
		return nil
	}
	length := rootOf(f.made.SqNorm())
	field := length.Field()
	a, room := quotient(f.made.Score(e.X).Times(big.NewRat(int64(e.Y), 1)), length), field.Int(0)
	g := f.made.SqGamma()
	if g.Exists() {
		g = rootOf(g)
		if f.square.Sign() > 0 {
			room = quotient(field.Rational(f.square), g).Mul(field.Int(1).Add(quotient(a.Abs(), g)))
		}
	}
	off := func(is real.Number, reported float64, more real.Number) bool {
		q := field.Rational(floatRat(reported))
		return exceeds(is.Sub(q).Abs(), q.Abs().Times(floatRat(0x1p-49)).Add(more))
	}
	if off(a, s.Reported.A(), room) {
		return fmt.Errorf("a_t is reported to be %v, and is %s", s.Reported.A(), numberText(a))
	}
	if f.kind.OwnBias {
		_, b := f.made.Classifier()
		if b, got := quotient(b, length), s.B/f.in.Dual(s.W); off(b, got, field.Rational(f.bias)) {
			return fmt.Errorf("b/‖w‖ is shown to be %v, and is %s", got, numberText(b))
		}
	}
	if g.Exists() && !math.IsNaN(s.Reported.Target) && off(g, s.Reported.Gamma(), room) {
		return fmt.Errorf("gamma_t is reported to be %v, and is %s", s.Reported.Gamma(), numberText(g))
	}
	return nil
}

// reportsExactly reports that the score and the margin reported are those of the model, which are
// rational, in some scale, in which the limit of an update is a float64 too.
func reportsExactly(s replay.Step, at exact.Step) bool {
	if s.Reported.Opening || at.Opening {
		return true
	}
	score, rational := at.Score.Rational()
	if !rational {
		return false
	}
	got, scale := floatRat(s.Reported.Score), big.NewRat(1, 1)
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
	if math.IsNaN(s.Reported.Target) {
		return true
	}
	target := floatRat(s.Reported.Target)
	if at.Target.Exists() {
		want, rational := at.Target.Rational()
		return rational && target.Cmp(scale.Mul(scale, want)) == 0
	}
	square, rational := at.SqTarget.Rational()
	return rational && target.Mul(target, target).Cmp(square) == 0
}

func asShown(s replay.Shown) exact.Shown {
	return exact.Shown{W: s.W, Plus: s.Plus, Minus: s.Minus, Gamma: s.Gamma}
}

// numberText is a number to the digits of a float64.
func numberText(a real.Number) string {
	low, _ := a.Interval().Lower().Float64()
	high, _ := a.Interval().Upper().Float64()
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("[%v, %v]", low, high)
}
