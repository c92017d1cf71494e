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

// certify shrinks a stream that refutes the conjecture in float64 while it refutes
// it exactly, and makes a certificate of it; nil if it does not refute it exactly.
//
// The numbers of an exact run of OMM, ROMMA and PUMMA double in length at every
// update, so a long stream is first shrunk by float64 alone.
func (t *target) certify(ctx context.Context, s stream, limit certificate.Limit) (*certificate.Certificate, error) {
	e := newEvaluator(t)
	screen := func(c shrink.Stream) bool {
		got := e.score(fromLattice(c))
		return got.Inside && got.Ratio > 1+1e-9
	}
	var tooLong bool
	exactly := func(c shrink.Stream) bool {
		got := e.score(fromLattice(c))
		if !(got.Ratio > 1-1e-9) { // near the border of the domain the exact answer counts
			return false
		}
		refuted, err := t.problem.Refuted(rational(c), rivalOf(e.rival), limit)
		tooLong = tooLong || errors.As(err, new(*exact.TooLongError))
		return err == nil && refuted
	}
	start, ok := onLattice(s, exactly)
	if !ok {
		if start, ok = onLattice(s, screen); !ok || !tooLong {
			return nil, nil
		}
		if start = shrink.Shrink(ctx, start, screen, shrink.Options{}); !exactly(start) {
			return nil, nil
		}
	}
	small := shrink.Shrink(ctx, start, exactly, shrink.Options{})
	e.score(fromLattice(small))
	examples := rational(small)
	return t.problem.Certify(examples, t.simpleRival(examples, e.rival, limit), limit)
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
