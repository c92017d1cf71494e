package adversarial

import (
	"context"
	"errors"
	"math"
	"math/big"

	"marginlab/adversarial/certificate"
	"marginlab/adversarial/shrink"
	"marginlab/algos/exact"
	"marginlab/theory"
)

// outcome is what came of a stream that refutes the conjecture in float64.
type outcome struct {
	certificate *certificate.Certificate // nil if it does not refute it exactly, or that is in doubt
	doubt       bool                     // the exact numbers are too long, or a tie cannot be decided, or the time was up
}

// The search for a certificate is done with numbers of some length. Those of OMM,
// ROMMA and PUMMA double in length at every update: 2¹⁴ bits are some twelve.
const (
	searchBits  = 1 << 14
	screenTries = 500 // of the shrinker, in float64
)

// certify shrinks a stream that refutes the conjecture in float64, first while it
// does so there, and then while it does so exactly, and makes a certificate of it.
// Where what float64 leaves is no refutation, as a tie may be, the stream itself is
// tried.
func (t *target) certify(ctx context.Context, s stream, limit certificate.Limit) (outcome, error) {
	search := certificate.Limit{Bits: searchBits, Prec: limit.Prec}
	e := newEvaluator(t)
	var doubt bool
	refutes := func(c shrink.Stream, limit certificate.Limit) bool {
		if ctx.Err() != nil || !(e.score(fromLattice(c)).Ratio > 1-1e-9) { // the exact answer counts near the borders
			return false
		}
		refuted, err := t.problem.Refuted(rational(c), rivalOf(e.rival), limit)
		doubt = doubt || err != nil
		return err == nil && refuted
	}
	exactly := func(c shrink.Stream) bool { return refutes(c, search) }
	cheaply := func(c shrink.Stream) bool { return refutes(c, certificate.Limit{Bits: searchBits / 8, Prec: 256}) }
	screen := func(c shrink.Stream) bool {
		got := e.score(fromLattice(c))
		return got.Inside && got.Ratio > 1+1e-9
	}
	start, ok := onLattice(s, screen)
	if !ok {
		return outcome{}, nil
	}
	if start = shrink.Shrink(ctx, start, screen, shrink.Options{Tries: screenTries}); !exactly(start) {
		if start, ok = onLattice(s, cheaply); !ok {
			return outcome{doubt: doubt || ctx.Err() != nil}, nil
		}
	}
	small := shrink.Shrink(ctx, start, exactly, shrink.Options{})
	if ctx.Err() != nil { // not minimal
		return outcome{doubt: true}, nil
	}
	e.score(fromLattice(small))
	examples := rational(small)
	c, err := t.problem.Certify(examples, t.simpleRival(examples, e.rival, limit), limit)
	return outcome{certificate: c}, err
}

// onLattice is the stream on the coarsest lattice where it violates.
func onLattice(s stream, violates shrink.Predicate) (shrink.Stream, bool) {
	var x [][]float64
	var y []int
	for _, e := range s {
		x, y = append(x, e.X.Value), append(y, int(e.Y))
	}
	for _, bits := range []uint{4, 6, 8, 12, 16, 24, 32, 48, 53} {
		if c := shrink.FromFloats(x, y, bits); violates(c) {
			return c, true
		}
	}
	return shrink.Stream{}, false
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

// rivalOf is the rival as rational numbers, nil if there is none.
func rivalOf(u []float64) exact.Vector {
	if u == nil {
		return nil
	}
	return exact.Floats(u...)
}

// simpleRival is the rival in as few decimals as refute the conjecture.
func (t *target) simpleRival(examples []exact.Example, u []float64, limit certificate.Limit) exact.Vector {
	if u == nil {
		return nil
	}
	for unit := int64(1); unit <= 1e12; unit *= 2 {
		simple := make(exact.Vector, len(u))
		for k, v := range u {
			simple[k] = new(big.Rat).SetFrac64(int64(math.Round(v*float64(unit))), unit)
		}
		if refuted, err := t.problem.Refuted(examples, simple, limit); err == nil && refuted {
			return simple
		}
	}
	return rivalOf(u)
}

// Certify makes a certificate of a stream that refutes the conjecture, as it is,
// without shrinking it. The rival is nil where the conjecture speaks of none. The
// error says why it does not refute it.
func (c Conjecture) Certify(examples []exact.Example, rival exact.Vector, limit certificate.Limit) (*certificate.Certificate, error) {
	p, err := certificate.Compile(c.Whole())
	if err != nil {
		return nil, err
	}
	refuted, err := p.Refuted(examples, rival, limit)
	switch {
	case err != nil:
		return nil, err
	case !refuted:
		return nil, errors.New("adversarial: the stream does not refute the conjecture")
	}
	return p.Certify(examples, rival, limit)
}
