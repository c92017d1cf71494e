package trial

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/benchdata"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Part by part, learners behave as on all examples at once, however the parts are cut.
func TestTogetherIsEachAlone(t *testing.T) {
	t.Parallel()
	data := line(60)
	learners, others := PartByPart(algos.Defaults())
	require.Len(t, others, 1, "n-omm")
	learners = append(learners, spec(t, "n-omm(keep=violating)"))
	room := make([]float64, len(data.Examples)*data.Dim)
	overwritten := func(part []theory.Example) []theory.Example {
		part = slices.Clone(part)
		for i := range part {
			x := room[i*data.Dim : (i+1)*data.Dim]
			part[i].X.CopyTo(x)
			part[i].X = vec.Dense(x...)
		}
		return part
	}
	for _, size := range []int{1, 7, 60, 100} {
		for passes := range 2 {
			together, err := NewTogether(learners, data)
			require.NoError(t, err)
			for range passes + 1 {
				for part := range slices.Chunk(data.Examples, size) {
					require.NoError(t, together.Learn(t.Context(), overwritten(part)))
				}
			}
			for part := range slices.Chunk(data.Examples, size) {
				together.Measure(part)
			}
			together.Measured()
			for i, got := range together.Runs() {
				want := learned(t, data, learners[i], Options{Passes: benchdata.InOrder(len(data.Examples), passes+1),
					Counts: true})
				require.Equal(t, fmt.Sprint(want.Stop == nil), fmt.Sprint(got.Stop == nil), want.Label)
				require.Equal(t, want.Margin(), got.Margin(), want.Label)
				require.Equal(t, want.Linear, got.Linear, want.Label)
				_, tau := got.Tau()
				require.False(t, tau)
				want.Trace.Seconds, got.Trace.Seconds = 0, 0
				require.Equal(t, fmt.Sprintf("%+v", want.Trace), fmt.Sprintf("%+v", got.Trace), want.Label)
			}
		}
	}
}

// An error that stops a learner does not affect the others, and names the example.
func TestTogetherGoesOnWhereOneStops(t *testing.T) {
	t.Parallel()
	data := cross()
	together, err := NewTogether(specs(t, "n-omm(keep=violating)", "perceptron"), NewData("", nil, 2))
	require.NoError(t, err)
	for range 3 {
		for part := range slices.Chunk(data.Examples, 3) {
			require.NoError(t, together.Learn(t.Context(), part))
		}
	}
	runs := together.Runs()
	require.ErrorContains(t, runs[0].Stop, "after 4 examples: example 2: ")
	require.Equal(t, 5, runs[0].Trace.Seen)
	require.NoError(t, runs[1].Stop)
	require.Equal(t, 12, runs[1].Trace.Seen)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.ErrorIs(t, together.Learn(ctx, data.Examples), context.Canceled)
	require.NoError(t, runs[1].Stop)
}

// A classifier without a direction has no margin, and one that errs has none either.
func TestTogetherHasNoMarginWhereNothingIsSeparated(t *testing.T) {
	t.Parallel()
	together, err := NewTogether(specs(t, "perceptron"), NewData("", nil, 1))
	require.NoError(t, err)
	one := []theory.Example{{X: vec.Dense(0), Y: theory.Positive}}
	require.NoError(t, together.Learn(t.Context(), one))
	together.Measure(one)
	require.True(t, math.IsNaN(together.Runs()[0].Margin()), "until all is measured")
	together.Measured()
	require.Zero(t, together.Runs()[0].Margin())

	_, err = NewTogether(specs(t, "nkp"), NewData("", nil, 1))
	require.ErrorContains(t, err, "needs all examples at once")
}

// All margins are known to be 0 once each learner errs on a measured example, and not if one separates all of them.
func TestNoMarginIsKnownBeforeAllIsMeasured(t *testing.T) {
	t.Parallel()
	x := []theory.Example{{X: vec.Dense(1), Y: 1}, {X: vec.Dense(-1), Y: 1}, {X: vec.Dense(2), Y: 1}}
	for _, c := range []struct {
		learners []string
		known    []bool // after that many of x have been measured
	}{
		{[]string{"perceptron"}, []bool{false, false, true, true}}, // w = 1
		{[]string{"alma"}, []bool{false, false, true, true}},
		{[]string{"bias(perceptron,1)"}, []bool{false, false, false, false}}, // it separates them
		{[]string{"perceptron", "bias(perceptron,1)"}, []bool{false, false, false, false}},
	} {
		together, err := NewTogether(specs(t, c.learners...), NewData("", nil, 1))
		require.NoError(t, err)
		for range 20 {
			require.NoError(t, together.Learn(t.Context(), []theory.Example{x[1], x[0], x[0]}))
		}
		for i, known := range c.known {
			require.Equal(t, known, together.NoMargin(), "%s, %d measured", c.learners, i)
			require.Equal(t, known, !math.IsNaN(together.Runs()[0].Margin()))
			if i < len(x) {
				together.Measure(x[i : i+1])
			}
		}
	}
}
