package theory

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

// At the best length, λ/2 ℓ² + (1/T) Σ max(0, 1 − mℓ), which is convex, is least.
func TestBestLengthIsLeast(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(18, 5))
	for range 2000 {
		margins := make([]float64, 1+rng.IntN(6))
		for i := range margins {
			margins[i] = float64(rng.IntN(9)-3) / 2
		}
		lambda := math.Exp2(float64(rng.IntN(9) - 6))
		objective := func(length float64) float64 {
			sum := 0.
			for _, m := range margins {
				sum += max(0, 1-m*length)
			}
			return lambda/2*length*length + sum/float64(len(margins))
		}
		best := bestLength(margins, lambda)
		require.GreaterOrEqual(t, best, 0.)
		for _, step := range []float64{1e-4, 0.1, 1, 10} {
			require.LessOrEqual(t, objective(best), objective(best+step)+1e-12, "%v, λ = %v", margins, lambda)
			require.LessOrEqual(t, objective(best), objective(max(0, best-step))+1e-12, "%v, λ = %v", margins, lambda)
		}
	}
}

// E(φ) is ∫₀¹ 2x/(1−φx)² dx, by the midpoints of small steps, on both sides of where the series ends.
func TestExcessIsTheIntegral(t *testing.T) {
	t.Parallel()
	const steps = 20000
	for _, phi := range []float64{0, 1e-9, 0.01, 0.1, 1. / 8, math.Nextafter(1./8, 1), 0.13, 0.5, 0.9} {
		sum := 0.
		for i := range steps {
			x := (float64(i) + 0.5) / steps
			sum += 2 * x / ((1 - phi*x) * (1 - phi*x)) / steps
		}
		require.InEpsilon(t, sum, excess(phi), 1e-6, "φ = %v", phi)
	}
}

// The allowances for rounding, at numbers where they are powers of two.
func TestAllowances(t *testing.T) {
	t.Parallel()
	at := func(norm float64) (s Setting) {
		s.Trace, s.Examples, s.Dim, s.Iterate.Norm = &Trace{}, 10, 54, norm
		return s
	}
	require.Equal(t, 0x1p-43, batchRounding(at(0)))
	require.Equal(t, 0x1p-44, rootRounding(at(2)))
	require.InEpsilon(t, math.Sqrt(0x1p-43), rootRounding(at(0)), 1e-15)
	s := at(1)
	s.Trace = &Trace{Updates: 4, Params: map[string]float64{"a": 12}}
	s.DBar = 3 // 1 + NR²/a = 4
	require.Equal(t, 0x1p-41, mistakesOfRegression("").Rounding(s))
}

// ALMA's B and C are those of its Theorem 3 to a part in 10¹², however large they are.
func TestParametersOfTheorem3(t *testing.T) {
	t.Parallel()
	for _, alpha := range []float64{1, 0.5, 0.9, 1e-3} {
		for off, is := range map[float64]bool{0: true, 5e-13: true, -5e-13: true, 2e-12: false, -2e-12: false} {
			b, c := math.Sqrt(8)/alpha, math.Sqrt2
			of := func(b, c float64) Setting {
				return Setting{Trace: &Trace{Params: map[string]float64{"alpha": alpha, "B": b, "C": c}}}
			}
			require.Equal(t, is, of(b*(1+off), c).theorem3ALMA(), "α = %v, B %v off", alpha, off)
			require.Equal(t, is, of(b, c*(1+off)).theorem3ALMA(), "α = %v, C %v off", alpha, off)
		}
	}
}

// What a classifier gives an example, the classifier that a view sees gives the example that
// it sees.
func TestClassifierOfAView(t *testing.T) {
	t.Parallel()
	c, x := Classifier{W: []float64{3, -2}, B: 5}, []float64{0.5, 4}
	for _, lift := range []float64{0, 1, 2, -0.25} {
		v := View{Lift: lift}
		seen, dim := v.Of([]Example{{X: vec.Dense(x...), Y: 1}}, 2)
		got, w := v.Classifier(c), make([]float64, dim)
		copy(w, got.W)
		require.Equal(t, -1.5, seen[0].X.Dot(w)+got.B, "lift %v", lift)
	}
	require.Equal(t, "not separable through the origin with the constant coordinate 2 appended", View{Origin: true, Lift: 2}.Separability(false))
	require.Equal(t, "separable", View{}.Separability(true))
}
