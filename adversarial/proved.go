package adversarial

import (
	"slices"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// RowClaim is what a row of the table of guarantees says of a learner.
type RowClaim struct {
	Row        string // its ID
	Conjecture Conjecture
}

// ProvedRows are the proved rows that can be stated as a conjecture and certified, each of all
// learners that it is about, with their defaults: what hunt --claims rows hunts. The names that a row
// leaves open have the first values at which it says something; a row that says nothing in ℓ₂ is
// one in the norm of 3/2.
func ProvedRows() []RowClaim {
	var all []RowClaim
	for _, g := range theory.Table() {
		if g.Status != theory.Proved {
			continue
		}
		for _, s := range Learners(nil).Checked() {
			if s.Bias != 0 || s.Inner != nil || !slices.Contains(s.Families(), g.Learner) {
				continue
			}
			if c, ok := anyStatement(g, s); ok {
				all = append(all, RowClaim{g.ID, c})
			}
		}
	}
	return all
}

// anyStatement is what a row says of a learner at the first values of its open names at which it can be
// stated.
func anyStatement(g theory.Guarantee, s *algos.Spec) (Conjecture, bool) {
	learners := []*algos.Spec{s}
	if other, err := s.In(vec.Lp{P: 1.5}); err == nil {
		learners = append(learners, other)
	}
	for _, s := range learners {
		for _, phi := range []string{"1/2", "1/4", "0"} {
			at := map[string]string{"phi": phi, "h": "1", "Lh": "L1", "radius": "1"}
			statement, err := Statement(g, s.String(), at)
			c := Conjecture{Statement: statement}
			if err == nil && c.Provable() == nil {
				return c, true
			}
		}
	}
	return Conjecture{}, false
}
