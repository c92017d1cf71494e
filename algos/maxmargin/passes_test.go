package maxmargin

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The geometry that passes find is that of the examples in memory: the same margin, and diameters
// between their ends. Parts are overwritten when they have been taken.
func TestPassesFindTheGeometry(t *testing.T) {
	t.Parallel()
	views := []theory.View{
		{}, {Origin: true}, {Origin: true, Lift: 1}, {Origin: true, Lift: 1, Normalised: true},
		{Norm: vec.P(3)}, {Origin: true, Lift: 2, Norm: vec.P(1.5)},
	}
	for seed := range uint64(6) {
		examples := rapidtest.Cloud(rand.New(rand.NewPCG(seed, 1)), 60, 4, 0.2)
		if seed == 5 {
			examples[7].Y = -examples[7].Y
		}
		p := NewPasses(4, views...)
		for more := true; more; more = again(t, p) {
			room := make([]float64, 7*4)
			for part := range slices.Chunk(examples, 7) {
				part = slices.Clone(part)
				for i := range part {
					copied := room[4*i : 4*i+4]
					part[i].X.CopyTo(copied)
					part[i].X = vec.Dense(copied...)
				}
				require.NoError(t, p.Take(t.Context(), part))
			}
		}
		for _, view := range views {
			want, wantErr := Measure(t.Context(), examples, view, Options{})
			got, err := p.Geometry(view)
			require.Equal(t, wantErr == nil, err == nil, "%v", err)
			require.Equal(t, []int{want.Examples, want.Dim, want.Positives}, []int{got.Examples, got.Dim, got.Positives})
			require.Equal(t, want.Separable, got.Separable, "%+v", view)
			for _, ends := range [][3]float64{
				{got.Found.DPlus, want.DPlus, got.DPlus}, {got.Found.DMinus, want.DMinus, got.DMinus}, {got.Found.D, want.D, got.D},
				{got.Found.Delta, want.Delta, got.Delta}, {got.Lower, want.Gamma, got.Gamma},
			} {
				require.LessOrEqual(t, ends[0], ends[1]*(1+1e-8))
				require.LessOrEqual(t, ends[1], ends[2]*(1+1e-8))
			}
			require.InEpsilon(t, want.DBar, got.DBar, 1e-12)
			require.InEpsilon(t, want.Shortest, got.Shortest, 1e-12)
			if want.Separable {
				require.InEpsilon(t, want.Gamma, got.Gamma, 1e-8)
				require.Less(t, got.Gap(), 1e-8)
				require.InDelta(t, want.Bias, got.Bias, 1e-6)
			}
		}
	}
}

// One class has no margin, except through the origin.
func TestPassesOfOneClass(t *testing.T) {
	t.Parallel()
	p := NewPasses(2, theory.View{}, theory.View{Origin: true})
	for more := true; more; more = again(t, p) {
		require.NoError(t, p.Take(t.Context(), []theory.Example{{X: vec.Dense(3, 4), Y: theory.Positive}, {X: vec.Dense(3, 5), Y: theory.Positive}}))
	}
	_, err := p.Geometry(theory.View{})
	require.ErrorAs(t, err, new(*OneClassError))
	geo, err := p.Geometry(theory.View{Origin: true})
	require.NoError(t, err)
	require.InEpsilon(t, 5, geo.Gamma, 1e-12)
	require.Equal(t, []float64{0, 0, 0, 0}, []float64{geo.DMinus, geo.Found.DMinus, geo.Delta, geo.Found.Delta}, "of two classes")
	require.Panics(t, func() { p.Geometry(theory.View{Lift: 1}) })
}

