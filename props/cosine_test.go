package props

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/props/stream"
)

// highest is the optimum of Φ over x ≥ 0, found by looking: x = unit·tan θ for
// many θ, and then by golden section around the best. Φ is given cos θ and
// sin θ, for x = ∞.
func highest(phi func(cos, sin float64) float64, unit float64) optimum {
	const grid = 64
	at := func(theta float64) float64 { return phi(math.Cos(theta), math.Sin(theta)) }
	step, best := math.Pi/2/grid, 0
	for k := range grid + 1 {
		if at(float64(k)*step) > at(float64(best)*step) {
			best = k
		}
	}
	low, high := max(0, float64(best-1)*step), min(math.Pi/2, float64(best+1)*step)
	const golden = 0.6180339887498949
	for range 60 {
		if a, b := high-golden*(high-low), low+golden*(high-low); at(a) < at(b) {
			low = a
		} else {
			high = b
		}
	}
	theta := (low + high) / 2
	return optimum{unit * math.Tan(theta), max(at(theta), at(0), at(math.Pi/2))}
}

// The closed forms of Lemmas 2 and 3 of BH16 are where the cosine bound is highest,
// for numbers r, p, s, q, t.
func TestCosineBoundsAreHighest(t *testing.T) {
	for seed := range rapidtest.Count(100, 500, 5000) {
		require.NoError(t, highestThere(stream.Numbers(5).Example(seed)))
	}
}

func highestThere(a []float64) error {
	r, p, s, q := a[0], a[1], math.Abs(a[2]), math.Abs(a[3])
	if s == 0 || q == 0 {
		return nil
	}
	t := a[4] / (1 + math.Abs(a[4])) * math.Sqrt(s/q) // qt² < s
	unit := math.Sqrt(s / q)
	phi := func(t float64) func(cos, sin float64) float64 {
		return func(cos, sin float64) float64 {
			x := unit * sin
			return (r*cos + p*x) / math.Sqrt(s*cos*cos+q*x*x+2*t*q*x*cos)
		}
	}
	claims := []struct {
		name string
		t    float64
		optimum
	}{{"3", t, lemma3(r, p, s, q, t)}, {"3, at t = 0", 0, lemma3(r, p, s, q, 0)}}
	if r > 0 && p >= 0 {
		claims = append(claims, struct {
			name string
			t    float64
			optimum
		}{"2", 0, lemma2(r, p, s, q)})
	}
	size := math.Abs(r)/math.Sqrt(s) + math.Abs(p)/math.Sqrt(q)
	for _, claim := range claims {
		amplified := size / (1 - claim.t*claim.t*q/s)
		if best := highest(phi(claim.t), unit); !near(claim.value, best.value, 1e-11*amplified) {
			return fmt.Errorf("lemma %s: the optimum is %v, expected %v", claim.name, claim.value, best.value)
		}
		cos, sin := 0.0, 1.0
		if !math.IsInf(claim.at, 1) {
			theta := math.Atan(claim.at / unit)
			cos, sin = math.Cos(theta), math.Sin(theta)
		}
		if got := phi(claim.t)(cos, sin); !near(got, claim.value, 1e-11*amplified) {
			return fmt.Errorf("lemma %s: the bound is %v at x* = %v, expected the optimum %v", claim.name, got, claim.at, claim.value)
		}
	}
	return nil
}
