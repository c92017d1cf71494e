package theory_test

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory"
	"marginlab/theory/formula"
)

// A claim and a row with the same bound give the same verdicts.
func TestClaimIsItsRow(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ claim, row string }{
		{"perceptron: updates <= (R/gamma0)^2", "perceptron-novikoff"},
		{"omm: later_mistakes <= (r < 2 ? 0 : (r-2/r)^2)", "omm-s1"},
		{"omm: opening_mistakes <= 2", "omm-opening"},
		{"perceptron: updates <= (R*U + sqrt(L2))^2", "perceptron-freund-schapire"},
		{"omm: gamma3 <= (Dplus + Dminus)/2 + gamma", "omm-gamma-3"},
	} {
		own, row := theory.Claim(c.claim), theory.Row(c.row)
		require.Equal(t, row.View().Origin, own.View().Origin, c.row)
		require.Equal(t, row.AnyStream(), own.AnyStream(), c.row)
		for updates := range 6 {
			tr := theory.Trace{Families: []string{row.Learner}, Params: map[string]float64{"rho": 1}, Gamma: 2}
			for range updates {
				tr.Add(theory.Step{Score: -1, Target: 2, Norm: 1, Decision: theory.Decision{Y: 1, Predicted: -1, Updated: true}})
			}
			ev := theory.Evidence{Geometry: theory.Geometry{
				Examples: 5, Dim: 2, Separable: true, Gamma: 1, Lower: 1, D: 2.5, DPlus: 2, DMinus: 2.5, DBar: 1.5, Shortest: 1,
			}, Margin: math.NaN(), Comparators: []*theory.Comparator{theory.NewComparator([]float64{0.5, 1})}}
			require.True(t, own.Applies(&tr))
			want, got := row.Check(&tr, ev), own.Check(&tr, ev)
			require.Equal(t, want.Holds, got.Holds, "%s: %d updates", c.row, updates)
			require.Equal(t, want.Applies(), got.Applies())
			require.InDelta(t, want.Bound, got.Bound, 1e-12)
			require.Equal(t, want.Value, got.Value)
		}
	}
}

// A condition excludes streams, also from a bound from below.
func TestClaimWhere(t *testing.T) {
	t.Parallel()
	g := theory.Claim("mine: margin >= beta*gamma where r >= 2 && beta <= 1/2", "beta")
	require.True(t, g.AtLeast())
	require.Equal(t, theory.Conjectured, g.Status)
	check := func(d, beta, margin float64) theory.Verdict {
		tr := theory.Trace{Families: []string{"mine"}, Params: map[string]float64{"beta": beta}}
		return g.Check(&tr, theory.Evidence{Geometry: theory.Geometry{Separable: true, Gamma: 1, Lower: 1, D: d, DBar: d}, Margin: margin})
	}
	require.False(t, check(1, 0.5, 0).Applies(), "r = 1")
	require.False(t, check(2, 0.75, 0).Applies(), "beta = 3/4")
	require.False(t, check(2, 0.5, 0.4).Holds)
	require.True(t, check(2, 0.5, 0.5).Holds)
	require.False(t, check(2, 0.5, math.NaN()).Applies(), "a margin that was not measured")

	for _, claim := range []string{"mine: mistakes <= log(d)", "mine: mistakes >= 1/d"} {
		v := theory.Claim(claim).Check(&theory.Trace{Families: []string{"mine"}}, theory.Evidence{})
		require.False(t, v.Applies(), "%s: in 0 dimensions the bound has no value", claim)
	}
}

// A quantity equal to its bound violates a strict claim, unless the enclosure of the margin allows inequality.
func TestStrictClaims(t *testing.T) {
	t.Parallel()
	for claim, want := range map[string]bool{
		"mistakes < 2": false, "mistakes <= 2": true, "mistakes < 3": true, "mistakes > 2": false, "mistakes >= 2": true, "mistakes > 1": true,
		"mistakes < 2/gamma": true, "mistakes < 2/gamma - 1e-6": false, "mistakes > 2/gamma": true, "margin > gamma": true, "margin > 1.001*gamma": false,
	} {
		g := theory.Claim("mine: " + claim)
		require.Contains(t, g.Claim, " "+g.Relation+" ")
		tr := theory.Trace{Families: []string{"mine"}, Mistakes: 2}
		v := g.Check(&tr, theory.Evidence{Geometry: theory.Geometry{Separable: true, Gamma: 1, Lower: 1, D: 2, DBar: 2}, Margin: 1})
		require.True(t, v.Applies())
		require.Equal(t, want, v.Holds, claim)
	}
}

// The relation of a claim is its outer one, not one inside a choice.
func TestClaimOfAChoice(t *testing.T) {
	t.Parallel()
	g := theory.Claim("mine: margin >= (r <= 2 ? gamma : 0)")
	require.True(t, g.AtLeast())
	require.Equal(t, "r <= 2 ? gamma : 0", g.Text(nil))
	require.Equal(t, "margin", g.Quantity)
}

// A term that reads what a program hides has no value; neither have m̄(φ) and the m(φ) of a bound.
func TestHiddenTerms(t *testing.T) {
	t.Parallel()
	for _, u := range []theory.Needs{theory.NeedsClassifier, theory.NeedsMargin, theory.NeedsOpening} {
		for _, claim := range []string{"m(1/2) <= 2", "mbar(1/2) + 1 <= 2", "mistakes <= 2*m(1/3)", "mistakes <= 2 where m(0) >= 1"} {
			require.NotEmpty(t, u.Hides(theory.Claim("mine: "+claim).Needs), "%+v: %s", u, claim)
		}
		require.Empty(t, u.Hides(theory.Claim("mine: mistakes + R <= T").Needs))
		require.Equal(t, u != theory.NeedsOpening, u.Hides(theory.TermIn(theory.Online,
			formula.Term{Name: "gamma_t"}).Needs) != "")
		require.Empty(t, u.Hides(theory.TermIn(theory.Online, formula.Term{Name: "no_term"}).Needs))
	}
}

func TestClaimErrors(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"mistakes <= 2":              "no colon",
		"mine: mistakes":             "expected <=, <, >= or > between",
		"mine: mistakes <= beta":     "beta",
		"mine: errors <= 2":          "errors: expected a term of the stream",
		"mine: their_mistakes <= 2":  "nothing is called their_mistakes",
		"mine: gamma0 <= gamma":      "expected one of them",
		"mine: mistakes <= 2 where":  "",
		"mine: updates <= 2 where r": "expected a condition",
	} {
		require.Contains(t, refused(line), want, line)
		require.Contains(t, refused(line), "theory: claim \""+line, line)
		require.NotContains(t, refused(line), "both learners have the same mistakes", "there is one learner")
	}
	require.Contains(t, refused("mine: mistakes <= c", "c"), "parameter c, expected another name")
}

// refused returns the message with which Claim panics.
func refused(line string, params ...string) (msg string) {
	defer func() { msg, _ = recover().(string) }()
	theory.Claim(line, params...)
	return ""
}
