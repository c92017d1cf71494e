package multiclass_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// requireSameRun compares the common parts of two traces, with NaN equal to NaN.
func requireSameRun(t testing.TB, want, got theory.Trace) {
	t.Helper()
	require.Len(t, got.Steps, len(want.Steps))
	for i := range want.Steps {
		a, b := want.Steps[i], got.Steps[i]
		if math.IsNaN(a.Target) && math.IsNaN(b.Target) {
			a.Target, b.Target = 0, 0
		}
		require.Equal(t, a, b, "step %d", i)
	}
	require.Equal(t, want.Mistakes, got.Mistakes)
	require.Equal(t, want.Updates, got.Updates)
	require.Equal(t, want.Classifier, got.Classifier)
	require.True(t, want.Norm == got.Norm || math.IsNaN(want.Norm) && math.IsNaN(got.Norm))
	require.True(t, want.Gamma == got.Gamma || math.IsNaN(want.Gamma) && math.IsNaN(got.Gamma))
}

// With two classes the learner is binary AMIRA on x with the label +1 for class 0: v = w^(0)−w^(1) is its w, bit for
// bit, and √2‖w‖ its norm.
func TestTwoClassesAreBinaryAMIRA(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for round := range 200 {
		epsilon := []float64{0.05, 0.4, 1}[round%3]
		s := noise(rng, 80, 1+rng.IntN(4), 2)
		if round%2 == 0 {
			s, _ = separable(rng, 80, 1+rng.IntN(4), 2, false)
		}
		if round%7 == 0 {
			s = s.sparse()
		}
		many := multiclass.NewAMIRA(algos.Space{Dim: s.dim}, 2, epsilon, 1+round%3)
		binary := algos.MustParse(fmt.Sprintf("amira(%v)", epsilon)).New(s.dim)
		for i, x := range s.x {
			label := 1 - 2*s.y[i]
			step, twin := many.Step(x, s.y[i]), binary.Step(x, label)
			require.Equal(t, twin.Score, step.Score, "round %d, example %d", round, i)
			require.Equal(t, twin.Updated, step.Updated)
			require.Equal(t, twin.Mistake(), step.Mistake())
			require.Equal(t, twin.Predicted, 1-2*step.Predicted, "ties go to class 0 as sign(0) = +1")
			require.InDelta(t, twin.Norm, math.Sqrt2*step.Norm, 1e-7*(1+twin.Norm))
			c, v := many.ByClass(), binary.State().Classifier.W
			for j := range v {
				require.Equal(t, v[j], c[0].W[j]-c[1].W[j])
			}
		}
	}
}

// The lowest class wins a tie, the lowest classes are the k best of a tie, and the
// non-strict comparison updates at w·ΔΦ = 1−ε.
func TestTies(t *testing.T) {
	for k, want := range map[int][]float64{
		1: {-0.5, 0, 0.5, 0},
		2: {-1. / 3, -1. / 3, 2. / 3, 0},
		3: {-0.25, -0.25, 0.75, -0.25},
		9: {-0.25, -0.25, 0.75, -0.25},
	} {
		l := multiclass.NewAMIRA(algos.Space{Dim: 1}, 4, 1, k)
		step := l.Step(vec.Dense(1), 2)
		require.Equal(t, theory.Label(0), step.Predicted)
		require.True(t, step.Updated)
		require.True(t, step.Mistake())
		for z, c := range l.ByClass() {
			require.InDelta(t, want[z], c.W[0], 1e-9, "k=%d", k)
		}
	}
	for _, c := range []struct {
		epsilon float64
		updated bool
	}{{0.5, true}, {math.Nextafter(0.5, 1), false}} {
		l := multiclass.NewAMIRA(algos.Space{Dim: 2}, 3, c.epsilon, 1)
		l.Step(vec.Dense(1, 0), 0)         // w·ΔΦ = 1 against class 1
		step := l.Step(vec.Dense(1, 0), 0) // and 0.5 against class 2
		require.Equal(t, c.updated, step.Updated, "%v: %v", c.epsilon, step)
	}
	require.Equal(t, theory.Label(1), multiclass.Argmax([]float64{-1, 3, 3, 2}))
}

// ‖w‖ agrees with the coordinates, however long the run and however sparse x, even if it was once a million times
// greater.
func TestNormDoesNotDrift(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	l := multiclass.NewAMIRA(algos.Space{Dim: 200}, 4, 0.5, 3)
	for y := range 4 {
		l.Step(vec.Sparse([]int{y}, []float64{1e-6}), theory.Label(y))
		require.Greater(t, l.State().Norm, 1e5)
		for z := range 4 {
			l.Step(vec.Sparse([]int{y}, []float64{1}), theory.Label(z))
		}
		require.Less(t, l.State().Norm, 10.)
	}
	for i := range 30000 {
		at := rng.IntN(190)
		x := vec.Sparse([]int{at, at + 1 + rng.IntN(8)}, rapidtest.Normal(rng, 2, 1))
		step := l.Step(x, theory.Label(rng.IntN(4)))
		if i > 1000 && i%997 == 0 {
			l2 := vec.L2{}.Of(l.State().Classifier.W)
			require.InEpsilon(t, 1+l2, 1+l.State().Norm, 1e-10)
			require.False(t, math.IsNaN(step.Norm))
		}
	}
}

func TestStepsAllocateNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	s := noise(rng, 50, 10, 6)
	l := multiclass.NewAMIRA(algos.Space{Dim: s.dim}, s.classes, 0.5, 5)
	pass := func() {
		for i := range s.x {
			l.Step(s.x[i], s.y[i])
		}
	}
	pass()
	require.Zero(t, testing.AllocsPerRun(5, pass))
}

// Dense examples, shorter ones and sparse ones between them share memory, but each has its own differences.
func TestDifferencesAreThoseOfTheFeatureMap(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	s := noise(rng, 60, 3, 4)
	for i := range s.x {
		switch rng.IntN(3) {
		case 0:
			s.x[i] = s.x[i].Sparsify()
		case 1:
			s.x[i] = vec.Dense(s.x[i].Value[:rng.IntN(3)]...)
		}
	}
	w := rapidtest.Normal(rng, s.dim*s.classes, 1)
	length := math.Sqrt(dot(w, w))
	deltas := multiclass.Differences(s.stream(nil), s.dim, s.classes)
	require.Len(t, deltas, 60*3)
	all := multiclass.Comparator(w, s.stream(nil), s.dim, s.classes)
	at := 0
	for i, x := range s.x {
		score := func(z int) float64 { return dot(x.Densify(s.dim).Value, w[z*s.dim:(z+1)*s.dim]) }
		least := math.Inf(1)
		for z := range s.classes {
			if z == int(s.y[i]) {
				continue
			}
			e := deltas[at]
			at++
			require.NoError(t, e.Check(s.dim*s.classes))
			require.Equal(t, theory.Positive, e.Y)
			require.InDelta(t, score(int(s.y[i]))-score(z), e.X.Dot(w), 1e-12)
			require.InDelta(t, 2*x.SqNorm(), e.X.SqNorm(), 1e-12*x.SqNorm())
			least = min(least, e.X.Dot(w)/length)
		}
		require.InDelta(t, least, all[i], 1e-12)
	}
	require.Nil(t, multiclass.Comparator(make([]float64, 4), nil, 2, 2))
	one := []theory.Example{{X: vec.Dense(1, 0, 2).Sparsify(), Y: 1}}
	require.Equal(t, vec.Sparse([]int{0, 2, 3, 5}, []float64{-1, -2, 1, 2}), multiclass.Differences(one, 3, 2)[0].X)
}

// A label holds the class of each example: there are no more classes than values of a label, and an unknown class
// panics.
func TestMisusePanics(t *testing.T) {
	const most = theory.MostClasses
	amira := func(classes int, epsilon float64, k int) *multiclass.AMIRA {
		return multiclass.NewAMIRA(algos.Space{Dim: 1}, classes, epsilon, k)
	}
	scores := make([]float64, most+1)
	scores[most-1] = 1
	require.Equal(t, most, amira(most, 1, 1).Classes())
	require.Equal(t, theory.Label(most-1), multiclass.Argmax(scores[:most]))
	for what, misuse := range map[string]func(){
		"one class":        func() { amira(1, 0.5, 1) },
		"eps of 0":         func() { amira(2, 0, 1) },
		"eps above 1":      func() { amira(2, 1.1, 1) },
		"eps of NaN":       func() { amira(2, math.NaN(), 1) },
		"k of 0":           func() { amira(2, 0.5, 0) },
		"too many classes": func() { amira(most+1, 1, 1) },
		"one-vs-rest":      func() { multiclass.NewOneVsRest(algos.Space{Dim: 1}, most+1, parse(t, "perceptron")) },
		"differences":      func() { multiclass.Differences(nil, 1, most+1) },
		"scores":           func() { multiclass.Argmax(scores) },
		"a score of NaN":   func() { multiclass.Argmax([]float64{0, math.NaN()}) },
		"no scores":        func() { multiclass.Argmax(nil) },
	} {
		require.Panics(t, misuse, what)
	}
	for _, y := range []theory.Label{-1, 2} {
		require.PanicsWithValue(t, "multiclass: no such class", func() { amira(2, 0.5, 1).Step(vec.Dense(1), y) })
		require.PanicsWithValue(t, "multiclass: no such class", func() {
			multiclass.Margin([]theory.Label{y}, func(int) []float64 { return []float64{1, 2} }, 1)
		})
	}
}
