package adversarial

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/shrink"
)

// Where float64 cannot tell a ratio from 1, exact arithmetic settles whether the stream refutes the
// claim, attains it, or stays below.

const (
	// tieBand is how far from 1 rounding alone may move a ratio, beside what it does to margins, which
	// [evaluator.read] allows for.
	tieBand = 1e-9
	// mostTies is how many streams of that band are settled at the end, and of each island after its
	// rounds 1, 2, 4, 8, …. A claim that is true and tight has hundreds. The smallest, which are taken, are the
	// likeliest to be exact ties. They take some milliseconds each.
	mostTies = 8
	// mostAbove is how many more are settled at the end of those whose ratio is above 1. A claim is in
	// doubt if some are left.
	mostAbove = 256
)

// tied reports that float64 cannot tell the ratio from 1.
func (a score) tied() bool { return a.Inside && math.Abs(a.Ratio-1) <= tieBand }

// Exactly is what exact arithmetic says of a ratio that float64 cannot tell from 1. The zero value is
// for other ratios, and for those that it could not decide.
type Exactly struct {
	Attained bool    // the ratio is 1
	Below    float64 // 1 − ratio, if that is not 0
}

// tie is a stream that was settled.
type tie struct {
	Exactly
	found  *refutation // nil unless the stream refutes the claim
	stream stream      // the one that attains it: the same, or near it on a lattice
}

// compare is [certificate.Problem.Compare], first with little effort.
func (t *target) compare(ctx context.Context, examples []exact.Example, comparator exact.Vector) (order int, err error) {
	for _, effort := range efforts() {
		if order, err = t.problem.Compare(examples, comparator, t.limit(ctx, effort)); err == nil || ctx.Err() != nil {
			break
		}
	}
	return order, err
}

// limit is that of an effort. In a norm other than ℓ₂ more precision decides no more.
func (t *target) limit(ctx context.Context, e effort) certificate.Limit {
	if !t.rotates() {
		e.prec = min(e.prec, normPrec)
	}
	return certificate.Limit{Bits: e.bits, Prec: e.prec, Context: ctx}
}

// settle asks exact arithmetic about a stream. If near, it asks about the lattices near it too, where
// exact ties are, and shrinks what refutes the claim. The error says that it could not decide.
func (t *target) settle(ctx context.Context, s stream, near bool) (tie, error) {
	e := newEvaluator(t)
	got := tie{stream: s}
	var examples []exact.Example
	var comparator exact.Vector
	var order int
	var undecided error
	ask := func(of []exact.Example) bool {
		examples, comparator = of, comparatorOf(e.comparator)
		order, undecided = t.compare(ctx, examples, comparator)
		return undecided == nil && order >= 0
	}
	e.score(s)
	decided := !t.batch && ask(exactly(s)) // examples of rational length are on the lattices of a batch algorithm alone
	if itself := undecided; !decided && (near || t.batch) {
		c, ok := t.lattice(s, func(c shrink.Stream) bool {
			at := e.score(t.floats(c))
			return ctx.Err() == nil && (at.tied() || at.refuting()) && ask(t.exactly(c))
		})
		switch {
		case ok:
			decided, got.stream = true, t.floats(c)
		case !t.batch:
			undecided = itself
		case undecided == nil && e.score(s).Ratio > 1:
			undecided = errors.New("no lattice near the stream decides")
		}
	}
	switch {
	case undecided != nil:
		return got, undecided
	case !decided: // below 1
		e.score(s)
		got.Below, _ = t.problem.Shortfall(exactly(s), comparatorOf(e.comparator), t.limit(ctx, efforts()[0])) // 0 where it is not known
		return got, nil
	case order == 0:
		got.Attained = true
		return got, nil
	}
	var c outcome
	if near {
		c, _ = t.certify(ctx, s)
	}
	if c.certificate == nil {
		var err error
		if c.certificate, err = t.problem.Certify(examples, comparator, certificate.Limit{Context: ctx}); err != nil {
			return got, err
		}
	}
	got.found = &refutation{certificate: c.certificate, stream: s}
	return got, nil
}

