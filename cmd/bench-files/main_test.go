package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// The files are those whose figures stand in the pages: as many examples, as wide, as long.
func TestFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: it writes 115 MB")
	}
	t.Parallel()
	dir := t.TempDir()
	var out, errs bytes.Buffer
	require.Equal(t, 0, run(t.Context(), []string{dir}, term.Streams{Out: &out, Err: &errs}), errs.String())
	for _, c := range []struct {
		name               string
		examples, dim, nnz int
		megabytes          float64
	}{{"dense.libsvm", 35_508, 96, 96, 52}, {"sparse.libsvm", 60_000, 47_236, 74, 62}} {
		path := filepath.Join(dir, c.name)
		require.Contains(t, out.String(), path+"\n")
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.InDelta(t, c.megabytes, float64(info.Size())/1e6, 0.5, c.name)
		set, err := benchdata.Open(path, benchdata.Options{})
		require.NoError(t, err)
		require.Len(t, set.Examples, c.examples)
		require.Equal(t, c.dim, set.Dim)
		require.Len(t, set.Examples[c.examples-1].X.Value, c.nnz)
	}
}

// Points are at least as far from their plane as said, or of length 1.
func TestPoints(t *testing.T) {
	t.Parallel()
	plane := slices.Repeat([]float64{1 / math.Sqrt(96)}, 96)
	for _, e := range dense(200, 96) {
		require.GreaterOrEqual(t, float64(e.Y)*e.X.Dot(plane), 0.499)
	}
	positives := 0
	for _, e := range sparse(200, 1000, 20) {
		require.InDelta(t, 1, vec.Dot(e.X.Value, e.X.Value), 1e-4)
		require.NoError(t, e.X.Check(1000))
		if e.Y == theory.Positive {
			positives++
		}
	}
	require.InDelta(t, 100, positives, 50)
}

func TestNoFolder(t *testing.T) {
	t.Parallel()
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(t.Context(), []string{filepath.Join(t.TempDir(), "none")}, term.Streams{Out: &out, Err: &errs}))
	require.Contains(t, errs.String(), "none")
}
