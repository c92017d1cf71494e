package adversarial

import (
	"context"
	"math"
	"math/big"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/internal/shrink"
	"marginlab/theory"
)

// outcome is what came of a stream that refutes the conjecture in float64.
type outcome struct {
	certificate *certificate.Certificate // nil if it does not refute it exactly, or that is in doubt
	doubt       bool                     // a tie is undecided, or the attempt came to the bound on its work or of the time
}

// efforts are what is spent on a certificate, first little, then more: the length of
// rational numbers, the precision of what is longer, and the tries of the shrinker. Runs of
// OMM, ROMMA and PUMMA take up to two bits of precision an update.
func efforts() []effort { return []effort{{1 << 11, 1 << 9, 0}, {1 << 14, 1 << 12, 60}} }

type effort struct {
	bits  int
	prec  uint
	tries int
}

const screenTries = 500 // of the shrinker, in float64

// mostWork bounds the exact questions of an effort, in coordinates that a learner is shown:
// some ten seconds.
const mostWork = 1 << 18

// normPrec is the greatest precision that is tried for each stream in a norm other than
// ℓ₂: what it does not decide is a tie, mostly.
const normPrec = 512

// prover decides exactly whether streams refute a conjecture. Near the borders, where
// float64 does not know, the exact answer counts.
type prover struct {
	*evaluator
	ctx        context.Context // ended by stop
	stop       func()
	work       int // that is left
	limit      certificate.Limit
	comparator exact.Vector // that the last stream was refuted with
	doubt      bool         // some answer was not to be had
}

// border is the ratio in float64 from which on the exact answer counts. In a norm other
// than ℓ₂ a ratio of 1 is a tie of roots, which no precision decides.
func (p *prover) border() float64 {
	if p.rotates() {
		return 1 - 1e-9
	}
	return 1 + 1e-9
}

// refuted is the predicate of the shrinker, which ends when the work is done.
func (p *prover) refuted(c shrink.Stream) bool { return p.ctx.Err() == nil && p.proved(c) }

// proved tries the comparator that is best for the stream, and the one before.
func (p *prover) proved(c shrink.Stream) bool {
	if !(p.score(p.floats(c)).Ratio > p.border()) {
		return false
	}
	comparators := []exact.Vector{comparatorOf(p.evaluator.comparator)}
	if len(p.comparator) == len(comparators[0]) && p.comparator != nil {
		comparators = append(comparators, p.comparator)
	}
	for _, u := range comparators {
		refuted, err := p.problem.Refuted(p.exactly(c), u, p.limit)
		p.spend(c, err)
		if err == nil && refuted {
			p.comparator = u
			return true
		}
	}
	return false
}

// spend counts a question, one that no precision answers as the precisions that were tried.
func (p *prover) spend(c shrink.Stream, err error) {
	work := p.facts.steps * c.Dim()
	if p.Classes > 0 { // each example has so many differences, each of so many blocks
		work *= (p.Classes - 1) * p.Classes
	}
	if err != nil {
		p.doubt = true
		work *= 1 + int(p.limit.Prec/128)
	}
	if p.work -= work; p.work <= 0 {
		p.stop()
	}
}

// certify shrinks a stream that refutes the conjecture in float64, first while it
// does so there, and then while it does so exactly, and makes a certificate of it.
// Where what float64 leaves is no refutation, or the stream is a tie there, the stream
// itself is tried. The result is minimal unless the work was done, or the context ended, before.
func (t *target) certify(ctx context.Context, s stream) (outcome, error) {
	e := newEvaluator(t)
	start, clearly := t.lattice(s, e.refutes)
	if !clearly && !e.score(s).tied() {
		return outcome{}, nil
	}
	if clearly {
		start = shrink.Shrink(ctx, start, e.refutes, shrink.Options{Tries: screenTries, Rough: true, Classes: t.Classes})
	}
	p := &prover{evaluator: e}
	for _, effort := range efforts() {
		p.limit = t.limit(ctx, effort)
		p.ctx, p.stop = context.WithCancel(ctx)
		p.work = mostWork
		defer p.stop()
		from, ok := start, clearly && p.refuted(start)
		if !ok {
			from, ok = t.lattice(s, p.refuted)
		}
		if !ok {
			continue
		}
		small := shrink.Shrink(p.ctx, from, p.refuted, shrink.Options{Tries: effort.tries, Classes: t.Classes})
		p.proved(small) // for its comparator
		examples := t.exactly(small)
		c, err := t.problem.Certify(examples, t.simpleComparator(examples, p.comparator), certificate.Limit{Context: ctx})
		return outcome{certificate: c}, err
	}
	return outcome{doubt: p.doubt || ctx.Err() != nil}, nil
}

// refutes reports whether the stream refutes the conjecture in float64.
func (e *evaluator) refutes(c shrink.Stream) bool {
	return e.score(e.floats(c)).refuting()
}

// onLattice is the stream on the coarsest lattice where it violates.
func onLattice(s stream, violates shrink.Predicate) (shrink.Stream, bool) {
	var x [][]float64
	var y []int
	for _, e := range s {
		x, y = append(x, e.X.Value), append(y, int(e.Y))
	}
	return shrink.FromFloats(x, y, violates)
}

func fromLattice(c shrink.Stream) stream {
	x, y := c.Floats()
	s := newStream(len(x), c.Dim())
	for i := range s {
		copy(s[i].X.Value, x[i])
		s[i].Y = theory.Label(y[i])
	}
	return s
}

func rational(c shrink.Stream) []exact.Example {
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

// comparatorOf is the comparator as rational numbers, nil if there is none.
func comparatorOf(u []float64) exact.Vector {
	if u == nil {
		return nil
	}
	return exact.Floats(u...)
}

// simpleComparator is the comparator in as few binary digits as refute the conjecture.
func (t *target) simpleComparator(examples []exact.Example, u exact.Vector) exact.Vector {
	if u == nil {
		return nil
	}
	for digits := range 41 {
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
