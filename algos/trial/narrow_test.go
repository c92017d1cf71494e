package trial

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// scattered returns sparse examples of 325 features, in 5 of 20 blocks and in the rest of another.
func scattered(n int, classes bool) *Data {
	rnd := rand.New(rand.NewPCG(1, 1))
	var examples []theory.Example
	var class []int
	for i := range n {
		y := theory.Label(1 - 2*(i%2))
		index, value := []int{20}, []float64{float64(y) * (0.5 + rnd.Float64())}
		for _, block := range []int{5, 6, 11, 19, 20} {
			index = append(index, 16*block+rnd.IntN(5))
			value = append(value, rnd.NormFloat64())
		}
		examples = append(examples, theory.Example{X: vec.Sparse(index, value), Y: y})
		class = append(class, i%3)
	}
	if classes {
		return newClasses("scattered", vectors(examples), class, []string{"a", "b", "c"}, 325)
	}
	return NewData("scattered", examples, 325)
}

// narrowOf returns a copy of d without the blocks that no example has.
func narrowOf(d *Data) *Data {
	n := NewData(d.Name, d.Examples, d.Dim)
	n.Class, n.Classes = d.Class, d.Classes
	var present vec.Present
	for _, e := range d.Examples {
		present.Add(e.X)
	}
	n.NarrowTo(present.Narrow(d.Dim))
	return n
}

// Every learner does the same, to the bit, without the features that no example has, and so do its theorems.
func TestLearnersAreTheSameInNarrowSpaces(t *testing.T) {
	t.Parallel()
	for _, of := range []struct {
		data     *Data
		learners []*algos.Spec
	}{
		{scattered(24, false), slices.Concat(registry.Checked(theory.Online), algos.Defaults(), registry.Checked(theory.Batch))},
		{scattered(24, true), registry.Checked(theory.ManyClasses)},
	} {
		narrow := narrowOf(of.data)
		require.Equal(t, []int{325, 6*16 + 5}, []int{narrow.Width(), narrow.Dim})
		for _, l := range of.learners {
			if l.Inner != nil && of.data.Class == nil {
				continue // one-vs-rest
			}
			var said [2]string
			for k, d := range []*Data{of.data, narrow} {
				r := learned(t, d, l, Options{Passes: benchdata.Permutations(24, 2, 7)})
				said[k] = fmt.Sprintf("%x %v\n", r.Margin(), r.Stop)
				for _, c := range r.Linear {
					wide, err := d.AsRead(c)
					require.NoError(t, err)
					said[k] += fmt.Sprintf("%x %x\n", wide.W, wide.B)
				}
				for _, r := range r.Held() {
					all := verdicts(t, r)
					require.NotEmpty(t, all, l)
					for _, v := range all {
						said[k] += fmt.Sprintf("%s %v %x %x %d %s\n", v.Guarantee.ID, !v.Applies(), v.Value, v.Bound, v.Setting.Dim,
							v.Reason)
					}
					for _, s := range r.Trace.Steps {
						said[k] += fmt.Sprintf("%x %v\n", []float64{s.Score, s.Target, s.Norm}, s.Decision)
					}
				}
			}
			require.Equal(t, said[0], said[1], "%s", l)
		}
	}
}

// In ℓp sums of powers are taken in another order: decisions are the same, all else up to rounding.
func TestNarrowSpacesOfOtherNorms(t *testing.T) {
	t.Parallel()
	whole := scattered(24, false)
	narrow := narrowOf(whole)
	for _, expr := range []string{"e-omm(p=3)", "alma(p=3.5)", "perceptron(p=4)", "pumma(p=1.1)"} {
		a, b := run(t, whole, expr, 2), run(t, narrow, expr, 2)
		require.Equal(t, []int{a.Trace.Mistakes, a.Trace.Updates}, []int{b.Trace.Mistakes, b.Trace.Updates}, expr)
		require.InEpsilon(t, 1+a.Margin(), 1+b.Margin(), 1e-9, expr)
	}
}

// Data of few features, or of many that are mostly present, do not change: half of the blocks do not pay, and one
// less does, from the least wide space on.
func TestNarrowWhereItPays(t *testing.T) {
	t.Parallel()
	for n, pays := range map[int]bool{Wide / 2: false, Wide/2 - 16: true} {
		var present vec.Present
		present.Add(vec.Dense(make([]float64, n)...))
		require.Equal(t, pays, NarrowOf(&present, Wide) != nil)
	}
	far := func(dim int, all bool) *Data {
		examples := []theory.Example{{X: vec.Sparse([]int{3, dim - 1}, []float64{1, 2}), Y: theory.Positive}}
		if all {
			examples = append(examples, theory.Example{X: vec.Dense(make([]float64, dim/2)...), Y: theory.Negative})
		}
		d := NewData("far", examples, dim)
		d.Narrow()
		return d
	}
	require.Equal(t, Wide-1, far(Wide-1, false).Dim)
	require.Equal(t, Wide, far(Wide, true).Dim)
	require.Less(t, far(Wide, false).Dim, Wide)
	d := far(100_000_000, false)
	require.Equal(t, []int{32, 100_000_000}, []int{d.Dim, d.Width()})
	require.Equal(t, []int{3, 31}, d.Examples[0].X.Index)
	r := run(t, d, "perceptron", 1)
	require.Equal(t, multiclass.Classifier{r.Trace.Classifier}, r.Linear)
}
