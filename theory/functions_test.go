package theory_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory"
	"marginlab/theory/formula"
	"marginlab/theory/real"
	"marginlab/theory/vec"
)

// Cases in which κ∘ is the root of a rational.
func TestKappaOfClaims(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"kappa0(0, -1)": "1", "kappa0(0, 0)": "1", "kappa0(2, 0)": "1", "kappa0(2, 1)^2": "3/4", "kappa0(1/2, 1/4)^2": "3/4", "kappa0(1/2, 1/2)": "1/2",
		"kappa0(1, 1)": "0", "kappa0(1, 2)": "0", "kappa0(0, 1/9)": "0", "kappa0(4, 2/3, 2, 2)^2": "71/72", "kappa0(1/2, 1/2, 2, 3/2)^2": "3/8", "kappa0(1, 1, 3/2, 1/2)": "0", "fall(2, 0)": "0",
		"excess(0)": "1", "excess_mcp(0)": "1",
	} {
		e, err := formula.Parse(text, theory.Words())
		require.NoError(t, err)
		x, err := enclosed(e, 64)
		require.NoError(t, err, text)
		q, _ := new(big.Rat).SetString(want)
		require.Zero(t, x.Lower().Cmp(real.NewInterval(64, q).Lower()), "%s: %v", text, x)
		v, _ := q.Float64()
		require.InDelta(t, v, e.Float(nil), 1e-15, text)
	}
	for _, text := range []string{"fall(1, 1)", "fall(1, 2)", "excess(1)", "excess_mcp(1/2)"} {
		e, err := formula.Parse(text, theory.Words())
		require.NoError(t, err)
		_, err = enclosed(e, 64)
		var domain *real.DomainError
		require.ErrorAs(t, err, &domain, text)
		require.False(t, domain.Undecided, text)
	}
}

// enclosed returns the value of an expression without terms.
func enclosed(e *formula.Expr, prec uint) (real.Interval, error) {
	v, err := e.Number(real.Field{Bits: prec, Exact: 1 << 16}, nil)
	if err != nil {
		return real.Interval{}, err
	}
	return v.Interval(), nil
}

// The value that Go computes of a function is in the interval of its text, also where the text cancels.
func TestFunctionsAreTheirTexts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		small := math.Ldexp(float64(rapid.IntRange(1, 15).Draw(t, "digits"))/16, -rapid.IntRange(0, 40).Draw(t, "places"))
		far := 1 + float64(rapid.IntRange(0, 40).Draw(t, "more"))/8
		n := rapid.SampledFrom([]vec.Norm{nil, vec.P(3), vec.P(2.5), vec.P(10), vec.P(1.875), vec.P(1.5), vec.P(1.125)}).Draw(t, "norm")
		s, c := 2., 1.
		if n != nil {
			s, c = n.Smoothness()
		}
		sign := rapid.SampledFrom([]string{"", "-"}).Draw(t, "sign")
		for _, text := range []string{
			fmt.Sprintf("excess(%s%g)", sign, small), fmt.Sprintf("excess_mcp(%s%g)", sign, small/2),
			fmt.Sprintf("kappa0(%g, %s%g, %g, %g)", far, sign, small, s, c), fmt.Sprintf("fall(%g, %g, %g, %g)", far, small, s, c),
		} {
			e, err := formula.Parse(text, theory.Words())
			require.NoError(t, err)
			x, err := enclosed(e, 800)
			require.NoError(t, err, text)
			low, _ := x.Lower().Float64()
			require.InEpsilon(t, 1+low, 1+e.Float(nil), 1e-13, text)
			if low != 0 {
				require.InEpsilon(t, low, e.Float(nil), 1e-12, text)
			}
		}
	})
}
