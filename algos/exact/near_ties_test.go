package exact_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
	"marginlab/theory/real"
)

// nearTie returns an x, not along w, whose y(w·x + b) is score.
func nearTie(w exact.Vector, b *big.Rat, y int, score *big.Rat) exact.Vector {
	across := exact.Vector{w[1], sub(num(0), w[0]), num(0)}
	return combine(quo(sub(mul(num(y), score), b), square(w)), w, num(y), across)
}

// With long numbers, an example whose score is within 2⁻³⁰⁰ of 0, or of a multiple of the learner's own margin, is
// decided as in rational numbers, and so is whether it is within that margin, given as γ_t or as a number. No interval
// of the limit's precision could decide it.
func TestNearTiesOfLongNumbers(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	const bits = 2100 // more than a run has exactly at first
	tried := 0
	for _, s := range settingsNamed("a-romma", "pumma", "e-omm", "omm") {
		learned := func() (l exact.Learner, past []exact.Example) {
			l = s.new(3)
			for _, e := range integers(3, 60, s.bias) {
				past = append(past, e)
				if mustTake(t, l, e); rational(t, l.SqNorm()).Denom().BitLen() > bits {
					return l, past
				}
			}
			return nil, nil
		}
		l, past := learned()
		if l == nil { // its numbers stay short
			continue
		}
		tried++
		w, b := classifier(t, l)
		sqNorm, sqGamma := rational(t, l.SqNorm()), rational(t, l.SqGamma())
		margin := rational(t, l.Step(vector([]int{1, 1, 1}), 1).Target) // γ_t‖w‖
		require.NotNil(t, margin)
		for _, of := range []string{"0", "1/2", "1"} {
			for _, beyond := range []int{-1, 0, 1} {
				for _, y := range []int{-1, 1} {
					if y < 0 && of != "0" && !rapidtest.Long() { // only of a score of 0 the label decides the tie
						continue
					}
					score := add(mul(rat(of), margin), quo(num(beyond), new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(1), 300))))
					e := exact.Example{X: nearTie(w, b, y, score), Y: y}
					what := fmt.Sprintf("%s, y = %d at %s of the margin and %d·2⁻³⁰⁰", s, y, of, beyond)
					twin, _ := learned()
					want := mustTake(t, twin, e)
					equal(t, score, want.Score, what)
					require.Equal(t, score.Sign()*y >= 0, want.Predicted == 1, what)
					result, err := runNamed(s.learner, 3, append(past[:len(past):len(past)], e), exact.Limit{Prec: 256})
					require.NoError(t, err, what)
					require.Equal(t, want.Decision, result.Steps[len(past)], what)
					for _, phi := range []string{"0", "1/2", "1"} {
						within, err := result.Within(len(past), rat(phi))
						require.NoError(t, err, what)
						require.Equal(t, score.Cmp(mul(rat(phi), margin)) <= 0, within, "%s: within %s of γ_t", what, phi)
						within, err = result.WithinOf(len(past), rat(phi), known(sqGamma))
						require.NoError(t, err, what)
						require.Equal(t, score.Cmp(mul(rat(phi), margin)) <= 0, within, "%s: within %s of γ", what, phi)
					}
				}
			}
		}
		equal(t, mul(margin, margin), mul(sqGamma, sqNorm), s.String())
	}
	require.GreaterOrEqual(t, tried, 3)
}

// A γ that no precision distinguishes from a_t leaves the step undecided, and the error names the step. For a learner
// without a margin no example is within it.
func TestWithinOfAnotherMargin(t *testing.T) {
	t.Parallel()
	stream := parse("+2,0 -0,0 +1,1")
	wide := func(f real.Field) real.Number {
		return f.Enclosed(real.NewInterval(f.Bits, num(0)).To(real.NewInterval(f.Bits, num(4))))
	}
	result, err := runNamed("e-omm", 2, stream, exact.Limit{Prec: 256})
	require.NoError(t, err)
	_, err = result.WithinOf(2, num(1), wide)
	var undecided *real.UndecidedError
	require.ErrorAs(t, err, &undecided)
	require.Equal(t, []any{3, "a_t ≤ φγ∗"}, []any{undecided.Step, undecided.What})
	within, err := result.WithinOf(2, num(-1), wide) // a_t = 0
	require.ErrorAs(t, err, &undecided)
	require.False(t, within)
	within, err = result.WithinOf(2, num(1), known(num(1)))
	require.NoError(t, err)
	require.True(t, within)
	result, err = runNamed("perceptron", 2, stream, exact.Limit{})
	require.NoError(t, err)
	within, err = result.WithinOf(2, num(1), known(num(100)))
	require.NoError(t, err)
	require.False(t, within)
}

// known returns a function that gives the rational number in a field.
func known(q *big.Rat) func(real.Field) real.Number {
	return func(f real.Field) real.Number { return f.Rational(q) }
}
