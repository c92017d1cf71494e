package formula_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/formula"
	"marginlab/theory/real"
)

// value is a number in any field.
type value func(real.Field) real.Number

func root(q *big.Rat) value {
	return func(f real.Field) real.Number {
		x, err := f.Rational(q).Sqrt()
		if err != nil {
			panic(err)
		}
		return x
	}
}

func rational(q *big.Rat) value { return func(f real.Field) real.Number { return f.Rational(q) } }

// interval encloses the expression, with exact numbers of up to 2¹⁶ bits.
func interval(e *formula.Expr, prec uint, values []value) (real.Interval, error) {
	f := real.Field{Bits: prec, Exact: 1 << 16}
	var at []real.Number
	for _, v := range values {
		at = append(at, v(f))
	}
	x, err := e.Number(f, at)
	if err != nil {
		return real.Interval{}, err
	}
	return x.Interval(), nil
}

// holds decides a condition, with precisions up to a limit.
func holds(e *formula.Expr, values []value, limit uint) (bool, error) {
	for prec := min(64, limit); ; prec = min(2*prec, limit) {
		x, err := interval(e, prec, values)
		domain, is := errors.AsType[*real.DomainError](err)
		switch open := is && domain.Undecided; {
		case !open:
			return err == nil && x.Lower().Sign() > 0, err
		case prec == limit:
			return false, &real.UndecidedError{Prec: prec, Domain: domain}
		}
	}
}

// at gives r = √5, gamma = 2/3, T = 4, D = √20, and Delta = √2 only by intervals.
func at(t require.TestingT, e *formula.Expr) (values []value) {
	for _, term := range e.Terms() {
		v, ok := map[string]value{
			"r": root(rat("5")), "gamma": root(rat("4/9")), "T": rational(rat("4")), "D": root(rat("20")),
			"rho": rational(rat("1/3")), "m": rational(rat("7")), "d": rational(rat("0")),
			"Delta": func(f real.Field) real.Number { return f.Enclosed(root(rat("2"))(f).Interval()) },
		}[term.Name]
		require.True(t, ok, term.Name)
		values = append(values, v)
	}
	return values
}

// An expression of rationals and their roots has one exact value, in an interval that is rounded once.
func TestExactValues(t *testing.T) {
	for text, want := range map[string]string{
		"0.1": "1/10", "1e-3": "1/1000", "2.50": "5/2", "1/3": "1/3", "0.1 + 0.2": "3/10", "12345678901234567890.5": "24691357802469135781/2",
		"-2/3": "-2/3", "7 - 1/3": "20/3", "2^10": "1024", "(2/3)^-2": "9/4", "(-2/3)^3": "-8/27", "0^0": "1", "(-1)^65535": "-1", "4^0.5": "2", "(4/9)^-1.5": "27/8",
		"floor(-7/2)": "-4", "ceil(-7/2)": "-3", "floor(7/2)": "3", "ceil(7/2)": "4", "floor(3)": "3", "abs(-1/3)": "1/3", "min(1/3, 0.3, 1)": "3/10", "max(1/3, 0.3)": "1/3",
		"1/3 < 0.3333333333333333333 ? 1 : 2": "2", "sqrt(4/9)": "2/3", "sqrt(0)": "0",
		"gamma": "2/3", "1/gamma": "3/2", "T*rho": "4/3", "2 + r^2": "7", "r^4": "25", "r^-2": "1/5", "r*r": "5", "D/r": "2", "D - 2*r": "0", "r + D - 3*r": "0",
		"(r*gamma/D)^2": "1/9", "-r^2": "-5", "(-r)^2": "5", "floor(r)": "2", "ceil(r)": "3", "floor(-r)": "-3", "ceil(-r)": "-2", "floor(D*100)": "447", "sqrt(r^2*5)": "5",
		"r > 2.2360679774997896 ? 1 : 2": "1", "r > 2.2360679774997897 ? 1 : 2": "2", "min(r, D) == r ? 1 : 2": "1", "max(r, D) == D ? 1 : 2": "1", "min(-r, -D) == -D ? 1 : 2": "1",
		"abs(-r) == r ? 1 : 2": "1", "abs(r) == r ? 1 : 2": "1", "m(1/2)*d": "0", "d*r + 1": "1", "1 + d*r": "1", "floor(exp(1))/3": "2/3", "exp(0)/3": "1/3", "log(1) + 1/3": "1/3",
		"ceil(Delta)/3": "2/3", "floor(exp(1))/3*3 - 2": "0", "T >= 4 ? 1/3 : log(0)": "1/3",
		"hyp(3)": "5", "hyp(5, 12)": "13", "hyps(4, 3)": "10", "hyps(log(1), -1)": "-1", "half(hyp(T, 3))": "5/2", "m(1/2)*0 + T": "4",
	} {
		e := parse(t, text, "rho")
		for _, prec := range []uint{20, 200} {
			x, err := interval(e, prec, at(t, e))
			require.NoError(t, err, text)
			narrowest := real.NewInterval(prec, rat(want))
			require.Zero(t, x.Lower().Cmp(narrowest.Lower()), "%s: %v", text, x)
			require.Zero(t, x.Upper().Cmp(narrowest.Upper()), "%s: %v", text, x)
		}
	}
	require.Panics(t, func() { _, _ = interval(parse(t, "r"), 64, nil) })
}

