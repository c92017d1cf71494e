package props

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/algos/trial"
	"marginlab/props/measure"
	"marginlab/theory"
)

func isProved(g theory.Guarantee) bool { return g.Status == theory.Proved }

func isAtRest(g theory.Guarantee) bool { return g.Names("rest_margin") }

// guarantees returns the property that every proved row of the table of guarantees that applies to the learner holds
// on its run. The run repeats the stream until a pass changes nothing, for at most that many steps.
func guarantees(most int) func(Case) error {
	return func(c Case) error {
		tr, err := run(c, most)
		if err != nil {
			return err
		}
		return hold(&tr, c)
	}
}

// GuaranteesHoldOnAnyStream: the rows that apply to any stream also hold with some labels swapped, and on the stream
// of unit vectors: at the end against the u of the evidence; after every update against the w∗ of the stream as
// given, in ℓ2, and a drawn u. It takes CR², λ/R², the radius over R or the a of a second-order learner over R², the
// labels to swap, and u. It checks no learner that stops.
func GuaranteesHoldOnAnyStream(c Case) error {
	surveys.Lock()
	best := surveyOf(c).Separator(context.Background(), theory.View{Origin: true, Lift: c.Learner.Bias})
	surveys.Unlock()
	comparators := []measure.Vector{c.Comparator(len(c.Lifted()[0]), 1), best}
	c = c.Flipped()
	for _, d := range []Case{c, c.Normalised()} {
		d = d.InUnits("C").InUnits("lambda").InUnits("R").InUnits("a")
		tr, err := run(d, 0)
		if brokenProtocol(err) {
			return err
		}
		if err != nil {
			continue
		}
		if err := cmp.Or(hold(&tr, d), holdAtUpdates(tr, d, comparators)); err != nil {
			return fmt.Errorf("%w, on %s", err, d)
		}
	}
	return nil
}

// holdAtUpdates checks, after every update of the run and at its end, the rows that compare the learner with any u on
// any stream. They need the lengths and y(u·x) of the examples so far. Of the run they have log det(A/a) at its end,
// which is no less than after any of its steps.
func holdAtUpdates(run theory.Trace, c Case, comparators []measure.Vector) error {
	in, x := c.Metric(), c.Lifted()
	for _, g := range table() {
		if g.Status != theory.Proved || !g.Relative || !g.AnyStream() || !g.Applies(&run) {
			continue
		}
		ev := theory.Evidence{Geometry: theory.Geometry{Shortest: math.Inf(1)}, Comparators: make([]*theory.Comparator, len(comparators))}
		margins := make([][]float64, len(comparators))
		tr := run
		tr.Steps, tr.Mistakes, tr.Updates = nil, 0, 0
		for t, s := range run.Steps {
			z := x[t]
			if g.View().Normalised {
				z = in.Unit(z)
			}
			ev.Examples, ev.DBar, ev.Shortest = t+1, max(ev.DBar, in.Norm(z)), min(ev.Shortest, in.Norm(z))
			ev.Lengths = append(ev.Lengths, in.Norm(z))
			for i, u := range comparators {
				along := 0.0
				if u.Nonzero() > 0 {
					along = float64(s.Y) * u.Dot(z) / in.Dual(u)
				}
				margins[i] = append(margins[i], along)
				ev.Comparators[i] = theory.NewComparator(margins[i])
			}
			if tr.Add(s); t+1 < len(run.Steps) {
				tr.Norm = run.Steps[t+1].Norm
			} else {
				tr.Norm = run.Norm
			}
			if last := t+1 == len(run.Steps); !last && !s.Updated && !s.Mistake() {
				continue
			}
			if v := g.Check(&tr, ev); !v.Holds {
				return fmt.Errorf("after %d steps: %w", t+1, violationOf(v))
			}
		}
	}
	return nil
}

// mostSteps is the greatest length of a run that repeats a stream.
const mostSteps = 1000

// run lets the learner learn from the stream, and repeats it until a pass changes nothing, for at most that many
// steps. It watches the updates, so that a program shows all its w_t.
func run(c Case, most int, observers ...algos.Observer) (theory.Trace, error) {
	changed := 0 // at the last update
	tr, err := c.Learner.Run(context.Background(), c.Dim, func(yield func(theory.Example) bool) {
		for steps := 0; steps == 0 || changed > steps-len(c.Stream) && steps < most; steps += len(c.Stream) {
			for _, e := range c.Stream {
				if !yield(e) {
					return
				}
			}
		}
	}, append(observers, func(t int, _ theory.Example, _ algos.Learner) { changed = t })...)
	if err != nil {
		err = fmt.Errorf("the run ended early: %w", err)
	}
	return tr, err
}