// settleAll settles streams up to the first that refutes the claim, and tells known of the others. doubt is
// the greatest ratio that was not decided; once ctx has ended, those up to 1 are taken to be no refutations.
func (t *target) settleAll(ctx context.Context, all []member, near bool, known func(member, tie)) (found *refutation, doubt float64) {
	for _, m := range all {
		got, err := t.settle(ctx, m.Stream, near)
		switch {
		case ctx.Err() != nil && m.Score.Ratio <= 1:
		case err != nil || ctx.Err() != nil:
			doubt = max(doubt, m.Score.Ratio)
		case got.found != nil:
			return got.found, doubt
		default:
			known(m, got)
		}
	}
	return nil, doubt
}

// Settle settles a stream in exact numbers before a hunt: that of a certificate, or one with no more than
// the stream. The finding has the certificate that it refutes the conjecture, that it attains the
// claim, or that this is in doubt. It is the zero value where the hunt is to say: where float64 can
// tell the ratio from 1 in the domain, and the certificate is not of the same claim. The error says
// what of the conjecture or the stream is wrong, or is that of ctx.
func (c Conjecture) Settle(ctx context.Context, given certificate.Certificate) (Finding, error) {
	t, err := prepare(c)
	if err != nil {
		return Finding{}, err
	}
	s, err := copyOf(Rounded(given.Stream), t.Classes)
	if err != nil {
		return Finding{}, err
	}
	e := newEvaluator(t)
	at := e.score(s)
	comparator := given.Comparator
	same := claimed(given.Statement) == claimed(t.Whole())
	if !same {
		comparator = comparatorOf(e.comparator)
	}
	atBorder := !at.Inside && at.Ratio >= 1-tieBand // of a domain, it may be, where float64 does not know
	if !same && !at.tied() && !atBorder || t.failure() != nil {
		return Finding{}, t.failure()
	}
	f := Finding{Conjecture: t.Conjecture, EaseName: t.easeName(), Ratio: at.Ratio, Ease: at.Ease, Best: s}
	order, err := t.compare(ctx, given.Stream, comparator)
	switch {
	case ctx.Err() != nil:
		return Finding{}, ctx.Err()
	case err != nil:
		f.Doubt = at.Ratio
	case order > 0:
		f.Certificate, err = t.problem.Certify(given.Stream, comparator, certificate.Limit{})
		return f, err
	case order == 0:
		f.Ratio, f.Attained = 1, true
	default:
		return Finding{}, nil
	}
	return f, nil
}

// Beside is the finding of a hunt, with what was settled of a stream before it.
func (f Finding) Beside(settled Finding) Finding {
	if f.Certificate == nil {
		f.Doubt = max(f.Doubt, settled.Doubt)
		if settled.Attained && !f.Attained {
			f.Ratio, f.Ease, f.Best, f.Exactly, f.Began = 1, settled.Ease, settled.Best, settled.Exactly, settled.Began
		}
	}
	return f
}

// exactly is a stream in rational numbers.
func exactly(s stream) []exact.Example {
	all := make([]exact.Example, len(s))
	for i, e := range s {
		all[i] = exact.Example{X: exact.Floats(e.X.Value...), Y: int(e.Y)}
	}
	return all
}

// ties are the streams of that band, those above 1 first, and of the others the smallest.
func (p population) ties() []member {
	all := slices.DeleteFunc(p.best(), func(m member) bool { return !m.Score.tied() })
	slices.SortStableFunc(all, func(a, b member) int {
		return cmp.Or(one(b.Score.Ratio > 1)-one(a.Score.Ratio > 1), cmp.Compare(a.Stream.numbers(), b.Stream.numbers()))
	})
	return all
}

