package hunt

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/shrink"
	"marginlab/theory"
)

// refutation is the text of a certificate with the stream, in float64, that it was made of.
type refutation struct {
	Certificate json.RawMessage `json:"certificate"`
	Stream      member          `json:"stream"`
}

func refutationOf(c *certificate.Certificate, m member) *refutation {
	var text bytes.Buffer
	_ = c.Write(&text) // of memory it does not fail
	return &refutation{text.Bytes(), m}
}

func (f *refutation) certificate() (*certificate.Certificate, error) {
	return certificate.Read(bytes.NewReader(f.Certificate))
}

// verdict is what exact arithmetic says of a stream: whether it refutes the claim, attains it, or stays below.
type verdict struct {
	attained    bool
	certificate *certificate.Certificate // nil unless the stream refutes the claim
	member                               // that attains it, the same or near it on a lattice, or refutes it in float64
	err         error                    // why it is in doubt
}

// reached reports whether the claim is refuted or attained.
func (v verdict) reached() bool { return v.attained || v.certificate != nil }

// judge notes what exact arithmetic says of a stream. Once ctx has ended, a ratio above 1 is in doubt, and others are
// taken to be no refutations.
func (n *island) judge(ctx context.Context, t *target, m member, simpler bool) (v verdict) {
	if v.err = ctx.Err(); v.err == nil {
		v = t.prove(ctx, m, simpler)
	}
	switch ended := ctx.Err() != nil; {
	case v.certificate != nil:
		n.Refuted = refutationOf(v.certificate, v.member)
	case (ended || v.err != nil) && (!ended || m.score.Ratio > 1):
		n.Doubt = max(n.Doubt, finite(m.score.Ratio))
	case v.attained && (n.Attained == nil || v.numbers() < n.Attained.numbers()):
		n.Attained = &v.member
	}
	return v
}

// attempt judges some of the streams that refute the conjecture in float64. One that does not do so exactly, as of a
// ratio above 1 by rounding alone, is dropped. After one that ended in doubt the island makes no attempt for some
// rounds, more each time, in which it may find shorter streams. What bounds an attempt is its work. After round 1, 2,
// 4, 8, …, or when the epoch ends, some of the ties are judged.
func (n island) attempt(ctx context.Context, t *target, ended bool) island {
	const attempts = 4
	all, ties := n.suspects()
	if n.Rounds < n.Patience {
		all = nil
	}
	for _, m := range all[:min(attempts, len(all))] {
		v := n.judge(ctx, t, m, true)
		if n.Refuted != nil {
			return n
		}
		if n = n.without(m.stream); v.err != nil {
			n.Doubts++
			n.Patience = n.Rounds + 1<<min(n.Doubts, 6)
			break
		}
	}
	if ended || bits.OnesCount(uint(n.Rounds)) == 1 {
		for _, m := range ties[:min(mostTies, len(ties))] {
			if n.Refuted == nil {
				n.judge(ctx, t, m, true)
			}
		}
	}
	return n
}

// mostTies is how many ties are judged at a time: a claim that is true and tight has hundreds. They take some
// milliseconds each.
const mostTies = 8

// suspects are the streams that refute the conjecture in float64, those that do so clearly first, and those that
// float64 cannot tell from a tie, those above 1 first. Of each kind the smallest come first: their certificates are
// short, and they are the likeliest to be exact ties.
func (n island) suspects() (refuting, ties []member) {
	kind := func(s score) int {
		const clearly = 1 + 1e-4
		return one(s.Ratio > clearly) + one(s.refuting()) + one(s.Ratio > 1)
	}
	all := n.Front.best()
	slices.SortStableFunc(all, func(a, b member) int {
		return cmp.Or(kind(b.score)-kind(a.score), cmp.Compare(a.numbers(), b.numbers()))
	})
	for _, m := range slices.CompactFunc(all, func(a, b member) bool { return a.stream.same(b.stream) }) {
		if m.score.refuting() {
			refuting = append(refuting, m)
		} else if m.score.tied() {
			ties = append(ties, m)
		}
	}
	return refuting, ties
}

