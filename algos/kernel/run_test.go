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
	"marginlab/theory"
	"marginlab/theory/rapidtest"
	"marginlab/theory/vec"
)

// names are those of the learners that have a kernel form.
func names(t *testing.T) []string {
	var all []string
	for _, k := range algos.Kinds() {
		if k.Wraps == nil && parse(t, expression(k.Name)).HasKernelForm() {
			all = append(all, k.Name)
		}
	}
	require.Len(t, all, 15)
	return all
}

// every is every learner in kernel form, those through the origin with a lift too.
func every(t *testing.T) []*algos.Spec {
	var specs []*algos.Spec
	for _, name := range names(t) {
		specs = append(specs, parse(t, expression(name)))
		if lifted, err := algos.Parse("bias(" + name + ",0.7)"); err == nil {
			specs = append(specs, lifted)
		}
	}
	return append(specs, parse(t, "pegasos(lambda=0.01,project=yes)"), parse(t, "n-omm(keep=violating)"))
}

// bits is a run bit by bit, NaN being NaN.
func bits(steps []theory.Step, c kernel.Classifier) string {
	return fmt.Sprintf("%b %b %v %v", numbersOf(steps), c.Alpha, c.B, flagsOf(steps))
}

func numbersOf(steps []theory.Step) (all []float64) {
	for _, s := range steps {
		all = append(all, s.Score, s.Target, s.Norm)
	}
	return all
}

func flagsOf(steps []theory.Step) (all []theory.Step) {
	for _, s := range steps {
		s.Score, s.Target, s.Norm = 0, 0, 0
		all = append(all, s)
	}
	return all
}

// What is foreseen and what is kept changes nothing: a run with room for 32 rows is
// bit for bit that with room for all, and that of the steps alone; and students side
// by side learn what each learns alone.
func TestLookAheadAndMemoryChangeNothing(t *testing.T) {
	t.Parallel()
	n := rapidtest.Count(90, 120, 300)
	examples := drawn(77, n, 3, 0)
	x, y := features(examples), labels(examples)
	order := slices.Concat(passes(1, n), passes(2, n/2))
	specs := every(t)
	for _, expr := range []string{"gaussian(sigma=2)", "linear"} {
		all, some := newGram(t, expr, x, 3, 0), newGram(t, expr, x, 3, int64(32*8*n))
		var students []kernel.Student
		var alone []string
		for _, spec := range specs {
			want, l, err := kernel.Run(context.Background(), spec, all, y, order)
			require.NoError(t, err)
			alone = append(alone, bits(want.Steps, l.Classifier()))
			require.Len(t, want.Steps, len(order))

			var told, changes []int
			got, l, err := kernel.Run(context.Background(), spec, some, y, order, func(at int, l kernel.Learner) {
				require.NotNil(t, l)
				told = append(told, at)
			})
			require.NoError(t, err)
			require.Equal(t, alone[len(alone)-1], bits(got.Steps, l.Classifier()), "%s, %s, with room for 32 rows", spec, expr)

			l, err = kernel.New(spec, some)
			require.NoError(t, err)
			var steps []theory.Step
			mistakes, updates := 0, 0
			for _, i := range order {
				score := l.Score(i)
				before, wants := some.Computed(), l.Wants(i, y[i])
				steps = append(steps, l.Step(i, y[i]))
				if last := steps[len(steps)-1]; !averages(spec) && math.Abs(score) > 1e-9 && len(steps) > 1 {
					require.Equal(t, theory.Sign(score), last.Predicted, "%s, step %d", spec, len(steps))
				}
				require.True(t, wants || some.Computed() == before, "%s asked for a row that it had not wanted", spec)
				if last := steps[len(steps)-1]; last.Updated {
					updates++
				}
				if last := steps[len(steps)-1]; last.Predicted != last.Y {
					mistakes++
				}
			}
			require.Equal(t, alone[len(alone)-1], bits(steps, l.Classifier()), "%s, %s, without look-ahead", spec, expr)
			for at, s := range steps {
				if s.Updated || averages(spec) { // a mean changes without an update
					changes = append(changes, at+1)
				}
			}
			require.Equal(t, changes, told, "%s", spec)
			require.Equal(t, []int{mistakes, updates}, []int{got.Mistakes, got.Updates})
			require.Equal(t, spec.String(), got.Learner)
			require.Equal(t, spec.Families(), got.Families)
			require.Equal(t, spec.Params(), got.Params)
			require.Equal(t, spec.Lift(), got.Lift)

			l, err = kernel.New(spec, some)
			require.NoError(t, err)
			students = append(students, kernel.Student{Learner: l, Y: y})
		}
		each := make([][]theory.Step, len(students))
		err := kernel.Pass(context.Background(), some, order, students, func(at int, steps []theory.Step) {
			for k, s := range steps {
				require.Len(t, each[k], at)
				each[k] = append(each[k], s)
			}
		})
		require.NoError(t, err)
		for k, s := range students {
			require.Equal(t, alone[k], bits(each[k], s.Classifier()), "%s, %s, beside others", specs[k], expr)
		}
	}
}

