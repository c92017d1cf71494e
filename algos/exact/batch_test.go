package exact_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/algos/normalized"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// pythagorean draws points of ℚ² whose lengths are integers, so that their directions are
// rational, many of them twice.
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

// The models and the algorithms in float64 end after the same iterations and calls, with the
// same weights.
func TestBatchModelsAgree(t *testing.T) {
	ended := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		stream := pythagorean(t)
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
			{"nvn(eps=2/5)", "nvn"}, {"snkp-vn(delta=1/7)", "snkp-vn"}, {"isnkp-vn(gamma=3/2,eps=1/9)", "isnkp-vn"},
		} {
			spec, err := normalized.Parse(m.expr)
			require.NoError(t, err)
			params := map[string]*big.Rat{}
			for i, p := range spec.Kind.Params {
				if p.Words == nil {
					params[p.Name], _ = new(big.Rat).SetString(spec.Literal(i))
				}
			}
			model, err := exact.FindBatch(m.name, params)
			require.NoError(t, err)
			got, err := model.Run(stream, exact.Limit{})
			r, _, stopped := normalized.Solve(t.Context(), spec, points, nil)
			if limit := (*exact.GaveUpError)(nil); err != nil {
				require.ErrorAs(t, err, &limit, m.expr)
				require.Error(t, stopped)
				require.Equal(t, limit.Iterations, r.Iterations, m.expr)
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
	})
	for _, end := range []string{"gave up", "separator", "combination"} {
		require.Greater(t, ended[end], 5, end)
	}
}

func TestBatchModelsRefuse(t *testing.T) {
	one := big.NewRat(1, 1)
	for _, c := range []struct {
		name   string
		params map[string]*big.Rat
		want   string
	}{
		{"snkp", map[string]*big.Rat{"margin": one}, "no batch algorithm with an exact model is called \"snkp\", expected one of np, "},
		{"nkp", nil, "expected one parameter, margin in (0, 1]"},
		{"nvn", map[string]*big.Rat{"eps": big.NewRat(2, 1)}, "parameter eps is 2, expected it in (0, 1]"},
	} {
		_, err := exact.FindBatch(c.name, c.params)
		require.ErrorContains(t, err, c.want)
	}
	model, err := exact.FindBatch("nvn", map[string]*big.Rat{"eps": big.NewRat(1, 100)})
	require.NoError(t, err)
	_, err = model.Run([]exact.Example{{X: exact.Floats(1, 2), Y: 1}}, exact.Limit{})
	require.ErrorContains(t, err, "stream[0].x has the squared length 5")
	_, err = model.Run([]exact.Example{{X: exact.Floats(0, 0), Y: 1}}, exact.Limit{})
	require.ErrorContains(t, err, "the squared length 0")
	three := []exact.Example{{X: exact.Floats(3, 4), Y: 1}, {X: exact.Floats(5, 12), Y: -1}, {X: exact.Floats(-15, 8), Y: 1}}
	_, err = model.Run(three, exact.Limit{MaxBits: 20})
	require.ErrorContains(t, err, "bits, expected at most 20")
}
