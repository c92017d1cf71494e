package hunt

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/shrink"
)

// refutation is a certificate with the stream, in float64, that it was made of. In JSON the certificate is
// computed again.
type refutation struct {
	certificate *certificate.Certificate
	stream      stream
}

// candidates are the streams that refute the conjecture in float64: the smallest of those that do so clearly,
// then the others.
func (n island) candidates() []member {
	all := slices.DeleteFunc(n.Front.best(), func(m member) bool { return !m.score.refuting() })
	for _, a := range n.Pools[0] {
		if a.Best.score.refuting() {
			all = append(all, a.Best)
		}
	}
	const clearly = 1 + 1e-4
	slices.SortStableFunc(all, func(a, b member) int {
		return cmp.Or(one(b.score.Ratio > clearly)-one(a.score.Ratio > clearly),
			cmp.Compare(len(a.stream)*a.stream.dim(), len(b.stream)*b.stream.dim()))
	})
	return slices.CompactFunc(all, func(a, b member) bool { return a.stream.same(b.stream) })
}

// attempt tries to make a certificate of some of the island's candidates. One that comes to nothing, as a
// ratio above 1 by rounding alone, is dropped. After an attempt that ended in doubt the island makes none for
// some rounds, more each time, in which it may find shorter streams. What bounds an attempt is its work. If ctx
// ends, the island is as it was.
func (n island) attempt(ctx context.Context, t *target) (island, *refutation) {
	const attempts = 4
	if n.Rounds < n.Patience {
		return n, nil
	}
	before, all := n, n.candidates()
	for _, m := range all[:min(attempts, len(all))] {
		deep := t.robust(ctx, m)
		c, doubt, err := t.certify(ctx, deep.stream)
		switch {
		case err == nil && c != nil:
			return n, &refutation{c, deep.stream}
		case ctx.Err() != nil:
			return before, nil
		}
		if err == nil && !doubt { // on no lattice
			var itself tie
			itself, err = t.settle(ctx, m.stream, false)
			if ctx.Err() != nil {
				return before, nil
			}
			if itself.found != nil {
				return n, itself.found
			}
		}
		n = n.without(m.stream)
		if doubt || err != nil {
			n.Doubts++
			n.Doubt, n.Patience = max(n.Doubt, finite(m.score.Ratio)), n.Rounds+1<<min(n.Doubts, 6)
			break
		}
	}
	return n, nil
}

// robust is a stream that refutes the conjecture as m does, but with room for rounding: its mistakes lie off
// the hyperplane by a share of the learner's own margin, as great a share as the ratio allows. Its numbers can
// be short. It is m itself where there is no such stream.
func (t *target) robust(ctx context.Context, m member) member {
	const deepest, least, exchange = 0.5, 1e-4, 0.2
	for depth := deepest; !t.batch && depth > least && ctx.Err() == nil; depth /= 2 {
		s := &searcher{source: source{t: t, rng: rand.New(rand.NewPCG(0, 0))}, island: t.island(), evaluator: newEvaluator(ctx, t), calls: mostCalls}
		p := t.patternOf(m.stream)
		p.depth = depth
		if deep := s.descend(p, true); deep.stream != nil && deep.score.Inside && deep.score.Ratio > 1+float64(exchange*depth) {
			return deep
		}
	}
	return m
}

// effort is what is spent on an exact answer: the length of rational numbers, the precision of what is
// longer, and the tries of the shrinker.
type effort struct {
	bits  int
	prec  uint
	tries int
}

// efforts are first little, then more. Runs of OMM, ROMMA and PUMMA take up to two bits of precision an update.
var efforts = []effort{{1 << 11, 1 << 9, 0}, {1 << 14, 1 << 12, 60}}

// limit is that of an effort. In a norm other than ℓ₂ what little precision does not decide is a tie, mostly.
func (t *target) limit(ctx context.Context, e effort) certificate.Limit {
	if !t.rotates() {
		e.prec = min(e.prec, 512)
	}
	return certificate.Limit{Bits: e.bits, Prec: e.prec, Context: ctx}
}

// prover decides exactly whether streams refute a conjecture. Near the borders, where float64 does not know,
// the exact answer counts.
type prover struct {
	t          *target
	evaluator  *evaluator
	ctx        context.Context // ended by stop, once the work is done
	stop       func()
	work       int // that is left, in coordinates that a learner is shown
	limit      certificate.Limit
	comparator exact.Vector // that the last stream was refuted with
	doubt      bool         // some answer was not to be had
}

