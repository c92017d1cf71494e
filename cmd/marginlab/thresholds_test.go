package main

import (
	"image/color"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/adversarial"
	"marginlab/cmd/marginlab/term"
	"marginlab/cmd/marginlab/term/figuretest"
)

// The picture of the thresholds beside adversarial/README.md is that of the records; -update
// draws it.
func TestThresholdsAreDrawn(t *testing.T) {
	stem := filepath.Join(t.TempDir(), "thresholds")
	require.NoError(t, drawThresholds(stem))
	svg := regexp.MustCompile(`\d+\.\d+`).ReplaceAllFunc(figuretest.Read(t, stem).SVG, func(number []byte) []byte {
		v, err := strconv.ParseFloat(string(number), 64)
		require.NoError(t, err)
		return strconv.AppendFloat(nil, v, 'g', 4, 64) // the same on every machine
	})
	const file = "../../adversarial/testdata/thresholds.svg"
	if *update {
		require.NoError(t, os.WriteFile(file, svg, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Equal(t, string(want), string(svg), "go test ./cmd/marginlab -run Thresholds -update draws %s", file)
}

// drawThresholds draws the mistakes over the least r² that is known and over the one that is
// proved, the learners of OMM on the left, PUMMA on the right.
func drawThresholds(stem string) error {
	const omm, pumma, mistakes = 0, 1, 10
	panels := []*plot.Plot{omm: term.NewPlot("", "r²", "mistakes after the opening"), pumma: term.NewPlot("", "r²", "")}
	learners := []string{"e-omm", "ce-omm", "pumma(delta=1/100)"}
	known := make([]term.Means, len(learners))
	proved := make([]plotter.XYs, len(learners))
	for _, q := range adversarial.Thresholds() {
		k := slices.Index(learners, q.Learner)
		if k < 0 {
			continue
		}
		least, err := q.Least()
		if err != nil {
			return err
		}
		known[k].Add(least, float64(q.Mistakes), math.NaN(), math.NaN())
		proved[k] = append(proved[k], plotter.XY{X: q.Proved, Y: float64(q.Mistakes)})
	}
	keys := []term.Key{}
	for k, l := range learners {
		known[k].Look = term.LookOf(2 * k)
		bound := &plotter.Line{XYs: proved[k], LineStyle: known[k].Line()}
		bound.Dashes = []vg.Length{4, 2.5}
		panels[k/2].Add(bound, known[k])
		keys = append(keys, term.KeyOf(l+", the least r² known", known[k].Look), term.Key{Meaning: l + ", the least that is proved", Style: bound.LineStyle})
	}
	grey := draw.LineStyle{Color: color.Gray{150}, Width: 0.7}
	for k, factor := range []float64{0.5, 1} {
		line := plotter.NewFunction(func(square float64) float64 { return factor * square })
		line.LineStyle = grey
		panels[k].Add(line)
		panels[k].X.Min, panels[k].X.Max, panels[k].Y.Min, panels[k].Y.Max = 0, []float64{20, 12}[k], 0, mistakes+0.5
	}
	keys = append(keys, term.Key{Meaning: "r²/2 on the left, r² on the right", Style: grey})
	const width, height, legend = 6.8 * vg.Inch, 3.9 * vg.Inch, 0.85 * vg.Inch
	return term.SaveFigure(stem, width, height, func(c draw.Canvas) {
		term.DrawPanels(draw.Crop(c, 6, -8, legend, -22), draw.Tiles{PadX: 16}, [][]*plot.Plot{panels}, []string{"OMM", "PUMMA, δ = 1/100"}, c.Max.Y-11)
		c.Max.Y = c.Min.Y + legend
		for k := 0; k < len(keys); k += 2 {
			row := keys[k:min(k+2, len(keys))]
			term.PaintKeys(draw.Crop(c, 30, 0, 0, -vg.Length(6+6*k)), 2.6*vg.Inch, row...)
		}
	})
}
