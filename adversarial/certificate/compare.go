package certificate

import (
	"math/big"

	"marginlab/algos/exact"
	"marginlab/theory/real"
)

// Compare compares quantity and claim on the stream, exactly. It returns +1 where the stream refutes
// the statement, 0 where the statement holds with equality, and −1 where it holds otherwise or does
// not apply. The error is as that of [Problem.Refuted].
func (p *Problem) Compare(stream []exact.Example, rival exact.Vector, limit Limit) (int, error) {
	if err := p.check(stream, rival); err != nil {
		return 0, err
	}
	f := p.facts(stream, rival, limit)
	if refuted, err := p.inside(f, p.relation, false); err != nil || refuted {
		return 1, err
	}
	if attained, err := p.inside(f, p.equality, true); err != nil || attained {
		return 0, err
	}
	return -1, nil
}

// Shortfall returns 1 − quantity/claim, of a bound from below 1 − claim/quantity, of a stream that
// does not attain the claim. The error says that the limit does not suffice.
func (p *Problem) Shortfall(stream []exact.Example, rival exact.Vector, limit Limit) (float64, error) {
	if err := p.check(stream, rival); err != nil {
		return 0, err
	}
	f := p.facts(stream, rival, limit)
	for bits := uint(leastBits); ; bits *= 2 {
		less, more, err := f.less(bits)
		if err != nil {
			return 0, err
		}
		if gap := new(big.Rat).Sub(more[0], less[1]); gap.Sign() > 0 && more[0].Sign() > 0 {
			v, _ := gap.Quo(gap, more[0]).Float64()
			return v, nil
		}
		if bits >= f.limit.Prec {
			return 0, &real.UndecidedError{Prec: bits, What: "the sides"}
		}
	}
}

// less returns quantity and claim, the one that should be less first.
func (f *facts) less(bits uint) (less, more Enclosure, err error) {
	if less, err = f.side(f.QuantityExpr, bits); err != nil {
		return less, more, err
	}
	more, err = f.side(f.ClaimExpr, bits)
	if f.FromBelow() {
		less, more = more, less
	}
	return less, more, err
}