// prove asks exact arithmetic about a stream as it is. If simpler, it first makes one that refutes the conjecture
// simpler, and asks about the lattices near a tie too, where exact ties are.
func (t *target) prove(ctx context.Context, m member, simpler bool) verdict {
	if m.score.refuting() && simpler {
		deep := t.robust(ctx, m)
		if c, err := t.certify(ctx, deep.stream); err != nil || c != nil {
			return verdict{certificate: c, member: m, err: err}
		}
	}
	near, e := simpler && !m.score.refuting(), newEvaluator(context.Background(), t)
	e.score(m.stream) // for its comparator
	v := t.decide(ctx, adversarial.Exact(m.stream), vector(e.comparator))
	v.member = m
	if near && !v.reached() {
		m.lattice(func(c shrink.Stream) bool {
			m := member{floatsOf(c), e.score(floatsOf(c))}
			if ctx.Err() != nil || !m.score.tied() && !m.score.refuting() {
				return false
			}
			there := t.decide(ctx, rationals(c), vector(e.comparator))
			if there.member = m; there.reached() {
				v = there
			}
			return there.reached()
		})
	}
	if near && v.certificate != nil {
		v.member = m
		if c, _ := t.certify(ctx, m.stream); c != nil {
			v.certificate = c
		}
	}
	return v
}

// robust is a stream that refutes the conjecture as m does, but with room for rounding: its mistakes lie off
// the hyperplane by a share of the learner's own margin, as great a share as the ratio allows. Its numbers can
// be short. It is m itself where there is no such stream.
func (t *target) robust(ctx context.Context, m member) member {
	const deepest, least, exchange, sent = 0.5, 1e-4, 0.2, 300_000
	calls, n := mostCalls, len(m.stream)
	if t.learner.Kind.Code != nil { // a program: a descent sends it so many examples at most, n²/2 of them at a call
		if calls = min(calls, 2*sent/(n*n)); calls < n*m.stream.dim() {
			return m // not enough for a gradient
		}
	}
	for depth := deepest; depth > least && ctx.Err() == nil; depth /= 2 {
		s := &searcher{source: source{t: t, rng: rand.New(rand.NewPCG(0, 0))}, island: t.island(),
			evaluator: newEvaluator(ctx, t), calls: calls}
		p := t.patternOf(m.stream)
		p.depth = depth
		if deep := s.descend(p, true); deep.stream != nil && deep.score.Inside && deep.score.Ratio > 1+float64(exchange*depth) {
			return deep
		}
	}
	return m
}

// limits returns the limits of an exact answer, first small, then larger: runs of OMM, ROMMA and PUMMA take up to two
// bits of precision an update. In a norm other than ℓ₂, what little precision does not decide is mostly a tie.
func (t *target) limits(ctx context.Context) []certificate.Limit {
	more := uint(1 << 12)
	if !t.rotates() {
		more = 1 << 9
	}
	return []certificate.Limit{{Bits: 1 << 11, Prec: 1 << 9, Context: ctx}, {Bits: 1 << 14, Prec: more, Context: ctx}}
}

// prover decides exactly whether streams refute a conjecture. Near the borders, where float64 does not know,
// the exact answer counts.
type prover struct {
	t          *target
	evaluator  *evaluator
	work       int    // that is left, in coordinates that a learner is shown
	stop       func() // ends the shrinking, once the work is done
	limit      certificate.Limit
	comparator exact.Vector // that the last stream was refuted with
	doubt      bool         // some answer was not to be had
}

const mostWork = 1 << 18 // within each of the limits, some ten seconds

// refutes reports whether a stream refutes the conjecture in float64.
func (p *prover) refutes(c shrink.Stream) bool { return p.evaluator.score(floatsOf(c)).refuting() }