// An example that is too near the margin to move it counts in the lower end of γ∗.
func TestPassesCertifyWhatTheyLeave(t *testing.T) {
	t.Parallel()
	for _, near := range []float64{1 - 5e-10, 1 - DefaultTolerance} {
		examples := []theory.Example{
			{X: vec.Dense(1), Y: theory.Positive}, {X: vec.Dense(-1), Y: theory.Negative}, {X: vec.Dense(near), Y: theory.Positive},
		}
		for view, lower := range map[theory.View]float64{{}: (1 + near) / 2, {Origin: true}: near} {
			p := NewPasses(1, view)
			for more := true; more; more = again(t, p) {
				require.NoError(t, p.Take(t.Context(), examples))
			}
			geo, err := p.Geometry(view)
			require.NoError(t, err)
			require.InDelta(t, 1, geo.Gamma, 1e-15, "%+v", view)
			require.InDelta(t, lower, geo.Lower, 1e-15, "%+v", view)
		}
	}
}

// Where every example cuts the margin, as of points along the axes, they wait for each other, and
// all count: through the origin 1/γ∗² = Σ 1/a² of points of length a.
func TestPassesOfMoreThanACrowd(t *testing.T) {
	t.Parallel()
	const n = 2 * crowd
	examples := axes(n)
	var sum float64
	for _, e := range examples {
		sum += 1 / e.X.SqNorm()
	}
	p := NewPasses(n, theory.View{Origin: true})
	passes, half := 0, false
	for more := true; more; more = again(t, p) {
		for i := range examples {
			require.NoError(t, p.Take(t.Context(), examples[i:i+1]))
			v := p.views[theory.View{Origin: true}]
			beyond := max(0, v.solver.Len()-crowd)
			require.LessOrEqual(t, 2*v.waiting, beyond, "half of what is beyond a crowd may wait")
			half = half || v.waiting > 0 && 2*v.waiting == beyond
		}
		passes++
	}
	geo, err := p.Geometry(theory.View{Origin: true})
	require.NoError(t, err)
	require.InEpsilon(t, 1/math.Sqrt(sum), geo.Gamma, 1e-9)
	require.InEpsilon(t, 1/math.Sqrt(sum), geo.Lower, 2e-9)
	require.LessOrEqual(t, passes, 3)
	require.True(t, half)
}

// axes are n points on the axes, of lengths 1, 2 and 3.
func axes(n int) []theory.Example {
	examples := make([]theory.Example, n)
	for i := range examples {
		examples[i] = theory.Example{X: vec.Sparse([]int{i}, []float64{float64(1 + i%3)}), Y: theory.Label(1 - 2*(i%2))}
	}
	return examples
}

// again ends a pass.
func again(t *testing.T, p *Passes) bool {
	t.Helper()
	more, err := p.End(t.Context())
	require.NoError(t, err)
	return more
}

// What is cancelled ends within the problem that it solves, in a pass as at its end.
func TestPassesAreCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	view := theory.View{Origin: true}
	p := NewPasses(2*crowd, view)
	require.ErrorIs(t, p.Take(ctx, axes(2*crowd)), context.Canceled)
	p = NewPasses(2*crowd, view)
	p.views[view].solver.Keep(axes(1)[0].X, theory.Positive)
	p.views[view].waiting = 1
	_, err := p.End(ctx)
	require.ErrorIs(t, err, context.Canceled)
}

// A limit of passes is not blamed on rounding.
func TestPassesNameTheirLimit(t *testing.T) {
	t.Parallel()
	view := theory.View{Origin: true}
	p := NewPasses(2, view)
	passes := 0
	for more := true; more; more = again(t, p) {
		// Each pass has an example that cuts the margin of those before: the stream is not the same.
		angle := math.Pi / 2 * (1 - math.Pow(0.97, float64(passes)))
		x := vec.Dense(math.Cos(angle), math.Sin(angle))
		require.NoError(t, p.Take(t.Context(), []theory.Example{{X: vec.Dense(1, 0), Y: theory.Positive}, {X: x, Y: theory.Positive}}))
		passes++
	}
	_, err := p.Geometry(view)
	require.ErrorAs(t, err, new(*PassesError))
	require.True(t, Unmeasured(err))
	require.Regexp(t, `^maxmargin: examples still cut the margin after 100 passes: it is in \[0, 0\.[0-9]+\]: measure them in memory$`, err.Error())
}
