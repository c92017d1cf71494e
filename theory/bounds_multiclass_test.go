package theory_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// manyAt is the setting of a stream of differences of norm r, read with one rival.
func manyAt(eps, k, r float64, rival ...float64) theory.Setting {
	return theory.Setting{
		Evidence: theory.Evidence{Geometry: theory.Geometry{DBar: r, Shortest: r, Gamma: 1, Lower: 1}},
		Trace:    &theory.Trace{Params: map[string]float64{"eps": eps, "k": k}},
		Rival:    rival,
	}
}

func TestInseparableBoundOfManyClasses(t *testing.T) {
	// Of one g = 2: Σ(g−m)² = 4² + 0, times 2k/(k+1) = 3/2: D'² = 24 > R² = 9 at ε = 1.
	require.InEpsilon(t, 2*(9+24.)/4, theory.UpdatesAMIRAManyInseparable(manyAt(1, 3, 3, -2, 2)), 1e-12)
	// R² = 25 ≥ D'²: (R + D')²/g².
	require.InEpsilon(t, math.Pow(5+math.Sqrt(24), 2)/4, theory.UpdatesAMIRAManyInseparable(manyAt(1, 3, 5, -2, 2)), 1e-12)
	// D = 0: Theorem 2 with g.
	require.InEpsilon(t, 1.5/0.5*25/4, theory.UpdatesAMIRAManyInseparable(manyAt(0.5, 3, 5, 2, 2)), 1e-12)
	// The two cases meet at D'/R = √(ε/(2−ε)), at 4R²/(2−ε)/(εg²).
	const eps = 0.4
	r := math.Sqrt(24 * (2 - eps) / eps)
	for _, near := range []float64{1 - 1e-9, 1 + 1e-9} {
		require.InEpsilon(t, 4*r*r/(2-eps)/(eps*4), theory.UpdatesAMIRAManyInseparable(manyAt(eps, 3, r*near, -2, 2)), 1e-8)
	}
	require.True(t, math.IsInf(theory.UpdatesAMIRAManyInseparable(manyAt(1, 3, 3)), 1), "no rival")
	s := manyAt(1, 3, 3, 2)
	s.Shortest = 1
	require.True(t, math.IsInf(theory.UpdatesAMIRAManyInseparable(s), 1), "norms differ")
}

func TestInseparableBoundOfOneBestIsThatOfTwoClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		rival := make([]float64, 1+rng.IntN(20))
		for i := range rival {
			rival[i] = rng.NormFloat64()
		}
		s := manyAt(0.01+0.99*rng.Float64(), 1, 3*rng.Float64(), rival...)
		require.Equal(t, theory.UpdatesAMIRAInseparable(s), theory.UpdatesAMIRAManyInseparable(s))
	}
}

// What does not change with the unit of x cannot be bounded by what does.
func TestTheorem2AsPrintedHasAUnit(t *testing.T) {
	s := manyAt(0.5, 1, 3)
	once := theory.UpdatesAMIRAManyPrinted(s)
	require.Equal(t, 1.5*9, once)
	right := theory.UpdatesAMIRA(s)
	s.DBar, s.Gamma = 10*s.DBar, 10*s.Gamma
	require.InEpsilon(t, once/10, theory.UpdatesAMIRAManyPrinted(s), 1e-12)
	require.InEpsilon(t, right, theory.UpdatesAMIRA(s), 1e-12)
}