// An irrational value is in its interval: its square, say, has the interval's ends on both sides.
func TestIrrationalValues(t *testing.T) {
	for text, digits := range map[string]string{ // 30 places, cut off
		"r": "2.236067977499789696409173668731", "Delta": "1.414213562373095048801688724209", "r + Delta": "3.650281539872884745210862392940",
		"r*Delta": "3.162277660168379331998893544432", "-r + 3": "0.763932022500210303590826331268", "log(2)": "0.693147180559945309417232121458",
		"exp(1)": "2.718281828459045235360287471352", "2^(1/3)": "1.259921049894873164767210607278", "sqrt(r)": "1.495348781221220541911898994140",
		"abs(Delta - 3)": "1.585786437626904951198311275790", "max(Delta, r - 1)": "1.414213562373095048801688724209",
		"min(Delta, r - 1)": "1.236067977499789696409173668731", "Delta/r": "0.632455532033675866399778708886",
		"r^3": "11.180339887498948482045868343656", "Delta^r": "2.170509878650967379397137692693", "-(r - 3)^3": "0.445824720006729714906442600599",
	} {
		e := parse(t, text)
		x, err := interval(e, 120, at(t, e))
		require.NoError(t, err, text)
		low := rat(digits)
		high := new(big.Rat).Add(low, rat("1e-30"))
		require.Negative(t, low.Cmp(x.Upper()), "%s: %v", text, x)
		require.Positive(t, high.Cmp(x.Lower()), "%s: %v", text, x)
		require.Negative(t, new(big.Rat).Sub(x.Upper(), x.Lower()).Cmp(rat("1e-30")), "%s: %v", text, x)
		require.Negative(t, x.Lower().Cmp(x.Upper()), "%s: %v", text, x)
	}
}

func TestHolds(t *testing.T) {
	for text, want := range map[string]bool{
		"2 + r^2 <= 7": true, "2 + r^2 < 7": false, "0.1 + 0.2 == 0.3": true, "0.1 + 0.2 != 0.3": false, "1/3 == 0.3333333333333333": false,
		"1 <= r < 3": true, "2.5 < r < 3": false, "1 < r < 2": false, "r > 2 && r < 2.1": false, "!(r > 2)": false, "D == 2*r": true, "D*gamma >= 2*r*gamma": true, "r*Delta > 3.16227766016837933": true,
		"r*Delta < 3.1622776601683793319988935444327185337195": false, "exp(log(5)) > 4.99": true, "T == 4 or log(0) > 1": true, "T != 4 and log(0) > 1": false,
		"Delta*Delta == 2 && T < 4":  false, // the first is undecided at any precision
		"Delta*Delta == 2 || T == 4": true, "max(1, Delta^2 - 1) >= 1": true, "min(1, Delta^2 - 1) > 1": false,
		"T > 3 ? r > 2 : r < 2": true, "T > 4 ? r > 2 : r < 2": false, "Delta != r": true, "abs(Delta^2 - 2) >= 0": true, "abs(2 - Delta^2) >= 0": true, "Delta == r": false, "-r < Delta": true,
	} {
		e := condition(t, text)
		holds, err := holds(e, at(t, e), 256)
		require.NoError(t, err, text)
		require.Equal(t, want, holds, text)
		x, err := interval(e, 256, at(t, e))
		require.NoError(t, err, text)
		require.Equal(t, want, x.Lower().Sign() == 1, text)
		require.Zero(t, x.Lower().Cmp(x.Upper()))
	}
}

