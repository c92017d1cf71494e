package trial

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/theory"
)

// Redecided is what the exact model of a learner decides at the steps of a run: in rational
// arithmetic, or in intervals whose precision grows until every step is decided.
type Redecided struct {
	Steps             int // that were decided again
	Doubtful          int // of these, where float64 was within rounding of a tie
	Otherwise         int // where a mistake or an update is none in the other
	First             int // the first of those, counted from 1; 0 if there is none
	Mistakes, Updates int // of the model
}

// Redecide runs the exact model of the learner of a run, whose steps were kept, through the
// examples in the same orders. A randomized classifier tosses the same coins. The error says why
// there is no such run, and is that of ctx.
func (d *Data) Redecide(ctx context.Context, r *Run, passes iter.Seq[[]int]) (Redecided, error) {
	if r.Learner.Kind.Task == theory.Batch || d.gram != nil {
		return Redecided{}, errors.New("exact models are of online learners, on features")
	}
	return exact.Await(ctx, func() (Redecided, error) {
		stream := d.rational(r, passes)
		if len(stream) == 0 {
			return Redecided{}, errors.New("there is no step")
		}
		decisions, doubtful, err := d.modelled(r.Learner, stream)
		if err != nil {
			return Redecided{}, err
		}
		return compared(decisions, doubtful, r, stream), nil
	})
}

// rational is the stream of the steps of a run, in the order of its passes, with the constant
// coordinate that a learner appends.
func (d *Data) rational(r *Run, passes iter.Seq[[]int]) (stream []exact.Example) {
	lift, steps := r.Learner.Bias, len(r.Trace.Steps)
	class, _ := d.class()
	given := make([]exact.Example, len(d.Examples))
	x := make([]float64, d.Dim)
	for i, e := range d.Examples {
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
		if len(stream) == steps {
			break
		}
	}
	return stream
}

// modelled runs the exact model of a learner over a stream of lifted points.
func (d *Data) modelled(s *algos.Spec, stream []exact.Example) (steps []exact.Decision, doubtful func(i int, x exact.Vector) bool, err error) {
	model, err := Model(s)
	if err != nil {
		return nil, nil, errors.New("there is no exact model of it")
	}
	if model.ManyClasses() {
		_, classes := d.class()
		model = model.Of(classes)
	}
	result, err := model.Run(len(stream[0].X), stream, exact.Repeat{Passes: 1}, exact.Limit{})
	if err != nil {
		return nil, nil, err
	}
	if s.Kind.Random {
		coins := make([]*big.Rat, len(stream))
		for i, toss := 0, algos.Coins(s); i < len(coins); i++ {
			coins[i] = new(big.Rat).SetFloat64(toss())
		}
		if result, err = result.Drawn(coins); err != nil {
			return nil, nil, err
		}
	}
	return result.Steps, result.Doubtful, nil
}

func compared(decisions []exact.Decision, doubtful func(int, exact.Vector) bool, r *Run, stream []exact.Example) Redecided {
	again, squares := Redecided{Steps: len(decisions)}, 0.0
	for t, s := range r.Trace.Steps {
		square, _ := stream[t].X.SqNorm().Float64()
		room := exact.Rounding * s.Norm * math.Sqrt(square) * r.Learner.Condition(squares)
		squares += square
		if doubtful(t, stream[t].X) || math.Abs(s.Score) < room && !r.Learner.Kind.Random {
			again.Doubtful++
		}
		d := decisions[t]
		if d.Mistake() {
			again.Mistakes++
		}
		if d.Updated {
			again.Updates++
		}
		if d.Mistake() == s.Mistake() && d.Updated == s.Updated {
			continue
		}
		if again.Otherwise++; again.Otherwise == 1 {
			again.First = t + 1
		}
	}
	return again
}

// Model returns the exact model of a learner on lifted points, with the very float64 that its
// parameters are. That of one which draws its predictions has no seed: it knows the
// odds.
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
