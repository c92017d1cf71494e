package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// readFigure reads both files of a figure, which must be well formed, and
// nothing else may stand beside them.
func readFigure(t *testing.T, stem string) (svg []byte, picture image.Image, raw []byte) {
	entries, err := os.ReadDir(filepath.Dir(stem))
	require.NoError(t, err)
	require.Len(t, entries, 2)
	svg, err = os.ReadFile(stem + ".svg")
	require.NoError(t, err)
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err = d.Token(); err != nil {
			break
		}
	}
	require.ErrorIs(t, err, io.EOF)
	raw, err = os.ReadFile(stem + ".png")
	require.NoError(t, err)
	picture, err = png.Decode(bytes.NewReader(raw))
	require.NoError(t, err)
	return svg, picture, raw
}

func TestSaveFigure(t *testing.T) {
	red := color.RGBA{255, 0, 0, 255}
	paint := func(c draw.Canvas) {
		c.FillPolygon(red, []vg.Point{{X: 72, Y: 0}, {X: 144, Y: 0}, {X: 144, Y: 72}, {X: 72, Y: 72}})
		c.FillText(newPlot("", "", "").Title.TextStyle, vg.Point{X: 5, Y: 50}, "θ")
	}
	stem := filepath.Join(t.TempDir(), "figure")
	require.NoError(t, saveFigure(stem, 2*vg.Inch, vg.Inch, paint))
	svg, picture, raw := readFigure(t, stem)
	require.Equal(t, image.Pt(2*figureDPI, figureDPI), picture.Bounds().Size())
	at := func(x, y int) color.Color { return color.RGBAModel.Convert(picture.At(x, y)) }
	require.Equal(t, color.RGBA{255, 255, 255, 255}, at(1, 1), "a white ground")
	require.Equal(t, red, at(300, 100))
	require.Contains(t, string(svg), ">θ</text>")
	require.Contains(t, string(svg), "font-family:Liberation Sans,Arial,")

	// Again, over the old files: the same bytes.
	require.NoError(t, saveFigure(stem, 2*vg.Inch, vg.Inch, paint))
	svgAgain, _, rawAgain := readFigure(t, stem)
	require.Equal(t, string(svg), string(svgAgain))
	require.True(t, bytes.Equal(raw, rawAgain))
}

func TestSaveFigureFails(t *testing.T) {
	nothing := func(draw.Canvas) {}
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing", "figure")
	err := saveFigure(missing, vg.Inch, vg.Inch, nothing)
	require.ErrorIs(t, err, os.ErrNotExist)
	require.True(t, strings.HasPrefix(err.Error(), missing+".svg: "), err)

	// A folder has the name of the PNG.
	stem := filepath.Join(dir, "figure")
	require.NoError(t, os.MkdirAll(filepath.Join(stem+".png", "full"), 0o777))
	err = saveFigure(stem, vg.Inch, vg.Inch, nothing)
	require.Error(t, err)
	require.True(t, strings.HasPrefix(err.Error(), stem+".png: "), err)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		require.Contains(t, []string{"figure.svg", "figure.png"}, e.Name(), "nothing half-written stays")
	}
}

// When the second file cannot be begun, the first does not get its name.
func TestWriteTogether(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "a"), filepath.Join(dir, "missing", "b")
	err := writeTogether([]fileText{{first, []byte("a")}, {second, []byte("b")}})
	require.True(t, errors.Is(err, os.ErrNotExist), err)
	require.True(t, strings.HasPrefix(err.Error(), second+": "), err)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestFigure1(t *testing.T) {
	outcomes := someOutcomes()
	stem := filepath.Join(t.TempDir(), "figure1")
	require.NoError(t, saveFigure1(stem, outcomes))
	svg, picture, raw := readFigure(t, stem)
	seen := map[color.Color]int{}
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			seen[color.RGBAModel.Convert(picture.At(x, y))]++
		}
	}
	for j := range outcomes[0].learners {
		require.Greater(t, seen[lookOf(j).color], 100, "learner %d", j)
	}
	require.Zero(t, seen[lookOf(len(outcomes[0].learners)).color], "no more learners than there are")
	for _, text := range []string{"mistakes", "margin / γ*", "τ", "θ", "b* = 0", "e-omm", "alma", "mcp", "0.5", "100", "10000"} {
		require.Contains(t, string(svg), ">"+text+"</text>")
	}

	// The order of the outcomes is of no importance.
	outcomes[0], outcomes[1] = outcomes[1], outcomes[0]
	require.NoError(t, saveFigure1(stem, outcomes))
	_, _, again := readFigure(t, stem)
	require.True(t, bytes.Equal(raw, again))
}

// No learner reached a margin: the panels of margin and tau are empty.
func TestFigure1OfNothing(t *testing.T) {
	outcomes := someOutcomes()[:1]
	outcomes[0].learners = outcomes[0].learners[1:2]
	outcomes[0].learners[0][0].Published = nil
	stem := filepath.Join(t.TempDir(), "figure1")
	require.NoError(t, saveFigure1(stem, outcomes))
	readFigure(t, stem)
}

func TestCurvesOf(t *testing.T) {
	row := someOutcomes()[:2]
	tau := curvesOf(measures()[2], row)
	require.Len(t, tau, 3)
	require.Equal(t, []float64{0, 0.5}, tau[0].theta)
	require.Equal(t, []float64{600, 600}, tau[0].here)
	require.Equal(t, []float64{534, 534}, tau[0].paper)
	for _, v := range append(tau[1].here, tau[2].paper...) {
		require.False(t, drawable(v))
	}
	require.Equal(t, []float64{23099, 23099}, tau[1].paper)
	require.Equal(t, []float64{700, 750}, curvesOf(measures()[0], row)[1].here)
}

func TestDecades(t *testing.T) {
	var labels []string
	ticks := decades{}.Ticks(3, 25000)
	for _, tick := range ticks {
		if !tick.IsMinor() {
			labels = append(labels, tick.Label)
		}
	}
	require.Equal(t, []string{"10", "100", "1000", "10000"}, labels)
	require.Equal(t, 3.0, ticks[0].Value)
	require.Equal(t, 20000.0, ticks[len(ticks)-1].Value)
}
