package num

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
)

// Where gonum's assembly is, it has the bits of the Go here.
func TestBitsOfGonum(t *testing.T) {
	t.Parallel()
	if !assembly {
		t.Skip("gonum has no assembly here")
	}
	rng := rand.New(rand.NewPCG(1, 18))
	for n := range 70 {
		for range 50 {
			s, u := make([]float64, n+2), make([]float64, n+2)
			for i := range s {
				s[i], u[i] = rng.NormFloat64()*math.Exp2(float64(rng.IntN(20))), rng.NormFloat64()
			}
			s, u = s[:n], u[:n]
			require.Equal(t, math.Float64bits(floats.Dot(s, u)), math.Float64bits(dot(s, u)), "n = %d", n)
			var norm length
			for i := range s {
				norm.add(s[i])
			}
			require.Equal(t, floats.Norm(s, 2), norm.value())
			require.Equal(t, floats.Distance(s, u, 2), Distance(s, u))
			alpha := rng.NormFloat64()
			require.Equal(t, floats.AddScaledTo(make([]float64, n), s, alpha, u), addScaledTo(make([]float64, n), s, alpha, u))
		}
	}
	for _, s := range [][]float64{{math.Inf(1), 1}, {math.Inf(1), math.Inf(-1)}, {1, math.NaN(), 3}, {math.Inf(1), math.NaN()}, {0, math.NaN(), math.Inf(1)}, {0, 0}, {}, {0, 3, 0, 4}} {
		var n length
		for _, v := range s {
			n.add(v)
		}
		want := floats.Norm(s, 2)
		require.True(t, n.value() == want || math.IsNaN(want) && math.IsNaN(n.value()), "%v: %v, expected %v", s, n.value(), want)
	}
}

// What the Go here does not compute, it refuses.
func TestRefused(t *testing.T) {
	two, three := []float64{3, 4}, []float64{1, 2, 2}
	require.PanicsWithValue(t, "num: lengths differ", func() { dot(two, three) })
	require.PanicsWithValue(t, "num: lengths differ", func() { Distance(three, two) })
	require.PanicsWithValue(t, "num: lengths differ", func() { addScaledTo(two, two, 1, three) })
	require.PanicsWithValue(t, "num: lengths differ", func() { addScaledTo(two, three, 1, two) })
}
