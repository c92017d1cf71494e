package formula_test

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/formula"
)

// What is wrong with a number or a condition, and where: · marks the caret's place.
func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// tokens
		{"2 + ·", "unexpected end, expected a number, a name or ("},
		{"2 + ·* r", "unexpected *, expected a number, a name or ("},
		{"(r·", "unexpected end, expected an operator or )"},
		{"r·)", "unexpected ), expected an operator or the end"},
		{"(r·, 2)", "unexpected ,, expected an operator or )"},
		{"(·)", "unexpected ), expected a number, a name or ("},
		{"r ·d", "unexpected d, expected an operator or the end"},
		{"r < 3 ? 1·", "unexpected end, expected an operator or :"},
		{"r < 3 ? ·: 2", "unexpected :, expected a number, a name or ("},
		{"max(1, 2,·", "unexpected end, expected a number, a name or ("},
		{"1/2·r", "unexpected r, expected an operator or the end"},
		{"r·**2r", "unexpected **, expected ^"},
		{"1/2·(r)", "unexpected (, expected an operator or the end"},
		{"1 + 0*·x10", "nothing is called x10, expected a term such as gamma or r, or one of the parameters rho, lambda, C"},
		{"1_·000", "nothing is called _000, expected a term such as gamma or r, or one of the parameters rho, lambda, C"},
		{"1.·.2", "unexpected .2, expected an operator or the end"},
		{"1·e", "unexpected e, expected an operator or the end"},
		{"r + ·1e301", "the exponent of 1e301, expected one of at most 300 in size"},
		{"·1e-99999999999999999999", "the exponent of 1e-99999999999999999999, expected one of at most 300 in size"},
		{"r ·// 2", "unexpected //, expected /"},
		{"r /·* 2", "unexpected *, expected a number, a name or ("},
		{"r ·| max(4)", "unexpected |, expected ||"},
		{"r < 2 ?·? 2", "unexpected ?, expected a number, a name or (; a constant to be found comes first, as in <= ?*r^2"},
		{"r ·= 2", "unexpected =, expected ==, <= or >="},
		{"·[r]", "unexpected [, expected ("},
		{"r^2 ·3 + 2", "unexpected 3, expected an operator or the end"},
		{"·gammaR", "nothing is called gammaR, did you mean gamma, gamma0 or gamma3?"},
		{"·'a'", "unexpected ', expected a number, a name or ("},
		{"r·\xff", "unexpected \uFFFD, expected an operator or the end"},
		// names
		{"2*·gama", "nothing is called gama, did you mean gamma?"},
		{"·Gamma", "nothing is called Gamma, did you mean gamma?"},
		{"·expected", "nothing is called expected, did you mean expected_mistakes?"},
		{"·c + 1", "nothing is called c, did you mean C?"},
		{"2*·t", "nothing is called t, did you mean T?"},
		{"·½", "unexpected ½, expected a number, a name or ("},
		{"·zeta", "nothing is called zeta, expected a term such as gamma or r, or one of the parameters rho, lambda, C"},
		{"1 + ·Rho", "nothing is called Rho, did you mean rho?"},
		{"r ·in r", "unexpected in, expected an operator or the end"},
		{"·their_r > 3", "their_r is r"},
		{"·sqr(2)", "no function is called sqr, did you mean sqrt?"},
		{"1 + ·filter(r, 2)", "no function is called filter, expected abs, ceil, exp, floor, log, max, min, sqrt, m, mbar, hyp, hyps or half"},
		{"·gamma(2)", "gamma is not a function, expected an operator before ("},
		{"·sqrt r", "sqrt is a function, expected as in sqrt(1/2)"},
		{"·m + 1", "m is a function, expected as in m(1/2)"},
		// types
		{"2 + (r ·< 3)", "this is a condition, expected a number"},
		{"r ·< 3", "this is a condition, expected a number"},
		{"r ·< 3 ? r < 4 : r < 5", "this is a condition, expected a number"},
		{"·r ? 1 : 2", "this is a number, expected a condition, such as r < 8"},
		{"!·r < 3", "this is a number, expected a condition, such as r < 8"},
		{"not ·r", "this is a number, expected a condition, such as r < 8"},
		{"r ·< 3 == 1", "this is a condition, expected a number"},
		// arguments
		{"·min(1)", "1 arguments of min, expected min(x, y)"},
		{"·max()", "0 arguments of max, expected max(x, y)"},
		{"·sqrt(1, 2)", "2 arguments of sqrt, expected sqrt(x)"},
		{"·hyp(1, 2, 3)", "3 arguments of hyp, expected hyp(x, y=4)"},
		{"·hyps(1)", "1 arguments of hyps, expected hyps(y, x)"},
		{"·half()", "0 arguments of half, expected half(x)"},
		{"hyp(1, r ·< 1)", "this is a condition, expected a number"},
		{"m(1·, 2)", "unexpected ,, expected an operator or )"},
		{"m(·r)", "no constant in m( ), expected a ratio of integers, as in m(1/2)"},
		{"m(1·/rho)", "no constant in m( ), expected a ratio of integers, as in m(1/2)"},
		{"m(·sqrt(2))", "no constant in m( ), expected a ratio of integers, as in m(1/2)"},
		{"m(1 ·< 2)", "this is a condition, expected a number"},
		{"m(1·/0)", "no constant in m( ), expected a ratio of integers, as in m(1/2)"},
		{"·", "unexpected end, expected a number, a name or ("},
	} {
		t.Run(c.text, func(t *testing.T) {
			before, after, _ := strings.Cut(c.text, "·")
			_, err := formula.Parse(before+after, words("rho", "lambda", "C"))
			requirePlace(t, err, len([]rune(before)), c.want)
		})
	}
	_, err := formula.ParseCondition("r + 1", words())
	requirePlace(t, err, 2, "this is a number, expected a condition, such as r < 8")
	_, err = formula.ParseCondition("", words())
	requirePlace(t, err, 0, "unexpected end, expected a number, a name or (")
	_, err = formula.Parse("zeta", words())
	requirePlace(t, err, 0, "nothing is called zeta, expected a term such as gamma or r")
}

