package adversarial

import (
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/algos/maxmargin"
	"marginlab/theory/formula"
)

// A statement that is printed and parsed stays the same, except that a quantity with a comparison gets parentheses.
// Package formula draws expressions.
func TestStatementsAreReadAsTheyArePrinted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawStatements().Draw(t, "statement")
		line := s.String()
		got, err := ParseStatement(line)
		require.NoError(t, err, line)
		require.Equal(t, line, got.String())
		if formula.Compares(s.Quantity) {
			s.Quantity = "(" + s.Quantity + ")"
		}
		require.Equal(t, s.Normal(), got, line)
	})
}

// drawStatements draws statements, with everything that a line can have.
func drawStatements() *rapid.Generator[certificate.Statement] {
	learners := rapid.SampledFrom([]string{"e-omm", "omm(rho=1/2,rule=printed)", "bias(perceptron,c=3)", "pumma(delta=0.01,p=3)", "n-omm(keep=violating)"})
	numbers := rapid.SampledFrom([]string{"mistakes", "-T", "m(9/10)*1e-3", "max(r, 2)", "r >= 3 ? gamma0 : (r) + (2)"})
	conditions := rapid.SampledFrom([]string{"(r) <= (T)", "r < 3 and d == 2", "!(r >= 3)", "r != 3 || T > 3"})
	return rapid.Custom(func(t *rapid.T) certificate.Statement {
		s := certificate.Statement{
			Learner: learners.Draw(t, "learner"), Relation: rapid.SampledFrom(append(formula.Relations(), "")).Draw(t, "relation"),
			Quantity: numbers.Draw(t, "quantity"), Claim: numbers.Draw(t, "claim"),
			Passes: rapid.IntRange(0, 12).Draw(t, "passes"), AtRest: rapid.Bool().Draw(t, "at rest"),
			Fixed: rapid.SampledFrom([]string{"", "D", "gamma0"}).Draw(t, "fixed"),
		}
		if rapid.Bool().Draw(t, "against") {
			s.Against = learners.Draw(t, "other")
		}
		if rapid.Bool().Draw(t, "where") {
			s.Where = conditions.Draw(t, "condition")
		}
		return s
	})
}

func TestStatementsAreReadHoweverTheyAreSpaced(t *testing.T) {
	got, err := ParseStatement("  omm(rho = 1/2)\tagainst  n-omm  at  rest within 1 pass :mistakes<=their_mistakes\n where  r<3  in  units of D ")
	require.NoError(t, err)
	require.Equal(t, certificate.Statement{
		Learner: "omm(rho = 1/2)", Against: "n-omm", Quantity: "mistakes", Relation: "<=", Claim: "their_mistakes",
		Where: "r<3", Passes: 1, AtRest: true, Fixed: "D",
	}, got)
}

// An error shows the place in the line.
func TestStatementsThatCannotBeRead(t *testing.T) {
	for line, want := range map[string]struct {
		pos int
		msg string
	}{
		"mistakes <= 2":                     {0, "no colon"},
		"e-omm at rest: mistakes <= 2":      {6, "at rest, expected at rest within N passes"},
		"e-omm: mistakes =< 2":              {16, "unexpected =<, expected <="},
		"e-omm: 1 <= 3 && r >= 2":           {14, "expected where r >= 2 in place of && r >= 2"},
		"e-omm: 1 <= 3 where r => 2":        {22, "unexpected =>, expected >="},
		"e-omm: 1 <= 2 where  r":            {21, "expected a condition"},
		"e-omm:< 2 = 3":                     {6, "unexpected <, expected a number, a name or ("},
		"e-omm: mistakes <=":                {18, "unexpected end, expected a number, a name or ("},
		"e-omm: mistakes <= 2 where ":       {27, "unexpected end, expected a number, a name or ("},
		"e-omm: mistakes <=  2 + rr^2":      {24, "nothing is called rr"},
		"e-omm: mistakes <= delta":          {19, "nothing is called delta"},
		"e-omm in 0 passes: mistakes <= 2":  {9, "expected a number of at least 1"},
		"amira of 1 classes: mistakes <= 2": {9, "classes, expected a number from 2 to 32"},
		"e-omm: 1 <= 2 in units of D or so": {14, "unexpected in, expected an operator or the end"},
		"e-omm: mistakes <= (r > 2 && T > 1 ? 3 : 4) and r>=2": {44,
			"a claim is one bound, expected where r>=2 in place of and r>=2"},
	} {
		_, err := ParseStatement(line)
		var syntax *formula.SyntaxError
		require.ErrorAs(t, err, &syntax, line)
		require.Equal(t, line, syntax.Text)
		require.Contains(t, syntax.Msg, want.msg)
		require.Equal(t, want.pos, syntax.Pos, line)
	}
	for _, line := range []string{"e-om: mistakes <= 2", "e-omm against n-om: mistakes <= 2", ": mistakes <= 2"} {
		_, err := ParseStatement(line)
		require.ErrorContains(t, err, "no learner is called", line)
	}
}

