package algos_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func parse(t testing.TB, expr string) *algos.Spec {
	t.Helper()
	s, err := algos.Parse(expr)
	require.NoError(t, err)
	return s
}

// ran returns the run of a learner over examples, in dim dimensions.
func ran(t testing.TB, s *algos.Spec, dim int, examples []theory.Example, observers ...algos.Observer) theory.Trace {
	t.Helper()
	tr, err := s.Run(t.Context(), dim, slices.Values(examples), observers...)
	require.NoError(t, err, s)
	return tr
}

// everyLearner returns each default, and the learners that the defaults leave out.
func everyLearner(t testing.TB) []*algos.Spec {
	specs := algos.Defaults()
	for _, expr := range []string{
		"n-omm(keep=violating)", "n-omm(rho=0.5)", "omm(rho=0.5)", "romma(eps=0.5)", "pumma(delta=0)", "pegasos(0.1,yes,mean)", "randomized(2,10,printed)",
		"bias(a-romma,-3)", "bias(voted-perceptron,1)", "bias(mcp,2)", "bias(randomized,-1)",
	} {
		specs = append(specs, parse(t, expr))
	}
	return specs
}

// powers returns learners in other norms.
func powers(t testing.TB) (specs []*algos.Spec) {
	for _, expr := range []string{
		"e-omm(p=3)", "e-omm(p=1.5)", "n-omm(p=3)", "omm(rho=0.5,p=1.5)", "pumma(p=3)", "perceptron(p=3)", "alma(p=3)",
		"randomized(p=3)",
		"randomized(p=1.5)", "randomized-omd(R=0,p=3)",
	} {
		specs = append(specs, parse(t, expr))
	}
	return specs
}

// Run calls its observers at the updates, or at every step where the classifier drifts. Learn, which only counts its
// steps, has the counts of Run, which keeps them.
func TestRunTellsAndLearnCounts(t *testing.T) {
	t.Parallel()
	examples := rapidtest.Separable(rapidtest.Rand(3), 400, 3, 0.02, 1)
	for _, spec := range everyLearner(t) {
		var told, updated []int
		l := spec.New(3)
		kept, err := algos.Run(t.Context(), l, 3, slices.Values(examples), func(at int, _ theory.Example, _ algos.Learner) {
			told = append(told, at)
		})
		require.NoError(t, err)
		for i, s := range kept.Steps {
			if s.Updated || l.State().Drifts {
				updated = append(updated, i+1)
			}
		}
		require.Equal(t, updated, told, spec.String())
		counted, err := algos.Learn(t.Context(), spec.New(3), slices.Values(examples), false)
		require.NoError(t, err)
		require.Nil(t, counted.Steps)
		require.Equal(t, []int{kept.Seen, kept.Mistakes, kept.Updates}, []int{counted.Seen, counted.Mistakes, counted.Updates}, spec.String())
		require.Equal(t, kept.Classifier, counted.Classifier, spec.String())
	}
}

// Each seed draws other labels, and repeats its own.
func TestSeedsDrawOtherLabels(t *testing.T) {
	examples := rapidtest.Separable(rapidtest.Rand(7), 100, 4, 0.05, 1)
	predicted := func(expr string) (labels []theory.Label) {
		tr := ran(t, parse(t, expr), 4, examples)
		for _, s := range tr.Steps {
			labels = append(labels, s.Predicted)
		}
		return labels
	}
	require.Equal(t, predicted("randomized(seed=1)"), predicted("randomized"))
	require.NotEqual(t, predicted("randomized(seed=1)"), predicted("randomized(seed=2)"))
}

func TestRunRefusesBadExamplesWhereTheyAre(t *testing.T) {
	good := theory.Example{X: vec.Dense(1, 2), Y: 1}
	for want, bad := range map[string]theory.Example{
		"example 3: label is 0, expected +1 or -1":                                   {X: vec.Dense(1, 2)},
		"example 3: coordinate 1 is NaN, expected a finite number":                   {X: vec.Dense(1, math.NaN()), Y: 1},
		"example 3: coordinate 2 is outside the 2 dimensions of the space":           {X: vec.Dense(1, 2, 3), Y: 1},
		"example 3: coordinate 0 is +Inf, expected a finite number":                  {X: vec.Sparse([]int{0}, []float64{math.Inf(1)}), Y: -1},
		"example 3: index 0 after 1, expected strictly increasing indices from 0 on": {X: vec.Vector{Index: []int{1, 0}, Value: []float64{1, 1}}, Y: -1},
	} {
		for _, spec := range everyLearner(t) {
			tr, err := spec.Run(context.Background(), 2, slices.Values([]theory.Example{good, good, bad, good}))
			require.EqualError(t, err, want)
			require.Len(t, tr.Steps, 2)
		}
	}
}

func TestRunCanBeCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	endless := func(yield func(theory.Example) bool) {
		for i := 0; ; i++ {
			if i == 1000 {
				cancel()
			}
			if !yield(theory.Example{X: vec.Dense(1), Y: 1}) {
				return
			}
		}
	}
	tr, err := parse(t, "perceptron").Run(ctx, 1, endless)
	require.ErrorIs(t, err, context.Canceled)
	require.Less(t, len(tr.Steps), 1300)
}

// τ is found by trying every classifier on every example.
func TestSeparationIsTheFirstSeparatingClassifier(t *testing.T) {
	for seed := range uint64(12) {
		examples := rapidtest.Separable(rapidtest.Rand(seed), 150, 3, 0.1, 1)
		if seed%2 == 1 {
			for i, e := range examples {
				examples[i].X = vec.Sparse([]int{0, 1, 2}, e.X.Value)
			}
		}
		for _, spec := range everyLearner(t) {
			s := algos.NewSeparation(examples)
			tr := ran(t, spec, 3, examples, s.Updated)
			want := 0
			l := spec.New(3)
			for i, e := range examples {
				l.Step(e.X, e.Y)
				if want == 0 && separates(l.State().Classifier, examples) {
					want = i + 1
				}
			}
			got, ok := s.Tau()
			require.Equal(t, want, got, "%s, seed %d", spec, seed)
			require.Equal(t, want > 0, ok)
			if tr.Classifier.Margin(examples) > 0 {
				require.True(t, ok)
			}
		}
	}
}

func separates(c theory.Classifier, examples []theory.Example) bool {
	var norm float64
	for _, w := range c.W {
		norm += w * w
	}
	for _, e := range examples {
		score := c.B
		for i, v := range e.X.Value {
			score += c.W[i] * v
		}
		if float64(e.Y)*score <= 0 {
			return false
		}
	}
	return norm > 0
}

func TestSeparationTriesFewExamples(t *testing.T) {
	examples := rapidtest.Separable(rapidtest.Rand(1), 5000, 20, 0.01, 1)
	for _, spec := range everyLearner(t) {
		s := algos.NewSeparation(examples)
		tr := ran(t, spec, 20, examples, s.Updated)
		require.Less(t, s.Evaluated(), tr.Updates*len(examples)/5, "%s: a fifth of a full pass an update", spec)
		require.GreaterOrEqual(t, s.Evaluated(), tr.Updates/2, "%s", spec)
	}
}

// A step allocates nothing once the learner has its memory.
func TestStepsDoNotAllocate(t *testing.T) {
	examples := rapidtest.Separable(rapidtest.Rand(2), 500, 10, 0.05, 0.5)
	for _, form := range [][]theory.Example{examples, rapidtest.Sparse(examples)} {
		for _, name := range append(timed(), "ce-omm(p=1.1)", "pumma(delta=0.5,p=1.1)", "perceptron(p=1.1)",
			"bias(perceptron(p=3),1)", "ce-omm(p=3)") {
			if name == "voted-perceptron" {
				continue // it keeps a vector an update
			}
			l := parse(t, name).New(10)
			pass := func() {
				for _, e := range form {
					l.Step(e.X, e.Y)
				}
			}
			pass()
			require.Zero(t, testing.AllocsPerRun(3, pass), name)
		}
	}
}

// noGram is a Gram matrix that must not be read.
type noGram struct{ algos.Gram }

func TestLearnersWithoutAKernelFormRefuseOne(t *testing.T) {
	for _, name := range []string{"pumma", "voted-perceptron", "perceptron(p=3)", "randomized"} {
		require.PanicsWithValue(t, "algos: "+name+" has no kernel form", func() { parse(t, name).Over(algos.Space{Dim: 1, Gram: noGram{}}) })
	}
	require.Panics(t, func() { algos.MustParse("nobody") })
}

