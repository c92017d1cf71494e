package synthetic

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/term/figuretest"
)

func TestHistogramHoldsEveryValue(t *testing.T) {
	t.Parallel()
	h := newHistogram([]float64{0, 0.019, 0.021, 0.999, 1, 1 + 1e-12})
	require.Equal(t, 2, h[0])
	require.Equal(t, 1, h[1])
	require.Equal(t, 3, h[49])
	require.Equal(t, 3., h.highest())
}

// The figures are whole files of their kinds, and the same at every run.
func TestSyntheticFigures(t *testing.T) {
	t.Parallel()
	figures := func(args ...string) (two, three figuretest.Figure) {
		dir := filepath.Join(t.TempDir(), "new")
		printed(t, small(append(args, "--figures", dir)...)...)
		entries, err := os.ReadDir(dir)
		require.NoError(t, err)
		require.Len(t, entries, 4)
		return figuretest.Read(t, filepath.Join(dir, "synthetic-figure-2")), figuretest.Read(t, filepath.Join(dir, "synthetic-figure-3"))
	}
	two, three := figures()
	goldentest.CheckDrawing(t, "figure2.svg.golden", two.SVG)
	goldentest.CheckDrawing(t, "figure3.svg.golden", three.SVG)
	require.Greater(t, two.Picture.Bounds().Dx(), 1000)
	require.Greater(t, three.Picture.Bounds().Dx(), 1000)
	require.Contains(t, string(three.SVG), "ROMMA: updates ~ (1/ε)^")
	require.Contains(t, string(two.SVG), "of 6 runs")
	if testing.Short() {
		t.Skip("-short: drawn once")
	}
	figures("--eps", "0.7", "--runs", "1", "--sweep", "1", "--max-passes", "1") // with nothing at rest
	again, same := figures()
	require.Equal(t, two, again)
	require.Equal(t, three, same)
	figures("--eps", "0.7", "--runs", "1", "--sweep", "1") // with nothing to fit
}