const mostWork = 1 << 18 // of an effort, some ten seconds

// refuted tries the comparator that is best for the stream, and the one before.
func (p *prover) refuted(c shrink.Stream) bool {
	border := 1 - 1e-9
	if !p.t.rotates() { // a ratio of 1 is a tie of roots, which no precision decides
		border = 1 + 1e-9
	}
	if p.ctx.Err() != nil || !(p.evaluator.score(p.t.floats(c)).Ratio > border) {
		return false
	}
	comparators := []exact.Vector{vector(p.evaluator.comparator)}
	if p.comparator != nil && len(p.comparator) == len(comparators[0]) {
		comparators = append(comparators, p.comparator)
	}
	for _, u := range comparators {
		refuted, err := p.t.problem.Refuted(p.t.rationals(c), u, p.limit)
		work := p.evaluator.runs[0].trace.Seen * c.Dim()
		if p.t.classes > 0 { // each example has so many differences, each of so many blocks
			work *= (p.t.classes - 1) * p.t.classes
		}
		if err != nil { // all precisions were tried
			p.doubt = true
			work *= 1 + int(p.limit.Prec/128)
		}
		if p.work -= work; p.work <= 0 {
			p.stop()
		}
		if err == nil && refuted {
			p.comparator = u
			return true
		}
	}
	return false
}

// certify shrinks a stream that refutes the conjecture in float64, first while it does so there, and then
// while it does so exactly, and makes a certificate of it, nil where it does not refute it exactly or that is in
// doubt: a tie is undecided, or the attempt came to the bound on its work or of the time. Where what float64
// leaves is no refutation, or the stream is a tie there, the stream itself is tried.
func (t *target) certify(ctx context.Context, s stream) (c *certificate.Certificate, doubt bool, err error) {
	e := newEvaluator(ctx, t)
	refutes := func(c shrink.Stream) bool { return e.score(t.floats(c)).refuting() }
	start, clearly := t.lattice(s, refutes)
	if !clearly && !e.score(s).tied() {
		return nil, false, nil
	}
	if clearly {
		start = shrink.Shrink(ctx, start, refutes, shrink.Options{Tries: 500, Rough: true, Classes: t.classes})
	}
	p := &prover{t: t, evaluator: newEvaluator(context.Background(), t)}
	for _, effort := range efforts {
		p.ctx, p.stop = context.WithCancel(ctx)
		p.limit, p.work = t.limit(ctx, effort), mostWork
		defer p.stop()
		from, ok := start, clearly && p.refuted(start)
		if !ok {
			from, ok = t.lattice(s, p.refuted)
		}
		if !ok {
			continue
		}
		small := shrink.Shrink(p.ctx, from, p.refuted, shrink.Options{Tries: effort.tries, Classes: t.classes})
		p.ctx = context.Background()
		p.refuted(small) // for its comparator
		examples := t.rationals(small)
		c, err := t.problem.Certify(examples, t.simple(examples, p.comparator), certificate.Limit{Context: ctx})
		return c, false, err
	}
	return nil, p.doubt || ctx.Err() != nil, nil
}

// vector is the comparator as rational numbers, nil if there is none.
func vector(u []float64) exact.Vector {
	if u == nil {
		return nil
	}
	return exact.Floats(u...)
}

// simple is the comparator in as few binary digits as refute the conjecture.
func (t *target) simple(examples []exact.Example, u exact.Vector) exact.Vector {
	for digits := 0; u != nil && digits <= 40; digits++ {
		unit := int64(1) << digits
		simple := make(exact.Vector, len(u))
		for k, v := range u {
			f, _ := v.Float64()
			simple[k] = new(big.Rat).SetFrac64(int64(math.Round(f*float64(unit))), unit)
		}
		if refuted, err := t.problem.Refuted(examples, simple, certificate.Limit{}); err == nil && refuted {
			return simple
		}
	}
	return u
}

// Exactly is what exact arithmetic says of a ratio that float64 cannot tell from 1. The zero value is for
// other ratios, and for those that it could not decide.
type Exactly struct {
	Attained bool    // the ratio is 1
	Below    float64 // 1 − ratio, if that is not 0
}

