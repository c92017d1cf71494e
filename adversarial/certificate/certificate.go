// Package certificate refutes claims about online learners, so that nobody has to believe the search that found the
// stream.
//
// A [Statement] says: for every stream of its domain, quantity <= claim (or >=), for a learner. A [Certificate] is a
// stream of rational points of the domain where this is false, with what its reader cannot compute without a search:
// the comparator, the multipliers that prove the maximum margins, and a program's answers. [Certificate.Verify]
// computes everything else, with the exact learners of package exact, and trusts no solver.
//
// So a certificate cannot lie. Whatever is changed in one, the new stream still refutes the new statement, or the
// certificate is refused.
//
// Lengths and margins are in the norm ‖·‖_p of the learner's parameter p, or in ℓ₂ where it has none.
// adversarial/testdata/check.py takes the same steps in the same order, in Python: problem.go, facts.go and verify.go
// stand beside its parts of these names.
package certificate

import (
	"strings"

	"marginlab/algos/exact"
)

// Format is the version of the format in which certificates are written. Format 1 is read too: it also stated what
// follows from the rest, which is ignored.
const Format = 2

// Certificate refutes a statement.
type Certificate struct {
	Format      int              `json:"format"`
	Statement   Statement        `json:"statement"`
	Stream      []exact.Example  `json:"stream"`
	Comparator  exact.Vector     `json:"comparator,omitempty"` // u, nil where no term uses it
	Multipliers Multipliers      `json:"multipliers,omitempty"`
	Code        *Code            `json:"code,omitempty"`    // only of a witness, which rests on the Answers of a program
	Answers     []exact.Decision `json:"answers,omitempty"` // one a step, pass after pass
}

// Multipliers are λ ≥ 0, one an example, which prove the maximum margins that the terms use. Their keys are the terms:
// gamma with a bias, gamma0 through the origin; see [exact.Prove]. In a norm other than ℓ₂ they need only be convex,
// and gamma lies between the bounds that they prove: see [exact.MarginIn].
type Multipliers map[string]exact.Vector

// Code identifies the code of a learner without an exact model.
type Code struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	Command string `json:"command"` // runs it over a pipe; "" for a learner in Go
}

// String returns the name with the version.
func (c Code) String() string { return strings.TrimSpace(c.Name + " " + c.Version) }

// IsWitness reports whether the certificate rests on the answers of a learner without an exact model. A witness never
// shows that a theorem is false: its implementation does not do what the theorem is about.
func (c *Certificate) IsWitness() bool { return c.Code != nil }

// RefusedError gives the first reason why a stream, or a certificate, refutes nothing.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return "certificate refused: " + e.Reason }
