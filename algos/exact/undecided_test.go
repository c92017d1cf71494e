package exact_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// A higher precision decides the same and encloses the same numbers more closely; where the lower one does not suffice,
// it says so.
func TestPrecisionsAgree(t *testing.T) {
	t.Parallel()
	forEachEnclosed(t, func(t *rapid.T, l setting) {
		d := streams(false, 45).Draw(t, "stream")
		prec := rapid.SampledFrom([]uint{8, 16, 128}).Draw(t, "bits")
		low, err := runNamed(l.learner, d.dim, d.stream, exact.Limit{Prec: prec})
		if err != nil {
			var undecided *real.UndecidedError
			require.ErrorAs(t, err, &undecided)
			require.Equal(t, prec, undecided.Prec)
			return
		}
		high := l.run(t, d.dim, d.stream)
		require.Equal(t, low.Steps, high.Steps)
		coarse, _ := lastOf(t, low, prec)
		fine, _ := lastOf(t, high, 512)
		for k := range fine {
			order, decided := coarse[k].Cmp(fine[k])
			require.True(t, !decided || order == 0, "%v and %v", coarse[k], fine[k])
			width := func(x real.Interval) *big.Rat { return sub(x.Upper(), x.Lower()) }
			atMost(t, width(fine[k]), mul(width(coarse[k]), rat("1/1000000")), "width")
		}
	})
}

// In w·x = 0 two roots of roots are the same number, which no precision decides. With roots alone, and without the last
// example, 64 bits decide everything.
func TestUndecidableTiesAreTold(t *testing.T) {
	stream := parse("+1,0,0,0,0 +-1/2,1,0,0,0 +-1/2,0,1,0,0 +0,0,0,1,0 +0,0,0,0,1 +0,0,0,1,-1")
	_, err := runNamed("cmcp", 5, stream, exact.Limit{Prec: 300})
	var undecided *real.UndecidedError
	require.ErrorAs(t, err, &undecided)
	require.Equal(t, []any{6, "the label", uint(300)}, []any{undecided.Step, undecided.What, undecided.Prec})
	require.True(t, undecided.Last.Contains(num(0)))
	require.Regexp(t, `^example 6: the label: exact: the sign of a number in \[-.*\] is undecided at a precision of 300 bits$`, err.Error())

	roots := slices.Delete(slices.Clone(stream), 2, 3)
	result, err := runNamed("cmcp", 5, roots, exact.Limit{Prec: 64})
	require.NoError(t, err)
	require.Equal(t, exact.Decision{Y: 1, Predicted: 1, Updated: true}, result.Steps[4], "a tie")

	result, err = runNamed("cmcp", 5, stream[:5], exact.Limit{Prec: 64})
	require.NoError(t, err)
	_, err = result.Predict(stream[5].X)
	require.ErrorAs(t, err, &undecided)
	require.Equal(t, "the label by the last classifier", undecided.What)
	label, err := result.Predict(point("0,0,0,-1,1/2"))
	require.NoError(t, err)
	require.Equal(t, -1, label)
	within, err := result.Within(4, num(0)) // a_t = 0
	require.NoError(t, err)
	require.True(t, within)
	within, err = result.Within(4, rat("-1/1000"))
	require.NoError(t, err)
	require.False(t, within)
}

// Multiples of one direction have one coefficient, rational or not: θ = x̂ for a repeated example is known, and the
// ties of its margin with γ_k are decided.
func TestTiesAlongOneDirectionAreDecided(t *testing.T) {
	result, err := runNamed("alma(alpha=1/2)", 1, parse(strings.Repeat("+1 ", 9)), exact.Limit{Prec: 256})
	require.NoError(t, err)
	require.Equal(t, 8, result.Updates, "1 ≤ (1−α)γ_k = √(8/k) up to k = 8")
	// θ is ½, and less by η_2; then more, until it is 1 again.
	result, err = runNamed("alma(alpha=1/2,B=8,C=1/2)", 1, parse("+1 -1 +1 +1 +1 +1"), exact.Limit{Prec: 256})
	require.NoError(t, err)
	w, _ := lastOf(t, result, 64)
	equalVectors(t, point("1,1"), exact.Vector{w[0].Lower(), w[0].Upper()}, "w")
}
