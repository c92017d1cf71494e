package cluster

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// Whoever writes to the archive at once, the best stays.
func TestOfferKeepsTheBest(t *testing.T) {
	t.Parallel()
	c := engine(t, 0)
	var all sync.WaitGroup
	for key := range 20 {
		for v := range 6 {
			all.Go(func() {
				value := fmt.Append(nil, v)
				if _, err := c.Offer(t.Context(), fmt.Sprint("claim.", key), value, func(old []byte) bool { return bytes.Compare(value, old) > 0 }); err != nil {
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	values, err := c.Archive(t.Context())
	require.NoError(t, err)
	require.Len(t, values, 20)
	for key, v := range values {
		require.Equal(t, "5", string(v), key)
	}

	// Somebody else writes between the reading and the writing.
	var seen []string
	taken, err := c.Offer(t.Context(), "claim.0", []byte("7"), func(old []byte) bool {
		if seen = append(seen, string(old)); len(seen) == 1 {
			_, err := c.archive.Put(t.Context(), "claim.0", []byte("6"))
			require.NoError(t, err)
		}
		return true
	})
	require.NoError(t, err)
	require.True(t, taken)
	require.Equal(t, []string{"5", "6"}, seen)
	taken, err = c.Offer(t.Context(), "claim.0", []byte("1"), func([]byte) bool { return false })
	require.NoError(t, err)
	require.False(t, taken)
	values, err = c.Archive(t.Context())
	require.NoError(t, err)
	require.Equal(t, "7", string(values["claim.0"]))
}

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
