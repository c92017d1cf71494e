package main

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"testing"

	"marginlab/cmd/marginlab/term"

	"github.com/stretchr/testify/require"
)

func TestHistogramHoldsEveryValue(t *testing.T) {
	h := newHistogram([]float64{0, 0.019, 0.021, 0.999, 1, 1 + 1e-12})
	require.Equal(t, 2, h[0])
	require.Equal(t, 1, h[1])
	require.Equal(t, 3, h[49])
	require.Equal(t, 3., h.highest())
}

// The figures are whole files of their kinds, and the same at every run.
func TestSyntheticFigures(t *testing.T) {
	files := func(args ...string) map[string][]byte {
		dir := filepath.Join(t.TempDir(), "new")
		var out, errs bytes.Buffer
		require.Zero(t, run(t.Context(), small(append(args, "--figures", dir)...), term.Streams{Out: &out, Err: &errs}), errs.String())
		found := map[string][]byte{}
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		for _, e := range entries {
			found[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name()))
			require.NoError(t, err)
		}
		return found
	}
	first := files()
	require.Len(t, first, 4)
	for _, stem := range []string{"synthetic-figure-2", "synthetic-figure-3"} {
		picture, err := png.Decode(bytes.NewReader(first[stem+".png"]))
		require.NoError(t, err)
		require.Greater(t, picture.Bounds().Dx(), 1000)
		for d := xml.NewDecoder(bytes.NewReader(first[stem+".svg"])); ; {
			if _, err := d.Token(); err != nil {
				require.ErrorIs(t, err, io.EOF)
				break
			}
		}
	}
	require.Contains(t, string(first["synthetic-figure-3.svg"]), "ROMMA: updates ~ (1/ε)^")
	require.Contains(t, string(first["synthetic-figure-2.svg"]), "of 6 runs")
	require.Equal(t, first, files())
	require.Len(t, files("--max-passes", "1"), 4, "with nothing at rest")
	require.Len(t, files("--eps", "0.7", "--runs", "1", "--sweep", "1"), 4, "with nothing to fit")
}
