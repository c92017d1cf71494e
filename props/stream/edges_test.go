package stream_test

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/props/measure"
	"marginlab/props/stream"
	"marginlab/theory"
)

func TestMain(m *testing.M) { rapidtest.Main(m, 100) }

// edges returns the properties of a drawn stream that have broken, or could break, a learner or a theorem.
func edges(t *testing.T, c stream.Case) map[string]bool {
	x := c.Points()
	plus, minuses := split(c.Stream, x)
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
		"a tie at rho = 1/2":         false,
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
	gamma, w, _ := measure.MaxMargin(c.Stream, x, false)
	origin, _, _ := measure.MaxMargin(c.Stream, x, true)
	d := max(measure.Widest(plus, plus), measure.Widest(minuses, minuses))
	is["separated with bias only"] = origin == 0
	is["far from the origin"] = size > 1e5*max(d, gamma)
	r := d / gamma
	is["r < 1"], is["1 ≤ r < 2"], is["2 ≤ r < 10"], is["r ≥ 10"] = r < 1, r >= 1 && r < 2, r >= 2 && r < 10, r >= 10
	on := 0 // distinct points on the margin
	for y, side := range map[float64][]measure.Vector{1: plus, -1: minuses} {
		least := slices.MinFunc(side, func(a, b measure.Vector) int { return cmp.Compare(y*w.Dot(a.Minus(b)), 0) })
		on += distinct(slices.DeleteFunc(slices.Clone(side), func(v measure.Vector) bool { return y*w.Dot(v.Minus(least)) > 1e-9*gamma }))
	}
	is["a degenerate margin"] = on > 2
	for _, rho := range []string{"0", "1/2", "1"} {
		runOMM(t, c, rho, is)
	}
	return is
}

// runOMM notes what comes up in a run of OMM over rational numbers, of at most six updates, each of which doubles
// their length.
func runOMM(t *testing.T, c stream.Case, rho string, is map[string]bool) {
	model, err := exact.Parse("omm(rho=" + rho + ")")
	require.NoError(t, err)
	l := model.New(exact.Rationals(), c.Dim)
	mistakes, updates, steps := 0, 0, 0
	for t, x := range c.Points() {
		var s exact.Step
		if updates > 6 || exact.Try(func() { s = l.Step(exact.Floats(x...), int(c.Stream[t].Y)) }) != nil {
			break
		}
		if s.Opening {
			continue
		}
		steps++
		if order, decided := s.Score.Cmp(s.Limit); decided && order == 0 {
			is["a tie at rho = "+rho] = true
		}
		if s.Mistake() {
			mistakes++
		}
		if s.Updated {
			updates++
			v, _ := l.(*exact.OMM).Certificates()
			if s.Y < 0 {
				_, v = l.(*exact.OMM).Certificates()
			}
			to, _ := v.Rational()
			is["an update with beta = 1"] = is["an update with beta = 1"] || to.Equal(exact.Floats(x...))
			is["an update with beta < 1"] = is["an update with beta < 1"] || !to.Equal(exact.Floats(x...))
		}
	}
	is["no update after opening"] = steps > 3 && updates == 0
	is["five updates after opening"] = is["five updates after opening"] || updates >= 5
	is["a mistake after opening"] = is["a mistake after opening"] || mistakes >= 1
	is["three mistakes after it"] = is["three mistakes after it"] || mistakes >= 3
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

// lineThroughFirst returns the greatest number of distinct points on a line through the first.
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

// Every edge comes up. The draws are the same at every run.
func TestStreamsReachTheirEdges(t *testing.T) {
	draws, least := rapidtest.Count(150, 500, 500), rapidtest.Count(1, 3, 3)
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
		t.Logf("%5.1f %%  %s", 100*float64(n)/float64(draws), edge)
		require.GreaterOrEqual(t, n, least, edge)
	}
}

// split returns the points of each class.
func split(stream []theory.Example, x []measure.Vector) (plus, minus []measure.Vector) {
	for t, e := range stream {
		if e.Y == theory.Positive {
			plus = append(plus, x[t])
		} else {
			minus = append(minus, x[t])
		}
	}
	return plus, minus
}
