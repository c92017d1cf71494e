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

func TestTheorem41(t *testing.T) {
	for _, c := range []struct{ r, phi, gamma3, want float64 }{
		{0.5, 0.4, 2, 0},             // φ < 1−r
		{0.5, 0.5, 2, 1},             // η = δ = 1/4: κ = 3/4 … below
		{3, 0, 2, 11.77},             // log 2/(−½log(1−1/9))
		{2, 0, 2, 4.818841679306418}, // log 2/(−½log(3/4))
	} {
		got := theory.ViolationsTheorem41(at(c.r, c.phi, c.gamma3))
		want := c.want
		if c.r == 0.5 && c.phi == 0.5 {
			want = math.Log(2) / -math.Log(0.75)
		}
		require.InDelta(t, want, got, 1e-2, "r=%v φ=%v", c.r, c.phi)
	}
}

// The stream (1,0)+, (−1,0)−, (0.9,−0.1)+ of omm.txt's wrong case split: the
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
	for r := 2.; r < 60; r *= 1.07 {
		require.LessOrEqual(t, theory.MistakesS1Recursion(at(r, 0, 2)), theory.MistakesS1(at(r, 0, 2)), "r=%v", r)
	}
}

func TestS2(t *testing.T) {
	// φ = 0: r² + 1 + log 2/log 2. φ = 1/2: 4r² + 1 + log 4/log(4/3).
	require.InDelta(t, 9+2, theory.ViolationsS2(at(3, 0, 100)), 1e-12)
	require.InDelta(t, 36+1+math.Log(4)/math.Log(4./3), theory.ViolationsS2(at(3, 0.5, 100)), 1e-12)
	require.Equal(t, theory.ViolationsS2(at(3, 0.5, 2)), theory.ViolationsS2(at(3, 0.5, 1e9)), "no logarithm of γ₃")
	require.Equal(t, math.Inf(1), theory.ViolationsS2(at(3, -0.1, 2)), "S2 says nothing of φ < 0")
}

func TestLemma44TakesTheDiameterOfTheClass(t *testing.T) {
	s := at(1, 0, 2)
	s.DPlus, s.DMinus = 3, 1
	step := theory.Step{Score: 0.5, Target: 1, Norm: 1, Y: theory.Positive, Updated: true}
	s.Step = step
	require.Equal(t, theory.Kappa0(1.5, 0.25), theory.ShrinkageLemma44(s))
	s.Step.Y = theory.Negative
	require.Equal(t, theory.Kappa0(0.5, 0.25), theory.ShrinkageLemma44(s))
	require.Equal(t, theory.Kappa(nil, 1, 0.5), theory.ShrinkageLemma44Kappa(s))
	s.Step.Updated = false
	require.Equal(t, 1., theory.ShrinkageLemma44(s))
	require.Equal(t, 1., theory.ShrinkageLemma44Kappa(s))
}

func TestPerceptronAndFirstMargin(t *testing.T) {
	s := theory.Setting{Evidence: theory.Evidence{Geometry: theory.Geometry{DPlus: 2, DMinus: 4, D: 4, DBar: 6, Gamma: 1.5}}, Updates: 9}
	require.Equal(t, 16., theory.Novikoff(s))
	require.Equal(t, 18., theory.NormGrowth(s))
	require.Equal(t, 13.5, theory.NormProgress(s))
	require.Equal(t, 4.5, theory.FirstMarginSharp(s))
	require.Equal(t, 11., theory.FirstMarginPrinted(s))
	require.Equal(t, 2., theory.OpeningAtMostTwo(s))
	require.Equal(t, 1., theory.NoGrowth(s))
	require.Equal(t, 1.5, theory.AtLeastGammaStar(s))
	require.Equal(t, 1.5, theory.AtMostGammaStar(s))
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
