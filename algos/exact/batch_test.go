package exact_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// pythagorean draws points of ℚ² whose lengths are integers, so that their directions are rational, many of them twice.
func pythagorean(t *rapid.T) []exact.Example {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) exact.Example {
		a, b := rapid.Int64Range(0, 3).Draw(t, "a"), rapid.Int64Range(-3, 3).Draw(t, "b")
		if a == 0 && b == 0 {
			a = 1
		}
		return exact.Example{
			X: exact.Vector{big.NewRat(a*a-b*b, 1), big.NewRat(2*a*b, 1)},
			Y: rapid.SampledFrom([]int{1, -1}).Draw(t, "y"),
		}
	}), 1, 6).Draw(t, "stream")
}

// The models and the algorithms in float64 end after the same iterations and calls, with the same weights.
func TestBatchModelsAgree(t *testing.T) {
	ended := map[string]int{}
	rapid.Check(t, func(t *rapid.T) { batchModelsAgree(t, pythagorean(t), ended) })
	for _, end := range []string{"gave up", "separator", "combination"} {
		require.Greater(t, ended[end], 5, end)
	}
}

// Two opposite points cancel without the others, whose weights the projection of SNKPVN onto the simplex soon clips.
func TestBatchModelsAgreeWhereWeightsAreClipped(t *testing.T) {
	var stream []exact.Example
	for _, x := range [][]float64{{1, 0}, {-1, 0}, {3, 4}, {-3, 4}, {0, 1}} {
		stream = append(stream, exact.Example{X: exact.Floats(x...), Y: 1})
	}
	ended := map[string]int{}
	batchModelsAgree(t, stream, ended)
	require.Positive(t, ended["clipped"])
}

// batchModelsAgree runs the models and the algorithms on a stream, and counts how they end, and the
// iterates whose projection has a weight of 0.
func batchModelsAgree(t require.TestingT, stream []exact.Example, ended map[string]int) {
	var examples []theory.Example
	for _, e := range stream {
		x, _ := e.X[0].Float64()
		z, _ := e.X[1].Float64()
		examples = append(examples, theory.Example{X: vec.Dense(x, z), Y: theory.Label(e.Y)})
	}
	points, err := normalized.NewLinear(examples, 2)
	require.NoError(t, err)
	for _, m := range []struct{ expr, name string }{
		{"np(margin=1/5)", "np"}, {"np(margin=1/9,rule=printed)", "np(rule=printed)"}, {"nkp(margin=1/5)", "nkp"},
		{"nvn(eps=2/5)", "nvn"}, {"snkp-vn(delta=1/7)", "snkp-vn"},
		{"snkp-vn(delta=1/7,ratio=1/3)", "snkp-vn"}, {"snkp-vn(delta=1/5,ratio=0)", "snkp-vn"}, {"isnkp-vn(gamma=3/2,eps=1/9)", "isnkp-vn"},
	} {
		spec, err := registry.Parse(m.expr)
		require.NoError(t, err)
		params := map[string]*big.Rat{}
		for _, a := range spec.Args {
			if a.Words == nil && a.Text != "" {
				params[a.Name], _ = new(big.Rat).SetString(a.Text)
			}
		}
		model, err := exact.Find(m.name, params)
		require.NoError(t, err)
		got, err := model.Solve(stream, exact.Limit{})
		r, _, stopped := normalized.Solve(context.Background(), spec, points, func(s normalized.State) {
			if s.Start != nil && slices.Min(s.PMu) == 0 {
				ended["clipped"]++
			}
		})
		if err != nil {
			require.EqualError(t, err, fmt.Sprintf("no separator within %d iterations", r.Iterations), m.expr)
			require.Error(t, stopped)
			ended["gave up"]++
			continue
		}
		require.NoError(t, stopped)
		require.Equal(t, got.Separator, r.Certificate == normalized.Separator, m.expr)
		require.Equal(t, got.Iterations, r.Iterations, m.expr)
		require.Equal(t, got.Loops, r.Loops, m.expr)
		weights := make([]float64, len(got.Weights))
		for i, v := range got.Weights {
			weights[i], _ = v.Float64()
		}
		if m.name != "np(rule=printed)" { // whose weights are of the y x, not of the directions
			require.InDeltaSlice(t, weights, r.Weights, 1e-9, m.expr)
		}
		ended[string(r.Certificate)]++
	}
}

