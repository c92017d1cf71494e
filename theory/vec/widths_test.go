package vec

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// Of small whole numbers every sum is exact: at each length around the widths of the lanes,
// every kernel is what its name says.
func TestKernelsOfWholeNumbersAreExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 16))
	whole := func(n int) []float64 {
		x := make([]float64, n)
		for i := range x {
			x[i] = float64(rng.IntN(19) - 9)
		}
		return x
	}
	sum := func(n int, term func(i int) float64) float64 {
		s := 0
		for i := range n {
			s += int(term(i))
		}
		return float64(s)
	}
	for range 3 {
		for n := range 50 {
			x, y, z := whole(n), whole(n), make([]float64, n)
			alpha := float64(rng.IntN(9) - 4)
			xy := sum(n, func(i int) float64 { return x[i] * y[i] })
			yy := sum(n, func(i int) float64 { return y[i] * y[i] })
			sqDist := sum(n, func(i int) float64 { return (x[i] - y[i]) * (x[i] - y[i]) })
			equal := func(what string, want []float64, got ...float64) {
				require.Equal(t, want, got, "%s of %d coordinates: %v, %v", what, n, x, y)
			}
			two := func(f func() (float64, float64)) []float64 { v, w := f(); return []float64{v, w} }
			moved := func(from []float64, by float64) []float64 {
				to := make([]float64, n)
				for i := range to {
					to[i] = from[i] + by*x[i]
				}
				return to
			}

			equal("Dot", []float64{xy}, Dot(x, y))
			equal("DotSq", []float64{xy, yy}, two(func() (float64, float64) { return DotSq(x, y) })...)
			equal("SqDist", []float64{sqDist}, SqDistDense(x, y))

			want := moved(y, alpha)
			copy(z, y)
			AddScaled(z, alpha, x)
			equal("AddScaled", want, z...)
		}
	}
}

// The fourth and the eighth coordinate fill a round: sums of sparse vectors have the order of their
// comment at each length.
func TestOrderAtEachLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for d := 1; d <= 20; d++ {
		for range 5 {
			w, x := make([]float64, d), Vector{Index: make([]int, d), Value: make([]float64, d)}
			var lane [4]float64
			for k := range d {
				w[k], x.Value[k], x.Index[k] = rng.NormFloat64(), rng.NormFloat64(), k
				to := k % 4
				if k >= d/4*4 {
					to = 0
				}
				lane[to] += float64(x.Value[k] * w[k])
			}
			require.Equal(t, (lane[0]+lane[2])+(lane[1]+lane[3]), x.Dot(w), "%d coordinates stored", d)
		}
	}
}

// Of every coordinate, a narrow space says whether it has it, and puts it where it was.
func TestNarrowHasWhatIsPresent(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 0))
	for _, dim := range []int{1, 16, 17, 48, 70, 64 * lanes, 65*lanes + 3} {
		var present Present
		for _, i := range []int{0, rng.IntN(dim), rng.IntN(dim), dim - 1} {
			present.Add(Sparse([]int{i}, []float64{1}))
			require.False(t, present.Add(Sparse([]int{i}, []float64{1})))
		}
		for _, whole := range []int{dim, dim + 1, dim + 64*lanes} {
			n := present.Narrow(whole)
			for i := range whole + 2*lanes {
				if whole > 200 && i%lanes%(lanes-1) > 1 && i < whole-lanes {
					continue // the middle of a block
				}
				x := Sparse([]int{i}, []float64{1})
				kept := false
				for _, block := range n.blocks {
					from := block * lanes
					kept = kept || from <= i && i < min(from+lanes, whole)
				}
				if !kept {
					require.PanicsWithValue(t, outside, func() { n.Of(x) }, "coordinate %d of %d", i, whole)
					continue
				}
				w := make([]float64, n.Dim())
				n.Of(x).AddTo(w, 1)
				require.Equal(t, x.Densify(whole).Value, n.Widen(w), "coordinate %d of %d", i, whole)
			}
			first := 0 // the coordinates before one is left out
			for k, block := range n.blocks {
				if block == k {
					first = min((block+1)*lanes, whole)
				}
			}
			for d := range min(whole, 200) + 2 {
				if x := Dense(make([]float64, d)...); d <= first {
					require.Equal(t, d, n.Of(x).Dim())
				} else {
					require.PanicsWithValue(t, outside, func() { n.Of(x) }, "dense, of %d in %d", d, whole)
				}
			}
		}
	}
}

// Where steps are exact, so is the minimum; a point without descent is one.
func TestDescendIsExactWhereStepsAre(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 0))
	for range 1000 {
		root := rng.Float64()
		got := descend(func(beta float64) (descent, step float64) { return root - beta, root - beta })
		require.InDelta(t, root, got, 0x1p-52*root)
	}
	calls := 0
	got := descend(func(beta float64) (descent, step float64) {
		calls++
		return max(0, 0.25-beta), 0.5
	})
	require.Equal(t, 2, calls)
	require.InDelta(t, 0.5, got, width)
}

func TestLeastNormAtTheEndsOfItsRange(t *testing.T) {
	inf := math.Inf(1)
	require.EqualValues(t, 1, L2{}.LeastNorm(inf, inf), "a product that overflows is beyond the end")
	require.False(t, math.Signbit(L2{}.LeastNorm(math.Copysign(0, -1), 1)))
}
