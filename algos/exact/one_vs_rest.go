package exact

import (
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
	Tally            // of classes
	Binary []*Result // of each class against the rest
}

// OneVsRest runs the model of a learner of two classes as one-vs-rest over the stream, whose labels
// are the classes. The errors are those of [Spec.Run], of the lowest class that has one. It panics
// at a label that is no class.
func (s *Spec) OneVsRest(classes, dim int, stream []Example, passes int, limit Limit) (*OneVsRest, error) {
	all := &OneVsRest{}
	first := make([]int, classes) // the first step at which it was the class
	for c := range classes {
		against := slices.Clone(stream)
		first[c] = math.MaxInt
		for i, e := range stream {
			mustBeClass(e.Y, classes)
			if against[i].Y = -1; e.Y == c {
				against[i].Y, first[c] = +1, min(first[c], i)
			}
		}
		result, err := s.Run(dim, against, Repeat{Passes: passes}, limit)
		if err != nil {
			return nil, fmt.Errorf("class %d against the rest: %w", c, err)
		}
		all.Binary = append(all.Binary, result)
	}
	for i := range all.Binary[0].Steps {
		d := Decision{Y: stream[i%len(stream)].Y}
		// Of the classes that have not appeared only the first counts: their learners have seen the
		// same, and no interval would show a tie of roots.
		unseen := slices.IndexFunc(first, func(at int) bool { return at >= i })
		err := Decide(limit, func(prec uint) {
			var greatest real.Number
			for c, r := range all.Binary {
				d.Updated = d.Updated || r.Steps[i].Updated
				if first[c] >= i && c != unseen {
					continue
				}
				score := r.at(prec).steps[i].Printed().Times(integer(r.Steps[i].Y))
				if c == 0 || compare("the class", score, greatest) > 0 {
					d.Predicted, greatest = c, score
				}
			}
		})
		if err != nil {
			return nil, located(err, i+1)
		}
		all.take(d)
	}
	return all, nil
}

// Doubtful reports whether float64 might decide the step i at x otherwise: one of the binary learners
// might, or the two greatest scores are as near to each other as to a tie; see [Result.Doubtful].
func (o *OneVsRest) Doubtful(i int, x Vector) bool {
	first, second, unit := math.Inf(-1), math.Inf(-1), 0.0
	for _, r := range o.Binary {
		s := r.made[0].steps[i]
		var printed real.Number
		if r.Doubtful(i, x) || Try(func() { printed = s.Printed() }) != nil {
			return true
		}
		score := float(printed) * float64(s.Y)
		if scale := math.Abs(score) / math.Abs(float(s.Score)); scale > 0 {
			unit = max(unit, scale*s.unit(x))
		}
		first, second = max(first, score), max(second, min(first, score))
	}
	return first-second < Rounding*unit
}
