// Package props holds properties of the learners, the theorems and the offline
// solver, and drives them over drawn streams.
//
//	Property    a claim with its source, and a func(Case) error
//	Properties  all of them
//	Check       draws cases, shrinks the one that fails, reports it in a few lines
//	Conforms    does so for all the properties that speak of a learner, anybody's, and for claims
//	            of one's own: README.md shows how, from an empty folder
//
// [marginlab/props/stream] has the cases and their generators, [marginlab/props/measure] inner
// products, norms and distances. A property is one of four things:
//
//	step   a step is that of the exact model, from what the learner shows before it
//	rows   every proved row of theory.Table holds: over a stream, on any, and at rest
//	alike  two runs are one: moved, scaled, turned, stored otherwise, in kernel form
//	run    what a run says of itself is so: its counts, its classifier, its learner's traits
//
// Beside these stand the learners that no exact model follows (means and votes, Pegasos,
// the randomized and the second-order ones), potentials of proofs (variances, optimum), and the
// geometry of streams.
//
// A property measures for itself: inner products, losses and distances are computed here once
// more, and the maximum margin by package exact. Where the numbers that a learner shows and
// reports are exact, as on streams of small integers, its decisions are held to the letter, ties too.
//
// Outside ℓ2 some numbers are ill-conditioned. For large p the minimiser β of a step is not
// unique in float64; for p near 1 a coordinate of 1e-16 changes the score. There each run is held step by
// step, and two runs are compared only where they must be the same bit by bit. In ℓp every fifth
// case is drawn, and a short run draws a fifth.
package props
