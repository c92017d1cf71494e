package normalized_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/algos/normalized"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func TestNPNeedsFeatures(t *testing.T) {
	s := stream{examples: []theory.Example{{X: vec.Dense(1), Y: theory.Positive}}, dim: 1}
	_, tr, err := solve(t, "np", linearGram(t, s), nil)
	require.ErrorContains(t, err, "nkp is for that")
	require.Empty(t, tr.Families, "no theorem applies to it")
}

// The iterates of a trace agree with the run, by the tests' own arithmetic.
func TestIteratesOfATrace(t *testing.T) {
	read := 0
	rapid.Check(t, func(t *rapid.T) {
		s := streams(t, 12)
		a := normalise(s.examples, s.dim)
		var want []theory.Iterate
		expr := rapid.SampledFrom([]string{"snkp(margin=0.05)", "snkp-vn(delta=0.05)", "isnkp-vn(gamma=3,eps=0.05)"}).Draw(t, "algorithm")
		_, tr, _ := solve(t, expr, linear(t, s), func(st normalized.State) {
			w := a.at(st.Alpha)
			it := theory.Iterate{Loop: st.Loop, K: st.K, Delta: st.Delta, Mu: st.Mu, Norm: floats.Norm(a.at(st.P), 2), L: a.L(w), Last: st.Last}
			d := entropy(st.PMu)
			if st.Start != nil {
				d, it.Start = halfSqDist(st.PMu, st.Start), floats.Norm(a.at(st.Start), 2)
				it.Least = slices.Min(st.Start)
			}
			it.LMu = -floats.Dot(st.PMu, a.scores(w)) - st.Mu*d + floats.Dot(w, w)/2
			want = append(want, it)
		})
		require.Len(t, tr.Iterates, len(want))
		for i, it := range tr.Iterates {
			require.InDelta(t, want[i].Start, it.Start, 1e-7)
			require.InDelta(t, want[i].Norm, it.Norm, 1e-7)
			require.InDelta(t, want[i].L, it.L, small)
			require.InDelta(t, want[i].LMu, it.LMu, small)
			it.Start, it.Norm, it.L, it.LMu = want[i].Start, want[i].Norm, want[i].L, want[i].LMu
			require.Equal(t, want[i], it)
			read++
		}
	})
	require.Greater(t, read, 100)
}

// A recorder keeps the first and the last iterate of each call, and all of them where they are few; the trace agrees
// with what the observer saw.
func TestTraceOfARun(t *testing.T) {
	s := stream{dim: 2, examples: []theory.Example{
		{X: vec.Dense(1, 0), Y: theory.Positive}, {X: vec.Dense(1, 3), Y: theory.Negative}, {X: vec.Dense(-1, 2), Y: theory.Positive},
		{X: vec.Dense(2, -1), Y: theory.Negative},
	}}
	type at struct{ loop, k int }
	var seen []at
	var last int
	r, tr, err := solve(t, "isnkp-vn(gamma=2,eps=0.0001)", linear(t, s), func(st normalized.State) {
		seen = append(seen, at{st.Loop, st.K})
		if st.Last {
			last += st.K
		}
	})
	require.NoError(t, err)
	require.Equal(t, normalized.Combination, r.Certificate)
	require.Equal(t, last, tr.Updates)
	require.Equal(t, r.Iterations, tr.Updates)
	require.Equal(t, r.Loops, seen[len(seen)-1].loop+1)
	require.Equal(t, map[string]float64{"n": 4, "gamma": 2, "eps": 0.0001, "prox": 0}, tr.Params)
	require.Len(t, tr.Iterates, len(seen))
	for i, it := range tr.Iterates {
		require.Equal(t, seen[i], at{it.Loop, it.K})
	}

	// Opposite points keep snkp going to its limit: one in 1000 of many iterates is kept.
	opposites := stream{dim: 1, examples: []theory.Example{{X: vec.Dense(1), Y: theory.Positive}, {X: vec.Dense(3), Y: theory.Negative}}}
	_, tr, err = solve(t, "snkp(margin=0.0005)", linear(t, opposites), nil)
	require.Error(t, err)
	require.Equal(t, 4709, tr.Updates) // ⌊2√(2 ln 2)/0.0005⌋
	require.Len(t, tr.Iterates, 1000+4)
	aside := stream{dim: 2, examples: append(slices.Clone(s.examples[:1]), examplesOf(hull{{1, 1}, {-1, -1}})...)}
	_, tr, err = solve(t, "nvn(eps=0.01)", linear(t, aside), nil)
	require.NoError(t, err)
	require.Greater(t, tr.Updates, 1000)
	require.NotZero(t, tr.Updates%1000)
	end := tr.Iterates[len(tr.Iterates)-1]
	require.True(t, end.Last)
	require.Equal(t, tr.Updates, end.K)
}
