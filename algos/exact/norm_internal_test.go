package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/real"
)

// normOf returns ‖·‖_p in intervals, also for p = 2.
func normOf(p string, prec uint) norm {
	exponent, _ := new(big.Rat).SetString(p)
	return norm{Field: real.NewField(prec), p: exponent}
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

// Where the nearest point of the segment is undecided, no point outside the segment is returned.
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

// An enclosure at a precision, or for boxes, contains the enclosure at a higher precision, or for the boxes' points:
// the ends of the step are proved, not only the root found.
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