// tie is a stream whose ratio float64 cannot tell from 1, once exact arithmetic has settled whether it refutes
// the claim, attains it, or stays below.
type tie struct {
	Exactly
	found  *refutation // nil unless the stream refutes the claim
	stream stream      // the one that attains it: the same, or near it on a lattice
}

// compare is [certificate.Problem.Compare], first with little effort.
func (t *target) compare(ctx context.Context, examples []exact.Example, comparator exact.Vector) (order int, err error) {
	for _, effort := range efforts {
		if order, err = t.problem.Compare(examples, comparator, t.limit(ctx, effort)); err == nil || ctx.Err() != nil {
			break
		}
	}
	return order, err
}

// settle asks exact arithmetic about a stream. If near, it asks about the lattices near it too, where exact
// ties are, and shrinks what refutes the claim. The error says that it could not decide.
func (t *target) settle(ctx context.Context, s stream, near bool) (tie, error) {
	e := newEvaluator(context.Background(), t)
	got := tie{stream: s}
	var examples []exact.Example
	var comparator exact.Vector
	var order int
	var undecided error
	ask := func(of []exact.Example) bool {
		examples, comparator = of, vector(e.comparator)
		order, undecided = t.compare(ctx, examples, comparator)
		return undecided == nil && order >= 0
	}
	e.score(s)
	decided := !t.batch && ask(exactly(s)) // examples of rational length are on the lattices of a batch algorithm alone
	if itself := undecided; !decided && (near || t.batch) {
		c, ok := t.lattice(s, func(c shrink.Stream) bool {
			at := e.score(t.floats(c))
			return ctx.Err() == nil && (at.tied() || at.refuting()) && ask(t.rationals(c))
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
		got.Below, _ = t.problem.Shortfall(exactly(s), vector(e.comparator), t.limit(ctx, efforts[0])) // 0 where it is not known
		return got, nil
	case order == 0:
		got.Attained = true
		return got, nil
	}
	var c *certificate.Certificate
	if near {
		c, _, _ = t.certify(ctx, s)
	}
	if c == nil {
		var err error
		if c, err = t.problem.Certify(examples, comparator, certificate.Limit{Context: ctx}); err != nil {
			return got, err
		}
	}
	got.found = &refutation{c, s}
	return got, nil
}

// settleAll settles streams up to the first that refutes the claim, and tells known of the others. doubt is the
// greatest ratio that was not decided; once ctx has ended, those up to 1 are taken to be no refutations.
func (t *target) settleAll(ctx context.Context, all []member, near bool, known func(member, tie)) (found *refutation, doubt float64) {
	for _, m := range all {
		got, err := t.settle(ctx, m.stream, near)
		switch {
		case ctx.Err() != nil && m.score.Ratio <= 1:
		case err != nil || ctx.Err() != nil:
			doubt = max(doubt, m.score.Ratio)
		case got.found != nil:
			return got.found, doubt
		default:
			known(m, got)
		}
	}
	return nil, doubt
}

// exactly is a stream in rational numbers.
func exactly(s stream) []exact.Example {
	all := make([]exact.Example, len(s))
	for i, e := range s {
		all[i] = exact.Example{X: exact.Floats(e.X.Value...), Y: int(e.Y)}
	}
	return all
}

// mostTies is how many ties are settled at the end, and of each island after its rounds 1, 2, 4, 8, …: a claim
// that is true and tight has hundreds. They take some milliseconds each.
const mostTies = 8

// ties are the streams that float64 cannot tell from a tie, those above 1 first, and of the others the
// smallest, which are the likeliest to be exact ties.
func (n island) ties() []member {
	all := slices.DeleteFunc(n.Front.best(), func(m member) bool { return !m.score.tied() })
	for _, a := range n.Pools[0] {
		if a.Best.score.tied() {
			all = append(all, a.Best)
		}
	}
	slices.SortStableFunc(all, func(a, b member) int {
		return cmp.Or(one(b.score.Ratio > 1)-one(a.score.Ratio > 1), cmp.Compare(a.stream.numbers(), b.stream.numbers()))
	})
	return slices.CompactFunc(all, func(a, b member) bool { return a.stream.same(b.stream) })
}

// settle settles some of the island's ties after round 1, 2, 4, 8, …, or when the epoch ends. If ctx ends, the
// island is as it was.
func (n island) settle(ctx context.Context, t *target, ended bool) (island, *refutation) {
	if !ended && bits.OnesCount(uint(n.Rounds)) != 1 {
		return n, nil
	}
	all := n.ties()
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
