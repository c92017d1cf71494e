package term

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
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

// LearnerLine is that of a learner's hyperplane.
func LearnerLine() draw.LineStyle { return draw.LineStyle{Color: inkColour, Width: vg.Points(2.2)} }

// EarlierLine is that of the hyperplane k of n that came before the last, the later the darker.
func EarlierLine(k, n int) draw.LineStyle {
	return draw.LineStyle{Color: color.Gray{Y: uint8(205 - 130*(k+1)/n)}, Width: vg.Points(0.8)}
}

// BestLine is that of a maximum margin.
func BestLine() draw.LineStyle { return draw.LineStyle{Color: bestColour, Width: vg.Points(1.1)} }

// Dashed is the line of a margin beside its hyperplane.
func Dashed(l draw.LineStyle) draw.LineStyle {
	l.Width, l.Dashes = min(l.Width, vg.Points(1)), []vg.Length{vg.Points(3), vg.Points(3)}
	return l
}

// Picture is a part of the space, of two dimensions, with examples and lines. Both axes have
// one scale.
type Picture struct {
	Title, X, Y string
	Points      []Point
	Lines       []Line
	Steps       bool // the vertical axis runs down over the steps and has a scale of its own
	Origin      bool // the origin is in the picture
}

// Point is an example. Its name is beside it; those at one place share theirs.
type Point struct {
	X, Y  float64
	Label theory.Label
	Name  string
}

// Line is the line W·(x, y) + B = 0, or the part of it with y in [From, To] if they differ.
type Line struct {
	W        [2]float64
	B        float64
	From, To float64
	Style    draw.LineStyle
}

// DrawFront draws the best ratio found near each ease of a claim, and the line at 1. Above
// that line the claim is refuted.
func DrawFront(stem, title, ease, ratio string, points plotter.XYs) error {
	p := NewPlot("", ease, "best "+ratio)
	marks, err := plotter.NewScatter(points)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	marks.Color, marks.Shape, marks.Radius = inkColour, draw.CircleGlyph{}, vg.Points(2)
	one := plotter.NewFunction(func(float64) float64 { return 1 })
	one.Color, one.Dashes = plusColour, []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(plotter.NewGrid(), marks, one)
	p.Y.Tick.Marker = ticksWithOne{}
	p.Y.Min, p.Y.Max = 0, max(1.1, p.Y.Max*1.05)
	if p.X.Max > 20*p.X.Min {
		p.X.Scale, p.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	const width = 6 * vg.Inch
	p.Title.Text = strings.Join(wrapped(p.Title.TextStyle, title, width-vg.Points(60)), "\n")
	lines := vg.Length(strings.Count(p.Title.Text, "\n"))
	return SaveFigure(stem, width, 4*vg.Inch+14*lines, func(c draw.Canvas) { p.Draw(draw.Crop(c, 6, -12, 6, -6)) })
}

// ticksWithOne are the usual ticks with one at 1, in place of those that its label would touch.
type ticksWithOne struct{}

// Ticks implements [plot.Ticker].
func (ticksWithOne) Ticks(low, high float64) []plot.Tick {
	ticks := slices.DeleteFunc(plot.DefaultTicks{}.Ticks(low, high), func(t plot.Tick) bool { return math.Abs(t.Value-1) < (high-low)/20 })
	return append(ticks, plot.Tick{Value: 1, Label: "1"})
}

// DrawStream draws pictures of a stream side by side, with a title above them, the meanings of
// their lines and notes below.
func DrawStream(stem, title string, pictures []Picture, keys []Key, notes []string) error {
	const side, gap, lineHeight = 4.6 * vg.Inch, 14, 13
	width := side*vg.Length(len(pictures)) + 2*gap
	var plots []*plot.Plot
	for _, picture := range pictures {
		p, err := picture.plot()
		if err != nil {
			return fmt.Errorf("plot: %w", err)
		}
		plots = append(plots, p)
	}
	head, foot := plots[0].Title.TextStyle, plots[0].Legend.TextStyle
	head.YAlign, foot.YAlign = text.YTop, text.YTop
	head.XAlign = text.XLeft
	titles := wrapped(head, title, width-2*gap)
	var below []string
	for _, note := range notes {
		below = append(below, wrapped(foot, note, width-2*gap)...)
	}
	above, under := vg.Length(len(titles))*15+gap, vg.Length(len(keys)+len(below))*lineHeight+1.5*gap
	return SaveFigure(stem, width, side+above+under, func(c draw.Canvas) {
		for i, line := range titles {
			c.FillText(head, vg.Point{X: c.Min.X + gap, Y: c.Max.Y - gap/2 - vg.Length(i)*15}, line)
		}
		for i, p := range plots {
			left := c.Min.X + gap + side*vg.Length(i)
			p.Draw(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: left, Y: c.Max.Y - above - side}, Max: vg.Point{X: left + side - gap/2, Y: c.Max.Y - above},
			}})
		}
		y := c.Max.Y - above - side - gap/2
		PaintKeys(draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: c.Min.X + gap, Y: c.Min.Y}, Max: vg.Point{X: c.Max.X, Y: y}}}, 0, keys...)
		y -= lineHeight * vg.Length(len(keys))
		for i, line := range below {
			c.FillText(foot, vg.Point{X: c.Min.X + gap, Y: y - vg.Length(i)*lineHeight}, line)
		}
	})
}

