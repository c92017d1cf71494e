package adversarial

import (
	"context"
	"fmt"
	"math"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
	driver "marginlab/algos/trial"
	"marginlab/theory"
)

// RunGuarantee looks for a stream on which a guarantee, a row of the table or one's own, fails
// for a learner, as [Hunt.Run] does for a statement, in float64 and within what
// package theory allows for rounding. It returns the verdict on the stream where the
// guarantee is nearest to failing, and the stream; they are zero if it is silent on all,
// or does not speak of the learner. The hunt ends at a stream where it fails. There is no
// state. The error is that of ctx, or says how the learner's program breaks its protocol.
func (h Hunt) RunGuarantee(ctx context.Context, g theory.Guarantee, learner *algos.Spec, passes int) (theory.Verdict, []theory.Example, error) {
	if h.Trials == 0 {
		return theory.Verdict{}, nil, fmt.Errorf("a hunt for a guarantee has 0 trials, expected a number of streams")
	}
	if err := greeted(learner); err != nil {
		return theory.Verdict{}, nil, err
	}
	t := &target{guarantee: &g, learner: learner, bias: learner.Kind.OwnBias, batch: learner.Kind.Task == theory.Batch,
		norm: learner.Norm}
	t.Dim, t.Examples, t.Passes = defaultDim, defaultExamples, passes
	if learner.Kind.Task == theory.ManyClasses {
		t.Classes = certificate.DefaultClasses
		t.learner = labelled(learner, t.Classes)
	}
	t.guess = t.guessOf()
	t.broken, t.breaks = context.WithCancelCause(context.Background())
	within, stop := t.within(ctx)
	defer stop()
	from, err := copies(h.From, t.Classes)
	if err != nil {
		return theory.Verdict{}, nil, err
	}
	r := &Runner{target: t, plan: Plan{Cold: h.Cold}, from: from}
	n, err := r.start(within)
	for trials, streams := 0, 0; err == nil && trials < h.Trials && within.Err() == nil && !(n.best.Ratio > 1); trials += streams {
		n, streams = n.search(within, t, h.Seed, 0, min(streamsOf(n.Rounds), h.Trials-trials), n.elites())
	}
	if err = r.reason(err); err != nil {
		return theory.Verdict{}, nil, err
	}
	best := n.population.best()
	if len(best) == 0 {
		return theory.Verdict{}, nil, ctx.Err()
	}
	_, v := newEvaluator(t).check(best[0].Stream)
	return v, best[0].Stream, ctx.Err()
}

// trace is the learner's run on the stream, and what is known of it in a view.
func (e *evaluator) trace(s stream) (tr theory.Trace, evidence func(theory.View) (theory.Evidence, error), err error) {
	if e.batch {
		return e.traceOfBatch(s)
	}
	ctx, passes, d := context.Background(), max(1, e.Passes), s.dim()
	tr, err = e.learner.Run(ctx, d, slices.Values(slices.Repeat(s, passes)))
	return tr, func(v theory.View) (theory.Evidence, error) {
		if e.Classes == 0 {
			return driver.NewSurvey(s, d).Evidence(ctx, &tr, nil, v)
		}
		var order []int
		for t := range passes * len(s) {
			order = append(order, t%len(s))
		}
		return driver.NewClassSurvey(s, d, e.Classes).Evidence(ctx, &tr, order, v)
	}, err
}

// check holds the guarantee against the learner's run on the stream. The ratio is
// above 1 only where it fails by more than rounding.
func (e *evaluator) check(s stream) (score, theory.Verdict) {
	tr, evidence, err := e.trace(s)
	if err != nil {
		e.fail(err)
		return outside, theory.Verdict{} // n-OMM ends where the stream is inseparable
	}
	if !e.guarantee.Applies(&tr) {
		return outside, theory.Verdict{}
	}
	ev, err := evidence(e.guarantee.ViewOf(&tr))
	if err != nil {
		return outside, theory.Verdict{}
	}
	v := e.guarantee.Check(&tr, ev)
	if v.Silent() || math.IsNaN(v.Ratio) && v.Holds {
		return outside, v
	}
	got := score{Ratio: min(v.Ratio, 1), Ease: ev.DBar / ev.Gamma, Inside: true}
	if e.bias {
		got.Ease = ev.R()
	}
	if !v.Holds {
		got.Ratio = 1 + 1e-6
		if v.Ratio > got.Ratio { // it may be no number
			got.Ratio = v.Ratio
		}
	}
	return got, v
}
