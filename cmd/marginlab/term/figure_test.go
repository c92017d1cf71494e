package term

import (
	"bytes"
	"image"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/cmd/marginlab/term/figuretest"
)

func TestSaveFigure(t *testing.T) {
	t.Parallel()
	red := color.RGBA{255, 0, 0, 255}
	paint := func(c draw.Canvas) {
		c.FillPolygon(red, []vg.Point{{X: 72, Y: 0}, {X: 144, Y: 0}, {X: 144, Y: 72}, {X: 72, Y: 72}})
		c.FillText(NewPlot("", "", "").Title.TextStyle, vg.Point{X: 5, Y: 50}, "θ")
	}
	stem := filepath.Join(t.TempDir(), "figure")
	require.NoError(t, SaveFigure(stem, 2*vg.Inch, vg.Inch, paint))
	drawn := figuretest.Read(t, stem)
	require.Equal(t, image.Pt(2*figureDPI, figureDPI), drawn.Picture.Bounds().Size())
	at := func(x, y int) color.Color { return color.RGBAModel.Convert(drawn.Picture.At(x, y)) }
	require.Equal(t, color.RGBA{255, 255, 255, 255}, at(1, 1), "a white ground")
	require.Equal(t, red, at(300, 100))
	require.Contains(t, string(drawn.SVG), ">θ</text>")
	require.Contains(t, string(drawn.SVG), "font-family:Liberation Sans,Arial,")

	// Again, over the old files: the same bytes.
	require.NoError(t, SaveFigure(stem, 2*vg.Inch, vg.Inch, paint))
	again := figuretest.Read(t, stem)
	require.Equal(t, string(drawn.SVG), string(again.SVG))
	require.True(t, bytes.Equal(drawn.PNG, again.PNG))
	entries, err := os.ReadDir(filepath.Dir(stem))
	require.NoError(t, err)
	require.Len(t, entries, 2, "and nothing else")
}

func TestSaveFigureFails(t *testing.T) {
	t.Parallel()
	nothing := func(draw.Canvas) {}
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing", "figure")
	err := SaveFigure(missing, vg.Inch, vg.Inch, nothing)
	require.ErrorContains(t, err, missing+".svg: there is no folder ")

	// A folder has the name of the PNG.
	stem := filepath.Join(dir, "figure")
	require.NoError(t, os.MkdirAll(filepath.Join(stem+".png", "full"), 0o777))
	err = SaveFigure(stem, vg.Inch, vg.Inch, nothing)
	require.ErrorContains(t, err, stem+".png")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		require.Contains(t, []string{"figure.svg", "figure.png"}, e.Name(), "nothing half-written stays")
	}
}

// When the second file cannot be begun, the first does not get its name.
func TestWriteTogether(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	first, second := filepath.Join(dir, "a"), filepath.Join(dir, "missing", "b")
	err := writeTogether([]fileText{{first, []byte("a")}, {second, []byte("b")}})
	require.ErrorContains(t, err, second+": there is no folder ")
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Empty(t, entries)
}

func TestDecades(t *testing.T) {
	t.Parallel()
	var labels []string
	ticks := Decades{}.Ticks(3, 25000)
	for _, tick := range ticks {
		if !tick.IsMinor() {
			labels = append(labels, tick.Label)
		}
	}
	require.Equal(t, []string{"10", "100", "1000", "10000"}, labels)
	require.Equal(t, 3.0, ticks[0].Value)
	require.Equal(t, 20000.0, ticks[len(ticks)-1].Value)
}