// refuted tries the comparator that is best for the stream, and the one before. Nothing is refuted once the work is
// done.
func (p *prover) refuted(c shrink.Stream) bool {
	border := 1 - 1e-9
	if !p.t.rotates() { // a ratio of 1 is a tie of roots, which no precision decides
		border = 1 + 1e-9
	}
	if p.work <= 0 || !(p.evaluator.score(floatsOf(c)).Ratio > border) {
		return false
	}
	comparators := []exact.Vector{vector(p.evaluator.comparator)}
	if p.comparator != nil && len(p.comparator) == len(comparators[0]) {
		comparators = append(comparators, p.comparator)
	}
	for _, u := range comparators {
		order, err := p.t.problem.Compare(rationals(c), u, p.limit)
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
		if err == nil && order > 0 {
			p.comparator = u
			return true
		}
	}
	return false
}

// certify shrinks a stream that refutes the conjecture in float64, first while it does so there, and then
// while it does so exactly, and makes a certificate of it, nil where it does not refute it exactly. The error says that
// this is in doubt. Where what float64 leaves is no refutation, or the stream is a tie there, the stream itself is
// tried.
func (t *target) certify(ctx context.Context, s stream) (*certificate.Certificate, error) {
	p := &prover{t: t, evaluator: newEvaluator(ctx, t)}
	start, clearly := s.lattice(p.refutes)
	if !clearly && !p.evaluator.score(s).tied() {
		return nil, nil
	}
	if clearly {
		start = shrink.Shrink(ctx, start, p.refutes, shrink.Options{Tries: 1000, Rough: true, Classes: t.classes})
	}
	for i, limit := range t.limits(ctx) {
		within, stop := context.WithCancel(ctx)
		defer stop()
		p.limit, p.work, p.stop = limit, mostWork, stop
		from, ok := start, clearly && p.refuted(start)
		if !ok {
			from, ok = s.lattice(p.refuted)
		}
		if !ok {
			continue
		}
		tries := 120 * i // at first the shrinker's own; with more precision an answer takes long
		small := shrink.Shrink(within, from, p.refuted, shrink.Options{Tries: tries, Classes: t.classes})
		p.work = mostWork
		p.refuted(small) // for its comparator
		examples := rationals(small)
		return t.problem.Certify(examples, t.simple(examples, p.comparator), certificate.Limit{Context: ctx})
	}
	if p.doubt {
		return nil, errors.New("a tie is undecided, or the attempt came to the bound on its work")
	}
	return nil, ctx.Err()
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
		if order, err := t.problem.Compare(examples, simple, certificate.Limit{}); err == nil && order > 0 {
			return simple
		}
	}
	return u
}

// decide asks exact arithmetic about examples, first with little effort. A certificate is of the examples as they are.
func (t *target) decide(ctx context.Context, examples []exact.Example, comparator exact.Vector) (v verdict) {
	var order int
	for _, limit := range t.limits(ctx) {
		order, v.err = t.problem.Compare(examples, comparator, limit)
		if v.err == nil || ctx.Err() != nil {
			break
		}
	}
	switch {
	case v.err != nil:
	case order == 0:
		v.attained = true
	case order > 0:
		v.certificate, v.err = t.problem.Certify(examples, comparator, certificate.Limit{Context: ctx})
	}
	return v
}

// lattice is the stream on the coarsest lattice where it violates.
func (s stream) lattice(violates shrink.Predicate) (shrink.Stream, bool) {
	var x [][]float64
	var y []int
	for _, e := range s {
		x, y = append(x, e.X.Value), append(y, int(e.Y))
	}
	return shrink.FromFloats(x, y, violates)
}

// floatsOf is the stream of a lattice.
func floatsOf(c shrink.Stream) stream {
	x, y := c.Floats()
	s := newStream(len(x), c.Dim())
	for i := range s {
		copy(s[i].X.Value, x[i])
		s[i].Y = theory.Label(y[i])
	}
	return s
}

// rationals is the same in rational numbers.
func rationals(c shrink.Stream) []exact.Example {
	examples := make([]exact.Example, len(c.Rows))
	for i, r := range c.Rows {
		x := make(exact.Vector, len(r.X))
		for k, v := range r.X {
			x[k] = big.NewRat(v, c.Den)
		}
		examples[i] = exact.Example{X: x, Y: r.Y}
	}
	return examples
}
