package formula_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/num"
	"marginlab/theory/formula"
	"marginlab/theory/real"
)

func rat(s string) *big.Rat {
	q, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("not a rational: " + s)
	}
	return q
}

// words returns some words for tests.
func words(params ...string) formula.Words {
	var all []formula.Word
	for _, name := range strings.Fields("d R D Delta gamma gamma0 gamma3 r mistakes updates margin expected_mistakes U") {
		all = append(all, formula.Word{Name: name})
	}
	all = append(all, formula.Word{Name: "T"}, formula.Word{Name: "m", Arg: true}, formula.Word{Name: "mbar", Arg: true})
	return formula.Words{Unknown: hint}.And(all...).Define(
		formula.Function{
			Name: "hyp", Params: "x y=4", Text: "sqrt(x^2 + y^2)",
			Float: func(x [formula.MaxParams]float64) float64 { return math.Hypot(x[0], x[1]) },
		},
		formula.Function{
			Name: "hyps", Params: "y x", Text: "x < 0 ? x : hyp(x, y) + hyp(x)",
			Float: func(x [formula.MaxParams]float64) float64 { return math.Hypot(x[1], x[0]) + math.Hypot(x[1], 4) },
		},
		formula.Function{
			Name: "half", Params: "x",
			Float: func(x [formula.MaxParams]float64) float64 { return x[0] / 2 },
			Exact: func(f real.Field, x []real.Number) (real.Number, error) { return x[0].Quo(f.Int(2)) },
		},
	).With(params...)
}

func hint(name string, words formula.Words) string {
	if short, is := strings.CutPrefix(name, "their_"); is && words.Has(short) {
		return name + " is " + short
	}
	return ""
}

func parse(t require.TestingT, text string, params ...string) *formula.Expr {
	e, err := formula.Parse(text, words(params...))
	require.NoError(t, err)
	return e
}

func condition(t require.TestingT, text string, params ...string) *formula.Expr {
	e, err := formula.ParseCondition(text, words(params...))
	require.NoError(t, err)
	return e
}

// Every operation of the table in the package's documentation, at r = 3 and gamma = ¼.
func TestFloat(t *testing.T) {
	const r, g = 3, 0.25
	for text, want := range map[string]float64{
		"r": r, "r + gamma": r + g, "r - gamma": r - g, "r*gamma": r * g, "gamma/r": g / r, "r^2": 9, "r^3": 27, "r^gamma": math.Pow(r, g),
		"-r": -r, "+r": r, "sqrt(r)": math.Sqrt(r), "log(r)": math.Log(r), "exp(r)": math.Exp(r), "hyp(r)": 5, "half(hyps(r, gamma))": (math.Hypot(g, r) + math.Hypot(g, 4)) / 2,
		"min(r, gamma, 1)": g, "max(gamma, 1, r, 2)": r, "floor(-gamma)": -1, "ceil(gamma)": 1, "abs(gamma - r)": r - g, "abs(r)": r,
		"r < 4 ? 1 : 2": 1, "r < 3 ? 1 : 2": 2, "r <= 3 ? 1 : 2": 1, "r > 2 ? 1 : 2": 1, "r > 3 ? 1 : 2": 2, "r >= 3 ? 1 : 2": 1, "r >= 4 ? 1 : 2": 2,
		"r == 3 ? 1 : 2": 1, "r != 3 ? 1 : 2": 2, "(r < 4 ? r < 3 : r < 9) ? 1 : 2": 2,
		"1/(r - 3)": math.Inf(1), "-1/(r-3)": math.Inf(-1),
		"0.1": 0.1, "1e-3": 1e-3, ".5": 0.5, "5.": 5, "1E+2": 100, "0.1 + 0.2": 0.1 + float64(0.2*r/r), "123456789012345678901234567890": 123456789012345678901234567890,
	} {
		e := parse(t, "0*r + 0*gamma + ("+text+")")
		require.Equal(t, want, e.Float([]float64{r, g}), text)
	}
	for text, want := range map[string]float64{
		"r < 4 && gamma < 1": 1, "r < 3 && gamma < 1": 0, "r < 4 and gamma < 0": 0, "r < 3 || gamma < 1": 1, "r < 3 or gamma < 0": 0,
		"!(r < 3)": 1, "not (r < 4)": 0, "1 <= r < 3": 0, "1 <= r <= 3": 1, "3 <= r <= 8": 1, "r > gamma > 0": 1, "8 > r > 3": 0,
		"r < 9 ? gamma < 1 : gamma < 0": 1,
	} {
		e := condition(t, "0*r + 0*gamma == 0 && ("+text+")")
		require.Equal(t, want, e.Float([]float64{r, g}), text)
	}
	require.True(t, math.IsNaN(parse(t, "log(-1)").Float(nil)))
	require.Zero(t, condition(t, "r == r").Float([]float64{math.NaN()}))
	require.Equal(t, 1.0, condition(t, "r != r").Float([]float64{math.NaN()}))
}

