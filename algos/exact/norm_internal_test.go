package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/real"
)

// drawn is a stream of small binary fractions, separable or not.
func drawn(rng *rand.Rand) []Example {
	n, d := 2+rng.IntN(10), 1+rng.IntN(4)
	stream := make([]Example, n)
	for i := range stream {
		x := NewVector(d)
		y := 1 - 2*rng.IntN(2)
		for k := range x {
			x[k].SetFrac64(int64(rng.IntN(65)-32), 8)
		}
		if rng.IntN(4) > 0 {
			x[0].Add(x[0], integer(5*y))
		}
		stream[i] = Example{X: x, Y: y}
	}
	return stream
}

// The models in a norm are those of ℓ₂ at p = 2: they decide the same, ties too as
// long as they are decided at all, and their margins enclose the same numbers.
func TestModelsInTheNormOfTwoAreThoseOfL2(t *testing.T) {
	t.Parallel()
	params := map[string]map[string]*big.Rat{
		"perceptron": {}, "e-omm": {}, "ce-omm": {}, "omm": {"rho": big.NewRat(1, 2)}, "omm(rule=printed)": {"rho": big.NewRat(1, 2)},
		"pumma": {"delta": big.NewRat(1, 10)}, "alma": {"alpha": big.NewRat(1, 2)},
	}
	for name, p := range params {
		rng := rand.New(rand.NewPCG(1, 2))
		compared, updates := 0, 0
		rounds := 40
		if testing.Short() {
			rounds = 6
		}
		for range rounds {
			stream := drawn(rng)
			d := len(stream[0].X)
			l2, err := Find(name, p)
			require.NoError(t, err)
			limit := Limit{Prec: 512}
			var normed, plain *Run
			errNormed := Decide(limit, func(prec uint) { normed = inIntervals(l2).Run(prec, d, stream, Repeat{}, limit) })
			err = Decide(limit, func(prec uint) { plain = l2.Run(prec, d, stream, Repeat{}, limit) })
			if err != nil || errNormed != nil {
				continue // inseparable, or a tie
			}
			compared++
			for _, s := range plain.Steps {
				if s.Updated && !s.Opening {
					updates++
				}
			}
			require.Equal(t, plain.Decisions(), normed.Decisions(), "%s: %v", name, stream)
			meet := func(a, b func() bool) {
				var want, got bool
				if Try(func() { want = a() }) == nil && Try(func() { got = b() }) == nil {
					require.Equal(t, want, got)
				}
			}
			for i := range stream {
				meet(func() bool { return plain.Predict(stream[i].X) > 0 }, func() bool { return normed.Predict(stream[i].X) > 0 })
				for _, phi := range []*big.Rat{big.NewRat(-1, 3), big.NewRat(1, 2), big.NewRat(9, 10)} {
					meet(func() bool { return plain.Within(i, phi, real.Number{}) }, func() bool { return normed.Within(i, phi, real.Number{}) })
				}
			}
			limit.Prec = 400
			err = Try(func() {
				normed, plain = inIntervals(l2).Run(400, d, stream, Repeat{}, limit), l2.Run(400, d, stream, Repeat{}, limit)
				same(t, plain.Gamma3(), normed.Gamma3())
				same(t, plain.LastGamma(), normed.LastGamma())
				same(t, plain.Margin(stream), normed.Margin(stream))
			})
			require.NoError(t, err)
		}
		require.Greater(t, 4*compared, rounds, name)
		require.Greater(t, 6*updates, rounds, name)
	}
}

// inIntervals is a model of ℓ₂ as one of another norm.
func inIntervals(s *Spec) *Spec {
	k := s.kind
	k.Traits &^= rational
	k.learner = func(at space) Learner {
		at.euclidean = false
		return s.kind.learner(at)
	}
	return &Spec{kind: k, Params: s.Params}
}

// normOf is ‖·‖_p in intervals, also for p = 2.
func normOf(p string, prec uint) norm {
	exponent, _ := new(big.Rat).SetString(p)
	return norm{Field: real.NewField(prec), p: exponent}
}

func same(t *testing.T, want, got real.Number) {
	require.Equal(t, want.Exists(), got.Exists())
	if !want.Exists() {
		return
	}
	order, decided := want.Cmp(got)
	require.True(t, !decided || order == 0, "%v and %v", want.Interval(), got.Interval())
	gap, _ := want.Interval().Sub(got.Interval()).Abs().Upper().Float64()
	require.Less(t, gap, 1e-30)
}