// table returns the table of guarantees.
var table = sync.OnceValue(theory.Table)

// appliesTo returns the condition that a row with the property applies to a learner.
func appliesTo(such func(theory.Guarantee) bool) func(*algos.Spec) bool {
	return func(s *algos.Spec) bool {
		return slices.ContainsFunc(table(), func(g theory.Guarantee) bool {
			return in(s, g.Learner) && g.Norms.Include(s.Norm) && such(g)
		})
	}
}

// verdict returns the verdict of a guarantee on the run over the stream, or at rest.
func verdict(c Case, g theory.Guarantee) (theory.Verdict, error) {
	steps := 0
	if g.Names("rest_margin") {
		steps = mostSteps
	}
	tr, err := run(c, steps)
	if err != nil {
		return theory.Verdict{}, err
	}
	ev, err := evidence(c, &tr)(g.ViewOf(&tr))
	return g.Check(&tr, ev), err
}

// hold checks the proved rows that apply to the run.
func hold(tr *theory.Trace, c Case) error {
	find, known := evidence(c, tr), map[theory.View]theory.Evidence{}
	for _, g := range table() {
		if g.Status != theory.Proved || !g.Applies(tr) {
			continue
		}
		view := g.ViewOf(tr)
		ev, ok := known[view]
		if !ok {
			var err error
			if ev, err = find(view); err != nil {
				return err
			}
			known[view] = ev
		}
		if v := g.Check(tr, ev); !v.Holds {
			return violationOf(v)
		}
	}
	return nil
}

// violationOf returns the error of a verdict that does not hold.
func violationOf(v theory.Verdict) error {
	return fmt.Errorf("%s [%s]: %w", v.Guarantee, v.Guarantee.Source, violation{v})
}

// violation is the verdict of a guarantee that does not hold, as an error that says by how much.
type violation struct{ theory.Verdict }

func (v violation) Error() string {
	g := v.Guarantee
	where := fmt.Sprintf("r = %.4g", v.Setting.R())
	if g.View().Origin {
		where = fmt.Sprintf("R/gamma = %.4g", v.Setting.DBar/v.Setting.Gamma)
	}
	return fmt.Sprintf("%v = %v, bound %v (%s)", g.At(v.Setting), v.Value, v.Bound, where)
}

// surveys holds the surveys of the last streams, by their text: a stream is drawn for all learners. The lock lets one
// caller at a time use them.
var surveys = struct {
	sync.Mutex
	of map[string]*trial.Survey
}{of: map[string]*trial.Survey{}}

// surveyOf returns the survey of the stream, with the surveys locked.
func surveyOf(c Case) *trial.Survey {
	key := Case{Dim: c.Dim, Stream: c.Stream}.String()
	if surveys.of[key] == nil {
		if len(surveys.of) == 100 {
			clear(surveys.of)
		}
		surveys.of[key] = trial.NewSurvey(c.Stream, c.Dim)
	}
	return surveys.of[key]
}

// evidence returns a function for the evidence on the run in a view. It is an error that a view has no margin, unless
// no theorem applies to it.
func evidence(c Case, tr *theory.Trace) func(theory.View) (theory.Evidence, error) {
	return func(view theory.View) (theory.Evidence, error) {
		surveys.Lock()
		defer surveys.Unlock()
		s := surveyOf(c)
		if _, err := s.Geometry(context.Background(), view); !excused(err) {
			return theory.Evidence{}, fmt.Errorf("the geometry: %w", err)
		}
		return s.Evidence(context.Background(), tr, nil, view)
	}
}

// excused reports whether this error of a measured margin means that no theorem applies: no margin, one class alone,
// or a margin hidden by rounding, as it may be at a millionth of the data.
func excused(err error) bool {
	var hidden *maxmargin.UndecidedError
	return err == nil || errors.As(err, new(*maxmargin.OneClassError)) ||
		errors.As(err, &hidden) && hidden.Scale > 1e6*hidden.Upper
}
