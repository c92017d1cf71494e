package multiclass_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

func parse(t testing.TB, expr string) *multiclass.Spec {
	t.Helper()
	s, err := registry.Parse(expr)
	require.NoError(t, err)
	return multiclass.Of(s)
}

// data is a stream of many classes.
type data struct {
	dim, classes int
	x            []vec.Vector
	y            []int
}

func dot(a, b []float64) float64 {
	var sum float64
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// separable draws n points of some class each, that a unit vector, which it
// returns too, separates from the others by 0.1 at least: each is a normal point
// and as much of its class's own axis as that takes. With equal, all are of norm 2.
func separable(rng *rand.Rand, n, d, classes int, equal bool) (data, []float64) {
	s := data{dim: d + classes, classes: classes}
	u := make([]float64, s.dim*classes)
	for z := range classes {
		copy(u[z*s.dim:], rapidtest.Normal(rng, d, 1))
		u[z*s.dim+d+z] = 1
	}
	length := math.Sqrt(dot(u, u))
	for i := range u {
		u[i] /= length
	}
	const margin, norm = 0.1, 2.
	for range n {
		y := rng.IntN(classes)
		x := append(rapidtest.Normal(rng, d, 1), make([]float64, classes)...)
		if rng.IntN(4) == 0 && len(s.x) > 0 { // a point again
			at := rng.IntN(len(s.x))
			s.x, s.y = append(s.x, s.x[at]), append(s.y, s.y[at])
			continue
		}
		least := math.Inf(1)
		for z := range classes {
			if z != y {
				least = min(least, dot(u[y*s.dim:(y+1)*s.dim], x)-dot(u[z*s.dim:(z+1)*s.dim], x))
			}
		}
		x[d+y] = max(0, (margin*(1+rng.Float64())-least)*length)
		if equal { // stretched to the norm, or shrunk to it: the margin is what is left
			length := math.Sqrt(dot(x, x))
			for i := range x {
				x[i] *= norm / length
			}
		}
		s.x, s.y = append(s.x, vec.Dense(x...)), append(s.y, y)
	}
	return s, u
}

// noise draws n points of norm 3 from a few distinct ones whose classes say little of
// them.
func noise(rng *rand.Rand, n, d, classes int) data {
	s := data{dim: d, classes: classes}
	distinct := 1 + rng.IntN(n)
	for i := range n {
		x := rapidtest.Normal(rng, d, 1)
		if rng.IntN(3) == 0 { // near to the first axis
			x[0] += 5
		}
		length := math.Sqrt(dot(x, x))
		for j := range x {
			x[j] *= 3 / length
		}
		s.x, s.y = append(s.x, vec.Dense(x...)), append(s.y, rng.IntN(classes))
		if i >= distinct {
			s.x[i] = s.x[rng.IntN(distinct)]
		}
	}
	return s
}

func (s data) sparse() data {
	x := make([]vec.Vector, len(s.x))
	for i := range x {
		x[i] = s.x[i].Sparsify()
	}
	s.x = x
	return s
}
