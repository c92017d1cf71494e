// Package props holds properties of the learners, the theorems and the offline
// solver, and drives them over drawn streams.
//
//	Property    a claim with its source, and a func(Case) error
//	Properties  all of them; one a kind of claim, for every learner it speaks of
//	Check       draws cases, shrinks the one that fails, reports it in a few lines
//	Conforms    does so for all the properties that speak of a learner, anybody's, and for claims
//	            of one's own: README.md shows how, from an empty folder
//
// What is below it has rooms of its own: [marginlab/props/measure] the inner products,
// norms and nearest points, [marginlab/props/stream] the cases and their generators,
// [marginlab/props/replay] a run with each of its steps measured afresh.
//
// A property measures for itself: inner products, distances, margins and bounds
// are computed here once more, and the maximum margin without any code of package
// maxmargin. What rounding may do to a number stands beside it. On the streams of small
// integers, where float64 is exact, decisions at ties are held to the letter.
//
// The kinds of claims are:
//
//	law       what a learner reports of a step, when it updates, and to where ([law])
//	target    the inequalities of proofs, at every step
//	alike     two runs that must be one: moved, scaled, stored otherwise, exact ([alike])
//	table     every proved row of theory.Table, once over a stream, on any, and at rest
//	geometry  diameters, margins and κ∘
//
// A property of learners that have a form in norms is held in ℓp for the p of
// [stream.Powers] by the same function. In ℓ2 nothing
// is less strict for it. Elsewhere float64 shows less: where the norm is flat (p = 10)
// the β of a step may be anything in a range, and where ℓ is steep (p = 1.1: a coordinate
// of 1e-16 in place of 0 has a weight of 0.025) scores may. There the slope of a step is
// held and not its end, rounding is taken through ℓ coordinate by coordinate
// ([measure.Metric.Sway]), and two runs are compared from the states that they show.
//
// A property draws as many cases as the bugs planted in its subject need, found from each
// of 20 seeds: testdata/cases.md has the table. In norms every fifth case is drawn; a
// short run draws a fifth, and a long one 1500 at least.
//
// Rapid is imported here and in tests only: it registers flags, so that no
// command should link this package.
package props
