package kernel_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/kernel"
	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// names returns the names of the learners that have a kernel form.
func names(t *testing.T) []string {
	var all []string
	for _, k := range algos.Kinds() {
		if k.Wraps == "" && parse(t, expression(k.Name)).HasKernelForm() {
			all = append(all, k.Name)
		}
	}
	require.Len(t, all, 16)
	return all
}

// expression returns the learner with the parameters of the tests.
func expression(name string) string {
	switch name {
	case "pegasos":
		return "pegasos(lambda=0.1,classifier=mean)"
	case "amira", "romma":
		return name + "(eps=0.5)"
	}
	return name
}

// kernelLearners returns every learner in kernel form, those through the origin also with a lift.
func kernelLearners(t *testing.T) []*algos.Spec {
	var specs []*algos.Spec
	for _, name := range names(t) {
		specs = append(specs, parse(t, expression(name)))
		if lifted, err := algos.Parse("bias(" + name + ",0.7)"); err == nil {
			specs = append(specs, lifted)
		}
	}
	return append(specs, parse(t, "pegasos(lambda=0.01,project=yes)"), parse(t, "n-omm(keep=violating)"))
}

// Foreseeing and keeping rows changes nothing: a run with room for 32 rows equals, bit for bit, a run with room for
// all, and the steps alone.
func TestLookAheadAndMemoryChangeNothing(t *testing.T) {
	t.Parallel()
	n := rapidtest.Count(90, 90, 300)
	examples := drawStream(77, n, 3, 0)
	x, y := features(examples), labels(examples)
	order := slices.Concat(passes(1, n), passes(2, n/2))
	specs := kernelLearners(t)
	for _, expr := range []string{"gaussian(sigma=2)", "linear"} {
		all, some := newGram(t, expr, x, 3, 0), newGram(t, expr, x, 3, int64(32*8*n))
		for _, spec := range specs {
			want, l, err := kernel.Run(context.Background(), spec, all, y, order)
			require.NoError(t, err)
			alone := fmt.Sprint(want.Steps, l.State().Classifier) // to the bit, NaN being NaN
			require.Len(t, want.Steps, len(order))

			got, l, err := kernel.Run(context.Background(), spec, some, y, order)
			require.NoError(t, err)
			require.Equal(t, alone, fmt.Sprint(got.Steps, l.State().Classifier), "%s, %s, with room for 32 rows", spec, expr)

			l, err = kernel.New(spec, some)
			require.NoError(t, err)
			var own theory.Trace
			for k, i := range order {
				score := l.Score(some.Unit(i))
				before, wants := some.Computed(), l.Wants(some.Unit(i), y[i])
				last := l.Step(some.Unit(i), y[i])
				own.Add(last)
				if !averages(spec) && math.Abs(score) > 1e-9 && k > 0 {
					require.Equal(t, theory.Sign(score), last.Predicted, "%s, step %d", spec, k+1)
				}
				require.True(t, wants || some.Computed() == before, "%s asked for a row that it had not wanted", spec)
			}
			require.Equal(t, alone, fmt.Sprint(own.Steps, l.State().Classifier), "%s, %s, without look-ahead", spec, expr)
			require.Equal(t, []int{own.Mistakes, own.Updates}, []int{got.Mistakes, got.Updates})
			require.Equal(t, spec.String(), got.Learner)
		}
	}
}

// With little room few rows are computed ahead for nothing.
func TestLookAheadComputesLittleForNothing(t *testing.T) {
	const n = 300
	examples := drawStream(6, n, 20, 0.1)
	for _, room := range []int{32, 64, n} {
		g := newGram(t, "gaussian(sigma=4)", features(examples), 20, int64(room)*8*n)
		tr, _, err := kernel.Run(t.Context(), parse(t, "perceptron"), g, labels(examples), passes(2, n))
		require.NoError(t, err)
		require.Less(t, g.Computed(), 2*tr.Updates, "room %d", room)
	}
}