func requirePlace(t *testing.T, err error, pos int, msg string) {
	t.Helper()
	var e *formula.SyntaxError
	require.ErrorAs(t, err, &e)
	require.Equal(t, msg, e.Msg)
	require.Equal(t, pos, e.Pos)
}

// The caret stands below its place, whatever bytes come before it.
func TestErrorText(t *testing.T) {
	message := func(text string, params ...string) string {
		_, err := formula.Parse(text, words(params...))
		require.Error(t, err)
		return err.Error()
	}
	require.Equal(t, `nothing is called gama, did you mean gamma?
    2 + gama^2
        ^`, message("2 + gama^2"))
	require.Equal(t, `unexpected ½, expected a number, a name or (
    größe*größe + ½
                  ^`, message("größe*größe + ½", "größe"))
	require.Equal(t, `unexpected end, expected a number, a name or (
    1 + 2 +
           ^`, message("1\t+\n2 +"))
	require.Equal(t, `unexpected ), expected an operator or the end
    …+`+strings.Repeat("r+", 24)+"r)"+strings.Repeat("+r", 24)+`+…
                                                       ^`, message(strings.Repeat("r+", 100)+"r)"+strings.Repeat("+r", 100)))
	whole := strings.Repeat("r+", 24) + "r )" + strings.Repeat("+r", 24) + "+" // 50 characters before the place, 50 from it
	require.Equal(t, "unexpected ), expected an operator or the end\n    "+whole+"\n"+strings.Repeat(" ", 54)+"^", message(whole))
	require.Equal(t, `unexpected 2, expected an operator or the end
    (r) 2
        ^`, message("(r) 2"))
}

// Long or deep texts are refused or read, without delay.
func TestSizes(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("(", n) + "1" + strings.Repeat(")", n) }
	_, err := formula.Parse(deep(10_000), words())
	requirePlace(t, err, 4096, "an expression of 20001 bytes, expected at most 4096")
	require.Equal(t, 1.0, parse(t, deep(2047)).Float(nil))
	_, err = formula.Parse(strings.Repeat("(", 4096), words())
	requirePlace(t, err, 4096, "unexpected end, expected a number, a name or (")
	require.Equal(t, 2.0, parse(t, strings.Repeat("-", 4094)+" 2").Float(nil))
	_, err = interval(parse(t, strings.Repeat("-", 4094)+"2"), 64, nil)
	require.NoError(t, err, words())

	// each chain has its middle twice
	chain := func(k int) string { return strings.Repeat("(0<", k) + "1" + strings.Repeat("<2?1:0)", k) }
	_, err = formula.Parse(chain(4)+"+"+chain(4), words())
	require.NoError(t, err)
	for _, text := range []string{chain(4) + "+" + chain(5), chain(200)} {
		_, err = formula.Parse(text, words())
		require.ErrorContains(t, err, "more than 8 comparisons such as 1 < r < 2")
	}
	calls := parse(t, strings.Repeat("hyps(1, ", 400)+"r"+strings.Repeat(")", 400))
	calls.Float([]float64{1})
	_, err = interval(calls, 64, []value{rational(rat("1"))})
	require.NoError(t, err)
}

// No text makes the language panic, and every error can be read.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"2 + r^2", "1 <= r < 8 && d == 2 ? 1 : -m(9/10)", "min(1, 2e-3, .5)^-rho",
		"hyps(hyp(1), half(r)) ** 2", "not (r < 3) or !(gamma >= 1)", "exp(exp(exp(9)))", "9^9^9^9", "\xff", "γ≤((", "r ?: 2",
		"log(0)/0", "1e300^1e300", "r < 2 where d", "r <= 2 ? T : 1 > (r", "1 =< 2 && r", "r \xff< 2 where",
		"2r²/3γ₀∗ − ln(√(2.5e3d))", "r⁻²³", "2(3(r))·1e5 ≥ .5ρ"} {
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
