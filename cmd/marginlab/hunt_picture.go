package main

import (
	"context"
	"fmt"

	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
)

// draw draws the best ratio over the ease, and the best stream. It says of which there is no picture.
func (c huntCmd) draw(ctx context.Context, std term.Streams, found hunt.Finding) error {
	if front := report.Front(found); front.Series[0].Points != nil {
		figure := chart.Figure{Title: found.Conjecture.String(), Panels: []chart.Chart{front}, Width: 520, Height: 320}
		if err := figure.Write(c.Plot + ".svg"); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(std.Err, "marginlab: no picture of the ratio: no stream with a finite one was found\n")
	}
	if found.Certificate != nil {
		best, err := provenFile(found.Certificate)
		if err != nil {
			return err
		}
		return best.draw(ctx, c.Plot+"-stream")
	}
	record, ok := found.Record()
	if !ok {
		fmt.Fprintf(std.Err, "marginlab: no picture of the stream: none was found\n")
		return nil
	}
	return huntFile{record: &record}.draw(ctx, c.Plot+"-stream")
}
