package formula_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/theory/formula"
)

// show returns the parts of a claim with a bar between them.
func show(c formula.Claim) string {
	parts := []string{c.Quantity.String(), c.Relation, c.Bound.String()}
	if c.Where != nil {
		parts = append(parts, c.Where.String())
	}
	return strings.Join(parts, " | ")
}

func TestClaims(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mistakes <= 2 + r^2":                          "mistakes | <= | 2 + r^2",
		" margin>gamma/2 ":                             "margin | > | gamma/2",
		"mistakes < (R/gamma0)^2 where d == 2":         "mistakes | < | (R/gamma0)^2 | d == 2",
		"margin >= (r <= 2 ? gamma : 0) where r < 9":   "margin | >= | (r <= 2 ? gamma : 0) | r < 9",
		"margin >= r <= 2 ? gamma : 0":                 "margin | >= | r <= 2 ? gamma : 0",
		"(r == 2 ? mistakes : T) > 1 < r ? 1 : T":      "(r == 2 ? mistakes : T) | > | 1 < r ? 1 : T",
		"(r >= 2 ? T : 1) < 3\twhere\nr != 1 || 1 < T": "(r >= 2 ? T : 1) | < | 3 | r != 1 || 1 < T",
	} {
		c, err := formula.ParseClaim(text, words())
		require.NoError(t, err, text)
		require.Equal(t, want, show(c))
	}
}

func TestClaimErrors(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"mistakes·":                             "unexpected end, expected <=, <, >= or > between a quantity and its bound",
		"(mistakes ·<= 2)":                      "this is a condition, expected a number",
		"mistakes ·= 2":                         "unexpected =, expected <=, <, >= or > between a quantity and its bound",
		"mistakes ·!= 2":                        "unexpected !=, expected <=, <, >= or > between a quantity and its bound",
		"mistakes ·=> 2":                        "unexpected =>, expected >=",
		"mistakes ·=< 2 where r < 3":            "unexpected =<, expected <=",
		"mistakes <·":                           "unexpected end, expected a number, a name or (",
		"·> 2":                                  "unexpected >, expected a number, a name or (",
		"1 < mistakes ·< 3":                     "this is a condition, expected a number",
		"mistakes < ·rr^2":                      "nothing is called rr, expected a term such as gamma or r",
		"mistakes <= r^2 ·&& r >= 2":            "a claim is one bound, expected where r >= 2 in place of && r >= 2",
		"mistakes <= r^2 ·and  T > 2 where r<3": "a claim is one bound, expected where T > 2 in place of and T > 2",
		"mistakes <= 2 where r ·=> 2":           "unexpected =>, expected >=",
		"mistakes <= 2 where ·r":                "this is a number, expected a condition, such as r < 8",
	} {
		before, after, _ := strings.Cut(text, "·")
		_, err := formula.ParseClaim(before+after, words())
		requirePlace(t, err, len(before), want)
	}
}

// A claim parses into the parts that it was made of, whatever comparisons they contain.
func TestClaimsHaveTheirParts(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		quantity, bound := numbers(3).Draw(t, "quantity").text, numbers(3).Draw(t, "bound").text
		relation := rapid.SampledFrom(formula.Relations()).Draw(t, "relation")
		want, text := []string{quantity, relation, bound}, quantity+relation+bound
		if rapid.Bool().Draw(t, "where") {
			condition := conditions(1).Draw(t, "condition").text
			want, text = append(want, condition), text+" where "+condition
		}
		c, err := formula.ParseClaim(text, words())
		require.NoError(t, err, text)
		require.Equal(t, strings.Join(want, " | "), show(c))
	})
}
