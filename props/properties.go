// Package props has properties of the learners, the theorems and the offline solver, and checks them on drawn
// streams.
//
//	Property    a claim with its source, and a func(Case) error
//	Properties  all of them
//	Check       draws cases, shrinks the one that fails, reports it in a few lines
//	Conforms    checks all the properties that apply to a learner from anywhere, and the
//	            caller's own claims: README.md shows how, from an empty folder
//
// [marginlab/props/stream] has the cases and their generators, [marginlab/props/measure] inner products, norms and
// distances. A property is one of four kinds:
//
//	step   a step agrees with the exact model, from what the learner shows before it
//	rows   every proved row of theory.Table holds: over a stream, on any, and at rest
//	alike  two runs agree: moved, scaled, turned, stored otherwise, in kernel form
//	run    a run's own report is true: its counts, its classifier, its learner's traits
//
// Others are about the learners that no exact model follows (means and votes, Pegasos, the randomized and the
// second-order ones), potentials of proofs (variances, optimum), and the geometry of streams.
//
// A property makes its own measurements: this package computes inner products, losses and distances once more, and
// package exact the maximum margin. If the shown and reported numbers of a learner are exact, as on streams of small
// integers, its decisions must agree exactly, ties included.
//
// Outside ℓ2 some numbers are ill-conditioned. For large p the minimiser β of a step is not unique in float64; for p
// near 1 a coordinate of 1e-16 changes the score. There each run is checked step by step, and two runs are compared
// only if they must agree bit by bit. In ℓp every fifth case is drawn, and a short run draws a fifth.
package props

import (
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Case is the input of a property.
type Case = stream.Case

// Property is a claim, and the function that checks it in a case. The function makes its own measurements; the error
// says where the claim fails, and with which values.
type Property struct {
	Name, Claim, Source string                 // a word, as in `go test -run`; the claim, and its source
	For                 func(*algos.Spec) bool // the learners that it is about, in ℓ2
	Draws               stream.Draws
	Cases               int // the number of cases for a learner in a normal run
	Holds               func(Case) error
}

// Properties returns all the properties of this package, a row each.
func Properties() []Property {
	const all, table, hkns = 60, "theory.Table", "HKNS25, Section 2"
	plain, norms, beside := stream.Draws{}, stream.Draws{Norms: true}, stream.Against
	drawn := func(norms bool, numbers stream.Numbers) stream.Draws {
		return stream.Draws{Norms: norms, Numbers: numbers}
	}
	return []Property{
		{"step", "a step is that of the exact model from what the learner shows", "algos/exact",
			follows, drawn(true, stream.OneOf(1, 0.1, 0.01, 10)), all, StepsAreExact},

		{"guarantees", "every proved guarantee of the table holds", table,
			appliesTo(isProved), norms, all, guarantees(0)},
		{"guarantees-any",
			"those on any stream hold with labels swapped, and on unit vectors, against any u after every update",
			table, appliesTo(theory.Guarantee.AnyStream), drawn(true, beside(1, 0, 2, 0.1, 0.01, 0.001, 10)), all,
			GuaranteesHoldOnAnyStream},
		{"rest", "those at rest hold over a stream until a pass changes nothing", table,
			appliesTo(isAtRest), norms, all, guarantees(mostSteps)},

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
			movesDualPoints, norms, all, RepeatsTeachNothing},
		{"averaged", "the averaged Perceptron is the sum of all that the Perceptron has",
			"Freund and Schapire 1999, Section 5", of("averaged-perceptron"), plain, all, AveragedIsTheSum},
		{"pegasos", "w_t and the mean are Fig. 1's", "Shalev-Shwartz, Singer, Srebro 2007, Fig. 1",
			of("pegasos"), drawn(false, beside(1, 0.1, 0.001, 1e-6, 10, 1e-18)), all, PegasosIsItsAlgorithm},
		{"randomized", "q_t is z_t·x_t within [-1, 1], and x_t the iterate of FTRL", "O19, Section 1",
			of("randomized", "randomized(printed)"), drawn(true, beside(1, 0, 2, 0.5)), all, RandomizedIsFTRL},
		{"randomized-omd", "q_t is z_t·x_t within [-1, 1], and x_t the iterate of OMD", "O19, Section 1",
			of("randomized-omd", "randomized-omd(R)"), drawn(true, beside(1, 0, 2, 0.5)), all, RandomizedIsOMD},
		{"second-order",
			"w is the ridge regression of the updates, which are at mistakes, and its potential grows as in the proof",
			"Cesa-Bianchi, Conconi, Gentile 2005, Fig. 3.1, Theorem 3.1; Crammer, Kulesza, Dredze 2009, Fig. 1",
			of("second-order", "arow"), drawn(false, beside(1, 100, 0.01, 1e-6)), all, SecondOrderIsRidge},
	}
}

// AppliesTo reports whether p is about the learner, in its norm.
func (p Property) AppliesTo(l *algos.Spec) bool { return p.For(l) && (p.Draws.Norms || !inPower(l)) }

func anyLearner(*algos.Spec) bool { return true }

// hasBias reports whether the learner has a bias of its own, so that a translation of the features changes nothing.
func hasBias(s *algos.Spec) bool { return s.Kind.OwnBias }

// inPower reports whether the learner is in an ℓp, p ≠ 2.
func inPower(l *algos.Spec) bool {
	_, is := l.Norm.(vec.Lp)
	return is
}

// in reports whether the learner is in one of the families.
func in(s *algos.Spec, families ...string) bool {
	return slices.ContainsFunc(families, func(f string) bool { return slices.Contains(s.Families(), f) })
}

// of returns a condition: the learner is in one of the families.
func of(families ...string) func(*algos.Spec) bool {
	return func(s *algos.Spec) bool { return in(s, families...) }
}

// Learners returns the learners of the registry of package algos: with every word of a parameter and the middle of
// its range, with a constant coordinate if they have no bias of their own, and in each ℓp of [stream.Powers] in which
// they have a form. A new one is covered automatically.
func Learners() (specs []*algos.Spec) {
	seen := map[string]bool{}
	add := func(s *algos.Spec) {
		if name := s.String(); !seen[name] {
			seen[name] = true
			specs = append(specs, s)
		}
	}
	var lifted []*algos.Spec
	for _, k := range algos.Kinds() {
		if k.Wraps != "" {
			continue
		}
		add(algos.MustParse(k.Name))
		for _, args := range settings(k) {
			add(algos.MustParse(k.Name + "(" + args + ")"))
		}
		if !k.OwnBias {
			lifted = append(lifted, algos.MustParse(k.Name).Lifted([]float64{1, 0.5, -2}[len(lifted)%3]))
		}
	}
	for _, s := range lifted {
		add(s)
	}
	for _, s := range specs {
		for _, p := range stream.Powers() {
			if in, err := s.In(vec.P(p)); err == nil {
				add(in)
			}
		}
	}
	return specs
}

// settings returns the arguments with which a learner is checked: for a number the middle of its range, for one that
// ranges over all orders of magnitude the middle of those, and for one from 0 to any size 10.
func settings(k algos.Kind) (all []string) {
	all = append(all, k.Checked...)
	for _, p := range k.Arguments() {
		for _, w := range p.Words {
			all = append(all, p.Name+"="+w)
		}
		middle := 10.0
		switch {
		case p.Words != nil || p.Name == "p":
			continue
		case p.High < 1e12:
			middle = (p.Low + p.High) / 2
		case p.Low > 0:
			middle = math.Sqrt(p.Low) * math.Sqrt(p.High)
		}
		all = append(all, p.Name+"="+stream.Number(middle))
	}
	return all
}