// nearest is nearer to o than the other points of the segment, and closely enclosed.
func TestNearestPointOfASegmentIsEnclosed(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	inside, rounds := 0, 6
	if testing.Short() {
		rounds = 2
	}
	for range rounds {
		d := 1 + rng.IntN(4)
		draw := func() Vector {
			x := NewVector(d)
			for k := range x {
				x[k].SetFloat64(math.Round(rng.NormFloat64()*64) / 8)
			}
			return x
		}
		v, x, o := draw(), draw(), draw()
		for _, p := range []string{"11/10", "3/2", "2", "3", "10", "100"} {
			n := normOf(p, 128)
			nearest, _ := n.nearest(at(v), at(x), at(o))
			got := nearest.coordinates(n.Field)
			least := n.length(nearest.minus(n.Field, at(o)))
			for i := range 17 {
				other := v.Plus(big.NewRat(int64(i), 16), x.Minus(v))
				order, decided := least.Cmp(n.length(at(other.Minus(o))))
				require.False(t, decided && order > 0, "p = %s: [%v, %v] from %v", p, v, x, o)
			}
			width := 0.0
			for k := range got {
				w, _ := got[k].Interval().Sub(got[k].Interval()).Upper().Float64()
				width = max(width, w)
			}
			require.Less(t, width, 1e-6, "p = %s: [%v, %v] from %v: %v", p, v, x, o, got)
			if !got[0].Interval().Contains(v[0]) && !got[0].Interval().Contains(x[0]) {
				inside++
			}
		}
	}
	require.Greater(t, inside, rounds/2)
}

// Where it is open which point of the segment is the nearest, none beside it is.
func TestShareStaysInTheSegment(t *testing.T) {
	n := normOf("2", 64)
	between := func(lo, hi int64) real.Number {
		return n.Enclosed(real.NewInterval(64, big.NewRat(lo, 4)).To(real.NewInterval(64, big.NewRat(hi, 4))))
	}
	for _, c := range [][2]real.Number{{between(-1, 5), between(3, 5)}, {between(-1, 5), between(-1, 5)}} {
		beta := n.share(c[0], c[1]).Interval()
		require.Equal(t, []string{"0", "1"}, []string{beta.Lower().RatString(), beta.Upper().RatString()})
	}
}

// What is enclosed at a precision, or of boxes, holds what is enclosed more closely, or of
// the boxes' points: the ends of the step are proved, not only the root found.
func TestNearestPointsAreEnclosedWhichever(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	inside, rounds := 0, 25
	if testing.Short() {
		rounds = 5
	}
	for range rounds {
		d := 2 + rng.IntN(2)
		draw := func() Vector {
			x := NewVector(d)
			for k := range x {
				x[k].SetFrac64(rng.Int64N(2001)-1000, 7)
			}
			return x
		}
		v, x, o := draw(), draw(), draw()
		for _, p := range []string{"3/2", "3", "5"} {
			n, m := normOf(p, 64), normOf(p, 300)
			nearest := func(n norm, v point) Point {
				p, _ := n.nearest(v, at(x), at(o))
				return p.coordinates(n.Field)
			}
			fine, coarse := nearest(m, at(v)), nearest(n, at(v))
			wide := make(Point, d)
			for k := range wide {
				wide[k] = n.Enclosed(real.NewInterval(64, v[k]).Add(real.NewInterval(64, big.NewRat(-1, 1024)).To(real.NewInterval(64, big.NewRat(1, 1024)))))
			}
			around := nearest(n, point{x: wide})
			moved := v.Plus(big.NewRat(1, 1024), Vector{integer(1), integer(-1), integer(1)}[:d])
			other := nearest(m, at(moved))
			for k := range fine {
				for _, pair := range [][2]real.Number{{coarse[k], fine[k]}, {around[k], fine[k]}, {around[k], other[k]}} {
					outer, inner := pair[0].Interval(), pair[1].Interval()
					low, high := outer.Lower().Cmp(inner.Lower()), outer.Upper().Cmp(inner.Upper())
					require.True(t, low <= 0 && high >= 0, "p = %s: %v does not hold %v", p, outer, inner)
				}
			}
			if !fine[0].Interval().Contains(v[0]) && !fine[0].Interval().Contains(x[0]) {
				inside++
			}
		}
	}
	require.Greater(t, inside, rounds/2)
}
