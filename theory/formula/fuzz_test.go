package formula_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/formula"
)

// No text makes the language panic, and every error can be read.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"2 + r^2", "1 <= r < 8 && d == 2 ? 1 : -m(9/10)", "min(1, 2e-3, .5)^-rho", "hyps(hyp(1), half(r)) ** 2", "not (r < 3) or !(gamma >= 1)", "exp(exp(exp(9)))", "9^9^9^9", "\xff", "γ≤((", "r ?: 2", "log(0)/0", "1e300^1e300", "r < 2 where d", "r <= 2 ? T : 1 > (r", "1 =< 2 && r", "r \xff< 2 where", "2r²/3γ₀∗ − ln(√(2.5e3d))", "r⁻²³", "2(3(r))·1e5 ≥ .5ρ"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		require.Equal(t, formula.Plain(text), formula.Plain(formula.Plain(text)))
		for _, read := range []func(string, formula.Words) (*formula.Expr, error){formula.Parse, formula.ParseCondition} {
			e, err := read(text, words("rho"))
			if err != nil {
				var syntax *formula.SyntaxError
				require.ErrorAs(t, err, &syntax)
				require.LessOrEqual(t, syntax.Pos, len([]rune(syntax.Text)))
				require.GreaterOrEqual(t, syntax.Pos, 0)
				require.Equal(t, 3, len(strings.Split(err.Error(), "\n")), "%v", err)
				continue
			}
			floats, values := make([]float64, len(e.Terms())), make([]value, len(e.Terms()))
			for i := range values {
				floats[i], values[i] = float64(i)/3, root(big.NewRat(int64(i), 3))
			}
			e.Float(floats)
			if _, err := interval(e, 53, values); err != nil {
				require.NotEmpty(t, err.Error())
			}
		}
		c, err := formula.ParseClaim(text, words("rho"))
		if err == nil {
			require.Contains(t, formula.Relations(), c.Relation)
			return
		}
		var syntax *formula.SyntaxError
		require.ErrorAs(t, err, &syntax)
		require.True(t, 0 <= syntax.Pos && syntax.Pos <= len([]rune(syntax.Text)))
	})
}
