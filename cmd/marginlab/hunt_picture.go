package main

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// draw draws the best ratio over the ease and, if it has two dimensions, the best stream.
// It says which of the pictures there is none of.
func (c huntCmd) draw(std term.Streams, found adversarial.Finding) error {
	ratio := "quantity/claim"
	if found.Conjecture.Relation == ">=" {
		ratio = "claim/quantity"
	}
	if points := drawn(found); len(points) > 0 {
		if err := term.DrawFront(c.Plot, found.Conjecture.String(), found.EaseName, ratio, points); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(std.Err, "marginlab: no picture of the ratio: no stream with a finite one was found\n")
	}
	best, dim := found.Best, 0
	if found.Certificate != nil {
		best = certificate.Rounded(found.Certificate.Stream)
	}
	if len(best) > 0 {
		dim = theory.Dim(best)
	}
	if dim != 2 {
		fmt.Fprintf(std.Err, "marginlab: no picture of the stream: it has %d dimensions, not 2\n", dim)
		return nil
	}
	return drawExamples(c.Plot+"-stream", found.Conjecture.Statement, best)
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

// drawExamples draws examples of two dimensions with the hyperplanes of the statement's
// learner.
func drawExamples(stem string, s certificate.Statement, examples []theory.Example) error {
	if d := theory.Dim(examples); d != 2 {
		return fmt.Errorf("plot: the stream has %d dimensions, expected 2", d)
	}
	best, err := adversarial.BestSeparator(examples)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return term.DrawStream(stem, s.String(), examples, adversarial.Classifiers(s.Learner, examples), best)
}