// averages reports whether the classifier shown is not the one that predicts.
func averages(spec *algos.Spec) bool {
	return slices.Contains(spec.Families(), "averaged-perceptron") || spec.Params()["classifier"] == 1
}

// Ten students with labels of their own, as of ten digits, share their rows.
func TestStudentsShareRows(t *testing.T) {
	const n, classes = 200, 10
	examples := drawn(5, n, 4, 0)
	g := gram(t, "gaussian", examples)
	order := passes(2, n)
	var students []kernel.Student
	for k := range classes {
		y := make([]theory.Label, n)
		for i := range y {
			y[i] = theory.Negative
			if i%classes == k {
				y[i] = theory.Positive
			}
		}
		l, err := kernel.New(parse(t, "perceptron"), g)
		require.NoError(t, err)
		students = append(students, kernel.Student{Learner: l, Y: y})
	}
	counts := make([]int, classes)
	require.NoError(t, kernel.Pass(context.Background(), g, order, students, func(at int, steps []theory.Step) {
		if at == 0 {
			require.Equal(t, 8, g.Computed(), "at f = 0 every point is wanted: a block is ready")
		}
		for k, s := range steps {
			if s.Mistake() {
				counts[k]++
			}
		}
	}))
	require.LessOrEqual(t, g.Computed(), n)
	for k, s := range students {
		fresh := gram(t, "gaussian", examples)
		tr, _, err := kernel.Run(context.Background(), parse(t, "perceptron"), fresh, s.Y, order)
		require.NoError(t, err)
		require.Equal(t, tr.Mistakes, counts[k])
	}
}

// After thousands of updates the values kept are still those of the coefficients.
func TestValuesDoNotDrift(t *testing.T) {
	const n = 60
	t.Parallel()
	want := rapidtest.Count(2_000, 5_000, 50_000)
	for _, spec := range every(t) {
		noise := 0.2
		if shrinks(spec) {
			noise = 0
		}
		examples := drawn(31, n, 4, noise)
		y := labels(examples)
		g := gram(t, "gaussian(sigma=5)", examples)
		l, err := kernel.New(spec, g)
		require.NoError(t, err)
		updates := 0
		for pass := 0; pass < 40*want/n && updates < want; pass++ {
			require.NoError(t, kernel.Pass(context.Background(), g, passes(1, n), []kernel.Student{{Learner: l, Y: y}}, func(_ int, steps []theory.Step) {
				if steps[0].Updated {
					updates++
				}
			}))
		}
		c := l.Classifier()
		drift, largest := 0.0, 0.0
		for i := range n {
			value := c.B
			for j, a := range c.Alpha {
				value += a * g.Row(j)[i]
			}
			drift, largest = max(drift, math.Abs(l.Score(i)-value)), max(largest, math.Abs(value))
		}
		t.Logf("%-40s %6d updates, relative drift %.1e", spec, updates, drift/largest)
		require.LessOrEqual(t, drift, 1e-9*largest, "%s", spec)
		if m, ok := l.(interface{ Norm() float64 }); ok && !math.IsNaN(m.Norm()) && !averages(spec) {
			ff := 0.0
			for i, a := range c.Alpha {
				for j, k := range g.Row(i) {
					ff += a * c.Alpha[j] * (k + spec.Lift()*spec.Lift())
				}
			}
			require.InDelta(t, math.Sqrt(ff), m.Norm(), 1e-9*math.Sqrt(ff), "%s", spec)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	examples := drawn(1, 50, 2, 0)
	g := gram(t, "gaussian", examples)
	for _, expr := range []string{"mcp", "cmcp", "naromma", "pumma", "voted-perceptron", "randomized", "omm(rule=printed)", "bias(mcp,2)"} {
		_, err := kernel.New(parse(t, expr), g)
		require.EqualError(t, err, fmt.Sprintf("learner %q has no kernel form", parse(t, expr)))
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

func TestPassEndsEarly(t *testing.T) {
	examples := drawn(1, 50, 2, 0)
	g := gram(t, "gaussian", examples)
	ctx, cancel := context.WithCancel(context.Background())
	l, err := kernel.New(parse(t, "perceptron"), g)
	require.NoError(t, err)
	seen := 0
	err = kernel.Pass(ctx, g, passes(10, 50), []kernel.Student{{Learner: l, Y: labels(examples)}}, func(int, []theory.Step) {
		if seen++; seen == 100 {
			cancel()
		}
	})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 128, seen)
	_, l, err = kernel.Run(ctx, parse(t, "perceptron"), g, labels(examples), passes(1, 50))
	require.ErrorIs(t, err, context.Canceled)
	require.NotNil(t, l)
}
