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
	"marginlab/theory/vec"
)

// Redecided is what the exact model of a learner decides at the steps of a run: in rational
// arithmetic, or in intervals whose precision grows until every step is decided.
type Redecided struct {
	Steps             int // that were decided again
	Doubtful          int // of these, where float64 was within rounding of a tie
	Otherwise         int // where the prediction or the update is another
	First             int // the first of those, counted from 1; 0 if there is none
	Mistakes, Updates int // of the model
}

// Redecide runs the exact model of the learner of a run, whose steps were kept, through the
// examples in the same orders. The error says why there is no such run, and is that of ctx.
func (d *Data) Redecide(ctx context.Context, r *Run, passes iter.Seq[[]int]) (Redecided, error) {
	core := r.Learner.Core()
	switch {
	case r.Learner.Task() != theory.Online || d.Class != nil || d.gram != nil:
		return Redecided{}, errors.New("exact models are of online learners of two classes, on features")
	case core.Kind.Random:
		return Redecided{}, errors.New("it decides by chance")
	}
	if mapped, ok := d.norm.(*vec.Pullback); ok {
		return Redecided{}, fmt.Errorf("there is no exact model in the norm %s", mapped)
	}
	model, err := Model(core)
	if err != nil {
		return Redecided{}, errors.New("there is no exact model of it")
	}
	given := make([]exact.Example, len(d.Examples))
	x := make([]float64, d.Dim)
	for i, e := range d.Examples {
		e.X.CopyTo(x)
		given[i] = exact.Example{X: exact.Floats(x...), Y: int(e.Y)}
		if lift := r.Learner.Lift(); lift != 0 {
			given[i].X = append(given[i].X, exact.Floats(lift)...)
		}
	}
	steps := r.Trace.Steps
	stream := make([]exact.Example, 0, len(steps))
	for order := range passes {
		for _, i := range order[:min(len(order), len(steps)-len(stream))] {
			stream = append(stream, given[i])
		}
		if len(stream) == len(steps) {
			break
		}
	}
	if len(stream) == 0 {
		return Redecided{}, errors.New("there is no step")
	}
	return exact.Await(ctx, func() (Redecided, error) {
		result, err := model.Run(len(stream[0].X), stream, exact.Repeat{Passes: 1}, exact.Limit{})
		if err != nil {
			return Redecided{}, err
		}
		return compared(result, r, stream), nil
	})
}

func compared(result *exact.Result, r *Run, stream []exact.Example) Redecided {
	again, squares := Redecided{Steps: len(r.Trace.Steps), Mistakes: result.Mistakes, Updates: result.Updates}, 0.0
	for t, s := range r.Trace.Steps {
		square, _ := stream[t].X.SqNorm().Float64()
		room := exact.Rounding * s.Norm * math.Sqrt(square) * r.Learner.Condition(squares)
		squares += square
		if result.Doubtful(t, stream[t].X) || math.Abs(s.Score) < room {
			again.Doubtful++
		}
		if d := result.Steps[t]; d.Predicted == int(s.Predicted) && d.Updated == s.Updated {
			continue
		}
		if again.Otherwise++; again.Otherwise == 1 {
			again.First = t + 1
		}
	}
	return again
}

// Model returns the exact model of a learner without a constant coordinate, with the very
// float64 that its parameters are.
func Model(s *algos.Spec) (*exact.Spec, error) {
	name, params := s.Kind.Name, map[string]*big.Rat{}
	for i, p := range s.Kind.Params {
		if p.Words == nil {
			if v := new(big.Rat).SetFloat64(s.Values[i]); v != nil {
				params[p.Name] = v
			}
		} else if s.Values[i] != 0 {
			name = fmt.Sprintf("%s(%s=%s)", name, p.Name, p.Words[int(s.Values[i])])
		}
	}
	return exact.Find(name, params)
}
