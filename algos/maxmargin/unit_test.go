package maxmargin_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"

	"marginlab/algos/maxmargin"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// found records how a problem ends, and the work that it takes.
type found struct {
	solution maxmargin.Solution
	meet     maxmargin.NotSeparableError
	work     vec.Work
}

func find(t *testing.T, examples []theory.Example, d int, opt maxmargin.Options) (f found) {
	t.Helper()
	f.work = vec.Count(func() {
		s, err := maxmargin.Solve(ctx, examples, d, opt)
		var meet *maxmargin.NotSeparableError
		if errors.As(err, &meet) {
			f.meet = *meet
			return
		}
		require.NoError(t, err)
		f.solution = *s
	})
	return f
}

// In units of another power of two each problem is solved by the same steps, to the same bits:
// there, and to the tolerance asked for or to where rounding ends it.
func TestStepsDoNotDependOnTheUnit(t *testing.T) {
	rng := rapidtest.Rand(11)
	meeting := rapidtest.Cloud(rng, 120, 10, 0.1)
	for i := range meeting {
		meeting[i].Y = theory.Label(2*(i%2) - 1)
	}
	thin := rapidtest.Reflected(rng, rapidtest.Mapped(rapidtest.Cloud(rng, 200, 8, 0.1), 8, func(x []float64) {
		x[0] = math.Copysign(1e-9*(1+math.Abs(x[0])), x[0])
	}), 8)
	for _, c := range []struct {
		name     string
		examples []theory.Example
		d        int
		opt      maxmargin.Options
	}{
		{"few points", rapidtest.Cloud(rng, 30, 8, 0.1), 8, maxmargin.Options{}},
		{"more turns than patience", rapidtest.Cloud(rng, 400, 170, 0.1), 170, maxmargin.Options{}},
		{"sparse", rapidtest.Sparse(rapidtest.Cloud(rng, 200, 20, 0.1)), 20, maxmargin.Options{}},
		{"as far as rounding lets", rapidtest.Cloud(rng, 100, 20, 0.1), 20, maxmargin.Options{Tolerance: 1e-17}},
		{"a thin slab", thin, 8, maxmargin.Options{}},
		{"not separable", meeting, 10, maxmargin.Options{}},
		{"p = 3", rapidtest.Cloud(rng, 100, 8, 0.1), 8, maxmargin.Options{Norm: vec.P(3)}},
		{"p = 1.5", rapidtest.Cloud(rng, 100, 8, 0.1), 8, maxmargin.Options{Norm: vec.P(1.5)}},
		{"text", texts(rng, 400, 900, 4), 900, maxmargin.Options{}},
	} {
		for _, c.opt.Origin = range []bool{false, true} {
			if c.opt.Origin && (c.name == "a thin slab" || c.name == "more turns than patience") {
				continue
			}
			want := find(t, c.examples, c.d, c.opt)
			for _, e := range []int{-300, 300} {
				unit := math.Ldexp(1, e)
				examples := rapidtest.Mapped(c.examples, c.d, func(x []float64) { floats.Scale(unit, x) })
				if c.examples[0].X.IsSparse() {
					examples = rapidtest.Sparse(examples)
				}
				got := find(t, examples, c.d, c.opt)
				for _, v := range [][]float64{got.solution.Plus, got.solution.Minus, got.meet.Point} {
					for i := range v {
						v[i] /= unit
					}
				}
				for _, v := range []*float64{&got.solution.Gamma, &got.solution.Lower, &got.solution.Classifier.B, &got.meet.Distance} {
					*v /= unit
				}
				require.Equal(t, want, got, "%s, origin %v, in units of 2^%d", c.name, c.opt.Origin, e)
			}
		}
	}
}

// Coordinates that an example leaves out are 0, and there may be no coordinates.
func TestDimensionsLeftOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{20, 100} {
		whole := rapidtest.Mapped(rapidtest.Cloud(rng, n, 6, 0.1), 6, func(x []float64) {
			clear(x[1+rng.IntN(6):])
		})
		short := make([]theory.Example, n)
		for i, e := range whole {
			end := len(e.X.Value)
			for e.X.Value[end-1] == 0 {
				end--
			}
			short[i] = theory.Example{X: vec.Dense(e.X.Value[:end]...), Y: e.Y}
		}
		for _, origin := range []bool{false, true} {
			opt := maxmargin.Options{Origin: origin}
			want := find(t, whole, 6, opt)
			got := find(t, short, 6, opt)
			require.InEpsilon(t, want.solution.Gamma, got.solution.Gamma, 1e-14)
			require.InDeltaSlice(t, want.solution.Classifier.W, got.solution.Classifier.W, 1e-12)
		}
	}
	points := []theory.Example{{X: vec.Dense(), Y: theory.Positive}, {X: vec.Dense(), Y: theory.Negative}}
	_, err := maxmargin.Solve(ctx, points, 0, maxmargin.Options{})
	require.ErrorAs(t, err, new(*maxmargin.NotSeparableError))
}
