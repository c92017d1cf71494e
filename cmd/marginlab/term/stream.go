package term

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"marginlab/theory"
)

var (
	plusColour  = color.RGBA{R: 0xb2, G: 0x18, B: 0x2b, A: 0xff}
	minusColour = color.RGBA{R: 0x21, G: 0x66, B: 0xac, A: 0xff}
	inkColour   = color.RGBA{R: 0x33, G: 0x33, B: 0x33, A: 0xff}
	bestColour  = color.RGBA{R: 0x1b, G: 0x78, B: 0x37, A: 0xff}
)

// DrawFront draws the best ratio found near each ease of a claim, and the line at 1. Above
// that line the claim is refuted.
func DrawFront(stem, title, ease, ratio string, points plotter.XYs) error {
	p := NewPlot(title, ease, "best "+ratio)
	line, marks, err := plotter.NewLinePoints(points)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	line.Color, marks.Color, marks.Shape, marks.Radius = inkColour, inkColour, draw.CircleGlyph{}, vg.Points(2)
	one := plotter.NewFunction(func(float64) float64 { return 1 })
	one.Color, one.Dashes = plusColour, []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(plotter.NewGrid(), line, marks, one)
	p.Y.Min, p.Y.Max = 0, max(1.1, p.Y.Max*1.05)
	if p.X.Max > 20*p.X.Min {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	return SaveFigure(stem, 6*vg.Inch, 4*vg.Inch, func(c draw.Canvas) { p.Draw(draw.Crop(c, 6, -12, 6, -6)) })
}

// DrawStream draws examples of two dimensions, numbered in their order, and the learner's
// hyperplane after each of them, the later the darker. It draws the hyperplane of the
// maximum margin with the margin too, unless best is nil.
func DrawStream(stem, title string, examples []theory.Example, learner []theory.Classifier, best *theory.Classifier) error {
	p := NewPlot(title, "x1", "x2")
	box := squareAround(examples)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = box[0], box[1], box[2], box[3]
	p.Add(plotter.NewGrid())
	addHyperplanes(p, learner, box)
	addMargin(p, best, examples, box)
	if err := addPoints(p, examples); err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	p.Legend.Top, p.Legend.Left = true, true
	p.Legend.YOffs = vg.Points(36)
	p.Title.Padding = 40
	return SaveFigure(stem, 5*vg.Inch, 5.6*vg.Inch, func(c draw.Canvas) { p.Draw(draw.Crop(c, 6, -12, 6, -6)) })
}

// addHyperplanes adds those of the learner, the later the darker.
func addHyperplanes(p *plot.Plot, classifiers []theory.Classifier, box [4]float64) {
	for t, c := range classifiers {
		line := boundary(c, 0, box)
		if line == nil {
			continue
		}
		line.Color, line.Width = color.Gray{Y: uint8(200 - 160*(t+1)/len(classifiers))}, vg.Points(0.8)
		if t == len(classifiers)-1 {
			line.Width = vg.Points(2.4)
			p.Legend.Add("the learner's hyperplanes, the last in bold", line)
		}
		p.Add(line)
	}
}

// addMargin adds the hyperplane of the maximum margin with the margin, if there is
// one.
func addMargin(p *plot.Plot, best *theory.Classifier, examples []theory.Example, box [4]float64) {
	if best == nil {
		return
	}
	gamma := best.Margin(examples)
	for _, offset := range []float64{-gamma, 0, gamma} {
		line := boundary(*best, offset, box)
		if line == nil {
			continue
		}
		line.Color, line.Width = bestColour, vg.Points(1)
		if offset != 0 {
			line.Dashes = []vg.Length{vg.Points(3), vg.Points(3)}
		} else {
			p.Legend.Add(fmt.Sprintf("maximum margin, gamma* = %.4g", gamma), line)
		}
		p.Add(line)
	}
}

// addPoints adds the examples with the numbers of their steps; those at one place
// share a label.
func addPoints(p *plot.Plot, examples []theory.Example) error {
	type place struct {
		plotter.XY
		of theory.Label
	}
	var texts plotter.XYLabels
	known := map[place]int{} // where in texts
	at := map[theory.Label]plotter.XYs{}
	for t, e := range examples {
		q := place{plotter.XY{X: e.X.At(0), Y: e.X.At(1)}, e.Y}
		if i, is := known[q]; is {
			texts.Labels[i] += fmt.Sprintf(",%d", t+1)
			continue
		}
		known[q] = len(texts.XYs)
		texts.XYs, texts.Labels = append(texts.XYs, q.XY), append(texts.Labels, fmt.Sprint(t+1))
		at[e.Y] = append(at[e.Y], q.XY)
	}
	for _, look := range []struct {
		of     theory.Label
		shape  draw.GlyphDrawer
		colour color.Color
	}{{theory.Positive, draw.PlusGlyph{}, plusColour}, {theory.Negative, draw.RingGlyph{}, minusColour}} {
		if len(at[look.of]) == 0 {
			continue
		}
		marks, err := plotter.NewScatter(at[look.of])
		if err != nil {
			return err
		}
		marks.Shape, marks.Color, marks.Radius = look.shape, look.colour, vg.Points(4)
		p.Add(marks)
	}
	for i, text := range texts.Labels {
		if len(text) > 12 {
			texts.Labels[i] = text[:9] + "..."
		}
	}
	labels, err := plotter.NewLabels(texts)
	if err != nil {
		return err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i].Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 9}
	}
	labels.Offset = vg.Point{X: 5, Y: 4}
	p.Add(labels)
	return nil
}

// squareAround returns a square with all points and some room: x from, to, y from, to.
func squareAround(examples []theory.Example) [4]float64 {
	var points plotter.XYs
	for _, e := range examples {
		points = append(points, plotter.XY{X: e.X.At(0), Y: e.X.At(1)})
	}
	x0, x1, y0, y1 := plotter.XYRange(points)
	half := 0.62 * max(x1-x0, y1-y0)
	if half == 0 {
		half = 1
	}
	x, y := (x0+x1)/2, (y0+y1)/2
	return [4]float64{x - half, x + half, y - half, y + half}
}

// boundary returns the part of the line w·x + b = offset·‖w‖ that is inside a box, nil if
// there is none.
func boundary(c theory.Classifier, offset float64, box [4]float64) *plotter.Line {
	w1, w2 := c.W[0], c.W[1]
	norm := math.Hypot(w1, w2)
	if norm == 0 {
		return nil
	}
	w1, w2 = w1/norm, w2/norm
	along := offset - c.B/norm
	// The foot of the perpendicular from the centre, and the way along the line.
	cx, cy, reach := (box[0]+box[1])/2, (box[2]+box[3])/2, box[1]-box[0]
	away := along - w1*cx - w2*cy
	fx, fy := cx+away*w1, cy+away*w2
	t0, t1 := -2*reach, 2*reach
	for _, side := range [][3]float64{{-w2, box[0] - fx, box[1] - fx}, {w1, box[2] - fy, box[3] - fy}} {
		switch {
		case math.Abs(side[0]) > 1e-12:
			a, b := side[1]/side[0], side[2]/side[0]
			t0, t1 = max(t0, min(a, b)), min(t1, max(a, b))
		case side[1] > 0 || side[2] < 0:
			return nil
		}
	}
	if t0 >= t1 {
		return nil
	}
	return &plotter.Line{
		XYs:       plotter.XYs{{X: fx - t0*w2, Y: fy + t0*w1}, {X: fx - t1*w2, Y: fy + t1*w1}},
		LineStyle: plotter.DefaultLineStyle,
	}
}
