package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// at is the setting of a stream with γ∗ = 1, so D = r, and γ₃ as given.
func at(r, phi, gamma3 float64) theory.Setting {
	return theory.Setting{
		Evidence: theory.Evidence{Geometry: theory.Geometry{D: r, DPlus: r, DMinus: r / 2, Gamma: 1, Lower: 1}},
		Rho:      1, Phi: phi, Gamma3: gamma3,
	}
}

// The stream (1,0)+, (−1,0)−, (0.9,−0.1)+ of HKNS25's wrong case split: the
// printed form allows no violation, the theorem one.
func TestPrintedL2FormOfTheorem41HasTheWrongSplit(t *testing.T) {
	s := at(0, 0.9, 0)
	s.D, s.Gamma, s.Gamma3 = math.Hypot(0.1, 0.1), 0.951315, 1
	require.InDelta(t, 0.1657, theory.ViolationsTheorem41Printed(s), 1e-3)
	require.InDelta(t, 1.006, theory.ViolationsTheorem41(s), 1e-3)
}

func TestPrintedL2FormAgreesWithTheorem41AtZero(t *testing.T) {
	for _, r := range []float64{0.3, 0.99, 1, 1.2, 1.41, 1.42, 2, 3, 10} {
		s := at(r, 0, 3)
		require.InDelta(t, theory.ViolationsTheorem41(s), theory.ViolationsTheorem41Printed(s), 1e-9, "r=%v", r)
		want := theory.MistakesTable1(s)
		require.InDelta(t, want, theory.IterationsTable1(s), 1e-9, "r=%v", r)
		require.InDelta(t, want, theory.IterationsTable1Printed(s), 1e-9, "r=%v", r)
	}
}

// α₁ = 1/4, α₂ = 3/16, α₃ = 39/256: the r at which one more mistake is possible
// are 2, 4/√3 and 16/√39.
func TestS1(t *testing.T) {
	for _, c := range []struct {
		r         float64
		recursion float64
	}{
		{0.5, 0}, {1.999999, 0}, {2, 1}, {2.3093, 1}, {2.30941, 2}, {2.562, 2}, {2.5621, 3},
	} {
		s := at(c.r, 0, 2)
		require.Equal(t, c.recursion, theory.MistakesS1Recursion(s), "r=%v", c.r)
		closed := theory.MistakesS1(s)
		require.GreaterOrEqual(t, closed, c.recursion, "r=%v", c.r)
		if c.r >= 2 {
			require.InDelta(t, (c.r*c.r-2)*(c.r*c.r-2)/(c.r*c.r), closed, 1e-12)
			require.Less(t, closed, c.r*c.r)
		}
	}
	long, alpha := 0., 0.25 // of mistakes beyond 10⁴, the recursion still counts each
	for ; 150*150*alpha >= 1; alpha -= float64(alpha * alpha) {
		long++
	}
	require.Equal(t, long, theory.MistakesS1Recursion(at(150, 0, 2)))
	require.Less(t, long+7, theory.MistakesS1(at(150, 0, 2)))
	for r := 2.; r < 60; r *= 1.07 {
		require.LessOrEqual(t, theory.MistakesS1Recursion(at(r, 0, 2)), theory.MistakesS1(at(r, 0, 2)), "r=%v", r)
	}
}

// Where κ rounds to 1 the bound is large, not NaN or negative.
func TestTheorem41NearPhiOne(t *testing.T) {
	for _, phi := range []float64{1 - 1e-9, 1 - 1e-12, 1 - 1e-15} {
		q := (1 - phi) / 3
		require.InEpsilon(t, 2*math.Log(2)/(q*q), theory.ViolationsTheorem41(at(3, phi, 2)), 1e-6)
		require.Zero(t, theory.ViolationsTheorem41(at(3, phi, 1)))
		require.Greater(t, theory.ViolationsTheorem41Printed(at(3, phi, 2)), 1e15)
	}
	require.Greater(t, theory.MistakesTable1(at(1e9, 0, 2)), 1e17)
	for _, c := range []struct{ r, phi float64 }{{3, 0}, {1.5, 0.5}, {0.7, 0.6}, {2, 0.9}} {
		require.InDelta(t, math.Log(2)/-math.Log(theory.Kappa(nil, c.r, c.phi)), theory.ViolationsTheorem41(at(c.r, c.phi, 2)), 1e-9)
	}
}
