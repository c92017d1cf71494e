package certificate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/formula"
)

// A statement is written in ASCII in its certificate, for readers that know no other signs.
func TestCertificatesArePlain(t *testing.T) {
	t.Parallel()
	i := corpus(t)[0]
	i.statement.Claim, i.statement.Where = "2 − 0·r²", "r ≤ 3"
	c := certify(t, i)
	require.Equal(t, "e-omm: mistakes <= 2 - 0*r^2 where r <= 3", c.Statement.String())
	require.Equal(t, [2]string{"2 - 0*r^2", "r <= 3"}, [2]string{c.Statement.Claim, c.Statement.Where})
	c.Statement.Where = "r ≤ 3"
	text := reseal(t, written(t, c))
	_, err := status(t, text)
	require.ErrorContains(t, err, `statement.where: stated "r ≤ 3", expected "r <= 3"`)
	verdicts, _ := python(t, [][]byte{text})
	require.Equal(t, []int{1}, verdicts)
}

// Where quantity and claim are equal the strict relations are refuted and the others hold, for both checkers,
// also of a certificate whose relation was changed.
func TestEqualityRefutesStrictClaims(t *testing.T) {
	t.Parallel()
	var names []string
	var texts [][]byte
	var want []int
	for _, i := range corpus(t) {
		if !strings.HasPrefix(i.name, "a strict claim") {
			continue
		}
		c := certify(t, i)
		require.NoError(t, c.Verify(Limit{}))
		require.Contains(t, c.Verdict(), map[string]string{"<": " >= ", ">": " <= "}[i.statement.Relation])
		for _, relation := range formula.Relations() {
			altered := *c
			altered.Statement.Relation = relation
			plain := written(t, &altered)
			for _, text := range [][]byte{plain, reseal(t, plain)} {
				code, err := status(t, text)
				refuted := relation == "<" || relation == ">"
				valid := refuted && (relation == i.statement.Relation || string(text) != string(plain))
				require.Equal(t, valid, code == 0, "%s: %s: %v", i.name, relation, err)
				if !refuted && string(text) != string(plain) {
					require.ErrorContains(t, err, relation+" "+i.statement.Claim+" holds of the stream")
				}
				names, texts, want = append(names, i.name+": "+relation), append(texts, text), append(want, code)
			}
		}
	}
	require.Len(t, texts, 2*2*len(formula.Relations()))
	verdicts, lines := python(t, texts)
	for k, v := range verdicts {
		require.Equal(t, want[k], v, "%s: %s", names[k], lines[k])
	}
}
