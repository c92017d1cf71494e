package viewer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// mostSteps is how many steps a story has.
const mostSteps = 2000

// teller makes the story of a problem on a stream.
type teller struct {
	*adversarial.Problem
	ctx   context.Context
	look  *certificate.Facts
	story *Story
}

func (t *teller) tell(runs []certificate.Run, given []exact.Example) error {
	steps := t.shown(runs)
	for _, r := range runs {
		told, err := t.run(r, steps)
		if err != nil {
			return err
		}
		t.story.Runs = append(t.story.Runs, told)
	}
	if err := t.count(runs); err != nil {
		return err
	}
	for i, r := range runs {
		if err := t.prove(&t.story.Runs[i], r, given); err != nil {
			return err
		}
	}
	return nil
}

// note notes something on the story, once.
func (t *teller) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(t.story.Notes, text) {
		t.story.Notes = append(t.story.Notes, text)
	}
}

// shown are the steps to show, from 0: all, or of very long runs those with an update or a
// mistake by any learner, and of very many of these the first and the last.
func (t *teller) shown(runs []certificate.Run) []int {
	longest := 0
	for _, r := range runs {
		longest = max(longest, len(r.Steps))
	}
	var some []int
	for i := range longest {
		happens := func(r certificate.Run) bool {
			return i < len(r.Steps) && (r.Steps[i].Updated || r.Steps[i].Mistake() || r.Steps[i].Opening)
		}
		if longest <= mostSteps || i == 0 || i == longest-1 || slices.ContainsFunc(runs, happens) {
			some = append(some, i)
		}
	}
	if n := longest - len(some); n > 0 {
		t.note("Of %d steps %d are left out, in which nobody errs and nothing changes.", longest, n)
	}
	if n := len(some); n > mostSteps {
		t.note("Of the %d steps with a mistake or an update only the first %d and the last %d are here.", n, mostSteps/2, mostSteps/2)
		some = append(some[:mostSteps/2:mostSteps/2], some[n-mostSteps/2:]...)
	}
	return some
}

// errWide says that the numbers of a run are in intervals too wide to draw.
var errWide = errors.New("its numbers are not known closely enough to draw")

// run tells a run. Where its numbers are in intervals, these are made narrow enough to draw.
func (t *teller) run(r certificate.Run, steps []int) (told Run, err error) {
	const first, last = 256, 1 << 12
	for prec := uint(first); ; prec *= 2 {
		if told, err = t.runAt(r, steps, prec, prec < last); !errors.Is(err, errWide) || prec == last {
			return told, err
		}
	}
}

func (t *teller) runAt(r certificate.Run, steps []int, prec uint, narrow bool) (Run, error) {
	told := t.begin(r)
	w := &watcher{teller: t, run: &told, of: r, centre: centreOf(r.Stream), narrow: narrow, keep: map[int]bool{}}
	for _, i := range steps {
		w.keep[i] = true
	}
	var err error
	failed := exact.Try(func() { err = watch(r, prec, w.see) })
	if errors.As(failed, new(*real.UndecidedError)) {
		failed = errWide
	}
	if err = cmp.Or(failed, err); err != nil {
		return told, err
	}
	told.Through = !w.biased
	return told, t.margins(&told)
}

// begin tells what does not change: the examples, and the margins that the claim speaks of.
func (t *teller) begin(r certificate.Run) Run {
	d := len(r.Stream[0].X)
	told := Run{Learner: r.Learner, Dim: d, Length: len(r.Steps), Norm: normName(t.look.Norm())}
	switch d {
	case 1:
		told.View = "line"
	case 2:
		told.View = "plane"
	default:
		told.View = "projection"
	}
	if r.Lift != nil {
		told.Lift = r.Lift.RatString()
	}
	centre := centreOf(r.Stream)
	if centre != nil {
		told.Centre = rounded(centre)
	}
	for i, e := range r.Stream {
		told.X = append(told.X, rounded(from(e.X, centre)))
		told.Y = append(told.Y, e.Y)
		told.Exact = append(told.Exact, coordinates(e.X))
		first := i
		for j, o := range r.Stream[:i] {
			if o.Y == e.Y && o.X.Equal(e.X) {
				first = j
				break
			}
		}
		told.First = append(told.First, first)
	}
	return told
}

func normName(p *big.Rat) string {
	if p == nil {
		return "ℓ₂"
	}
	return "ℓp, p = " + p.RatString()
}

// centreOf is the first example of a stream that is so far from the origin that float64 would
// not tell its points apart; else nil, which stands for the origin.
func centreOf(stream []exact.Example) exact.Vector {
	first := stream[0].X
	spread := 0.0
	for _, e := range stream {
		for _, v := range rounded(e.X.Minus(stream[0].X)) {
			spread = max(spread, math.Abs(v))
		}
	}
	const far = 1 << 20
	for _, v := range rounded(first) {
		if math.Abs(v) > far*spread && spread > 0 {
			return first
		}
	}
	return nil
}

// from is x as it is seen from the centre.
func from(x, centre exact.Vector) exact.Vector {
	if centre == nil {
		return x
	}
	return x.Minus(centre)
}

func rounded(x exact.Vector) []float64 {
	z := make([]float64, len(x))
	for i, v := range x {
		z[i], _ = v.Float64()
	}
	return z
}

func coordinates(x exact.Vector) string {
	text := ""
	for i, v := range x {
		if i > 0 {
			text += ", "
		}
		text += v.RatString()
	}
	return text
}