// settle settles some of the island's ties after round 1, 2, 4, 8, …, or when the epoch ends. If ctx ends, the
// island is as it was.
func (n island) settle(ctx context.Context, t *target, ended bool) (island, *refutation) {
	if !ended && bits.OnesCount(uint(n.Rounds)) != 1 {
		return n, nil
	}
	all := n.population.ties()
	return n.settled(ctx, t, all[:min(mostTies, len(all))])
}

// settled settles these streams, up to the first that refutes the claim.
func (n island) settled(ctx context.Context, t *target, all []member) (island, *refutation) {
	before := n
	found, doubt := t.settleAll(ctx, all, true, func(_ member, got tie) {
		if got.Attained && (n.Attained == nil || got.stream.numbers() < n.Attained.numbers()) {
			n.Attained = got.stream
		}
	})
	if found == nil && ctx.Err() != nil {
		return before, nil
	}
	n.Doubt = max(n.Doubt, doubt)
	return n, found
}

// judged is the finding once its ties are settled, with the stream that the hunt began with, if it is that.
func (r *Runner) judged(ctx context.Context, f Finding, islands []island) Finding {
	f = r.judge(ctx, f, islands)
	f.Began = r.origin(f.Best)
	if f.Certificate != nil && f.Trials == 0 && f.Began == "" { // of a stream that was made simpler
		if all := islands[0].candidates(); len(all) > 0 {
			f.Began = r.origin(all[0].Stream)
		}
	}
	return f
}

// judge settles the streams of a finding that float64 cannot tell from a tie, and says in it what came of them.
// Some time after the end of ctx is for its caller to give.
func (t *target) judge(ctx context.Context, f Finding, islands []island) Finding {
	far := f.far
	if f.far = nil; f.Certificate != nil {
		return f
	}
	e, all, first := newEvaluator(t), population{}, []stream(nil)
	for _, n := range islands {
		all.merge(n.population)
		first = append(first, n.Attained)
	}
	ties, likely := all.ties(), []member(nil)
	for _, s := range append(first, f.Best, far) {
		if m := (member{s, e.score(s)}); m.Score.tied() {
			likely = append(likely, m)
		}
	}
	likely = append(likely, ties[:min(mostTies, len(ties))]...)
	above := slices.DeleteFunc(ties[min(mostTies, len(ties)):], func(m member) bool { return m.Score.Ratio <= 1 })
	for _, left := range above[min(mostAbove, len(above)):] {
		f.Doubt = max(f.Doubt, left.Score.Ratio)
	}
	untried := island{population: all}.candidates() // no time was left for them
	for _, some := range []struct {
		all  []member
		near bool
	}{{untried[:min(mostTies, len(untried))], false}, {likely, true}, {above[:min(mostAbove, len(above))], false}} {
		found, doubt := t.settleAll(ctx, some.all, some.near, func(m member, got tie) {
			f = f.with(m, got, e)
			if f.Far != nil && slices.EqualFunc(m.Stream, far, equal) {
				f.Far.Exactly = got.Exactly
			}
		})
		f.Doubt = max(f.Doubt, doubt)
		if found != nil {
			at := e.score(found.stream)
			f.Certificate, f.Best, f.Ratio, f.Ease = found.certificate, found.stream, at.Ratio, at.Ease
			return f
		}
	}
	if f.Ease >= farEase {
		f.Far = nil
	}
	return f
}

// with is the finding with what is known of a stream: of the best the smallest that attains the claim.
func (f Finding) with(m member, got tie, e *evaluator) Finding {
	switch best := stream(f.Best); {
	case got.Attained && (!f.Attained || got.stream.numbers() < best.numbers()):
		at := e.score(got.stream)
		f.Best, f.Ratio, f.Ease, f.Exactly = got.stream, 1, at.Ease, got.Exactly
	case !f.Attained && slices.EqualFunc(m.Stream, best, equal) && got.Below > 0:
		f.Exactly, f.Ratio = got.Exactly, 1-got.Below
	}
	return f
}
