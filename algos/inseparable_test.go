package algos_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// finite requires that each step, and now and then the classifier, has finite numbers. The margin of a learner
// without one, or without a classifier yet, is NaN; so is the margin of ROMMA and of the cosine learners while w = 0.
func finite(t *testing.T, spec *algos.Spec, dim int, stream []theory.Example, what string) {
	t.Helper()
	is := func(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
	opens := spec.Kind.OwnBias
	l := spec.New(dim)
	for i, e := range stream {
		s := l.Step(e.X, e.Y)
		undefined := math.IsNaN(s.Target) && (!opens || s.Opening)
		if !is(s.Score) || !is(s.Norm) || s.Norm < 0 || !is(s.Target) && !undefined {
			require.Fail(t, "not finite", "%s, %s, step %d: %+v", spec, what, i, s)
		}
		require.NotZero(t, s.Y, "%s, %s, step %d: %v", spec, what, i, l.State().Err)
		if i%64 != 0 && i < len(stream)-64 {
			continue
		}
		c := l.State()
		if !is(c.B) || slices.ContainsFunc(c.W, func(w float64) bool { return !is(w) }) {
			require.Fail(t, "not finite", "%s, %s, step %d: %+v", spec, what, i, c)
		}
		require.False(t, math.IsInf(c.Gamma, 0), "%s, %s, step %d: gamma", spec, what, i)
	}
}

// No learner overflows on an inseparable stream, however long the run. n-OMM ends there with an error.
func TestInseparableStreamsStayFinite(t *testing.T) {
	t.Parallel()
	steps := rapidtest.Count(320, 480, 20_000)
	specs := everyLearner(t)
	for _, expr := range []string{
		"e-omm(p=1.02)", "e-omm(p=1.1)", "ce-omm(p=3)", "omm(rho=0.5,p=100)", "pumma(p=1.1)", "pumma(delta=0,p=3)", "alma(p=10)",
		"perceptron(p=1.1)", "perceptron(p=100)",
	} {
		specs = append(specs, parse(t, expr))
	}
	for _, spec := range specs {
		if spec.Bias == 0 && !spec.Kind.OwnBias {
			specs = append(specs, parse(t, fmt.Sprintf("bias(%s,1)", spec)))
		}
	}
	specs = slices.DeleteFunc(specs, func(s *algos.Spec) bool { return s.Kind.Name == "n-omm" })
	for _, d := range []int{1, 3} {
		for _, scale := range []float64{1, 1e-8, 1e8, 1e100} {
			dense := rapidtest.Noise(rapidtest.Rand(uint64(d)), steps/8, d, scale)
			for form, examples := range map[string][]theory.Example{"dense": dense, "sparse": rapidtest.Sparse(dense)} {
				what := fmt.Sprintf("d=%d, scale %g, %s", d, scale, form)
				stream := slices.Repeat(examples, 8)
				for _, spec := range specs {
					finite(t, spec, d, stream, what)
				}
			}
		}
	}
}

// Ten passes that once made ℓ² overflow and panic.
func TestNAROMMASurvivesNoise(t *testing.T) {
	for _, n := range []int{200, 2000} {
		finite(t, parse(t, "naromma"), 3, slices.Repeat(rapidtest.Noise(rapidtest.Rand(3), n, 3, 1), 10), "noise")
	}
}

// Where only the scale of w is at stake, the learner continues: a short example after a long one makes ‖w‖ grow by
// 1e140, and both are then on their side.
func TestCosineLearnersSpanTheRange(t *testing.T) {
	for _, name := range []string{"cmcp", "mcp", "naromma"} {
		for _, form := range []string{"dense", "sparse"} {
			stream := []theory.Example{
				{X: vec.Dense(1e100, 0, 0), Y: 1}, {X: vec.Dense(0, 1e-40, 0), Y: -1}, {X: vec.Dense(1e100, 0, 1e90), Y: 1},
			}
			if form == "sparse" {
				stream = rapidtest.Sparse(stream)
			}
			tr := ran(t, parse(t, name), 3, slices.Repeat(stream, 50))
			require.Positive(t, tr.Classifier.Margin(stream), "%s, %s", name, form)
			require.LessOrEqual(t, tr.Mistakes, 2, name)
		}
	}
}

// v reaches 0 at the third example, and starts anew: the learner reports an update where the classifier changed, and
// only there.
func TestPUMMAStartsAnew(t *testing.T) {
	for _, sparse := range []bool{false, true} {
		for _, name := range []string{"pumma", "pumma(delta=0)"} {
			stream := rapidtest.Noise(rapidtest.Rand(1), 3000, 1, 1)
			stream = append([]theory.Example{{X: vec.Dense(1), Y: 1}, {X: vec.Dense(-1), Y: -1}, {X: vec.Dense(-3), Y: 1}}, stream...)
			if sparse {
				stream = rapidtest.Sparse(stream)
			}
			l := parse(t, name).New(1)
			before := l.State().Classifier
			zero, updates := 0, 0
			for i, e := range stream {
				s := l.Step(e.X, e.Y)
				after := l.State().Classifier
				if after.W[0] != before.W[0] || after.B != before.B {
					require.True(t, s.Updated || s.Opening, "%s, step %d: %v, %v", name, i, before, after)
				} else {
					require.False(t, s.Updated, "%s, step %d: %v, %v", name, i, before, after)
				}
				if after.W[0] == 0 {
					zero++
				}
				if s.Updated {
					updates++
				}
				before = after
			}
			require.Less(t, zero, len(stream)/2, "%s: w = 0 after most of the steps", name)
			require.Greater(t, updates, 1000, name)
		}
	}
}

// An example too long for lambda is an error of the run, also behind bias.
func TestPegasosSaysThatItWouldOverflow(t *testing.T) {
	stream := []theory.Example{{X: vec.Dense(1, 1), Y: 1}, {X: vec.Dense(-3e149, 1e149), Y: -1}, {X: vec.Dense(2e149, 3e149), Y: 1}}
	for _, args := range []string{"", ",project=yes", ",classifier=mean"} {
		for _, expr := range []string{"pegasos(lambda=1e-30%s)", "bias(pegasos(lambda=1e-30%s),1)"} {
			tr := ran(t, parse(t, fmt.Sprintf(expr, args)), 2, slices.Repeat(stream[:1:1], 2))
			require.Len(t, tr.Steps, 2)
			l := parse(t, fmt.Sprintf(expr, args)).New(2)
			_, err := algos.Run(t.Context(), l, 2, slices.Values(stream[1:]))
			require.ErrorContains(t, err, "example 1: its norm over lambda is 3.16e+179, above 1e+145")
			require.ErrorContains(t, err, "scale the data down or raise lambda")
			require.False(t, l.Step(stream[0].X, 1).Updated)
			require.Equal(t, theory.Classifier{W: []float64{0, 0}}, l.State().Classifier)
		}
	}
}

// An x antiparallel to w up to rounding, or one that makes w negligible, starts w anew as yx with ℓ = 1/‖x‖. On long
// and short data w is brought back to a length near 1, in the same direction.
func TestCosineLearnersStartAnew(t *testing.T) {
	for _, name := range []string{"mcp", "cmcp"} {
		l := parse(t, name).New(2)
		l.Step(vec.Dense(3, 4), theory.Positive)
		l.Step(vec.Dense(3e-30, 0), theory.Negative) // y x = (−3e-30, 0): ‖τx‖ is 1e30 times ‖w‖
		w := l.State().Classifier.W
		require.Negative(t, w[0], name)
		require.Zero(t, w[1], name)
		gamma := l.State().Gamma
		require.InEpsilon(t, 3e-30, gamma, 1e-12, name)
	}
	l := parse(t, "naromma").New(2)
	l.Step(vec.Dense(3, 4), theory.Positive)
	l.Step(vec.Dense(3*(1+1e-9), 4), theory.Negative) // antiparallel, sin² = 1e-19
	require.Equal(t, []float64{-3 * (1 + 1e-9), -4}, l.State().Classifier.W)
	for _, name := range []string{"mcp", "cmcp", "naromma"} {
		for _, scale := range []float64{1e140, 1e120, 1e-120, 1e-130} {
			for _, sparse := range []bool{false, true} {
				l, reference := parse(t, name).New(2), parse(t, name).New(2)
				for _, e := range rapidtest.Separable(rapidtest.Rand(3), 60, 2, 0.05, 1) {
					x := vec.Dense(e.X.Value[0]*scale, e.X.Value[1]*scale)
					if sparse {
						x = x.Sparsify()
					}
					step, want := l.Step(x, e.Y), reference.Step(e.X, e.Y)
					require.Equal(t, want.Decision, step.Decision, name)
					require.InDelta(t, want.A()*scale, step.A(), 1e-9*scale, name)
					require.False(t, step.Norm != 0 && (step.Norm > 1e101 || step.Norm < 1e-101), "‖w‖ = %v", step.Norm)
				}
			}
		}
	}
}

// MCP that updates only where ℓ grows updates at a mistake where ℓ² + 1/‖x‖² is ℓ² in float64.
func TestStrictMCPUpdatesAtEveryMistake(t *testing.T) {
	l := parse(t, "mcp(rule=strict)").New(2)
	require.True(t, l.Step(vec.Dense(1, 0), theory.Negative).Updated)
	step := l.Step(vec.Dense(0, 1e9), theory.Negative)
	require.True(t, step.Mistake() && step.Updated, "%+v", step)
}
