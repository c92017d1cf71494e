package normalized_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// np gives up after 1/margin² iterations whatever the lengths of the features; for np as printed no theorem then
// bounds the margin.
func TestGivingUpDoesNotDependOnLengths(t *testing.T) {
	s := stream{dim: 2, examples: []theory.Example{
		{X: vec.Dense(1e5, 1), Y: theory.Positive}, {X: vec.Dense(1, -3), Y: theory.Positive}, {X: vec.Dense(2e5, 2), Y: theory.Negative},
	}}
	for expr, below := range map[string]float64{"np(margin=0.125)": 0.125, "np(margin=0.125,rule=printed)": 0, "nkp(margin=0.125)": 0.125} {
		r, tr, err := solve(t, expr, linear(t, s), nil)
		limit := (*normalized.LimitError)(nil)
		require.ErrorAs(t, err, &limit, expr)
		require.Equal(t, 64, limit.Iterations)
		require.Equal(t, 64, tr.Updates)
		require.Equal(t, below, limit.Below)
		require.Equal(t, normalized.None, r.Certificate)
		if below == 0 {
			require.NotContains(t, err.Error(), "below")
		}
	}
}

// On n copies of one point, ρ = 1, all rows hold, also with ε = 1, although rounding makes ‖1/n‖_G a little more than
// 1 for some n; ISNKPVN then makes no call.
func TestOnePointManyTimes(t *testing.T) {
	for n := 1; n <= 12; n++ {
		for _, x := range [][]float64{{1}, {1, 1}, {1, 2, 3}, {0.1, 0.7}, {1e-3, 5, -2, 7}} {
			s := stream{dim: len(x)}
			for k := range n {
				y := theory.Label(1 - 2*(k%2))
				z := make([]float64, len(x))
				for j := range x {
					z[j] = float64(y) * x[j] * float64(k+1)
				}
				s.examples = append(s.examples, theory.Example{X: vec.Dense(z...), Y: y})
			}
			ev, raw := evidence(t, s.examples, normalised), evidence(t, s.examples, theory.View{Origin: true})
			for _, expr := range []string{
				"nvn(eps=1)", "snkp-vn(delta=1)", "isnkp-vn(eps=1)", "nvn(eps=0.5)", "snkp-vn(delta=0.5)", "isnkp-vn(eps=0.5)", "isnkp-vn(gamma=1.001,eps=1)",
			} {
				r, tr, err := solve(t, expr, linear(t, s), nil)
				require.NoError(t, err)
				holds(t, tr, ev, raw)
				require.Zero(t, r.Iterations, expr)
				if tr.Params["eps"] == 1 {
					require.Equal(t, normalized.Combination, r.Certificate, "%s of %d times %v", expr, n, x)
				} else {
					require.Equal(t, normalized.Separator, r.Certificate)
				}
				if expr == "isnkp-vn(eps=1)" {
					require.Zero(t, r.Loops)
					require.True(t, check(t, "isnkp-vn-loops-dual", tr, ev).Applies())
				}
			}
		}
	}
}

// coarse are points with a greater rounding.
type coarse struct {
	normalized.Points
	tau float64
}

func (c coarse) Rounding() float64 { return c.tau }

// A solution has ‖p‖² ≤ ε² + τ; but a call that has to shrink ‖q‖ does so, so that the loops of ISNKPVN stay within
// their bound where τ is near ε².
func TestRoundingNearEpsilon(t *testing.T) {
	const eps, gamma = 0.02, 1.2
	a := hull{{1, 0}, {3, 4}} // little pulls to one side, so that 1/n is nearly within ε, and a step is short
	for range 20 {
		a = append(a, []float64{0, 1}, []float64{0, -1})
	}
	points := coarse{linear(t, stream{dim: 2, examples: examplesOf(a)}), 0.9 * eps * eps}
	uniform := normalise(examplesOf(a), 2).at(slices.Repeat([]float64{1 / float64(len(a))}, len(a)))
	most := math.Ceil(math.Log(floats.Norm(uniform, 2)/eps) / math.Log(gamma))
	ctx, cancel := context.WithCancel(context.Background())
	spec, err := registry.Parse(fmt.Sprintf("isnkp-vn(gamma=%v,eps=%v)", gamma, eps))
	require.NoError(t, err)
	r, _, err := normalized.Solve(ctx, spec, points, func(s normalized.State) {
		if float64(s.Loop) > most {
			cancel()
		}
	})
	require.NoError(t, err)
	require.NoError(t, normalized.Verify(points, r))
	require.LessOrEqual(t, float64(r.Loops), most)
	require.Greater(t, r.Norm, eps)
	require.LessOrEqual(t, r.Norm*r.Norm, eps*eps+points.tau)

	// An ε² below τ is hidden by rounding, and Solve says so.
	r, _, err = solve(t, "nvn(eps=0.005)", coarse{linear(t, stream{dim: 1, examples: examplesOf(hull{{1}, {-1}})}), 1e-4}, nil)
	require.ErrorContains(t, err, "below what rounding lets see")
	require.Equal(t, normalized.None, r.Certificate)
}

