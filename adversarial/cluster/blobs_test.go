package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// A state that is too long for a message goes in several.
func TestLongBlob(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	z := newPackers()
	defer z.Close()
	content := make([]byte, 2*partBytes+1000)
	for i, rng := 0, rapidtest.Rand(1); i < len(content); i++ {
		content[i] = byte(rng.Uint32()) // no packing makes it shorter
	}
	r, parts := z.pack(content)
	require.Equal(t, 3, r.Parts)
	task := Task{"hunt", 0, 0}
	require.NoError(t, c.put(t.Context(), task, r, parts))
	got, err := c.get(t.Context(), z, task, r)
	require.NoError(t, err)
	require.Equal(t, content, got)
	require.NoError(t, c.drop(t.Context(), task.blob(r, 1)))
	_, err = c.get(t.Context(), z, task, r)
	require.ErrorIs(t, err, errLost)
}
