package expr_test

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/expr"
)

func TestParse(t *testing.T) {
	half := expr.Arg{Key: "rho", Value: expr.Expr{Name: "1/2"}}
	for text, want := range map[string]expr.Expr{
		"":                 {},
		" e-omm ":          {Name: "e-omm"},
		"ce-omm ( ) ":      {Name: "ce-omm", Args: []expr.Arg{}},
		"omm( rho = 1/2 )": {Name: "omm", Args: []expr.Arg{half}},
		"omm(,)":           {Name: "omm", Args: []expr.Arg{{}, {}}},
		"omm(=1)":          {Name: "omm", Args: []expr.Arg{{Value: expr.Expr{Name: "=1"}}}},
		"omm(a==b=c)":      {Name: "omm", Args: []expr.Arg{{Key: "a", Value: expr.Expr{Name: "=b=c"}}}},
		"bias( omm(rho=1/2) , -1)": {Name: "bias", Args: []expr.Arg{
			{Value: expr.Expr{Name: "omm", Args: []expr.Arg{half}}}, {Value: expr.Expr{Name: "-1"}},
		}},
		"f(x=g(rho=1/2))": {Name: "f", Args: []expr.Arg{{Key: "x", Value: expr.Expr{Name: "g", Args: []expr.Arg{half}}}}},
	} {
		got, err := expr.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
}

// A text in quotes is one word, if the quote begins it and another closes it.
func TestQuotes(t *testing.T) {
	arg := func(key, name string) expr.Arg { return expr.Arg{Key: key, Value: expr.Expr{Name: name}} }
	for text, want := range map[string]expr.Expr{
		`exec('a, b)', x)`:        {Name: "exec", Args: []expr.Arg{arg("", `'a, b)'`), arg("", "x")}},
		`exec( "it's, (one", x )`: {Name: "exec", Args: []expr.Arg{arg("", `"it's, (one"`), arg("", "x")}},
		`f(key='=,',k=",")`:       {Name: "f", Args: []expr.Arg{arg("key", `'=,'`), arg("k", `","`)}},
		`f(a 'b, c')`:             {Name: "f", Args: []expr.Arg{arg("", `a 'b, c'`)}},
		`don't(x, y's)`:           {Name: "don't", Args: []expr.Arg{arg("", "x"), arg("", "y's")}},
		`f('open, x)`:             {Name: "f", Args: []expr.Arg{arg("", "'open"), arg("", "x")}},
		`'a (b'(x)`:               {Name: "'a (b'", Args: []expr.Arg{arg("", "x")}},
	} {
		got, err := expr.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, got, text)
	}
}

func TestParseSaysWhatIsWrong(t *testing.T) {
	for text, want := range map[string]string{
		"omm(0.5":    `"omm(0.5": expected a closing parenthesis at the end`,
		" omm( ":     `"omm(": expected a closing parenthesis at the end`,
		"f(g(1)":     `"f(g(1)": expected a closing parenthesis at the end`,
		"f(1) x":     `"f(1) x": unexpected "x" after "f(1)", expected a closing parenthesis at the end`,
		"f(g(1) x)":  `"f(g(1) x)": unexpected "x)" after "f(g(1)", expected a comma or a closing parenthesis`,
		"f(1))":      `"f(1))": unexpected ) after "f(1)", it closes no parenthesis`,
		"f,g":        `"f,g": unexpected comma after "f", expected one expression`,
		"f(1)(2)":    `"f(1)(2)": unexpected "(2)" after "f(1)", expected a closing parenthesis at the end`,
		"f(g(1)(2))": `"f(g(1)(2))": unexpected "(2))" after "f(g(1)", expected a comma or a closing parenthesis`,
	} {
		e, err := expr.Parse(text)
		require.EqualError(t, err, want)
		require.Equal(t, strings.TrimSpace(text)[:len(e.Name)], e.Name, "the name is read")
		require.NotEmpty(t, e.Name)
	}
	deep := func(n int) string { return strings.Repeat("f(", n) + strings.Repeat(")", n) }
	_, err := expr.Parse(deep(100))
	require.NoError(t, err)
	_, err = expr.Parse(deep(1_000_000))
	require.ErrorContains(t, err, "expected at most 100 parentheses in each other")
}

