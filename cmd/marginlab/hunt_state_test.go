package main

import (
	"io"
	"math"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/hunt"
)

// Of hunts with the same flags that begin at the same time one moves the earlier search, and all go on.
// One that drops it finds it gone or not.
func TestHuntsBegunAtOnce(t *testing.T) {
	t.Parallel()
	for range 50 {
		file := filepath.Join(t.TempDir(), "state.json")
		require.NoError(t, os.WriteFile(file, []byte(`{"trials":7}`), 0o600))
		var all sync.WaitGroup
		var moved atomic.Int64
		problems := make(chan error, 16)
		for range cap(problems) / 2 {
			all.Go(func() {
				old, err := keepState(hunt.Hunt{State: file})
				if old.file != "" {
					moved.Add(1)
				}
				problems <- err
				old.file = filepath.Join(filepath.Dir(file), "state.1.json")
				problems <- old.settle(io.Discard, file, true, math.MaxInt)
			})
		}
		all.Wait()
		close(problems)
		for err := range problems {
			require.NoError(t, err)
		}
		require.Equal(t, int64(1), moved.Load())
		left, err := os.ReadDir(filepath.Dir(file))
		require.NoError(t, err)
		require.Empty(t, left)
	}
}