// drifting are points with errors in their rows, as after long sums, but not in products by G.
type drifting struct {
	*normalized.Linear
	by float64
}

func (d drifting) Row(dst []float64, i int) {
	d.Linear.Row(dst, i)
	for j := range dst {
		dst[j] += d.by
	}
}

// A certificate is true of the points, not of drifted numbers.
func TestDriftIsNoCertificate(t *testing.T) {
	opposites := linear(t, stream{dim: 1, examples: examplesOf(hull{{1}, {-1}})})
	r, err := solved(t, "nkp(margin=0.05)", drifting{opposites, 0.01})
	require.ErrorAs(t, err, new(*normalized.LimitError))
	require.Equal(t, normalized.None, r.Certificate)

	found := 0
	rapid.Check(t, func(t *rapid.T) {
		s := infeasibles(t, 12)
		const eps = 0.1
		r, err := solved(t, fmt.Sprintf("nvn(eps=%v)", eps), drifting{linear(t, s), -0.003})
		if err != nil {
			return // that much drift may hide the end
		}
		require.LessOrEqual(t, floats.Norm(normalise(s.examples, s.dim).at(r.Weights), 2), eps+small)
		if r.Iterations > 0 {
			found++
		}
	})
	require.Greater(t, found, 5)
}

// A score that rounding may have made positive is no separator, in the scale of the weights.
func TestVerifyRefusesRounding(t *testing.T) {
	points := linear(t, stream{dim: 2, examples: examplesOf(hull{{1, 0}, {0, 1}})})
	for _, c := range []struct {
		weights []float64
		ok      bool
	}{
		{[]float64{1, 1e-17}, false}, {[]float64{1000, 1e-13}, false}, {[]float64{1, 1e-13}, true},
	} {
		err := normalized.Verify(points, normalized.Result{Certificate: normalized.Separator, Weights: c.weights})
		if c.ok {
			require.NoError(t, err)
		} else {
			require.ErrorContains(t, err, "not a separator")
		}
	}
	half := []float64{0.5, 0.5}
	for _, eps := range []float64{-1, 0, math.Inf(1), math.NaN()} {
		require.Error(t, normalized.Verify(points, normalized.Result{Certificate: normalized.Combination, Weights: half, Epsilon: eps}))
	}
}

// If there is no room for the rows of a product, it finds the rows that the product before used last.
func TestProductsFindRows(t *testing.T) {
	const n, d = 120, 3
	examples := cloud(n, d)
	x, labels := make([]vec.Vector, n), make([]theory.Label, n)
	for i, e := range examples {
		x[i], labels[i] = e.X, e.Y
	}
	whole, err := normalized.NewGram(kernelOf(t, "gaussian(sigma=2)", x, d, 0), labels)
	require.NoError(t, err)
	const room = 40
	rows := kernelOf(t, "gaussian(sigma=2)", x, d, 8*n*(d+room))
	points, err := normalized.NewGram(rows, labels)
	require.NoError(t, err)
	p, want, got := make([]float64, n), make([]float64, n), make([]float64, n)
	for m := range 5 {
		p[m*7] = float64(m - 2)
		p[n-1-m] = 1
		before := rows.Computed()
		whole.Mul(want, p)
		points.Mul(got, p)
		require.InDeltaSlice(t, want, got, 1e-14)
		most := n
		if m > 0 {
			most = n - room
		}
		require.LessOrEqual(t, rows.Computed()-before, most)
	}
}

// The stored part of a result can be read again and verified.
func TestResultAsJSON(t *testing.T) {
	points := linear(t, stream{dim: 2, examples: examplesOf(hull{{1, 0}, {0, 1}})})
	for expr, want := range map[string]string{
		"snkp":       `{"kind":"separator","weights":[0.5,0.5],"least":0.5,"norm":0.7071067811865476,"iterations":0,"loops":1}`,
		"nvn(eps=1)": `{"kind":"combination","weights":[0.5,0.5],"least":0.5,"norm":0.7071067811865476,"eps":1,"iterations":0,"loops":1}`,
	} {
		r, _, err := solve(t, expr, points, nil)
		require.NoError(t, err)
		text, err := json.Marshal(r)
		require.NoError(t, err)
		require.Equal(t, want, string(text))
		var again normalized.Result
		require.NoError(t, json.Unmarshal(text, &again))
		require.NoError(t, normalized.Verify(points, again))
		again.Image = r.Image
		require.Equal(t, r, again)
	}
}