// wrapped breaks a text into lines of at most a width, between words, and inside those that
// are longer.
func wrapped(style text.Style, whole string, width vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(whole) {
		if joined := strings.TrimSpace(line + " " + word); style.Width(joined) <= width {
			line = joined
			continue
		}
		if line != "" {
			lines = append(lines, line)
		}
		line = ""
		for _, r := range word {
			if line != "" && style.Width(line+string(r)) > width {
				lines, line = append(lines, line), ""
			}
			line += string(r)
		}
	}
	return append(lines, line)
}

// plot makes a plot of the picture.
func (p Picture) plot() (*plot.Plot, error) {
	drawn := NewPlot(p.Title, p.X, p.Y)
	box := p.box()
	drawn.X.Min, drawn.X.Max, drawn.Y.Min, drawn.Y.Max = box[0], box[1], box[2], box[3]
	if p.Steps {
		drawn.Y.Scale, drawn.Y.Tick.Marker = plot.InvertedScale{Normalizer: plot.LinearScale{}}, steps{}
	}
	drawn.Add(plotter.NewGrid())
	for _, l := range p.Lines {
		if line := l.inside(box); line != nil {
			drawn.Add(line)
		}
	}
	return drawn, p.addPoints(drawn)
}

// steps are the ticks of an axis of steps: whole numbers, ten at most.
type steps struct{}

// Ticks implements [plot.Ticker].
func (steps) Ticks(low, high float64) []plot.Tick {
	every := math.Ceil((high - low) / 10)
	var ticks []plot.Tick
	for t := math.Ceil(low/every) * every; t <= high; t += every {
		ticks = append(ticks, plot.Tick{Value: t, Label: fmt.Sprint(t)})
	}
	return ticks
}

// box is a square with all points and some room: x from, to, y from, to.
func (p Picture) box() [4]float64 {
	var points plotter.XYs
	for _, e := range p.Points {
		points = append(points, plotter.XY{X: e.X, Y: e.Y})
	}
	if p.Origin {
		origin := plotter.XY{}
		if p.Steps {
			origin.Y = points[0].Y
		}
		points = append(points, origin)
	}
	x0, x1, y0, y1 := plotter.XYRange(points)
	if p.Steps {
		room := 0.12 * (x1 - x0)
		if room == 0 {
			room = 1
		}
		return [4]float64{x0 - room, x1 + room, y0 - 0.7, y1 + 0.7}
	}
	half := 0.6 * max(x1-x0, y1-y0)
	if half == 0 {
		half = 1
	}
	x, y := (x0+x1)/2, (y0+y1)/2
	return [4]float64{x - half, x + half, y - half, y + half}
}

// addPoints adds the examples; those at one place share a name.
func (p Picture) addPoints(to *plot.Plot) error {
	var names plotter.XYLabels
	known := map[plotter.XY]int{} // where in names
	at := map[theory.Label]plotter.XYs{}
	for _, e := range p.Points {
		q := plotter.XY{X: e.X, Y: e.Y}
		if !slices.Contains(at[e.Label], q) {
			at[e.Label] = append(at[e.Label], q)
		}
		if i, is := known[q]; is {
			names.Labels[i] += "," + e.Name
			continue
		}
		known[q] = len(names.XYs)
		names.XYs, names.Labels = append(names.XYs, q), append(names.Labels, e.Name)
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
		to.Add(marks)
	}
	const most = 60 // names that can be told apart
	if len(names.XYs) > most || p.Steps {
		return nil
	}
	for i, name := range names.Labels {
		if len(name) > 12 {
			names.Labels[i] = name[:9] + "..."
		}
	}
	labels, err := plotter.NewLabels(names)
	if err != nil {
		return err
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i].Font = font.Font{Typeface: "Liberation", Variant: "Sans", Size: 9}
	}
	labels.Offset = vg.Point{X: 5, Y: 4}
	to.Add(labels)
	return nil
}

// inside is the part of the line that is inside a box, nil if there is none.
func (l Line) inside(box [4]float64) *plotter.Line {
	w1, w2 := l.W[0], l.W[1]
	norm := math.Hypot(w1, w2)
	if norm == 0 {
		return nil
	}
	w1, w2 = w1/norm, w2/norm
	if l.From != l.To {
		box[2], box[3] = max(box[2], l.From), min(box[3], l.To)
	}
	// The foot of the perpendicular from the centre, and the way along the line.
	cx, cy, reach := (box[0]+box[1])/2, (box[2]+box[3])/2, max(box[1]-box[0], box[3]-box[2])
	away := -l.B/norm - w1*cx - w2*cy
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
	return &plotter.Line{XYs: plotter.XYs{{X: fx - t0*w2, Y: fy + t0*w1}, {X: fx - t1*w2, Y: fy + t1*w1}}, LineStyle: l.Style}
}