// The expression on the left is parsed as the one on the right.
func TestPrecedence(t *testing.T) {
	at := []float64{3, 5, 7}
	for _, c := range [][2]string{
		{"-d^T", "-(d^T)"}, {"-d^2", "-(d^2)"}, {"d^-T", "d^(-T)"}, {"d^-T^2", "d^(-(T^2))"}, {"2^d^R", "2^(d^R)"},
		{"d - T - R", "(d - T) - R"}, {"d / T / R", "(d / T) / R"}, {"d + T*R", "d + (T*R)"}, {"d*T^2", "d*(T^2)"}, {"d/T*R", "(d/T)*R"},
		{"-d*T", "(-d)*T"}, {"-d + T", "(-d) + T"}, {"d - -T", "d - (-T)"}, {"d / -T * R", "(d / (-T)) * R"}, {"2/3*d", "(2/3)*d"},
		{"d < T ? d : T < R ? T : R", "d < T ? d : (T < R ? T : R)"}, {"d > T ? d : T > R ? T : R + 1", "d > T ? d : (T > R ? T : (R + 1))"},
		{"d < T || d > T && d > R ? 1 : 2", "(d < T || (d > T && d > R)) ? 1 : 2"},
		{"d == T && d > R || R > 1 ? 1 : 2", "((d == T && d > R) || R > 1) ? 1 : 2"},
		{"!(d < T) || R > 1 ? 1 : 2", "((!(d < T)) || R > 1) ? 1 : 2"}, {"d + 1 < T * 2 ? 1 : 2", "((d + 1) < (T * 2)) ? 1 : 2"},
		{"d < T < R && R > T ? 1 : 2", "((d < T && T < R) && R > T) ? 1 : 2"},
	} {
		suffix := " + 0*(d + T + R)" // all have one list of terms
		left, right := parse(t, "0*(d + T + R) + ("+c[0]+")"+suffix), parse(t, "0*(d + T + R) + ("+c[1]+")"+suffix)
		require.Equal(t, right.Float(at), left.Float(at), c[0])
	}
	require.Equal(t, -9.0, parse(t, "-3^2").Float(nil))
	require.Equal(t, 512.0, parse(t, "2^3^2").Float(nil))
	require.Equal(t, 0.5, parse(t, "2^-1").Float(nil))
	require.Equal(t, 1e300, parse(t, "1e300").Float(nil))
	require.Equal(t, 1e-300, parse(t, "1E-300").Float(nil))
	require.Equal(t, -4.0, parse(t, "1 - 2 - 3").Float(nil))
}

func TestTerms(t *testing.T) {
	e := parse(t, "rho*gamma + m(0.9)/m( 9/10 ) - m(1/2)*gamma + (T > d ? R : min(rho, U))", "rho", "count")
	var names []string
	for _, term := range e.Terms() {
		names = append(names, term.String())
	}
	require.Equal(t, "rho gamma m(9/10) m(1/2) T d R U", strings.Join(names, " "))
	require.Equal(t, "rho", e.Terms()[0].Name)
	require.Nil(t, e.Terms()[0].Arg)
	require.Zero(t, e.Terms()[2].Arg.Cmp(rat("9/10")))
	require.Equal(t, "1 <= r", condition(t, "1 <= r").String())
	require.Panics(t, func() { e.Float([]float64{1}) })
	for _, name := range []string{"gamma", "m", "sqrt", "and"} {
		require.Panics(t, func() { words(name) }, name)
	}
}