// The signs of pages are read, and an error gives its place in the line that it shows.
func TestStatementsInTheSignsOfPages(t *testing.T) {
	s, err := ParseStatement("omm(rho=1/2): later_mistakes < 2(D/γ)² where γ∗ ≥ ¼")
	require.ErrorContains(t, err, "2): later_mistakes < 2*(D/gamma)^2 where gamma >= ¼\n")
	require.Zero(t, s)
	for _, versus := range []string{"against", "vs", "vs."} {
		s, err = ParseStatement("e-omm " + versus + " n-omm: mistakes <= their_mistakes")
		require.NoError(t, err)
		require.Equal(t, "e-omm against n-omm: mistakes <= their_mistakes", s.String())
	}
	s, err = ParseStatement("omm(rho=1/2): later_mistakes < 2(D/γ)² − ρ where γ∗ ≥ 1/4 in units of D")
	require.NoError(t, err)
	require.Equal(t, "omm(rho=1/2): later_mistakes < 2*(D/gamma)^2 - rho where gamma >= 1/4 in units of D", s.String())
}

func TestWhatIsWrongWithTheParts(t *testing.T) {
	for claim, wrong := range map[string]string{
		"log(0)":      "claim: log(0) has no value",
		"2 +":         "claim: unexpected end, expected a number",
		"3 && r >= 2": "expected where r >= 2 in place of && r >= 2",
	} {
		_, err := Compile(certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: claim})
		require.ErrorContains(t, err, wrong)
	}
	const learners = "exec(python3 a:b,as=(x:y)) against f(:)"
	require.Equal(t, len(learners), strings.IndexByte(blankParens(learners+": T <= 1 : 2"), ':'))
	_, err := ParseStatement("nkp(margin=0.1): updates <= 1/rho^2 where rho > 0")
	require.EqualError(t, err,
		`learner "nkp(margin=0.1)" sees all examples at once, expected one that learns them one by one`)
}

// A claim that compares a difference with 0 becomes a claim on its sides.
func TestDifferencesAreBalanced(t *testing.T) {
	for claim, sides := range map[string][2]string{
		"mistakes - r^2 <= 0": {"mistakes", "r^2"}, "0 >= T + mistakes - r*(2 - r)": {"r*(2 - r)", "T + mistakes"},
		"mistakes + r <= 0":     {"mistakes + r", "0"},
		"mistakes - r + T <= 0": {"mistakes - r + T", "0"}, "-T <= 0": {"-T", "0"},
		"mistakes - r <= 1":               {"mistakes - r", "1"},
		"(r > 2 ? T : mistakes - r) <= 0": {"(r > 2 ? T : mistakes - r)", "0"},
		"0 <= r > 2 ? T : mistakes - r":   {"0", "r > 2 ? T : mistakes - r"},
		"mistakes*1e-3 <= 0":              {"mistakes*1e-3", "0"},
	} {
		s, err := ParseStatement("e-omm: " + claim)
		require.NoError(t, err, claim)
		p, err := Compile(s)
		require.NoError(t, err, claim)
		got := [2]string{strings.TrimSpace(p.Float.Quantity.String()), strings.TrimSpace(p.Float.Bound.String())}
		require.Equal(t, sides, got, claim)
		require.Equal(t, sides, [2]string{p.Sides().Quantity, p.Sides().Claim}, claim)
	}
}

// Multipliers equal the weights up to rounding, and are convex.
func TestConvexMultipliers(t *testing.T) {
	third := 1. / 3
	for _, weights := range [][]float64{{0.1, 0.6, 0.3}, {third, third, third}, {0.1, 0.2, 0.7}, {1}} {
		lambda, sum := exact.NewVector(len(weights)), new(big.Rat)
		var given []maxmargin.Weight
		for i, v := range weights {
			given = append(given, maxmargin.Weight{Example: i, Lambda: v})
		}
		convex(lambda, given)
		for i, v := range weights {
			got, _ := lambda[i].Float64()
			require.InDelta(t, v, got, 0x1p-48)
			sum.Add(sum, lambda[i])
		}
		require.Zero(t, sum.Cmp(big.NewRat(1, 1)))
	}
}
