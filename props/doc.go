// Package props holds properties of the learners, the theorems and the offline
// solver, and drives them over drawn streams.
//
//	Case        a learner, a norm, a stream and what else a property speaks of; a line of text
//	Property    a claim with its source, and a func(Case) error
//	Properties  all of them; one a kind of claim, for every learner it speaks of
//	Streams     separable streams, by construction, that shrink to small integers
//	Check       draws cases, shrinks the one that fails, reports it in a few lines
//	Conforms    does so for all the properties that speak of a learner, anybody's
//
// A property measures for itself: inner products, distances, margins and bounds
// are computed here once more, and the maximum margin by a referee that shares
// no code with package maxmargin. What rounding may do to a length is written
// down once, in rounding; on the streams of small integers, where float64 is
// exact, decisions at ties are held to the letter.
//
// A property of learners that have a form in norms is held in ℓp for the p of powers,
// and in that of a matrix drawn, by the same function: it measures in the metric of its
// case, which is written for this package too. In ℓ2 nothing is less strict for it.
// Elsewhere float64 shows less: where the norm is flat (p = 10) the β of a step may be
// anything in a range, and where ℓ is steep (p = 1.1: a coordinate of 1e-16 in place
// of 0 has a weight of 0.025) scores may. There the slope of a step is held and not its
// end, rounding is taken through ℓ coordinate by coordinate (metric.sway), and two runs
// are compared from the states that they show (likeness.march).
//
//	symbol     Go            meaning
//	v₊, v₋     p, n          the dual certificates
//	a_t, γ_t   a, g          y(w·x+b) and ‖v₊−v₋‖/2, before the update
//	κ∘         segmentKappa  as a distance from a segment
//	‖·‖, ‖·‖∗  of, dual      of a metric; ∇½‖·‖² and its inverse are link and unlink
//	κ̄          kappa         a bound of κ∘ by smoothness, in a metric
//
// Rapid is imported here and in tests only: it registers flags, so that no
// command should link this package.
package props
