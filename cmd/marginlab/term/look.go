package term

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Look is how a learner is drawn: a colour and a shape of its own.
type Look struct {
	Color   color.Color
	corners int
	turn    float64 // of the first corner, in quarter turns
	star    bool
}

// LookOf returns the look of the j-th learner. The colours are those of Okabe and Ito,
// which colour-blind readers can tell apart, with yellow darkened for a white ground.
func LookOf(j int) Look {
	looks := []Look{
		{color.RGBA{0, 0, 0, 255}, 24, 0, false},
		{color.RGBA{230, 159, 0, 255}, 4, 0.5, false},
		{color.RGBA{213, 94, 0, 255}, 4, 0, false},
		{color.RGBA{204, 121, 167, 255}, 3, 1, false},
		{color.RGBA{86, 180, 233, 255}, 3, 3, false},
		{color.RGBA{0, 158, 115, 255}, 5, 1, false},
		{color.RGBA{0, 114, 178, 255}, 3, 2, false},
		{color.RGBA{150, 120, 0, 255}, 3, 0, false},
		{color.RGBA{120, 120, 120, 255}, 5, 1, true},
	}
	return looks[j%len(looks)]
}

// Line is the line between measured values.
func (l Look) Line() draw.LineStyle { return draw.LineStyle{Color: l.Color, Width: 0.9} }

// Dot paints a measured value.
func (l Look) Dot(c *draw.Canvas, at vg.Point) { c.FillPolygon(l.Color, l.outline(at, 1.7)) }

// Ring paints a published value; one that is measured too has its dot inside.
func (l Look) Ring(c *draw.Canvas, at vg.Point) {
	c.StrokeLines(draw.LineStyle{Color: l.Color, Width: 0.7}, l.outline(at, 3.4))
}

// outline returns the closed shape around a point, with the area of a disc of radius r.
func (l Look) outline(at vg.Point, r vg.Length) []vg.Point {
	n := l.corners
	inner := 1.0
	if l.star {
		n, inner = 2*n, 0.45
	}
	step := 2 * math.Pi / float64(n)
	r *= vg.Length(math.Sqrt(2 * math.Pi / (float64(n) * math.Sin(step) * inner)))
	var points []vg.Point
	for i := range n + 1 {
		radius := float64(r)
		if i%2 == 1 {
			radius *= inner
		}
		sin, cos := math.Sincos(l.turn*math.Pi/2 + float64(i)*step)
		points = append(points, vg.Point{X: at.X + vg.Length(radius*cos), Y: at.Y + vg.Length(radius*sin)})
	}
	return points
}

// Key is an entry of a legend: what a line means, and the mark on it, if any.
type Key struct {
	Meaning string
	Style   draw.LineStyle
	Mark    *Look
}

// KeyOf is the entry of what has a look.
func KeyOf(meaning string, l Look) Key { return Key{meaning, l.Line(), &l} }

// PaintKeys paints a legend from the top left, in steps to the right, or downwards if the
// step is 0.
func PaintKeys(c draw.Canvas, step vg.Length, keys ...Key) {
	style := NewPlot("", "", "").Legend.TextStyle
	style.Font.Size = 8.5
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - 8}
	for _, k := range keys {
		c.StrokeLine2(k.Style, at.X, at.Y, at.X+20, at.Y)
		if k.Mark != nil {
			k.Mark.Dot(&c, vg.Point{X: at.X + 10, Y: at.Y})
		}
		c.FillText(style, vg.Point{X: at.X + 25, Y: at.Y - 3}, k.Meaning)
		if at.X += step; step == 0 {
			at.Y -= 12
		}
	}
}
