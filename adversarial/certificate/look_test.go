package certificate

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/formula"
)

// A look at the stream of a certificate sees what the certificate states.
func TestLookSeesTheCertificate(t *testing.T) {
	t.Parallel()
	f, err := os.Open("../testdata/e-omm-more.json")
	require.NoError(t, err)
	defer f.Close()
	c, err := Read(f)
	require.NoError(t, err)
	p, err := Compile(c.Statement)
	require.NoError(t, err)
	look, err := p.Look(c.Stream, c.Comparator, Limit{})
	require.NoError(t, err)
	runs, err := look.Runs()
	require.NoError(t, err)
	require.Equal(t, []string{"e-omm", "n-omm"}, []string{runs[0].Learner, runs[1].Learner})
	require.Equal(t, c.Runs, Runs{decisions(runs[0].Steps), decisions(runs[1].Steps)})
	margin, err := look.Margin(false)
	require.NoError(t, err)
	require.Equal(t, c.Geometry.Gamma.Square, margin.Square)
	for i, term := range p.Terms() {
		require.Equal(t, c.Terms[i].Name, term.String())
		v, err := look.Value(term)
		require.NoError(t, err)
		if root, rational := v.Rational(); rational {
			require.Equal(t, c.Terms[i].Value, root)
		} else {
			require.Equal(t, c.Terms[i].Square, v.Square)
		}
	}
	_, err = look.Value(formula.Term{Name: "U"})
	require.ErrorContains(t, err, "there is no rival")
	_, err = p.Look(nil, nil, Limit{})
	require.ErrorContains(t, err, "the stream is empty")
}
