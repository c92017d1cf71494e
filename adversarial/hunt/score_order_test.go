package hunt

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
)

// Scores are in one order: none is better than itself, of two one is better at most, and what is better
// than a better one is better. What is nearer to a domain, or inside at a smaller ease, has the smaller loss.
func TestScoresAreInOneOrder(t *testing.T) {
	var all []score
	for _, ratio := range []float64{math.Inf(-1), 0, 0.5, 0.5 * (1 + 1e-12), 0.6, 1, 1.5, math.Inf(1)} {
		for _, ease := range []float64{0, 1, 2, math.Inf(1)} {
			for _, near := range []float64{0, 0.25} {
				all = append(all, score{Ratio: ratio, Ease: ease, Near: near, Inside: true}, score{Ratio: ratio, Ease: ease, Near: near})
			}
		}
	}
	for _, a := range all {
		require.False(t, a.better(a), "%+v", a)
		for _, b := range all {
			if !a.better(b) {
				continue
			}
			require.False(t, b.better(a), "%+v, %+v", a, b)
			for _, c := range all {
				if b.better(c) && !a.better(c) {
					require.Fail(t, "no order", "%+v, %+v, %+v", a, b, c)
				}
			}
		}
	}
	for _, a := range all {
		for _, b := range all {
			if a.Inside == b.Inside && (!a.Inside || a.Ratio == b.Ratio) && min(a.Ratio, b.Ratio) > math.Inf(-1) && a.Ease < b.Ease && a.Ease < 1e6 {
				require.Less(t, a.loss(), b.loss(), "the ease: %+v, %+v", a, b)
			}
		}
	}
	require.Greater(t, outside.loss(), score{Ratio: 1, Ease: math.Inf(1)}.loss())
}

// The ease of a score is the first of R‖u‖, r, R/γ₀ and T that is named. How near the learner was to a mistake is its
// least a_t in the size of the stream.
func TestEases(t *testing.T) {
	s := line(3, 1, -2, -1, 3, 1, 1, 1) // γ∗ = 1.5, γ₀ = 1, R = 3, D = 2 (of one class), size 5
	for _, c := range []struct {
		learner, quantity, claim string
		ease                     float64
	}{
		{"e-omm", "mistakes", "2", 4},
		{"e-omm", "mistakes", "r", 2 / 1.5},
		{"e-omm", "mistakes", "gamma*gamma0", 2 / 1.5},
		{"perceptron", "mistakes", "gamma0", 3},
	} {
		e := evaluatorOf(t, certificate.Statement{Learner: c.learner, Quantity: c.quantity, Claim: c.claim})
		for _, unit := range []float64{1, 2} {
			moved := s.clone()
			moved.scale(unit)
			got := e.score(moved)
			require.True(t, got.Inside, "%+v", c)
			require.InDelta(t, c.ease, got.Ease, 1e-8, "%+v", c)
		}
	}
	e := evaluatorOf(t, certificate.Statement{Learner: "perceptron", Quantity: "updates", Claim: "L1 + 2*U"})
	got := e.score(s) // the u with the least claim: L₁ + 2‖u‖ is least at 0, 1/3, 1/2 or 1
	u := math.Abs(e.comparator[0])
	require.InDelta(t, 3*u, got.Ease, 1e-9)
	e = evaluatorOf(t, certificate.Statement{Learner: "perceptron", Quantity: "updates + 1", Claim: "2*L1 + U"})
	require.InDelta(t, 3*1, e.score(s).Ease, 1e-8, "u = 1 loses nothing")
}

// Of m̄(phi) those steps count whose margin is at most phi times γ∗, also at the border.
func TestViolationsOfTheMaximumMargin(t *testing.T) {
	s := line(4, 1, -4, -1, 3, 1, 1, 1) // after the opening a is 3, then 1.5; γ∗ = 2.5
	for phi, want := range map[string]float64{"-1": 0, "0.599": 0, "0.6": 1, "1.199": 1, "1.2": 2} {
		got := evaluatorOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mbar(" + phi + ")", Claim: "4"}).score(s)
		require.Equal(t, want/4, got.Ratio, phi)
	}
}