// Every learner computes a score without making a classifier, which has as many weights as there are dimensions. The
// score agrees with the classifier's, in sign too where rounding leaves one. Package kernel tests the kernel forms.
func TestScoresAreThoseOfTheClassifier(t *testing.T) {
	t.Parallel()
	examples := rapidtest.Separable(rapidtest.Rand(3), 80, 4, 0.05, 1)
	for _, spec := range append(everyLearner(t), powers(t)...) {
		l := spec.New(4)
		for _, e := range examples {
			l.Step(e.X, e.Y)
			c := l.State()
			for _, other := range examples[:10] {
				want := c.B
				for i, x := range other.X.Value {
					want += c.W[i] * x
				}
				if math.Abs(want) > 1e-9 {
					require.Equal(t, theory.Sign(want), theory.Sign(l.Score(other.X)), "%s", spec)
				}
			}
		}
	}
}

// A learner with a known turn of its rule updates below that y(w·x), and not above it.
func TestRulesTurnWhereTheySay(t *testing.T) {
	turning := 0
	for _, expr := range []string{"alma(0.3)", "alma(p=3)", "amira(eps=0.25)", "romma(eps=0.5)", "mira",
		"bias(a-romma,-3)", "bias(alma,1)"} {
		spec := parse(t, expr)
		l, updates := spec.New(4), 0
		for i, e := range rapidtest.Separable(rapidtest.Rand(2), 500, 4, 0.1, 1) {
			turn, s := spec.Turn(l.State().Gamma), l.Step(e.X, e.Y)
			if s.Updated {
				updates++
			}
			if !s.Opening && s.Norm != 0 && math.Abs(s.Score-turn) > 1e-9 {
				turning++
				require.Equal(t, s.Score < turn, s.Updated, "%s, step %d: y(w·x) = %v, it turns at %v", spec, i, s.Score, turn)
			}
		}
		require.Greater(t, updates, 4, expr)
	}
	require.Greater(t, turning, 2000)
}

// A row that ends before its last coordinates, which are 0, equals the row with the zeros.
func TestShortRowsAreRowsOfZeros(t *testing.T) {
	t.Parallel()
	const dim = 6
	examples := rapidtest.Separable(rapidtest.Rand(6), 200, dim, 0.1, 1)
	short := slices.Clone(examples)
	for i, e := range examples {
		n := 2 + i%(dim-1)
		examples[i].X = e.X.Clone()
		clear(examples[i].X.Value[n:])
		short[i].X = vec.Dense(examples[i].X.Value[:n]...)
	}
	for _, spec := range append(everyLearner(t), powers(t)...) {
		zeros, trimmed := spec.New(dim), spec.New(dim)
		for i, e := range examples {
			want, got := zeros.Step(e.X, e.Y), trimmed.Step(short[i].X, e.Y)
			require.Equal(t, want.Decision, got.Decision, "%s, step %d", spec, i)
			require.InDelta(t, want.Score, got.Score, 1e-9*(1+math.Abs(want.Score)), "%s, step %d", spec, i)
			if !want.Made() {
				break
			}
		}
		require.InDeltaSlice(t, zeros.State().Classifier.W, trimmed.State().Classifier.W,
			1e-9*(1+vec.L2{}.Of(zeros.State().Classifier.W)), spec.String())
	}
}

// A learner after Reset learns like a new one, to the last bit, whatever it had seen.
func TestResetLearnersLearnAsNewOnes(t *testing.T) {
	t.Parallel()
	const dim = 5
	rng := rapidtest.Rand(1)
	examples := func(n int, far float64) (drawn []theory.Example) {
		for range n {
			x := make([]float64, dim)
			for k := range x {
				x[k] = far + rng.NormFloat64()
			}
			drawn = append(drawn, theory.Example{X: vec.Dense(x...), Y: theory.Label(1 - 2*rng.IntN(2))})
		}
		return drawn
	}
	learn := func(l algos.Learner, sparse bool, examples []theory.Example) (steps []theory.Step) {
		for _, e := range examples {
			if sparse {
				e.X = e.X.Sparsify()
			}
			step := l.Step(e.X, e.Y)
			if step.Target != step.Target {
				step.Target = -1 // NaN is not equal to itself
			}
			steps = append(steps, step)
		}
		return steps
	}
	for _, spec := range append(everyLearner(t), powers(t)...) {
		for _, sparse := range []bool{false, true} {
			l := spec.New(dim)
			for i, n := range []int{0, 1, 30, 3, 30, 30, 30} {
				// Some change to twice the digits on the way, and back.
				stream, fresh := examples(n, []float64{0, 0, 1e6, 0, 1e4, 0, 1e6}[i]), spec.New(dim)
				l.Reset()
				require.Equal(t, learn(fresh, sparse, stream), learn(l, sparse, stream), "%s", spec)
				require.Equal(t, fresh.State().Classifier, l.State().Classifier, "%s", spec)
			}
		}
	}
}
