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

// note notes something on the story, once.
func (t *teller) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(t.story.Notes, text) {
		t.story.Notes = append(t.story.Notes, text)
	}
}

// run tells a run, in numbers that are known closely enough to draw, if a precision does that.
func (t *teller) run(r certificate.Run) (told Run, err error) {
	const first, last = 256, 1 << 12
	err = exact.Decide(exact.Limit{Prec: last}, func(prec uint) {
		told = t.begin(r)
		w := &watcher{teller: t, run: &told, of: r, centre: centreOf(r.Stream), narrow: prec < last}
		w.watch(max(prec, first))
		told.Through = !w.biased
	})
	if err == nil {
		err = t.margins(&told)
	}
	return told, err
}

// begin tells what does not change: the examples, and how they are seen.
func (t *teller) begin(r certificate.Run) Run {
	d := len(r.Stream[0].X)
	told := Run{Learner: r.Text, Dim: d, Norm: "ℓ₂", View: "projection"}
	if d <= 2 {
		told.View = []string{"line", "plane"}[d-1]
	}
	if p := t.look.Norm; p != nil {
		told.Norm = "ℓp, p = " + p.RatString()
	}
	if r.Lift != nil {
		told.Lift = r.Lift.RatString()
	}
	centre := centreOf(r.Stream)
	if !centre.IsZero() {
		told.Centre = rounded(centre)
	}
	for _, e := range r.Stream {
		told.X, told.Y = append(told.X, rounded(e.X.Minus(centre))), append(told.Y, e.Y)
		var coordinates []string
		for _, v := range e.X {
			coordinates = append(coordinates, v.RatString())
		}
		told.Exact = append(told.Exact, strings.Join(coordinates, ", "))
		told.First = append(told.First, slices.IndexFunc(r.Stream, func(o exact.Example) bool {
			return o.Y == e.Y && o.X.Equal(e.X)
		}))
	}
	return told
}

// centreOf is the first example of a stream that is so far from the origin that float64 would
// not tell its points apart; else the origin.
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

// rounded are the coordinates in float64.
func rounded(x exact.Vector) []float64 {
	z := make([]float64, len(x))
	for i, v := range x {
		z[i], _ = v.Float64()
	}
	return z
}
