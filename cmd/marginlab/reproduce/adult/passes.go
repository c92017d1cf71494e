package adult

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// publishedConstants are the constant coordinates that HKNS25 appends for learners
// through the origin where the data need a bias (Section B.3).
func publishedConstants() map[string]string {
	return map[string]string{"romma": "-Dbar", "a-romma": "-Dbar", "perceptron": "1", "alma": "1", "mcp": "1"}
}

// asPublished returns the learner as HKNS25 runs it on the variant, with a constant
// coordinate where it appends one, and the expression to show for it.
func (v Variant) asPublished(learner *algos.Spec) (spec *algos.Spec, shown string) {
	constant, appended := publishedConstants()[learner.Kind.Name]
	if v.biasFree || learner.Bias != 0 || !appended {
		return learner, learner.String()
	}
	c := 1.0
	if constant == "-Dbar" {
		c = -v.geometry.DBar
	}
	return learner.Lifted(c), fmt.Sprintf("bias(%s,%s)", learner, constant)
}

// mostPasses is how often a learner goes through the data at most: n-OMM once, as
// it does not update after that (HKNS25, Section B.4).
func mostPasses(learner *algos.Spec) int {
	if learner.Kind.OnePass {
		return 1
	}
	return math.MaxInt
}

// multipass is the run of a learner over several passes, one after the other.
type multipass struct {
	spec       *algos.Spec
	asked      string // the learner as it was asked for, without the constant coordinate
	shown      string // the same with it, for people
	most       int    // passes
	learner    algos.Learner
	separation *algos.Separation
	last       theory.Trace // of the last pass

	passes, steps, mistakes, updates int
	seconds                          float64
}

func (v Variant) multipass(learner *algos.Spec) *multipass {
	spec, shown := v.asPublished(learner)
	return &multipass{
		spec: spec, asked: learner.String(), shown: shown, most: mostPasses(learner),
		learner: spec.New(v.Set.Dim), separation: algos.NewSeparation(v.Set.Examples),
	}
}

// pass runs the learner once through the examples, unless it has made all its passes.
func (m *multipass) pass(ctx context.Context, examples []theory.Example) error {
	if m.passes == m.most {
		return nil
	}
	tr, err := algos.Learn(ctx, m.learner, slices.Values(examples), true, m)
	if err != nil {
		return fmt.Errorf("%s stopped in pass %d: %w", m.spec, m.passes+1, err)
	}
	m.last = tr
	m.passes++
	m.steps += len(tr.Steps)
	m.mistakes += tr.Mistakes
	m.updates += tr.Updates
	m.seconds += tr.Seconds
	return nil
}

// Updated implements [algos.Observer]: tau counts the examples of all passes.
func (m *multipass) Updated(at int, e theory.Example, l algos.Learner) {
	m.separation.Updated(m.steps+at, e, l)
}

// permutations yields the examples of one pass after the other, as
// [benchdata.ShuffledPasses] orders them, each time in new memory and in the order
// of the pass. Many learners go through it in a fraction of the time that jumping about
// in memory takes.
func (v Variant) permutations(passes int, seed uint64) iter.Seq[[]theory.Example] {
	return func(yield func([]theory.Example) bool) {
		n, dim := len(v.Set.Examples), v.Set.Dim
		for order := range benchdata.Permutations(n, passes, seed) {
			memory, pass := make([]float64, n*dim), make([]theory.Example, n)
			for k, i := range order {
				x := memory[k*dim : (k+1)*dim : (k+1)*dim]
				v.Set.Examples[i].X.CopyTo(x)
				pass[k] = theory.Example{X: vec.Dense(x...), Y: v.Set.Examples[i].Y}
			}
			if !yield(pass) {
				return
			}
		}
	}
}
