package main

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"

	"marginlab/adversarial"
	"marginlab/cmd/marginlab/term"
)

// draw draws the best ratio over the ease, and the best stream. It says of which there is no
// picture.
func (c huntCmd) draw(ctx context.Context, std term.Streams, found adversarial.Finding) error {
	ratio := "quantity/claim"
	if found.Conjecture.FromBelow() {
		ratio = "claim/quantity"
	}
	if points := drawn(found); len(points) > 0 {
		if err := term.DrawFront(c.Plot, found.Conjecture.String(), found.EaseName, ratio, points); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(std.Err, "marginlab: no picture of the ratio: no stream with a finite one was found\n")
	}
	best := huntFile{certificate: found.Certificate}
	if found.Certificate == nil {
		record, ok := found.Record()
		if !ok {
			fmt.Fprintf(std.Err, "marginlab: no picture of the stream: none was found\n")
			return nil
		}
		best.record = &record
	}
	return best.draw(ctx, c.Plot+"-stream")
}

// drawn returns the points of the front that can be drawn and are not far from the best.
func drawn(found adversarial.Finding) plotter.XYs {
	const far = 16
	var points plotter.XYs
	for _, at := range found.Front {
		near := found.Ease <= 0 || math.IsInf(found.Ease, 0) || found.Ease/far <= at.Ease && at.Ease <= found.Ease*far
		if near && at.Ease > 0 && !math.IsInf(at.Ease, 0) && !math.IsInf(at.Ratio, 0) {
			points = append(points, plotter.XY{X: at.Ease, Y: at.Ratio})
		}
	}
	return points
}
