package certificate

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

func written(t testing.TB, c *Certificate) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, c.Write(&b))
	return b.Bytes()
}

func TestCertificatesAreValidAndComeBackTheSame(t *testing.T) {
	t.Parallel()
	items := corpus(t)
	if !testing.Short() {
		items = append(items, everyLearner(t)...)
	}
	for _, i := range items {
		c := certify(t, i)
		require.NoError(t, c.Verify(Limit{}), i.name)
		text := written(t, c)
		back, err := Read(bytes.NewReader(text))
		require.NoError(t, err, i.name)
		require.NoError(t, back.Verify(Limit{}), i.name)
		require.Equal(t, string(text), string(written(t, back)), i.name)
	}
}