func TestParseList(t *testing.T) {
	all, err := expr.ParseList(" e-omm, bias(omm( rho=0.5, printed ),2) ,,")
	require.NoError(t, err)
	require.Equal(t, []string{"e-omm", "bias(omm(rho=0.5,printed),2)", "", ""}, written(all))
	all, err = expr.ParseList("")
	require.NoError(t, err)
	require.Equal(t, []string{""}, written(all))
	for text, want := range map[string]string{
		"e-omm, omm(0.5,pa": `"omm(0.5,pa": expected a closing parenthesis at the end`,
		"e-omm, pa),romma":  `"pa),romma": unexpected ) after "pa", it closes no parenthesis`,
		"f(1) x,g":          `"f(1) x,g": unexpected "x,g" after "f(1)", expected a closing parenthesis at the end`,
	} {
		_, err := expr.ParseList(text)
		require.EqualError(t, err, want)
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		text  string
		float float64
		rat   *big.Rat
	}{
		{"0.1", 0.1, big.NewRat(1, 10)},
		{"1/3", 1. / 3, big.NewRat(1, 3)},
		{"-7/2", -3.5, big.NewRat(-7, 2)},
		{"010/08", 1.25, big.NewRat(5, 4)}, // digits are decimal
		{"+.5", 0.5, big.NewRat(1, 2)},
		{"1e-3", 0.001, big.NewRat(1, 1000)},
		{"5.", 5, big.NewRat(5, 1)},
		{"1 / 2", 0.5, nil},
		{"0.5/2", 0.25, nil},
		{"1/0", math.Inf(1), nil},
		{"1e9999", math.Inf(1), nil},
		{"inf", math.Inf(1), nil},
	} {
		e := expr.Expr{Name: c.text}
		x, err := e.Float()
		require.Equal(t, c.float, x, c.text)
		require.True(t, err == nil || math.IsInf(x, 0), c.text)
		require.Equal(t, c.text != "inf", e.IsNumber())
		q, err := e.Rat()
		if c.rat == nil {
			require.Error(t, err, c.text)
			continue
		}
		require.NoError(t, err, c.text)
		require.Zero(t, c.rat.Cmp(q), c.text)
	}
	for _, e := range []expr.Expr{{}, {Name: "printed"}, {Name: "1", Args: []expr.Arg{}}, {Name: "1/2/3"}, {Name: "1/"}, {Name: "/2"}} {
		_, err := e.Float()
		require.Error(t, err)
		_, err = e.Rat()
		require.ErrorContains(t, err, "expected a decimal number or a ratio of integers")
	}
	_, err := expr.Expr{Name: "1/0"}.Rat()
	require.EqualError(t, err, `"1/0", expected a denominator other than 0`)
}

// An expression, written and read again, is the same; so is a list, with spaces at all allowed places.
func TestStringComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := rapid.SliceOfN(nested(3), 1, 4).Draw(t, "list")
		tight := strings.Join(written(all), ",")
		spaced := strings.NewReplacer("(", " ( ", ")", " ) ", ",", " ,\t", "=", " = ").Replace(tight)
		for _, text := range []string{tight, spaced} {
			again, err := expr.ParseList(text)
			require.NoError(t, err)
			require.Equal(t, all, again)
		}
	})
}

// nested draws expressions of at most that depth.
func nested(depth int) *rapid.Generator[expr.Expr] {
	word := rapid.StringMatching(`[a-zA-Z][a-z-]{0,5}|[+-]?[0-9]{1,3}([./][0-9]{1,3})?`)
	return rapid.Custom(func(t *rapid.T) expr.Expr {
		e := expr.Expr{Name: word.Draw(t, "name")}
		if depth == 0 || rapid.Bool().Draw(t, "alone") {
			return e
		}
		e.Args = []expr.Arg{}
		for range rapid.IntRange(0, 3).Draw(t, "arguments") {
			a := expr.Arg{Value: nested(depth-1).Draw(t, "value")}
			if rapid.Bool().Draw(t, "named") {
				a.Key = rapid.StringMatching(`[a-z]{1,5}`).Draw(t, "key")
			}
			e.Args = append(e.Args, a)
		}
		return e
	})
}

func written(all []expr.Expr) []string {
	var texts []string
	for _, e := range all {
		texts = append(texts, e.String())
	}
	return texts
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"omm(rho=1/2)", "bias(omm(0.5), -1),", "f(()", "f)", "f(=,=)", "a b(c d)e", "( )"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := expr.Parse(text)
		if err != nil {
			require.ErrorContains(t, err, ": ")
			return
		}
		again, err := expr.Parse(e.String())
		require.NoError(t, err)
		require.Equal(t, e, again)
	})
}
