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
// Beside these stand the learners that no exact model follows (means and votes, Pegasos, the randomized and the
// second-order ones), potentials of proofs (variances, optimum), and the geometry of streams.
//
// A property measures for itself: inner products, losses and distances are computed here once
// more, and the maximum margin by package exact. Where the numbers that a learner shows and
// reports are exact, as on streams of small integers, its decisions are held to the letter, ties too.
//
// Outside ℓ2 some numbers are ill-conditioned. For large p the minimiser β of a step is not unique in float64; for p
// near 1 a coordinate of 1e-16 changes the score. There each run is held step by step, and two runs are compared only
// where they must be the same bit by bit. In ℓp every fifth case is drawn, and a short run draws a fifth.
package props

import (
	"slices"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory/vec"
)

// Case is what a property is held against.
type Case = stream.Case

// Property is a claim, and the function that holds it against a case. The function measures for itself; the error
// says where the claim fails, and with which values.
type Property struct {
	Name, Claim, Source string                 // a word, as in `go test -run`; what is held, and who says so
	For                 func(*algos.Spec) bool // the learners that it speaks of, in ℓ2
	Draws               stream.Draws
	Cases               int // how many are drawn of a learner in a normal run
	Holds               func(Case) error
}

// Properties are all the properties of this package, a row each.
func Properties() []Property {
	const all, table, hkns = 60, "theory.Table", "HKNS25, Section 2"
	plain, norms, beside := stream.Draws{}, stream.Draws{Norms: true}, stream.Against
	drawn := func(norms bool, numbers stream.Numbers) stream.Draws {
		return stream.Draws{Norms: norms, Numbers: numbers}
	}
	return []Property{
		{"step", "a step is that of the exact model from what the learner shows", "algos/exact",
			follows, drawn(true, stream.OneOf(1, 0.1, 0.01, 10)), all, StepsAreExact},

		{"guarantees", "every proved guarantee of the table holds", table, speaksOf(isProved), norms, all, guarantees(0)},
		{"guarantees-any",
			"those on any stream hold with labels swapped, and on unit vectors, against any u after every update",
			table, speaksOf(isOfAnyStream), drawn(true, beside(1, 0, 2, 0.1, 0.01, 0.001, 10)), all, GuaranteesHoldOnAnyStream},
		{"rest", "those at rest hold over a stream until a pass changes nothing", table,
			speaksOf(isAtRest), norms, all, guarantees(mostSteps)},

		{"storage", "sparse and dense streams are learned alike", "algos", anyLearner, plain, all, agree(storage)},
		{"scale", "lengths scale with the data", hkns,
			scales, drawn(true, stream.OneOf(2, 0.5, 3, 0.1, 0x1p40, 0x1p-40, 1e20, 1e-20)), all, agree(scale)},
		{"axes", "in ℓp nothing changes with the signs of the coordinates", hkns, inPower, norms, all, agree(axes)},
		{"reflection", "lengths do not change with the axes", "HKNS25, Section 5.1",
			scales, drawn(false, stream.Reflections), all, agree(reflection)},
		{"translation", "gamma_t is the same on x+u as on x, to 1e-6", "HKNS25, Remark 3.4",
			hasBias, drawn(false, stream.Translation), all, agree(translation)},
		{"swap", "with the labels swapped, the predictions swap and no more", "HKNS25, Algorithm 1, Section B.5",
			hasBias, norms, all, agree(swap)},

		{"traits", "what its Kind says of a learner is so in its runs", "algos.Kind",
			anyLearner, plain, all, TraitsAreThoseOfTheRun},
		{"loop", "Run is the loop of steps, and counts them right", "algos.Run", anyLearner, norms, all, RunIsTheLoop},
		{"classifier", "predictions are the classifier's; tau and the last margin are right", hkns,
			showsItsPredictor, norms, all, ClassifierPredicts},

		{"repeats", "an example seen again at once is not learned from", "HKNS25, Algorithm 1",
			movesCertificates, norms, all, RepeatsTeachNothing},
		{"averaged", "the averaged Perceptron is the sum of all that the Perceptron has",
			"Freund and Schapire 1999, Section 5", of("averaged-perceptron"), plain, all, AveragedIsTheSum},
		{"pegasos", "w_t and the mean are Fig. 1's", "Shalev-Shwartz, Singer, Srebro 2007, Fig. 1",
			of("pegasos"), drawn(false, beside(1, 0.1, 0.001, 1e-6, 10, 1e-18)), all, PegasosIsItsAlgorithm},
		{"randomized",
			"q_t is z_t·x_t within [-1, 1], and x_t the iterate of FTRL",
			"O19, Section 1", of("randomized", "randomized(printed)"), drawn(true, beside(1, 0, 2, 0.5)), all, RandomizedIsFTRL},
		{"randomized-omd",
			"q_t is z_t·x_t within [-1, 1], and x_t the iterate of OMD",
			"O19, Section 1", of("randomized-omd", "randomized-omd(R)"), drawn(true, beside(1, 0, 2, 0.5)), all, RandomizedIsOMD},
		{"second-order",
			"an update at mistakes; w is the ridge regression of the updates, and its potential grows as in the proof",
			"Cesa-Bianchi, Conconi, Gentile 2005, Fig. 3.1, Theorem 3.1", of("second-order"),
			drawn(false, beside(1, 100, 0.01, 1e-6)), all, SecondOrderIsRidge},
		{"arow",
			"an update where y(w·x) < 1; w is the ridge regression of the updates, and its potential grows as in the proof",
			"Crammer, Kulesza, Dredze 2009, Fig. 1, Theorem 2", of("arow"),
			drawn(false, beside(1, 100, 0.01, 1e-6)), all, SecondOrderIsRidge},
	}
}

// SpeaksOf reports whether p is of the learner, in its norm.
func (p Property) SpeaksOf(l *algos.Spec) bool { return p.For(l) && (p.Draws.Norms || !inPower(l)) }

func anyLearner(*algos.Spec) bool { return true }

// hasBias reports whether the learner has a bias of its own, so that a translation of the features changes nothing.
func hasBias(s *algos.Spec) bool { return s.Kind.OwnBias }

// inPower reports whether the learner is in an ℓp, p ≠ 2.
func inPower(l *algos.Spec) bool {
	_, is := l.Norm.(vec.Lp)
	return is
}

// in reports whether the learner is of one of the families.
func in(s *algos.Spec, families ...string) bool {
	return slices.ContainsFunc(families, func(f string) bool { return slices.Contains(s.Families(), f) })
}

// of returns the learners of the families.
func of(families ...string) func(*algos.Spec) bool {
	return func(s *algos.Spec) bool { return in(s, families...) }
}
