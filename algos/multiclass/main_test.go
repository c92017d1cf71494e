package multiclass_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/algos/registry"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

func parse(t testing.TB, expr string) *algos.Spec {
	t.Helper()
	s, err := registry.Parse(expr)
	require.NoError(t, err)
	return s
}

// data is a stream of many classes.
type data struct {
	dim, classes int
	x            []vec.Vector
	y            []theory.Label
}

// stream returns the examples in an order, nil: each once.
func (s data) stream(order []int) []theory.Example {
	examples := make([]theory.Example, len(s.x))
	for i, x := range s.x {
		examples[i] = theory.Example{X: x, Y: s.y[i]}
	}
	if order == nil {
		return examples
	}
	var ordered []theory.Example
	for _, i := range order {
		ordered = append(ordered, examples[i])
	}
	return ordered
}

// times returns the order of that many passes.
func (s data) times(passes int) (order []int) {
	for range passes {
		for i := range s.x {
			order = append(order, i)
		}
	}
	return order
}

// learner makes a learner of the data's classes.
func (s data) learner(spec *algos.Spec) multiclass.Learner {
	return multiclass.Of(spec, s.classes).New(s.dim).(multiclass.Learner)
}

// run lets a learner learn from the data in an order, nil: each once.
func (s data) run(spec *algos.Spec, order []int) (theory.Trace, error) {
	return multiclass.Of(spec, s.classes).Run(context.Background(), s.dim, slices.Values(s.stream(order)))
}

// learn lets an existing learner learn from the data in an order.
func (s data) learn(l algos.Learner, order []int) (theory.Trace, error) {
	return algos.Run(context.Background(), l, s.dim, slices.Values(s.stream(order)))
}

func dot(a, b []float64) float64 {
	var sum float64
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// separable draws n points, each of some class, which a unit vector, also returned, separates from the others by at
// least 0.1. Each is a normal point with as much of its class's own axis as that takes. With equal, all have norm 2.
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
		if equal { // stretched to the norm, or shrunk to it: the margin is the remainder
			length := math.Sqrt(dot(x, x))
			for i := range x {
				x[i] *= norm / length
			}
		}
		s.x, s.y = append(s.x, vec.Dense(x...)), append(s.y, theory.Label(y))
	}
	return s, u
}

// noise draws n points of norm 3 from a few distinct ones, with nearly random classes.
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
		s.x, s.y = append(s.x, vec.Dense(x...)), append(s.y, theory.Label(rng.IntN(classes)))
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