// averages reports whether the visible classifier differs from the one that predicts.
func averages(spec *algos.Spec) bool {
	return spec.New(1).State().Drifts
}

// After thousands of updates the kept values still agree with the coefficients.
func TestValuesDoNotDrift(t *testing.T) {
	const n = 60
	t.Parallel()
	want := rapidtest.Count(500, 1_500, 50_000)
	for _, spec := range kernelLearners(t) {
		noise := 0.2
		if shrinks(spec) {
			noise = 0
		}
		examples := drawStream(31, n, 4, noise)
		y := labels(examples)
		g := gram(t, "gaussian(sigma=5)", examples)
		l, err := kernel.New(spec, g)
		require.NoError(t, err)
		updates := 0
		for pass := 0; pass < 40*want/n && updates < want; pass++ {
			for i := range n {
				if l.Step(g.Unit(i), y[i]).Updated {
					updates++
				}
			}
		}
		c := l.State().Classifier
		drift, largest := 0.0, 0.0
		for i := range n {
			value := c.B
			for j, a := range c.W {
				value += a * g.Row(j)[i]
			}
			drift, largest = max(drift, math.Abs(l.Score(g.Unit(i))-value)), max(largest, math.Abs(value))
		}
		t.Logf("%-40s %6d updates, relative drift %.1e", spec, updates, drift/largest)
		require.LessOrEqual(t, drift, 1e-9*largest, "%s", spec)
		if own := l.State().Norm; !math.IsNaN(own) && !averages(spec) {
			ff := 0.0
			for i, a := range c.W {
				for j, k := range g.Row(i) {
					ff += a * c.W[j] * (k + spec.Bias*spec.Bias)
				}
			}
			require.InDelta(t, math.Sqrt(ff), own, 1e-9*math.Sqrt(ff), "%s", spec)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	examples := drawStream(1, 50, 2, 0)
	g := gram(t, "gaussian", examples)
	for _, expr := range []string{"mcp", "cmcp", "naromma", "pumma", "voted-perceptron", "randomized", "omm(rule=printed)", "bias(mcp,2)"} {
		_, err := kernel.New(parse(t, expr), g)
		require.EqualError(t, err, fmt.Sprintf("learner %q has no kernel form", parse(t, expr)))
	}
	for _, expr := range []string{"amira-k-best", "one-vs-rest(perceptron)"} {
		spec, err := registry.Parse("bias(" + expr + ",2)")
		require.NoError(t, err)
		_, err = kernel.New(multiclass.Of(spec, 3), g)
		require.ErrorContains(t, err, "over a kernel matrix a learner of many classes has no bias")
	}
	g = gram(t, "poly(degree=20,scale=1e-11)", examples)
	_, err := kernel.New(parse(t, "pegasos(lambda=1e-30)"), g)
	require.ErrorContains(t, err, "is too large for lambda: the squared norm of f would overflow")
	// ‖f‖² is up to K/λ²: 1e304 and 1e284
	k := gram(t, "linear", []theory.Example{{X: vec.Dense(1e122), Y: 1}})
	_, err = kernel.New(parse(t, "pegasos(lambda=1e-30)"), k)
	require.ErrorContains(t, err, "K(x,x) = 1e+244 of example 1 is too large for lambda")
	_, err = kernel.New(parse(t, "pegasos(lambda=1e-20)"), k)
	require.NoError(t, err)
	tr, l, err := kernel.Run(context.Background(), parse(t, "mcp"), g, labels(examples), passes(1, 50))
	require.ErrorContains(t, err, "no kernel form")
	require.Nil(t, l)
	require.Empty(t, tr.Steps)
}

// A run returns the error of an ended context; TestNaiveOMMStopsWhereItsTwinDoes has the error of a learner that
// cannot continue.
func TestRunEndsEarly(t *testing.T) {
	examples := drawStream(1, 50, 2, 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tr, l, err := kernel.Run(ctx, parse(t, "perceptron"), gram(t, "gaussian", examples), labels(examples), passes(1, 50))
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, l)
	require.Empty(t, tr.Steps)
}
