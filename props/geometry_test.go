package props

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/internal/rapidtest"
	"marginlab/props/measure"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// inNorms calls f with the drawn streams and the fixtures, in ℓ2 and, more seldom, in each ℓp.
func inNorms(t *testing.T, f func(measure.Metric, Case) error) {
	var cases []Case
	seed := 1
	for i := range rapidtest.Count(10, 60, 1500) {
		seed += i
		cases = append(cases, stream.Streams().Example(seed))
	}
	for _, f := range fixtures {
		c, err := stream.Parse("; " + f.stream)
		require.NoError(t, err)
		cases = append(cases, c)
	}
	for k, p := range append([]float64{2}, stream.Powers()...) {
		for i, c := range cases {
			if k == 0 || i%rarely == k-1 {
				require.NoError(t, f(measure.Metric{P: p}, c), "p = %v, %s", p, c)
			}
		}
	}
}

// Diameters and γ∗ in a norm are those of all pairs, and of exact arithmetic (HKNS25, eq. (1), (3)).
func TestGeometryIsMeasuredRight(t *testing.T) { t.Parallel(); inNorms(t, geometryIsMeasuredRight) }

// margin is an interval that γ∗ is in, and the w∗ of the maximum margin in ℓ2, ‖w∗‖ = 1; of no separable examples 0 and nil.
type margin struct {
	Lower, Upper float64
	W            measure.Vector
}

// marginOf returns the maximum margin of points, by package exact: in ℓ2 it is the rational one, and in ℓp the
// interval that the multipliers of package maxmargin prove. It is 0 where rounding hides it.
func marginOf(in measure.Metric, examples []theory.Example, x []measure.Vector, origin bool) (m margin, err error) {
	gamma, w, _ := measure.MaxMargin(examples, x, origin)
	if gamma == 0 || in.Euclidean() {
		return margin{gamma, gamma, w}, nil
	}
	all, seen := measure.Exact(examples, x), make([]theory.Example, len(x))
	for t := range x {
		seen[t] = theory.Example{X: vec.Dense(x[t]...), Y: examples[t].Y}
	}
	best, err := maxmargin.Solve(context.Background(), seen, len(x[0]), maxmargin.Options{Norm: vec.P(in.P), Origin: origin})
	if err != nil {
		return m, err
	}
	proved, err := exact.MarginIn(rat(in.P), all, convex(best, all, origin), origin, 128)
	if err != nil {
		return m, err
	}
	m.Lower, _ = proved.Lower().Float64()
	m.Upper, _ = proved.Upper().Float64()
	return m, nil
}

// convex are the multipliers of a solution, of sum 1 in each class, or over all through the origin.
func convex(s *maxmargin.Solution, examples []exact.Example, origin bool) []*big.Rat {
	lambda := make([]*big.Rat, len(examples))
	for t := range lambda {
		lambda[t] = new(big.Rat)
	}
	for _, side := range [][]maxmargin.Weight{s.PlusWeights, s.MinusWeights} {
		sum := new(big.Rat)
		for _, w := range side {
			lambda[w.Example].Add(lambda[w.Example], rat(w.Lambda))
			sum.Add(sum, rat(w.Lambda))
		}
		for _, w := range side {
			lambda[w.Example].Quo(lambda[w.Example], sum)
		}
	}
	return lambda
}

// geometryIsMeasuredRight: diameters are those of comparing all pairs, and γ∗ is
// between the certified ends, which are within the tolerance asked for, in every view, in
// the norm (theory.Diameters, trial.Survey).
func geometryIsMeasuredRight(in measure.Metric, c Case) error {
	survey := trial.NewSurvey(c.Stream, c.Dim)
	for _, view := range []theory.View{
		{}, {Origin: true}, {Origin: true, Lift: 1}, {Origin: true, Normalised: true}, {Origin: true, Lift: 1, Normalised: true},
	} {
		x := measure.Points(c.Stream, c.Dim, view.Lift)
		if !in.Euclidean() {
			view.Norm = vec.P(in.P)
		}
		ulps, room := 1e-13, 0.0
		if view.Normalised { // each x/‖x‖ is rounded
			x, ulps, room = measure.Map(in.Unit, x), 0, 1e-13
		}
		if !in.Euclidean() {
			room = in.Units(c.Dim) * in.Longest(x)
		}
		got, err := survey.Geometry(context.Background(), view)
		if !excused(err) {
			return fmt.Errorf("view %+v: %w", view, err)
		}
		plus, minus := split(c.Stream, x)
		if got.Examples != len(x) || got.Positives != len(plus) {
			return fmt.Errorf("view %+v: %d examples, %d positive, expected %d and %d", view, got.Examples, got.Positives, len(x), len(plus))
		}
		shortest := math.Inf(1)
		for _, v := range x {
			shortest = min(shortest, in.Norm(v))
		}
		across, of := in.Widest(plus, minus), []float64{in.Widest(plus, plus), in.Widest(minus, minus)}
		for _, l := range []struct {
			what    string
			got, is float64
		}{
			{"D+", got.DPlus, of[0]}, {"D-", got.DMinus, of[1]}, {"D", got.D, max(of[0], of[1])}, {"Delta", got.Delta, across},
			{"DBar", got.DBar, in.Longest(x)}, {"min ‖x‖", got.Shortest, shortest},
		} {
			if !near(l.got, l.is, room+ulps*l.is) {
				return fmt.Errorf("view %+v: %s = %v, expected %v", view, l.what, l.got, l.is)
			}
		}
		if err := marginIs(in, c, view, got, x, room); err != nil {
			return fmt.Errorf("view %+v: %w", view, err)
		}
	}
	return nil
}

// marginIs holds a margin that was measured in a view against that of package exact.
func marginIs(in measure.Metric, c Case, view theory.View, got theory.Geometry, x []measure.Vector, room float64) error {
	own, err := marginOf(in, c.Stream, x, view.Origin)
	if err != nil || own.Upper == 0 {
		if excused(err) {
			return nil
		}
		return err
	}
	slack, gap := measure.Units(c.Dim)*got.DBar+1e-9*own.Upper, 1e-9
	switch {
	case !in.Euclidean():
		slack, gap = 4*room+1e-9*own.Upper, 1e-6
	case c.Sparse():
		slack *= max(1, got.DBar/own.Upper)
	}
	q := measure.Hidden * max(got.Delta, got.DBar) / own.Upper
	switch {
	case !got.Separable && own.Lower > 1e3*room:
		return fmt.Errorf("not separable, expected gamma* = %v", own.Upper)
	case got.Separable && (got.Gamma < own.Lower-slack || got.Lower > own.Upper+slack || got.Gap() > gap+slack/own.Upper+q*q):
		return fmt.Errorf("gamma* in [%v, %v], expected [%v, %v]", got.Lower, got.Gamma, own.Lower, own.Upper)
	}
	return nil
}
