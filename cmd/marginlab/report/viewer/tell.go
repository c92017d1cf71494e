package viewer

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
)

// teller makes the story of a problem on a stream.
type teller struct {
	*adversarial.Problem
	ctx   context.Context
	look  *certificate.Facts
	story *Story
}

// note adds a note to the story, once.
func (t *teller) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(t.story.Notes, text) {
		t.story.Notes = append(t.story.Notes, text)
	}
}

// run tells a run in numbers that are close enough to draw, if a precision reaches that.
func (t *teller) run(r certificate.Run) (told Run, err error) {
	const first, last = 256, 1 << 12
	err = exact.Decide(exact.Limit{Prec: last}, func(prec uint) {
		w := &watcher{teller: t, of: r, centre: centreOf(r.Stream), narrow: prec < last}
		told = w.watch(max(prec, first))
	})
	if err == nil {
		err = t.margins(&told)
	}
	return told, err
}

// begin tells the constant parts of the run: the examples and their view.
func (w *watcher) begin() {
	w.run = Run{Learner: w.of.Text, Dim: len(w.centre), Norm: "ℓ₂", Through: true}
	if p := w.look.Norm; p != nil {
		w.run.Norm = "ℓp, p = " + p.RatString()
	}
	if w.of.Lift != nil {
		w.run.Lift = w.of.Lift.RatString()
	}
	if !w.centre.IsZero() {
		w.run.Centre = rounded(w.centre)
	}
	for _, e := range w.of.Stream {
		w.run.X, w.run.Y = append(w.run.X, rounded(e.X.Minus(w.centre))), append(w.run.Y, e.Y)
		var coordinates []string
		for _, v := range e.X {
			coordinates = append(coordinates, v.RatString())
		}
		w.run.Exact = append(w.run.Exact, strings.Join(coordinates, ", "))
	}
}

// centreOf returns the origin, or the first example of a stream so far from the origin that float64
// would not tell its points apart.
func centreOf(stream []exact.Example) exact.Vector {
	const far = 1 << 20
	first, spread := stream[0].X, 0.0
	largest := func(x exact.Vector) (size float64) {
		for _, v := range rounded(x) {
			size = max(size, math.Abs(v))
		}
		return size
	}
	for _, e := range stream {
		spread = max(spread, largest(e.X.Minus(first)))
	}
	if spread > 0 && largest(first) > far*spread {
		return first
	}
	return exact.NewVector(len(first))
}

// rounded returns the coordinates in float64.
func rounded(x exact.Vector) []float64 {
	z := make([]float64, len(x))
	for i, v := range x {
		z[i], _ = v.Float64()
	}
	return z
}
