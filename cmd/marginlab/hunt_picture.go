package main

import (
	"context"
	"fmt"

	"gonum.org/v1/plot/plotter"

	"marginlab/adversarial"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// draw draws the best ratio over the ease, and the best stream. It says of which there is no
// picture.
func (c huntCmd) draw(ctx context.Context, std term.Streams, found adversarial.Finding) error {
	ratio := "quantity/claim"
	if found.Conjecture.FromBelow() {
		ratio = "claim/quantity"
	}
	var points plotter.XYs
	for _, p := range report.Front(found) {
		points = append(points, plotter.XY{X: p.X, Y: p.Y})
	}
	if len(points) > 0 {
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