// What is as near the origin as was asked for, exactly, is near enough: with the norm that an algorithm ended with for
// its accuracy it ends there again. The points −1 and 1 have directions whose combinations have rational norms.
func TestBatchModelsEndAtTheirAccuracy(t *testing.T) {
	t.Parallel()
	ended := map[string]int{}
	params := map[string]string{"nvn": "eps=", "snkp-vn": "delta=", "isnkp-vn": "gamma=3/2,eps="}
	for plus := 1; plus <= 3; plus++ {
		var stream []exact.Example
		for i := range plus + 5 {
			stream = append(stream, exact.Example{X: exact.Floats(1), Y: map[bool]int{true: 1, false: -1}[i < plus]})
		}
		for name, given := range params {
			solve := func(accuracy *big.Rat) (*exact.BatchResult, *big.Rat) {
				model, err := exact.Find(name, options(given+accuracy.RatString()))
				require.NoError(t, err)
				r, err := model.Solve(stream, exact.Limit{})
				require.NoError(t, err)
				require.False(t, r.Separator)
				norm := new(big.Rat)
				for i, v := range r.Weights {
					norm.Add(norm, mul(v, num(stream[i].Y)))
				}
				return r, norm.Abs(norm)
			}
			for _, accuracy := range []string{"1", "1/2", "1/5"} {
				first, norm := solve(rat(accuracy))
				atMost(t, norm, rat(accuracy), name)
				if norm.Sign() > 0 {
					again, _ := solve(norm)
					require.Equal(t, first, again, "%s with %s, %d points of %d", name, norm, plus, len(stream))
					ended[name]++
				}
			}
		}
	}
	for name := range params {
		require.Positive(t, ended[name], name)
	}
}

// A weight is refused for its length only where that is above the limit.
func TestBatchModelsKeepToTheLimit(t *testing.T) {
	t.Parallel()
	stream := []exact.Example{{X: exact.Floats(3, 4), Y: 1}, {X: exact.Floats(5, 12), Y: -1}, {X: exact.Floats(-15, 8), Y: 1}}
	model, err := exact.Find("nvn", options("eps=1/4"))
	require.NoError(t, err)
	refused, taken := 0, 0
	for limit := 1; limit <= 400; limit++ {
		if _, err := model.Solve(stream, exact.Limit{Bits: limit}); err != nil {
			var iteration, bits, most int
			_, scanned := fmt.Sscanf(err.Error(), "iteration %d: a weight of %d bits, expected at most %d", &iteration, &bits, &most)
			require.NoError(t, scanned)
			require.Equal(t, limit, most)
			require.Greater(t, bits, limit)
			refused++
			continue
		}
		taken++
	}
	require.Positive(t, refused*taken)
}

func TestBatchModelsRefuse(t *testing.T) {
	one := big.NewRat(1, 1)
	for _, c := range []struct {
		name   string
		params map[string]*big.Rat
		want   string
	}{
		{"snkp", map[string]*big.Rat{"margin": one}, "no exact learner is called \"snkp\", expected one of perceptron, "},
		{"nkp", nil, "expected the parameters margin in (0, 1]"},
		{"nvn", map[string]*big.Rat{"eps": big.NewRat(2, 1)}, "parameter eps is 2, expected it in (0, 1]"},
	} {
		_, err := exact.Find(c.name, c.params)
		require.ErrorContains(t, err, c.want)
	}
	model, err := exact.Find("nvn", map[string]*big.Rat{"eps": big.NewRat(1, 100)})
	require.NoError(t, err)
	_, err = model.Solve([]exact.Example{{X: exact.Floats(1, 2), Y: 1}}, exact.Limit{})
	require.ErrorContains(t, err, "stream[0].x has the squared length 5")
	_, err = model.Solve([]exact.Example{{X: exact.Floats(0, 0), Y: 1}}, exact.Limit{})
	require.ErrorContains(t, err, "the squared length 0")
	three := []exact.Example{{X: exact.Floats(3, 4), Y: 1}, {X: exact.Floats(5, 12), Y: -1}, {X: exact.Floats(-15, 8), Y: 1}}
	_, err = model.Solve(three, exact.Limit{Bits: 20})
	require.ErrorContains(t, err, "bits, expected at most 20")
}
