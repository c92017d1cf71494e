package atomicfile_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/atomicfile"
)

func TestWriteFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	for _, content := range []string{"old and long", "new"} {
		require.NoError(t, atomicfile.WriteFile(path, []byte(content)))
		got, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, content, string(got))
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o644), info.Mode().Perm())
	require.ErrorContains(t, atomicfile.WriteFile(filepath.Join(dir, "no", "a"), nil), "there is no folder")
	require.Error(t, atomicfile.WriteFile(dir, nil), "a folder stays one")
}

// An unfinished write leaves the file as it was, and no other file in its folder.
func TestCleanup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, atomicfile.WriteFile(path, []byte("old")))
	f, err := atomicfile.Create(path)
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

// A write goes through a link, also if its target does not exist yet, and the link stays.
func TestLinks(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	require.NoError(t, os.WriteFile(at("old"), []byte("old"), 0o600))
	for link, to := range map[string]string{"a": "old", "b": "a", "c": at("new"), "loop": "loop"} {
		if err := os.Symlink(to, at(link)); err != nil {
			t.Skipf("this system makes no symbolic links: %v", err)
		}
	}
	for _, link := range []string{"a", "b", "c"} {
		require.NoError(t, atomicfile.Writable(at(link)))
		require.NoError(t, atomicfile.WriteFile(at(link), []byte("through "+link)))
		got, err := os.ReadFile(at(link))
		require.NoError(t, err)
		require.Equal(t, "through "+link, string(got))
		info, err := os.Lstat(at(link))
		require.NoError(t, err)
		require.Equal(t, os.ModeSymlink, info.Mode().Type(), link)
	}
	info, err := os.Stat(at("old"))
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.True(t, atomicfile.Same(at("b"), at("old")))
	require.True(t, atomicfile.Same(at("c"), at("new")))
	require.True(t, atomicfile.Same(at("none"), at("x/../none")))
	require.False(t, atomicfile.Same(at("old"), at("new")))
	require.False(t, atomicfile.Same("", ""))
	require.ErrorContains(t, atomicfile.WriteFile(at("loop"), nil), "too many")
}

// Paths lead to one file however they are written, by links of either kind, and before it is there.
func TestSame(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	here, err := os.Getwd()
	require.NoError(t, err)
	require.True(t, atomicfile.Same("none", filepath.Join(here, "none")))
	require.False(t, atomicfile.Same("none", filepath.Join(dir, "none")))
	a, b, late := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "late")
	require.NoError(t, os.WriteFile(a, nil, 0o600))
	require.False(t, atomicfile.Same(a, b))
	require.False(t, atomicfile.Same(b, a))
	if err := os.Link(a, b); err != nil {
		t.Skipf("this system makes no hard links: %v", err)
	}
	require.True(t, atomicfile.Same(a, b))
	if err := os.Symlink("later", late); err != nil {
		t.Skipf("this system makes no symbolic links: %v", err)
	}
	require.True(t, atomicfile.Same(late, filepath.Join(dir, "later")))
}

// A pipe stays one, and gets the content when it is whole and somebody reads.
func TestPipe(t *testing.T) {
	t.Parallel()
	pipe := filepath.Join(t.TempDir(), "pipe")
	if out, err := exec.Command("mkfifo", pipe).CombinedOutput(); err != nil {
		t.Skipf("mkfifo: %v: %s", err, out)
	}
	require.NoError(t, atomicfile.Writable(pipe))
	written := make(chan error)
	go func() { written <- atomicfile.WriteFile(pipe, []byte("whole")) }()
	got, err := os.ReadFile(pipe)
	require.NoError(t, err)
	require.Equal(t, "whole", string(got))
	require.NoError(t, <-written)
	info, err := os.Stat(pipe)
	require.NoError(t, err)
	require.Equal(t, os.ModeNamedPipe, info.Mode().Type())
	require.ErrorContains(t, atomicfile.Replaceable(pipe), "expected a regular file")
}

// What cannot be written is said before the work.
func TestWritable(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	require.NoError(t, atomicfile.WriteFile(file, nil))
	require.NoError(t, atomicfile.Writable(filepath.Join(dir, "b")))
	require.ErrorContains(t, atomicfile.Writable(dir), "is a folder, expected the name of a file")
	require.ErrorContains(t, atomicfile.Writable(filepath.Join(dir, "no", "a")), "there is no folder")
	require.ErrorContains(t, atomicfile.Writable(filepath.Join(file, "a")), "there is no folder")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, left, 1)
}
