package main

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// key is a line of a legend: what a line means, and the marks on it of the
// learner mark−1.
type key struct {
	meaning string
	style   draw.LineStyle
	mark    int
}

// paintKey paints a legend from the top left, in steps to the right or, if that is
// 0, downwards.
func paintKey(c draw.Canvas, keys []key, step vg.Length) {
	style := newPlot("", "", "").Legend.TextStyle
	style.Font.Size = 8.5
	at := vg.Point{X: c.Min.X, Y: c.Max.Y - 8}
	for _, k := range keys {
		c.StrokeLine2(k.style, at.X, at.Y, at.X+20, at.Y)
		if k.mark > 0 {
			sweepLook(k.mark-1).dot(&c, vg.Point{X: at.X + 10, Y: at.Y})
		}
		c.FillText(style, vg.Point{X: at.X + 25, Y: at.Y - 3}, k.meaning)
		if at.X += step; step == 0 {
			at.Y -= 12
		}
	}
}
