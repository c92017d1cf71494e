package props

import (
	"fmt"

	"marginlab/props/measure"
	"marginlab/props/stream"
)

// passiveProperties are of the passive-aggressive family.
func passiveProperties() []Property {
	return []Property{
		{"passive-losses", "losses are within Lemma 1", "Crammer et al. 2006, Lemma 1", of("passive-aggressive"), stream.Draws{Numbers: stream.Against(1, 0.1, 0.01, 10)}, 60, PassiveLossesAreBounded},
	}
}

// PassiveLossesAreBounded: of the steps τ_t taken and the losses ℓ_t had,
// against those ℓ∗_t of any u, after every step
//
//	Σ τ_t (2ℓ_t − τ_t‖x_t‖² − 2ℓ∗_t) ≤ ‖u‖²
//
// (Crammer et al. 2006, Lemma 1), from which Theorems 2 to 5 follow, rows of the table.
// The stream is the one given, the same with some labels swapped, and that of unit
// vectors; u is the one given, w∗/γ, and half of it. It takes CR², the labels to swap, and
// u in units of 1/R.
func PassiveLossesAreBounded(c Case) error {
	star, err := throughOrigin(c)
	if err != nil {
		return err
	}
	swapped := c
	if len(c.A) > 1 {
		swapped = c.Flipped(c.A[1])
	}
	for _, d := range []Case{c, swapped, swapped.Normalised()} {
		d = d.InUnits("C", -2)
		x := d.Lifted()
		reach := measure.Longest(x)
		comparators := []measure.Vector{d.Comparator(len(x[0]), reach)}
		if star.Upper > 0 && reach > 0 {
			best := star.W.Times(measure.Longest(c.Lifted()) / reach / star.Upper)
			comparators = append(comparators, best, best.Times(0.5))
		}
		steps, err := replay(d)
		if err != nil {
			return err
		}
		for _, u := range comparators {
			if err := lossesWithin(steps, u); err != nil {
				return fmt.Errorf("%w, on %s", err, d)
			}
		}
	}
	return nil
}

func lossesWithin(steps []step, u measure.Vector) error {
	paid, slack := 0.0, 0.0
	for _, s := range steps {
		if !s.Reported.Updated {
			continue
		}
		tau := s.Y * s.Next.W.Minus(s.W).Dot(s.X) / s.XX
		paid += tau * (2*max(0, 1-s.S) - tau*s.XX - 2*max(0, 1-s.Y*u.Dot(s.X)))
		// ‖w−u‖² falls by as much, and w is rounded, as is 1−s.
		size := s.W.Norm() + s.Next.W.Norm() + u.Norm()
		slack += 8 * measure.Ulps(s.X) * (size*size + tau)
		if uu := u.Dot(u); !(paid <= (uu+slack)*(1+1e-9)) {
			return s.fault("sum tau(2l - tau‖x‖² - 2l*) = %v, ‖u‖² = %v, u = %v", paid, uu, u)
		}
	}
	return nil
}
