package adult

import (
	"bytes"
	"image/color"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/reproduce/goldentest"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/figuretest"
)

func TestFigure1(t *testing.T) {
	t.Parallel()
	outcomes := someOutcomes()
	stem := filepath.Join(t.TempDir(), "figure1")
	require.NoError(t, saveFigure1(stem, outcomes))
	drawn := figuretest.Read(t, stem)
	goldentest.CheckDrawing(t, "figure1.svg.golden", drawn.SVG)
	seen := map[color.Color]int{}
	for y := range drawn.Picture.Bounds().Dy() {
		for x := range drawn.Picture.Bounds().Dx() {
			seen[color.RGBAModel.Convert(drawn.Picture.At(x, y))]++
		}
	}
	for j := range outcomes[0].learners {
		require.Greater(t, seen[term.LookOf(j).Color], 100, "learner %d", j)
	}
	require.Zero(t, seen[term.LookOf(len(outcomes[0].learners)).Color], "no more learners than there are")
	for _, text := range []string{"mistakes", "margin / γ*", "τ", "θ", "b* = 0", "e-omm", "alma", "mcp", "0.5", "100", "10000"} {
		require.Contains(t, string(drawn.SVG), ">"+text+"</text>")
	}

	if testing.Short() {
		t.Skip("-short: drawn once")
	}
	// The order of the outcomes is of no importance.
	outcomes[0], outcomes[1] = outcomes[1], outcomes[0]
	require.NoError(t, saveFigure1(stem, outcomes))
	again := figuretest.Read(t, stem)
	require.True(t, bytes.Equal(drawn.PNG, again.PNG))
}

// No learner reached a margin: the panels of margin and tau are empty.
func TestFigure1OfNothing(t *testing.T) {
	t.Parallel()
	outcomes := someOutcomes()[:1]
	outcomes[0].learners = outcomes[0].learners[1:2]
	outcomes[0].learners[0][0].Published = nil
	stem := filepath.Join(t.TempDir(), "figure1")
	require.NoError(t, saveFigure1(stem, outcomes))
	figuretest.Read(t, stem)
}

func TestCurvesOf(t *testing.T) {
	t.Parallel()
	row := someOutcomes()[:2]
	tau := curvesOf(measures()[2], row)
	require.Len(t, tau, 3)
	require.Equal(t, []float64{0, 0.5}, tau[0].theta)
	require.Equal(t, []float64{600, 600}, tau[0].here)
	require.Equal(t, []float64{534, 534}, tau[0].paper)
	for _, v := range append(tau[1].here, tau[2].paper...) {
		require.False(t, term.Drawable(v))
	}
	require.Equal(t, []float64{23099, 23099}, tau[1].paper)
	require.Equal(t, []float64{700, 750}, curvesOf(measures()[0], row)[1].here)
}
