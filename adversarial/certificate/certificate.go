// Package certificate refutes statements about online learners and batch algorithms, so that
// nobody has to believe the search that found the stream.
//
// A [Statement] says: for every stream of its domain, quantity <= claim (or >=),
// for a learner. A [Certificate] is a stream of rational points of the domain
// where that is not so, together with what shows it: the decisions of every step,
// the maximum margin with its multipliers, the values of the terms. All numbers
// are integers or ratios of integers. [Certificate.Verify] recomputes everything
// with the exact learners of package exact alone, and takes no solver's word: the
// margin is proved by the multipliers.
//
// Of numbers that are irrational a certificate has an [Enclosure].
//
// Lengths and margins are measured in the norm ‖·‖_p of the learner's parameter p, ℓ₂
// where it has none or p is 2.
package certificate

import (
	"math/big"

	"marginlab/algos"
	"marginlab/algos/exact"
)

// Format is the version of the form of certificates.
const Format = 1

// Certificate is the refutation of a statement. It is written in JSON by
// [Certificate.Write], with ratios as strings such as "3/4".
type Certificate struct {
	Format     int             `json:"format"`
	Statement  Statement       `json:"statement"`
	Code       *algos.Code     `json:"code,omitempty"` // of a witness, see [Own]
	Stream     []exact.Example `json:"stream"`
	Comparator exact.Vector    `json:"rival"` // u, null where no term speaks of it
	Terms      []Term          `json:"terms"` // of the expressions, in order of appearance
	Geometry   Geometry        `json:"geometry"`
	Runs       Runs            `json:"runs"`
	Batch      *BatchRun       `json:"batch,omitempty"` // of a batch algorithm, which has no Runs
	Quantity   Enclosure       `json:"quantity"`
	Claim      Enclosure       `json:"claim"`
	Seal       Seal            `json:"seal"`
}

// Term is a term with its value: the Value where it is rational, else its Square
// where that is, else numbers Between which it is.
type Term struct {
	Name    string     `json:"name"`
	Value   *big.Rat   `json:"value,omitempty"`
	Square  *big.Rat   `json:"square,omitempty"`
	Between *Enclosure `json:"between,omitempty"`
}

// Geometry is the maximum margin of the stream, with a bias and through the
// origin, and of a batch algorithm's the one through the origin of the x/‖x‖.
type Geometry struct {
	Gamma  *Margin `json:"gamma"` // null where a class is missing
	Gamma0 *Margin `json:"gamma0"`
	Rho    *Margin `json:"rho,omitempty"`
}

// Margin is a maximum margin γ, or a proof that there is none. With P the positive
// examples, N the negative ones and λ the Multipliers, one an example, λ ≥ 0:
//
//	with a bias:        Σ_P λ = Σ_N λ = 1,  w = Σ_P λx − Σ_N λx,  b = −½w·(Σ_P λx + Σ_N λx),
//	                    y(w·x+b) ≥ ½‖w‖² for all, with equality where λ > 0,  γ² = ¼‖w‖²
//	through the origin: Σλ = 1,  w = Σλyx,  b = 0,
//	                    y w·x ≥ ‖w‖² for all, with equality where λ > 0,  γ² = ‖w‖²
//
// Where the examples are not separable Point = Σ_P λx = Σ_N λx is a point of both
// hulls (through the origin, Σλyx = 0 is one of the hull of the yx).
//
// In a norm ‖·‖_p other than ℓ₂ the multipliers are convex, and γ is Between what they
// prove (see [exact.MarginIn]), which they need not do to the last digit: the numbers
// are rounded outward to multiples of 2^-64.
type Margin struct {
	Square      *big.Rat     `json:"square"` // γ², 0 where not separable, null where it is only known between numbers
	W           exact.Vector `json:"w"`      // null where not separable, and in a norm
	B           *big.Rat     `json:"b"`      // null where not separable, and in a norm
	Point       exact.Vector `json:"point"`  // null where separable
	Multipliers exact.Vector `json:"multipliers"`
	Between     *Enclosure   `json:"between,omitempty"`
}

// Runs are the decisions of the learners, a list a step: passes after passes.
type Runs struct {
	Learner []Decision `json:"learner"` // null of a batch algorithm
	Against []Decision `json:"against"` // null where there is no second learner
}

// Decision is what a learner did at a step.
type Decision struct {
	Predicted int  `json:"predicted"`
	Mistake   bool `json:"mistake"`
	Updated   bool `json:"updated"`
	Opening   bool `json:"opening"` // a step of an initialisation phase
}
