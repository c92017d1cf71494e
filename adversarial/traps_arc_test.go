package adversarial_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// On Arc e-OMM errs after its opening far more than r²/2 times, nearer to the bound of Theorem S1
// the longer r and n are. A learner that updates at less than the margin is not led back, nor is
// one that keeps all points.
func TestArcNeedsTheWholeOfTheoremS1(t *testing.T) {
	type arc struct {
		sq    float64
		n     int
		least float64 // of mistakes over r²
	}
	arcs := []arc{{20, 8, 0.56}, {40, 8, 0.7}, {40, 20, 0.75}}
	if rapidtest.Long() {
		arcs = append(arcs, arc{150, 30, 0.86})
	}
	for _, c := range arcs {
		trap := adversarial.Arc(c.sq, c.n)
		g := geometry(t, trap, theory.View{})
		require.InEpsilon(t, c.sq, g.D*g.D, 1e-6)
		require.Greater(t, g.Lower, 1.)
		later := func(learner string) float64 {
			tr := run(t, learner, trap)
			return float64(tr.Mistakes - tr.OpeningMistakes())
		}
		require.Greater(t, later("e-omm"), c.least*g.R()*g.R())
		require.LessOrEqual(t, later("e-omm"), theory.Row("omm-s1").Bound(theory.Setting{Evidence: theory.Evidence{Geometry: g}, Trace: &theory.Trace{}}))
		for _, learner := range []string{"ce-omm", "omm(rho=0.9)", "n-omm"} {
			require.LessOrEqual(t, later(learner), 4., learner)
		}
	}
	for _, wrong := range []func(){func() { adversarial.Arc(8, 1) }, func() { adversarial.Arc(9, 0) }} {
		require.Panics(t, wrong)
	}
}
