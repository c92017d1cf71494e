package adversarial

import (
	"cmp"
	"context"
	"math"
	"slices"

	"marginlab/adversarial/certificate"
)

// refutation is a certificate with the stream, in float64, that it was made of.
type refutation struct {
	certificate *certificate.Certificate
	stream      stream
}

const attempts = 4 // streams of a round that are tried to certify

// candidates are the streams that refute the conjecture in float64: the smallest of those
// that do so clearly, then the others.
func (n island) candidates() []member {
	all := slices.DeleteFunc(n.population.best(), func(m member) bool { return !m.Score.refuting() })
	const clearly = 1 + 1e-4
	slices.SortStableFunc(all, func(a, b member) int {
		return cmp.Or(one(b.Score.Ratio > clearly)-one(a.Score.Ratio > clearly),
			cmp.Compare(len(a.Stream)*a.Stream.dim(), len(b.Stream)*b.Stream.dim()))
	})
	return all
}

// refuting reports that the ratio is above 1, by more than rounding, inside the domain.
func (a score) refuting() bool { return a.Inside && a.Ratio > 1+tieBand }

// attempt tries to make a certificate of some of the island's candidates. One that comes to
// nothing, as a ratio above 1 by rounding alone, is dropped. After an attempt that ended in
// doubt the island makes none for some rounds, more each time, in which it may find shorter
// streams. What bounds an attempt is its work. If ctx ends, the island is as it was.
func (n island) attempt(ctx context.Context, t *target) (island, *refutation) {
	if n.Rounds < n.Patience {
		return n, nil
	}
	before, all := n, n.candidates()
	for _, m := range all[:min(attempts, len(all))] {
		deep := t.robust(ctx, m)
		got, err := t.certify(ctx, deep.Stream)
		switch {
		case err == nil && got.certificate != nil:
			return n, &refutation{got.certificate, deep.Stream}
		case ctx.Err() != nil:
			return before, nil
		}
		if err == nil && !got.doubt { // on no lattice
			var itself tie
			itself, err = t.settle(ctx, m.Stream, false)
			if ctx.Err() != nil {
				return before, nil
			}
			if itself.found != nil {
				return n, itself.found
			}
		}
		n = n.without(m.Stream)
		if got.doubt || err != nil {
			n.Doubts++
			n.Doubt = max(n.Doubt, min(m.Score.Ratio, math.MaxFloat64))
			n.Patience = n.Rounds + 1<<min(n.Doubts, 6)
			break
		}
	}
	return n, nil
}
