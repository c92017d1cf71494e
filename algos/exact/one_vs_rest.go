package exact

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/theory/real"
)

// OneVsRest is a run of one-vs-rest of M classes 0, …, M−1: of each class a binary learner, which is
// told +1 iff y is the class.
//
//	ŷ = the first c of the greatest w_c·x + b_c, before the update
//
// Each w_c is that of the learner's paper ([Step.Printed]). It is an update if any of the binary
// learners made one. It implements ZH13, Section 4.2. As the learners know nothing of one another,
// each is a run of its own.
type OneVsRest struct {
	Steps             []Decision // of classes
	Mistakes, Updates int
	Binary            []*Result // of each class against the rest
	limit             Limit
	first             []int // of each class the first step at which it was the class
}

// OneVsRest runs the model of a learner of two classes as one-vs-rest over the stream, whose labels
// are the classes. The errors are those of [Spec.Run], of the lowest class that has one. It panics
// at a label that is no class.
func (s *Spec) OneVsRest(classes, dim int, stream []Example, passes int, limit Limit) (*OneVsRest, error) {
	all := &OneVsRest{limit: limit}
	for c := range classes {
		result, err := s.Run(dim, against(c, classes, stream), Repeat{Passes: passes}, limit)
		if err != nil {
			return nil, fmt.Errorf("class %d against the rest: %w", c, err)
		}
		all.Binary = append(all.Binary, result)
		first := slices.IndexFunc(stream, func(e Example) bool { return e.Y == c })
		if first < 0 {
			first = math.MaxInt
		}
		all.first = append(all.first, first)
	}
	for i := range all.Binary[0].Steps {
		d := Decision{Y: stream[i%len(stream)].Y}
		for _, r := range all.Binary {
			d.Updated = d.Updated || r.Steps[i].Updated
		}
		var err error
		if d.Predicted, err = all.best(i); err != nil {
			return nil, err
		}
		all.Steps = append(all.Steps, d)
		if d.Mistake() {
			all.Mistakes++
		}
		if d.Updated {
			all.Updates++
		}
	}
	return all, nil
}

// against is the stream of a class against the rest.
func against(class, classes int, stream []Example) []Example {
	var all []Example
	for _, e := range stream {
		if e.Y < 0 || e.Y >= classes {
			panic(fmt.Sprintf("exact: class is %d, expected one of 0 to %d", e.Y, classes-1))
		}
		y := -1
		if e.Y == class {
			y = +1
		}
		all = append(all, Example{X: e.X, Y: y})
	}
	return all
}

// best is the class of the greatest score at a step, at a precision that is doubled until it is
// decided.
func (o *OneVsRest) best(i int) (int, error) {
	most := o.limit.prec()
	for prec := min(firstPrec, most); ; prec = min(2*prec, most) {
		class, err := o.bestAt(prec, i)
		var open *real.UndecidedError
		if !errors.As(err, &open) || prec == most {
			return class, located(err, i+1)
		}
	}
}

// bestAt leaves out all but the first of the classes that have not appeared: their learners have seen
// the same, and no interval would show a tie of roots.
func (o *OneVsRest) bestAt(prec uint, i int) (best int, err error) {
	var greatest real.Number
	unseen := false
	for c := range o.Binary {
		if o.first[c] >= i {
			if unseen {
				continue
			}
			unseen = true
		}
		score, err := o.score(c, prec, i)
		if err != nil {
			return 0, err
		}
		if c > 0 {
			order, err := compare("the class", score, greatest)
			if err != nil {
				return 0, err
			}
			if order <= 0 {
				continue
			}
		}
		best, greatest = c, score
	}
	return best, nil
}

// score is w_c·x + b_c.
func (o *OneVsRest) score(class int, prec uint, i int) (real.Number, error) {
	r, err := o.Binary[class].runs.at(prec)
	if err != nil {
		return real.Number{}, err
	}
	score, err := r.steps[i].Printed()
	if r.steps[i].Y < 0 {
		score = score.Neg()
	}
	return score, err
}

// Doubtful reports whether float64 might decide the step i at x otherwise: one of the binary learners
// might, or the two greatest scores are as near to each other as to a tie; see [Result.Doubtful].
func (o *OneVsRest) Doubtful(i int, x Vector) bool {
	first, second, unit := math.Inf(-1), math.Inf(-1), 0.0
	for c, r := range o.Binary {
		if r.Doubtful(i, x) {
			return true
		}
		v, err := o.score(c, 0, i)
		if err != nil {
			return true
		}
		score := float(v)
		if scale := math.Abs(score) / math.Abs(float(r.runs.made[0].steps[i].Score)); scale > 0 {
			unit = max(unit, scale*r.unit(i, x))
		}
		first, second = max(first, score), max(second, min(first, score))
	}
	return first-second < Rounding*unit
}
