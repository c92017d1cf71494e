package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
	"marginlab/theory/real"
)

// Redecided has the decisions of a learner's exact model at the steps of a run: in rational arithmetic, or in
// intervals whose precision grows until every step is decided.
type Redecided struct {
	Steps             int // the steps decided again
	Doubtful          int // the steps where float64 was within rounding of a tie
	Otherwise         int // the steps with a mistake or an update in one but not in the other
	First             int // the first of those, counted from 1; 0 if there is none
	Mistakes, Updates int // the model's
}

// Redecide runs the exact model of the learner of a run, whose steps were kept, through the examples in the same
// orders. A randomized classifier tosses the same coins. The error says why there is no such run, or is that of ctx.
func (d *Data) Redecide(ctx context.Context, r *Run, passes iter.Seq[[]int]) (Redecided, error) {
	if r.Learner.Kind.Task == theory.Batch || d.gram != nil {
		return Redecided{}, errors.New("exact models exist only for online learners, on features")
	}
	stream := d.rational(ctx, r, passes)
	switch {
	case ctx.Err() != nil:
		return Redecided{}, ctx.Err()
	case len(stream) == 0:
		return Redecided{}, errors.New("there is no step")
	}
	decisions, doubtful, err := d.decideExactly(ctx, r.Learner, stream)
	if err != nil {
		return Redecided{}, err
	}
	return compareDecisions(decisions, doubtful, r, stream), nil
}

// rational returns the stream of the steps of a run, in the order of its passes, with the constant coordinate that a
// learner appends.
func (d *Data) rational(ctx context.Context, r *Run, passes iter.Seq[[]int]) (stream []exact.Example) {
	lift, steps := r.Learner.Bias, len(r.Trace.Steps)
	class, _ := d.class()
	given := make([]exact.Example, len(d.Examples))
	x := make([]float64, d.Dim)
	for i, e := range d.Examples {
		if ctx.Err() != nil {
			return nil
		}
		e.X.CopyTo(x)
		given[i] = exact.Example{X: exact.Floats(x...), Y: int(e.Y)}
		if r.Learner.Kind.Task == theory.ManyClasses {
			given[i].Y = int(class[i])
		}
		if lift != 0 {
			given[i].X = append(given[i].X, exact.Floats(lift)...)
		}
	}
	for order := range passes {
		for _, i := range order[:min(len(order), steps-len(stream))] {
			stream = append(stream, given[i])
		}
		if len(stream) == steps || ctx.Err() != nil {
			break
		}
	}
	return stream
}

// decideExactly runs the exact model of a learner over a stream of lifted points. It also returns which steps float64
// might decide otherwise.
func (d *Data) decideExactly(ctx context.Context, s *algos.Spec, stream []exact.Example) (
	steps []exact.Decision, doubtful func(i int) bool, err error,
) {
	model, err := Model(s)
	if err != nil {
		return nil, nil, errors.New("there is no exact model of it")
	}
	if model.Has(exact.ManyClasses) {
		_, classes := d.class()
		model = model.Of(classes)
	}
	var run *exact.Run
	coins, limit := make([]float64, len(stream)), exact.Limit{Context: ctx}
	err = exact.Decide(limit, func(prec uint) {
		run = model.Run(prec, len(stream[0].X), stream, exact.Repeat{Passes: 1}, limit)
		steps = run.Decisions()
		if s.Kind.Random {
			toss := algos.Coins(s)
			for i := range coins {
				coins[i] = toss()
				steps[i].Predicted = run.Toss(i, new(big.Rat).SetFloat64(coins[i]))
			}
		}
	})
	return steps, func(i int) bool {
		if s.Kind.Random { // its label turns at the q of the coin
			return nearTurn(run.Steps[i], 2*coins[i]-1)
		}
		return nearTie(run.Steps[i], stream[i].X)
	}, err
}

// rounding is the relative distance from a tie at which float64 counts as in doubt: 2²² times its last place.
const rounding = 0x1p-30

// nearTie reports whether y(w·x + b) is within 2⁻³⁰ of 0, or of the number that the update condition compared it
// with, in units of ‖w‖‖x‖ + |w·x + b|. In a norm other than ℓ₂ the unit is the greater of the compared numbers.
func nearTie(s exact.Step, x exact.Vector) bool {
	score, limit := float(s.Score), float(s.Limit)
	unit := max(math.Abs(score), math.Abs(limit))
	if s.SqNorm.Exists() {
		unit = max(unit, math.Abs(score)+math.Sqrt(float(s.SqNorm.Times(x.SqNorm()))))
	}
	return min(math.Abs(score), math.Abs(score-limit)) < rounding*unit // w = 0 is no doubt
}

// nearTurn reports whether the odds are that near to the odds at which a drawn label turns.
func nearTurn(s exact.Step, turn float64) bool { return math.Abs(float(s.Odds)-turn) < rounding }

// float returns a number to about the last place, 0 if there is none.
func float(a real.Number) float64 {
	if !a.Exists() {
		return 0
	}
	v, _ := a.Interval().Lower().Float64()
	return v
}

func compareDecisions(decisions []exact.Decision, doubtful func(int) bool, r *Run, stream []exact.Example) Redecided {
	again, squares := Redecided{Steps: len(decisions)}, 0.0
	for t, s := range r.Trace.Steps {
		square, _ := stream[t].X.SqNorm().Float64()
		room := rounding * s.Norm * math.Sqrt(square) * r.Learner.Condition(squares)
		squares += square
		if doubtful(t) || math.Abs(s.Score) < room && !r.Learner.Kind.Random {
			again.Doubtful++
		}
		d := decisions[t]
		if d.Mistake() {
			again.Mistakes++
		}
		if d.Updated {
			again.Updates++
		}
		if d.Mistake() != s.Mistake() || d.Updated != s.Updated {
			again.Otherwise++
			again.First = cmp.Or(again.First, t+1)
		}
	}
	return again
}

// Model returns the exact model of a learner on lifted points, with exactly the float64 values of its parameters. The
// model of a learner that draws its predictions has no seed: it knows the odds.
func Model(s *algos.Spec) (*exact.Spec, error) {
	name, params := s.Kind.Name, map[string]*big.Rat{}
	for _, a := range s.Written() {
		switch {
		case s.Kind.Random && a.Integer:
		case a.Words == nil:
			if v := new(big.Rat).SetFloat64(a.Value); v != nil {
				params[a.Name] = v
			}
		case a.Value != 0:
			name = fmt.Sprintf("%s(%s=%s)", name, a.Name, a)
		}
	}
	return exact.Find(name, params)
}
