package exact_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Far from the origin, at D̄/γ from 10 to 10⁷, and stored dense or sparse, the learners
// decide as the exact ones, but at ties, and end with a margin and a γ_t within 10⁻⁹.
func TestFarFromTheOrigin(t *testing.T) {
	t.Parallel()
	distances := []float64{10, 1e3, 1e7}
	if rapidtest.Long() {
		distances = []float64{10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}
	}
	for _, s := range slices.Concat(
		settingsOf(true, "e-omm", "ce-omm", "omm(rho=1/2)", "n-omm", "pumma(delta=0)", "pumma(delta=1/2)"),
		settingsOf(false, "romma(eps=1)", "a-romma", "perceptron", "pa", "mira", "naromma", "mcp", "alma(alpha=7/10)", "cmcp",
			"pa-i(C=1/4)", "pa-ii(C=1/4)", "amira(eps=1/2)", "second-order(a=1)", "arow(a=1)"),
	) {
		t.Run(s.String(), func(t *testing.T) {
			t.Parallel()
			for _, far := range distances {
				if far > 1e3 && slices.Contains(fromSquares, s.Name) {
					break
				}
				for seed := range rapidtest.Count(1, 1, 10) {
					requireNoDigitLost(t, s, distant(uint64(seed), far, s.bias))
				}
			}
		})
	}
}

// fromSquares are learners that compute from squares of w, or from a matrix of squares of features.
var fromSquares = []string{"naromma", "second-order", "arow"}

// distant draws examples at a distance of about 1 from a hyperplane, and far from the origin: in one direction, for a
// learner with a bias, else along the hyperplane, in one direction or its opposite.
func distant(seed uint64, far float64, translated bool) []theory.Example {
	const n, dim = 10, 3
	rng := rand.New(rand.NewPCG(seed, 16))
	unit := func() []float64 {
		v := make([]float64, dim)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		vec.L2{}.Grad(v, v)
		return v
	}
	w, along := unit(), unit()
	if !translated {
		vec.AddScaled(along, -vec.Dot(along, w), w)
		vec.L2{}.Grad(along, along)
	}
	examples := make([]theory.Example, n)
	for k := range examples {
		y := theory.Label(2*(k%2) - 1)
		x, beside := make([]float64, dim), unit()
		vec.AddScaled(beside, -vec.Dot(beside, w), w)
		if !translated && rng.IntN(2) == 0 {
			vec.AddScaled(x, -2*far, along)
		}
		vec.AddScaled(x, far, along)
		vec.AddScaled(x, 2*rng.Float64(), beside)
		vec.AddScaled(x, float64(y)*(1+rng.Float64()), w)
		examples[k] = theory.Example{X: vec.Dense(x...), Y: y}
	}
	return examples
}

func requireNoDigitLost(t *testing.T, s setting, examples []theory.Example) {
	const passes, within = 2, 1e-9
	var stream []exact.Example
	for _, e := range examples {
		stream = append(stream, exact.Example{X: exact.Floats(e.X.Value...), Y: int(e.Y)})
	}
	dim := theory.Dim(examples)
	want, err := runOf(s.Spec, dim, stream, exact.Repeat{Passes: passes}, exact.Limit{})
	require.NoError(t, err)
	spec, err := algos.Parse(s.learner)
	require.NoError(t, err)
	for _, form := range []string{"dense", "sparse"} {
		l := spec.New(dim)
		for i, decision := range want.Steps {
			e := examples[i%len(examples)]
			if form == "sparse" {
				e.X = e.X.Sparsify()
			}
			step := l.Step(e.X, e.Y)
			if int(step.Predicted) == decision.Predicted && step.Updated == decision.Updated {
				continue
			}
			// PUMMA's kept examples are at its margin.
			require.InEpsilon(t, step.Target, step.Score, within, "%s, %s: step %d decides otherwise, and at no tie", s, form, i)
		}
		margin := float(t, want.Margin(stream))
		got := marginOf(l.State().Classifier, stream)
		lastDigit := 0.0
		if spec.Kind.OwnBias { // of b
			lastDigit = 0x1p-53 * math.Sqrt(examples[0].X.SqNorm())
		}
		require.InDelta(t, margin, got, within*margin+lastDigit, "margin of %s, %s", s, form)
		if own := l.State().Gamma; !math.IsNaN(own) && want.LastGamma().Exists() {
			gamma := float(t, want.LastGamma())
			require.InEpsilon(t, gamma, own, within, "γ of %s, %s", s, form)
		}
	}
}

// marginOf returns the exact margin of a classifier whose numbers are float64.
func marginOf(c theory.Classifier, stream []exact.Example) float64 {
	square, _ := sqMargin(exact.Floats(c.W...), new(big.Rat).SetFloat64(c.B), stream).Float64()
	return math.Sqrt(square)
}
