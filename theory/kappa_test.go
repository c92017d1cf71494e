package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
)

// numericKappa0 is the definition of κ∘, eq. (5) of HKNS25, in the plane (only
// the angle between u and z matters): u = (1,0), z over a polar grid of the
// disc of radius δ with u·z ≥ η, the minimum over β by golden sections. The
// two z of the closed form's proof are added to the grid.
func numericKappa0(delta, eta float64) float64 {
	best := math.Inf(-1)
	try := func(a, b float64) {
		if a < eta || math.Hypot(a, b) > delta*(1+1e-15) {
			return
		}
		_, least := golden(func(beta float64) float64 { return math.Hypot(1-beta*a, beta*b) })
		best = max(best, least)
	}
	const n = 64
	for i := range n + 1 {
		for j := range n + 1 {
			length, angle := delta*float64(i)/n, math.Pi*float64(j)/n
			try(length*math.Cos(angle), length*math.Sin(angle))
		}
	}
	try(eta, math.Sqrt(max(0, delta*delta-eta*eta)))
	try(0, 0)
	return best
}

func TestKappa0IsTheMaximumOfItsDefinition(t *testing.T) {
	for _, delta := range []float64{0, 0.1, 0.3, 0.5, 0.7, 0.9, 1, 1.2, 1.5, 2, 3} {
		for _, eta := range []float64{-2, -0.5, 0, 0.05, 0.1, 0.2, 0.25, 0.4, 0.49, 0.6, 0.81, 0.9, 1, 1.3, 2, 2.5} {
			want, got := numericKappa0(delta, eta), kappa(delta, eta)
			require.InDelta(t, max(0, want), got, 1e-12, "κ∘(%v,%v)", delta, eta)
		}
	}
}

// kappa is κ∘ in ℓ2.
func kappa(delta, eta float64) float64 { return theory.KappaUpper(delta, eta, 2, 1) }

// E(φ) is ∫₀¹ 2x/(1−φx)² dx, and G(φ) is ∫₀¹ 2x/(1−2φx) dx, by the midpoints of small steps, on both
// sides of where the series end.
func TestExcessIsTheIntegral(t *testing.T) {
	t.Parallel()
	const steps = 20000
	for _, phi := range []float64{0, 1e-9, 0.01, 1. / 16, 0.1, 1. / 8, math.Nextafter(1./8, 1), 0.13, 0.45, 0.9} {
		sum, mcp := 0., 0.
		for i := range steps {
			x := (float64(i) + 0.5) / steps
			sum += 2 * x / ((1 - phi*x) * (1 - phi*x)) / steps
			mcp += 2 * x / (1 - 2*phi*x) / steps
		}
		require.InEpsilon(t, sum, theory.Excess(phi), 1e-6, "φ = %v", phi)
		if phi < 0.5 {
			require.InEpsilon(t, mcp, theory.ExcessMCP(phi), 1e-6, "φ = %v", phi)
		}
	}
}
