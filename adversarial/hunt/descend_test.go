package hunt

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"marginlab/internal/rapidtest"
)

// The update of the method is the one of Broyden, Fletcher, Goldfarb and Shanno, of the inverse B of the Hessian by a
// move s and the turn t of the gradient: (I − s tᵀ/sᵀt) B (I − t sᵀ/sᵀt) + s sᵀ/sᵀt. It is positive definite, and takes
// t to s.
func TestUpdatesOfTheDescent(t *testing.T) {
	const n = 4
	rng, d := rapidtest.Rand(1), &descent{}
	for range 50 {
		move, turn := mat.NewVecDense(n, rapidtest.Normal(rng, n, 1)), mat.NewVecDense(n, rapidtest.Normal(rng, n, 1))
		along := mat.Dot(move, turn)
		if along < 0.1 {
			continue
		}
		before, across, want := mat.NewDense(n, n, nil), mat.NewDense(n, n, nil), new(mat.Dense)
		for i := range n {
			across.Set(i, i, 1)
			if before.Set(i, i, along/mat.Dot(turn, turn)); d.inv != nil { // at first the length is of this turn
				before.SetRow(i, d.inv[i])
			}
		}
		across.RankOne(across, -1/along, turn, move)
		want.Product(across.T(), before, across)
		want.RankOne(want, 1/along, move, move)
		d.update(move.RawVector().Data, turn.RawVector().Data, along)
		for i, row := range d.inv {
			require.InDeltaSlice(t, want.RawRowView(i), row, 1e-6*(1+mat.Norm(want, 2)))
			require.InDelta(t, move.AtVec(i), mat.Dot(mat.NewVecDense(n, row), turn), 1e-9*(1+mat.Norm(move, 2)))
		}
		probe := mat.NewVecDense(n, rapidtest.Normal(rng, n, 1))
		require.Positive(t, mat.Inner(probe, want, probe))
	}
}

// A line search ends where the value is low enough and the slope is flat enough, the weak conditions
// of Wolfe, of functions that are smooth and that are not.
func TestLineSearchesOfTheDescent(t *testing.T) {
	for name, f := range map[string]func(x float64) float64{
		"a parabola":    func(x float64) float64 { return (x - 3) * (x - 3) },
		"a far one":     func(x float64) float64 { return (x - 3000) * (x - 3000) / 1e4 },
		"a narrow one":  func(x float64) float64 { return 1e4 * (x - 0.001) * (x - 0.001) },
		"a kink":        func(x float64) float64 { return math.Abs(x - 0.7) },
		"a steep kink":  func(x float64) float64 { return max(2-x, 50*(x-1.2)) },
		"not convex":    func(x float64) float64 { return 1 - math.Exp(-(x-2)*(x-2)) },
		"with a hollow": func(x float64) float64 { return (x-4)*(x-4) + 3*math.Sin(3*x) },
	} {
		for _, first := range []float64{1e-3, 0.1, 1, 8} {
			calls := 0
			d := &descent{f: func(z []float64) float64 { calls++; return f(z[0]) }, calls: 1000, z: []float64{0}, value: f(0), grad: []float64{0}}
			d.gradient(d.z, d.value, d.grad)
			h := 1e-6
			slope := (f(h) - f(-h)) / (2 * h)
			require.InDelta(t, slope, d.grad[0], 1e-2*math.Abs(slope)+1e-6, name)
			require.Equal(t, []float64{0}, d.z)
			step := first / math.Abs(slope)
			z, value, ok := d.search([]float64{-d.grad[0]}, -d.grad[0]*d.grad[0], step)
			require.True(t, ok, name)
			require.Equal(t, f(z[0]), value, name)
			require.Less(t, value, f(0)-sufficient*math.Abs(slope*z[0])*(1-1e-3), name)
			flat := (f(z[0]+h) - f(z[0])) / h * math.Copysign(1, -slope)
			require.Greater(t, flat, -flatter*math.Abs(slope)*(1+1e-3), "%s: from %v to %v", name, first, z[0])
			require.Equal(t, 1000-calls, d.calls, name)
			_, _, ok = d.search([]float64{d.grad[0]}, -d.grad[0]*d.grad[0], step*1e-3)
			require.False(t, ok, "%s, uphill", name)
		}
	}
}

// The descent comes to the least values of functions that are smooth and that are not, with no more calls than it is
// given, and leaves the best in z: of a quadratic function of six numbers, a thousand times as steep in one direction
// as in another, with 40 gradients at most.
func TestDescentFindsKinks(t *testing.T) {
	for name, c := range map[string]struct {
		f     func([]float64) float64
		start []float64
		least float64
		near  float64
		calls int // at most
	}{
		"the farthest of three points": {func(z []float64) float64 {
			return max(math.Hypot(z[0]-3, z[1]), math.Hypot(z[0]+3, z[1]), math.Hypot(z[0], z[1]-1))
		}, []float64{5, -7}, 3, 1e-6, 3000},
		"Rosenbrock's valley with a kink": {func(z []float64) float64 {
			return 8*math.Abs(z[0]*z[0]-z[1]) + (1-z[0])*(1-z[0])
		}, []float64{-1.2, 1}, 0, 1e-2, 3000},
		"a sum of lengths": {func(z []float64) float64 {
			sum := 0.
			for i, v := range z {
				sum += float64(i+1) * math.Abs(v-float64(i))
			}
			return sum
		}, []float64{9, 9, 9, 9, 9, 9}, 0, 1e-6, 3000},
		"a wall": {func(z []float64) float64 {
			if z[0] < 1 {
				return 1e9
			}
			return z[0] * z[0]
		}, []float64{7}, 1, 1e-6, 3000},
		"a long valley": {func(z []float64) float64 {
			sum := 0.
			for i, v := range z {
				sum += math.Pow(1000, float64(i)/5) * v * v
			}
			return sum
		}, []float64{1, 1, 1, 1, 1, 1}, 0, 1e-6, 40*9 - 7},
	} {
		calls, best := 0, math.Inf(1)
		descend(func(z []float64) float64 {
			calls++
			v := c.f(z)
			best = min(best, v)
			return v
		}, c.start, 3000)
		require.InDelta(t, c.least, best, c.near, name)
		require.InDelta(t, best, c.f(c.start), 1e-5, name)
		require.LessOrEqual(t, calls, c.calls+len(c.start)+2, name)
	}
}

// Where nothing is lower, a descent ends after one search of its bisections; and it has no more calls
// than it was given, but for a gradient.
func TestDescentsEndWhereNothingIsLower(t *testing.T) {
	for given, want := range map[int]int{1000: 2 + bisections, 10: 10} {
		calls := 0
		descend(func(z []float64) float64 { calls++; return math.Abs(z[0]) }, []float64{0}, given)
		require.Equal(t, want, calls)
	}
}
