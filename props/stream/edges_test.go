package stream_test

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/internal/rapidtest"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// edges are what a drawn stream can be that has broken, or could break, a
// learner or a theorem.
func edges(t *testing.T, c stream.Case) map[string]bool {
	x := c.Points()
	plus, minuses := measure.Split(c.Stream, x)
	first := c.Stream[0]
	opening := slices.IndexFunc(c.Stream, func(e theory.Example) bool { return e.Y != first.Y })
	size := measure.Longest(x)
	is := map[string]bool{
		"one class":                  opening < 0,
		"opening of one example":     opening == 1,
		"opening of four or more":    opening >= 4,
		"ends with the opening":      opening == len(x)-1,
		"first example negative":     first.Y == theory.Negative,
		"huge":                       size > 1e60,
		"tiny":                       size < 1e-60 && size > 0,
		"sparse":                     first.X.IsSparse(),
		"sparse and dense":           slices.ContainsFunc(c.Stream, func(e theory.Example) bool { return e.X.IsSparse() != first.X.IsSparse() }),
		"dense, not of full length":  !first.X.IsSparse() && len(first.X.Value) < c.Dim,
		"integers":                   !slices.ContainsFunc(slices.Concat(x...), func(v float64) bool { return v != math.Trunc(v) }) && size < 1e6,
		"one dimension":              c.Dim == 1,
		"two or three dimensions":    c.Dim == 2 || c.Dim == 3,
		"six dimensions or more":     c.Dim >= 6,
		"two examples":               len(x) == 2,
		"thirty examples or more":    len(x) >= 30,
		"a point on an axis":         c.Dim > 1 && slices.ContainsFunc(x, func(v measure.Vector) bool { return v.Nonzero() == 1 }),
		"the origin itself":          slices.ContainsFunc(x, func(v measure.Vector) bool { return v.Nonzero() == 0 }),
		"four points on a line":      c.Dim > 1 && lineThroughFirst(x) >= 4,
		"repeats":                    distinct(x) < len(x),
		"a class of one point":       len(plus) > 1 && measure.Widest(plus, plus) == 0 || len(minuses) > 1 && measure.Widest(minuses, minuses) == 0,
		"separated by coordinate 0":  slices.IndexFunc(c.Stream, func(e theory.Example) bool { return float64(e.Y)*e.X.At(0) <= 0 }) < 0,
		"separated with bias only":   false,
		"far from the origin":        false,
		"a degenerate margin":        false,
		"r < 1":                      false,
		"1 ≤ r < 2":                  false,
		"2 ≤ r < 10":                 false,
		"r ≥ 10":                     false,
		"a tie at rho = 0":           false,
		"a tie at rho = 0.5":         false,
		"a tie at rho = 1":           false,
		"a mistake after opening":    false,
		"three mistakes after it":    false,
		"an update with beta = 1":    false,
		"an update with beta < 1":    false,
		"no update after opening":    false,
		"five updates after opening": false,
	}
	if opening < 0 {
		return is
	}
	g, _, err := measure.L2().Geometry(c.Stream, c.Dim, theory.View{})
	require.NoError(t, err)
	origin, _, err := measure.L2().Geometry(c.Stream, c.Dim, theory.View{Origin: true})
	require.NoError(t, err)
	is["separated with bias only"] = !origin.Separable
	is["far from the origin"] = g.DBar > 1e5*max(g.D, g.Gamma)
	r := g.D / g.Gamma
	is["r < 1"], is["1 ≤ r < 2"], is["2 ≤ r < 10"], is["r ≥ 10"] = r < 1, r >= 1 && r < 2, r >= 2 && r < 10, r >= 10
	near := measure.L2().Nearest(measure.Split(c.Stream, measure.SeenFrom(x[0], x)))
	on := [2][]measure.Vector{}
	for t, e := range c.Stream {
		w := near.P.Minus(near.N)
		if a := w.Dot(x[t].Minus(x[0]).Minus(near.N).Plus(-0.5, w)) / near.Dist * float64(e.Y); a <= g.Gamma*(1+1e-9) {
			on[(1+e.Y)/2] = append(on[(1+e.Y)/2], x[t])
		}
	}
	is["a degenerate margin"] = distinct(on[0])+distinct(on[1]) > 2
	for _, rho := range []float64{0, 0.5, 1} {
		var err error
		c.Learner, err = algos.Parse("omm(rho=" + stream.Number(rho) + ")")
		require.NoError(t, err)
		steps, err := replay.Certificates(c)
		require.NoError(t, err)
		mistakes, updates := 0, 0
		for _, s := range steps {
			if s.Exact && s.Score == rho*s.Square/2 {
				is["a tie at rho = "+stream.Number(rho)] = true
			}
			if s.Reported.Updated {
				updates++
				_, beta := measure.L2().ToSegment(s.Across(), s.Own(), s.X)
				is["an update with beta = 1"] = is["an update with beta = 1"] || beta == 1
				is["an update with beta < 1"] = is["an update with beta < 1"] || beta > 0 && beta < 1
			}
			if s.Reported.Mistake() {
				mistakes++
			}
		}
		is["no update after opening"] = len(steps) > 3 && updates == 0
		is["five updates after opening"] = is["five updates after opening"] || updates >= 5
		is["a mistake after opening"] = is["a mistake after opening"] || mistakes >= 1
		is["three mistakes after it"] = is["three mistakes after it"] || mistakes >= 3
	}
	return is
}

func distinct(x []measure.Vector) int {
	n := 0
	for t := range x {
		if !slices.ContainsFunc(x[:t], func(y measure.Vector) bool { return slices.Equal(x[t], y) }) {
			n++
		}
	}
	return n
}

// lineThroughFirst is the most distinct points on a line through the first.
func lineThroughFirst(x []measure.Vector) int {
	most := 1
	for _, y := range x {
		d := y.Minus(x[0])
		var on []measure.Vector
		for _, z := range x {
			e := z.Minus(x[0])
			if dd := d.Dot(d); dd > 0 && e.Plus(-d.Dot(e)/dd, d).Norm() <= 1e-12*e.Norm() {
				on = append(on, z)
			}
		}
		most = max(most, distinct(on))
	}
	return most
}

// Every edge comes up: with a chance of one in a hundred a draw, 500 draws miss
// it with a chance of 0.7 %, and the draws are the same at every run.
func TestStreamsReachTheirEdges(t *testing.T) {
	const draws, least = 500, 3
	seen := map[string]int{}
	gen := stream.Streams()
	for seed := range draws {
		for edge, is := range edges(t, gen.Example(seed)) {
			if is {
				seen[edge]++
			} else {
				seen[edge] += 0
			}
		}
	}
	for edge, n := range seen {
		t.Logf("%5.1f %%  %s", 100*float64(n)/draws, edge)
		require.GreaterOrEqual(t, n, least, edge)
	}
}
