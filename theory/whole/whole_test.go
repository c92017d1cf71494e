package whole_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/whole"
)

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, content := range []string{"old and long", "new"} {
		require.NoError(t, whole.WriteFile(path, []byte(content)))
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, content, string(got))
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o644), info.Mode().Perm())
	require.ErrorIs(t, whole.WriteFile(filepath.Join(dir, "no", "a"), nil), os.ErrNotExist)
	require.Error(t, whole.WriteFile(dir, nil), "a folder stays one")
}

// What does not come to its end leaves the file as it was, and nothing beside it.
func TestCleanup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, whole.WriteFile(path, []byte("old")))
	f, err := whole.Create(path)
	require.NoError(t, err)
	_, err = f.Write([]byte("half of the ne"))
	require.NoError(t, err)
	require.NoError(t, f.Cleanup())
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "old", string(got))
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}
