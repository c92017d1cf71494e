package exact_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// grids draws any stream of small ratios, mostly inseparable, with ties, repeats and
// zeros.
func grids() *rapid.Generator[[]exact.Example] {
	return rapid.Custom(func(t *rapid.T) []exact.Example {
		dim := rapid.IntRange(1, 4).Draw(t, "dim")
		over := rapid.SampledFrom([]int64{1, 2, 6, 100}).Draw(t, "over")
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) exact.Example {
			e := exact.Example{Y: rapid.SampledFrom([]int{-1, 1}).Draw(t, "y")}
			for _, v := range rapid.SliceOfN(rapid.Int64Range(-3, 3), dim, dim).Draw(t, "x") {
				e.X = append(e.X, big.NewRat(v, over))
			}
			return e
		}), 1, 40).Draw(t, "stream")
	})
}

// The integers decide as the rational numbers do, at each step.
func TestScaledPerceptronIsThePerceptron(t *testing.T) {
	ties, zeros := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		stream := grids().Draw(t, "stream")
		passes := rapid.IntRange(1, 3).Draw(t, "passes")
		dim := len(stream[0].X)
		scaled, err := exact.Scale(dim, stream)
		require.NoError(t, err)
		run, err := scaled.Perceptron(exact.Repeat{Passes: passes})
		require.NoError(t, err)
		require.Equal(t, passes, run.Passes)
		l := exact.NewPerceptron(dim)
		for i, got := range run.Steps {
			e := stream[i%len(stream)]
			want := l.Step(e.X, e.Y)
			require.Equal(t, exact.Decision{Y: e.Y, Predicted: want.Predicted, Updated: want.Updated}, got, "step %d", i+1)
			if want.Score.Sign() == 0 && want.SqNorm.Sign() > 0 {
				ties++
			}
			if e.X.IsZero() {
				zeros++
			}
		}
		require.Len(t, run.Steps, passes*len(stream))
		w, _ := l.Classifier()
		named, err := exact.RunRepeated("perceptron", nil, dim, stream, exact.Repeat{Passes: passes}, exact.Limit{})
		require.NoError(t, err)
		equalVectors(t, w, named.W, "w")
	})
	require.Positive(t, ties)
	require.Positive(t, zeros)
}

// A score that need not fit into 64 bits is told, and a run by name makes the same
// decisions with rational numbers.
func TestScaledOverflowIsTold(t *testing.T) {
	for _, c := range []struct {
		stream, want string
	}{
		{"+1/4611686018427387904,0 -1/3,1", "exact: the common denominator may exceed 64 bits"},
		{"+18446744073709551616,0", "exact: a coordinate over the common denominator may exceed 64 bits"},
		{"+-9223372036854775808,0", "exact: the size of a coordinate may exceed 64 bits"},
		{"+4294967296,1 -0,1", "exact: a score may exceed 64 bits"},          // 2³²: no update is allowed
		{"+2147483648,0 -2147483647,0", "exact: a score may exceed 64 bits"}, // 2³¹: 2·2⁶² > 2⁶³−1
		{"+1518500250,0 -1518500250,1", "exact: a score may exceed 64 bits"}, // one update, not two
	} {
		stream := parse(c.stream)
		scaled, err := exact.Scale(2, stream)
		if err == nil {
			_, err = scaled.Perceptron(exact.Repeat{})
		}
		var overflow *exact.OverflowError
		require.ErrorAs(t, err, &overflow, c.stream)
		require.EqualError(t, err, c.want)
		tr, err := exact.Run(exact.NewPerceptron(2), stream)
		require.NoError(t, err)
		result, err := exact.RunNamed("perceptron", nil, 2, stream, exact.Limit{})
		require.NoError(t, err)
		require.Equal(t, tr.Updates, result.Updates)
		require.Len(t, result.Steps, len(stream))
	}
	scaled, err := exact.Scale(2, parse("+1518500249,0"))
	require.NoError(t, err)
	run, err := scaled.Perceptron(exact.Repeat{})
	require.NoError(t, err)
	require.Equal(t, []int64{1518500249, 0}, run.W)
}

func TestScaledIntegersAreChecked(t *testing.T) {
	require.PanicsWithValue(t, "exact: 3 integers of 2 examples over 1, expected 2 an example over a positive number", func() {
		_, _ = exact.ScaleIntegers(2, 1, []int64{1, 2, 3}, []int8{1, -1})
	})
	require.PanicsWithValue(t, "exact: label is 0, expected +1 or -1", func() { _, _ = exact.ScaleIntegers(1, 1, []int64{1}, []int8{0}) })
	require.PanicsWithValue(t, "exact: vectors of 2 and 1 dimensions", func() { _, _ = exact.Scale(2, parse("+1")) })
	require.Panics(t, func() { _, _ = exact.ScaleIntegers(1, 0, nil, nil) })
	_, err := exact.ScaleIntegers(1, 1, []int64{math.MinInt64}, []int8{1})
	require.ErrorAs(t, err, new(*exact.OverflowError))
}

// BenchmarkScaledPerceptronPass is a pass over as many points as Adult has, of
// integers up to 1000.
func BenchmarkScaledPerceptronPass(b *testing.B) {
	const n, dim = 35508, 96
	r := rand.New(rand.NewPCG(1, 2))
	x, y := make([]int64, n*dim), make([]int8, n)
	for i := range y {
		score := 0
		for k := range dim {
			v := r.Int64N(2001) - 1000
			x[i*dim+k] = v
			score += int(v) * (k%3 - 1)
		}
		if y[i] = -1; score+r.IntN(4000) > 2000 {
			y[i] = 1
		}
	}
	scaled, err := exact.ScaleIntegers(dim, 1000, x, y)
	require.NoError(b, err)
	var run exact.PerceptronRun
	for b.Loop() {
		run, err = scaled.Perceptron(exact.Repeat{})
	}
	require.NoError(b, err)
	updates := 0
	for _, d := range run.Steps {
		if d.Updated {
			updates++
		}
	}
	b.ReportMetric(float64(updates), "updates")
}
