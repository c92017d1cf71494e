package certificate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/formula"
)

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