// The word phi may stand in the place of a constant; a parameter with that name may not.
func TestOpenConstants(t *testing.T) {
	t.Parallel()
	open := formula.Words{}.And(formula.Word{Name: "m", Arg: true}, formula.Word{Name: "phi"})
	e, err := formula.Parse("m(φ)*(1 - phi) + m(1/2) + m(phi)", open)
	require.NoError(t, err)
	require.Equal(t, []formula.Term{{Name: "m(phi)"}, {Name: "phi"}, {Name: "m", Arg: rat("1/2")}}, e.Terms())
	for _, text := range []string{"m(2*phi)", "m(phi, 1)", "m(m(phi))"} {
		_, err = formula.Parse(text, open)
		require.Error(t, err, text)
	}
	_, err = formula.Parse("m(phi)", words("phi"))
	requirePlace(t, err, 2, "no constant in m( ), expected a ratio of integers, as in m(1/2)")
}

// Logarithms of 1 ± x and of x^y do not lose what the sum or the power rounds; elsewhere they equal the plain
// logarithm.
func TestLogarithms(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]float64{
		"log(1 + r/2^70)": 3 * 0x1p-70, "log(r/2^70 + 1)": 3 * 0x1p-70, "log(1 - r/2^70)": -3 * 0x1p-70, "log(1 - (r - 5))": num.Log1p(2),
		"log(r^1000)": 1000 * num.Log(3), "log(r^(-1000))": -1000 * num.Log(3), "log((-r)^2)": num.Log(9), "log((r - 3)^(r - 3))": 0,
		"log((r - 2)^(1/(r - 3)))": 0, "log(1/(r-3)^2)": math.Inf(1), "log((1/(r - 3))^(r-3))": 0, "log((r-3)^r)": math.Inf(-1), "log(1 - r/3)": math.Inf(-1),
		"log(r + r*1e-20)": num.Log(3), "log(1 + 2)": num.Log(3), "log(1 * 2)": num.Log(2),
	} {
		require.Equal(t, want, parse(t, "0*r + "+text).Float([]float64{3}), text)
	}
	require.True(t, math.IsNaN(parse(t, "log((-r)^3)").Float([]float64{3})))
}

// Functions are defined once, in their own parameters and the functions before them.
func TestDefine(t *testing.T) {
	t.Parallel()
	define := func(f formula.Function) func() { return func() { words().Define(f) } }
	require.NotPanics(t, define(formula.Function{Name: "g", Params: "x", Text: "hyp(x, 1)"}))
	require.Panics(t, define(formula.Function{Name: "g", Params: "x", Text: "y"}))
	require.Panics(t, define(formula.Function{Name: "g", Params: "x", Text: "r"}))
	require.Panics(t, define(formula.Function{Name: "gamma", Params: "a", Text: "a"}))
	require.Panics(t, define(formula.Function{Name: "hyp", Params: "a", Text: "a"}))
	require.Panics(t, func() { words("hyp") })
	e, err := formula.ParseTerms("b - a", "a", "b")
	require.NoError(t, err)
	f := real.NewField(64)
	v, err := e.Number(f, []real.Number{f.Int(2), f.Int(5)})
	require.NoError(t, err)
	require.Equal(t, f.Int(3), v)
}

// Two numbers are near if they differ only in their last digits. Infinity is near to itself.
func TestNear(t *testing.T) {
	t.Parallel()
	near := words("a", "b")
	near.Near = 1e-12
	e, err := formula.Parse("a == b ? 1 : 0", near)
	require.NoError(t, err)
	for _, c := range [][3]float64{
		{1, 1, 1}, {0, 0, 1}, {3, 3 * (1 + 1e-13), 1}, {3, 3 * (1 + 1e-11), 0}, {0, 1e-300, 0},
		{math.Inf(1), 1, 0}, {-1, math.Inf(-1), 0}, {math.Inf(1), math.Inf(1), 1}, {math.Inf(1), math.Inf(-1), 0},
	} {
		require.Equal(t, c[2], e.Float(c[:2]), c)
	}
}

func TestFloatDoesNotAllocate(t *testing.T) {
	e := parse(t, "hyp(hyps(r, gamma), r) + 2 + r^2 + log(max(r, gamma, 1))/log(2)*(r < 8 ? floor(r) : sqrt(gamma))")
	at := []float64{3, 0.25}
	require.Zero(t, testing.AllocsPerRun(10, func() { e.Float(at) }))
}

func BenchmarkFloat(b *testing.B) {
	for _, text := range []string{"2+r^2", "r^2/(1-rho)^2+1+log(2/(1-rho))/log(2/(1+rho))"} {
		b.Run("claim="+text, func(b *testing.B) {
			e := parse(b, text, "rho")
			at := []float64{3, 0.5}[:len(e.Terms())]
			for b.Loop() {
				e.Float(at)
			}
		})
	}
}
