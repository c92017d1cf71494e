package vec_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

// Count sees every kernel, at lengths for which the assembly is called and at shorter ones, and changes no bit. The
// test is not parallel, since Count must be alone.
func TestCount(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	var result float64
	for _, d := range []int{1, 3, 8, 9, 16, 100} {
		x, y := vec.Dense(rapidtest.Normal(rng, d, 1)...), vec.Dense(rapidtest.Normal(rng, d, 1)...)
		longer := vec.Dense(rapidtest.Normal(rng, d+1, 1)...)
		s := x.Sparsify()
		n := int64(d)
		thin := int64(24)
		if d <= 8 { // as dense
			thin = 16
		}
		for _, c := range []struct {
			name string
			f    func() float64
			want vec.Work
		}{
			{"dot", func() float64 { return x.Dot(y.Value) }, vec.Work{Dots: 1, Rows: 1, Bytes: 16 * n}},
			{"dot of slices", func() float64 { return vec.Dot(x.Value, y.Value) }, vec.Work{Dots: 1, Rows: 1, Bytes: 16 * n}},
			{"norm", s.SqNorm, vec.Work{Dots: 1, Rows: 1, Bytes: 16 * n}},
			{"two at once", func() float64 { xy, yy := vec.DotSq(x.Value, y.Value); return xy + yy }, vec.Work{Dots: 2, Rows: 1, Bytes: 16 * n}},
			{"axpy", func() float64 { w := y.Clone(); x.AddTo(w.Value, 0.5); return w.Value[d-1] }, vec.Work{Rows: 1, Bytes: 16 * n}},
			{"distance", func() float64 { return vec.SqDist(x, y) }, vec.Work{Dots: 1, Rows: 1, Bytes: 16 * n}},
			{"of other lengths", func() float64 { return vec.SqDist(x, longer) }, vec.Work{Dots: 3, Rows: 3, Bytes: 16 * (n + 1)}},
			{"sparse dot", func() float64 { return s.Dot(y.Value) }, vec.Work{Dots: 1, Rows: 1, Bytes: 24 * n}},
			{"sparse dots", func() float64 { xy, yy := s.Dots(y.Value, y.Value); return xy + yy }, vec.Work{Dots: 2, Rows: 1, Bytes: 32 * n}},
			{"sparse dot in the lanes of a dense one", func() float64 { return vec.DotThin(s, y.Value) }, vec.Work{Dots: 1, Rows: 1, Bytes: thin * n}},
			{"sparse axpy", func() float64 { w := y.Clone(); s.AddTo(w.Value, 0.5); return w.Value[d-1] }, vec.Work{Rows: 1, Bytes: 24 * n}},
			{"dot of twice the digits", func() float64 { return x.DotDouble(y.Value, y.Value).Hi }, vec.Work{Dots: 1, Rows: 1, Bytes: 24 * n}},
			{"sparse dot of twice the digits", func() float64 { return s.DotDouble(y.Value, nil).Hi }, vec.Work{Dots: 1, Rows: 1, Bytes: 24 * n}},
			{"sparse distance", func() float64 { return vec.SqDist(s, y) }, vec.Work{Dots: 1, Rows: 1, Bytes: 24 * n}},
			{"distance of two sparse", func() float64 { return vec.SqDist(s, y.Sparsify()) }, vec.Work{Dots: 1, Rows: 1, Bytes: 32 * n}},
		} {
			plain := c.f()
			require.Equal(t, c.want, vec.Count(func() { result = c.f() }), "%s of %d coordinates", c.name, d)
			require.Equal(t, plain, result, "%s of %d coordinates", c.name, d)
		}
	}

	x := make([]float64, 100)
	several := vec.Count(func() {
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 1000 {
					vec.Dot(x, x)
				}
			})
		}
		all.Wait()
	})
	require.EqualValues(t, 8000, several.Dots)
	require.PanicsWithValue(t, "vec: Count inside Count", func() { vec.Count(func() { vec.Count(func() {}) }) })
	require.Zero(t, vec.Count(func() {}), "what ran before is not counted")
}
