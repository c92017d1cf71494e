package adult

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/expr"
	"marginlab/theory/vec"
)

// student is a learner on its way through the passes.
type student struct {
	spec       *algos.Spec
	asked      string // the learner as it was asked for, without the bias it was given
	shown      string // the same with that bias, for people
	most       int    // passes
	learner    algos.Learner
	separation *algos.Separation
	last       theory.Trace // of the last pass

	passes, steps, mistakes, updates int
	seconds                          float64
}

func (v Variant) student(learner *algos.Spec) (*student, error) {
	spec, shown, err := v.asPublished(learner)
	if err != nil {
		return nil, err
	}
	return &student{
		spec: spec, asked: learner.String(), shown: shown, most: mostPasses(learner),
		learner: spec.New(v.Set.Dim), separation: algos.NewSeparation(v.Set.Examples),
	}, nil
}

// pass lets the learner go through the examples.
func (s *student) pass(ctx context.Context, dim int, examples []theory.Example) error {
	tr, err := algos.Run(ctx, s.learner, dim, slices.Values(examples), s)
	if err != nil {
		return fmt.Errorf("%s stopped in pass %d: %w", s.spec, s.passes+1, err)
	}
	s.last = tr
	s.passes++
	s.steps += len(tr.Steps)
	s.mistakes += tr.Mistakes
	s.updates += tr.Updates
	s.seconds += tr.Seconds
	return nil
}

// Updated implements [algos.Observer]: tau counts the examples of all passes.
func (s *student) Updated(at int, e theory.Example, l algos.Learner) {
	s.separation.Updated(s.steps+at, e, l)
}

// asPublished is the learner as omm.txt runs it (Section B.3), and how to show it:
// where the data need a bias, with the constant coordinate that the paper appends for
// learners of that kind, if it does. For ROMMA that is -Dbar, of this variant.
func (v Variant) asPublished(learner *algos.Spec) (spec *algos.Spec, shown string, err error) {
	if v.biasFree {
		return learner, learner.String(), nil
	}
	list, biased, err := biasedAdultLearners(v.geometry.DBar)
	if err != nil {
		return nil, "", err
	}
	at := slices.IndexFunc(biased, func(b *algos.Spec) bool { return b.Lift() != 0 && b.Core().Kind.Name == learner.Kind.Name })
	if at < 0 {
		return learner, learner.String(), nil
	}
	e := list[at]
	e.Args = append([]expr.Arg{{Value: expr.Expr{Name: learner.String()}}}, e.Args[1:]...)
	return learner.Lifted(biased[at].Lift()), e.String(), nil
}

// biasedAdultLearners are the learners of omm.txt with a bias, as they are written, and
// with a number for Dbar.
func biasedAdultLearners(dBar float64) (list []expr.Expr, specs []*algos.Spec, err error) {
	if list, err = term.ParseLearners(adultLearners); err != nil {
		return nil, nil, err
	}
	for _, e := range term.WithDbar(list, dBar) {
		spec, err := algos.Learners().Make(e)
		if err != nil {
			return nil, nil, err
		}
		specs = append(specs, spec)
	}
	return list, specs, nil
}

// mostPasses is how often a learner goes through the data at most: n-OMM once, as
// it does not update after that (omm.txt, Section B.4).
func mostPasses(learner *algos.Spec) int {
	if k := learner.Kind; k.OnePass != nil && k.OnePass(learner.Values) {
		return 1
	}
	return math.MaxInt
}

// permutations yields the examples of one pass after the other, as
// [benchdata.ShuffledPasses] orders them, each time in new memory and in the order
// of the pass: many learners go through it in a fraction of the time that it takes
// to jump about.
func (v Variant) permutations(passes int, seed uint64) iter.Seq[[]theory.Example] {
	return func(yield func([]theory.Example) bool) {
		n, dim := len(v.Set.Examples), v.Set.Dim
		var pass []theory.Example
		var memory []float64
		for e := range benchdata.ShuffledPasses(v.Set.Examples, passes, seed) {
			if len(pass) == 0 {
				memory = make([]float64, n*dim)
			}
			x := memory[:dim:dim]
			memory = memory[dim:]
			e.X.CopyTo(x)
			if pass = append(pass, theory.Example{X: vec.Vector{Value: x}, Y: e.Y}); len(pass) == n {
				if !yield(pass) {
					return
				}
				pass = make([]theory.Example, 0, n)
			}
		}
	}
}