// 40 places of √10 need more than 64 bits; no precision decides Delta² = 2.
func TestUndecided(t *testing.T) {
	for _, text := range []string{
		"r*Delta < 3.16227766016837933199889354443271853371", "Delta^2 == 2", "Delta^2 <= 2", "Delta^2 >= 2", "Delta^2 != 2",
		"(Delta^2 < 2 ? 1 : 2) > 0", "Delta^2 < 2 && T == 4", "Delta^2 < 2 || T < 4", "log(Delta^2 - 2) < 0", "1/(Delta^2 - 2) < 0", "floor(Delta^2) == 2",
		"Delta^2 < 2 && log(0) < 1", "sqrt(Delta^2 - 2) >= 1",
		"(Delta^2 < 2 ? 1 : 2) < (Delta^2 < 2 && T > 9 ? 1 : 3)",
	} {
		e := condition(t, text)
		_, err := interval(e, 64, at(t, e))
		var domain *real.DomainError
		require.ErrorAs(t, err, &domain, text)
		require.True(t, domain.Undecided, text)
		_, err = holds(e, at(t, e), 100)
		var undecided *real.UndecidedError
		require.ErrorAs(t, err, &undecided, text)
		require.Equal(t, uint(100), undecided.Prec)
	}
	e := condition(t, "r*Delta < 3.16227766016837933199889354443271853371")
	holds, err := holds(e, at(t, e), 300)
	require.NoError(t, err)
	require.False(t, holds)
}

// An operation without a value is an error that no precision removes.
func TestNoValue(t *testing.T) {
	for _, text := range []string{
		"1/d", "0/0", "r/(D - 2*r)", "log(d)", "log(-r)", "log(d - 1)", "sqrt(-1)", "sqrt(-r)", "d^-1", "0^(-1/2)", "0^(-1/3)", "(-8)^(1/3)", "(-4)^0.5", "(-r)^(1/3)", "(-r)^r", "0^-r",
		"exp(1e8)", "exp(-1e8)", "T < 3 ? 1 : log(0)", "max(1, log(0))", "1 + log(0)", "exp(9e5)*exp(9e5)", "exp(1e6)", "exp(-7e5)*exp(-7e5)", "9^(9^9)", "(9^9^9)^0.5",
		"T > 3 && log(0) < 1 ? 1 : 2", "hyps(log(0), -1)", "half(1/0)", "hyp(1e9^9999, 1)",
	} {
		e := parse(t, text)
		_, err := interval(e, 64, at(t, e))
		var domain *real.DomainError
		require.ErrorAs(t, err, &domain, text)
		require.False(t, domain.Undecided, text)
		require.NotEmpty(t, domain.Error()) // which does not take minutes
		_, err = holds(condition(t, "("+text+") > 0"), at(t, e), 1000)
		require.ErrorAs(t, err, &domain, text)
		var undecided *real.UndecidedError
		require.NotErrorAs(t, err, &undecided, text)
	}
}

// Powers of powers neither take long nor leave the range of intervals.
func TestLargeNumbers(t *testing.T) {
	for text, ok := range map[string]bool{
		"2^60000*3^40000 > 1": true, "2^9000*3^9000*5^8000*7^8000*3^9000 > 1": true, "((r^100)^100)^100 > 1": false, "(7^9999)^9999 > 1": false, "(1/7)^20000*(1/7)^20000 < 1": true, "1.5^100000 > 1": true, "(2/3)^-99999 > 1": true,
		"2^65000*2^-65000 > 0.99": true, "(9^65536)^9 > 1": false, "(1/9)^65536*(1/9)^65536*(1/9)^65536*(1/9)^65536*(1/9)^65536*(1/9)^65536 > 1": false,
	} {
		e := condition(t, text)
		holds, err := holds(e, at(t, e), 64)
		if ok {
			require.NoError(t, err, text)
			require.True(t, holds, text)
			continue
		}
		var domain *real.DomainError
		require.ErrorAs(t, err, &domain, text)
		require.NotEmpty(t, domain.Error())
	}
	// the ends of the range: 2^131072 and its inverse
	for text, ok := range map[string]bool{"2^65536*2^65536*sqrt(2)": true, "2^65536*2^65536*sqrt(8)": false, "2^-65536*2^-65536*sqrt(2)": true, "2^-65536*2^-65536/sqrt(8)": false} {
		_, err := interval(parse(t, text), 64, nil)
		require.Equal(t, ok, err == nil, "%s: %v", text, err)
	}
	// numbers longer than 2^16 bits are not computed exactly
	product := "2^9000*3^9000*5^8000*7^8000*3^9000"
	_, err := holds(condition(t, product+" == "+product), nil, 64)
	var undecided *real.UndecidedError
	require.ErrorAs(t, err, &undecided)
	// a precision above the sizes that bound the exact numbers and the range
	x, err := interval(parse(t, "sqrt(2) + 1/3"), 1<<18, nil)
	require.NoError(t, err)
	require.Equal(t, uint(1<<18), x.Prec())
}
