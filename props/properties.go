package props

import (
	"slices"

	"marginlab/algos"
	"marginlab/props/stream"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Case is what a property is held against.
type Case = stream.Case

// Property is a claim, and the function that holds it against a case. The
// function measures for itself; the error says where the claim fails, and with
// which values.
type Property struct {
	Name   string // a word, as in `go test -run`
	Claim  string
	Source string
	For    func(*algos.Spec) bool // the learners that it speaks of; nil if it speaks of none
	Draws  stream.Draws
	Cases  int // how many are drawn of a learner, in a normal run
	Holds  func(Case) error
}

// Properties are all the properties of this package, a row each.
func Properties() []Property {
	var all []Property
	for _, properties := range propertyList() {
		all = append(all, properties()...)
	}
	return all
}

func commonProperties() []Property {
	type Draws = stream.Draws
	norms, epsilon, delta := Draws{Norms: true}, Draws{Numbers: stream.OneOf(0.5, 1, 0, 0.1)}, Draws{Norms: true, Numbers: stream.OneOf(0.5, 0, 0.01)}
	return []Property{
		{"guarantees", "every proved guarantee of the table holds", "theory.Table", anyLearner, norms, 1500, GuaranteesHold},
		{"guarantees-any", "those on any stream hold with labels swapped, and on unit vectors, against any u after every step", "theory.Table", anyStream, Draws{Norms: true, Numbers: stream.Against(1, 0, 2, 0.1, 0.01, 0.001, 10)}, 1500, GuaranteesHoldOnAnyStream},
		{"rest", "those at rest hold over a stream until a pass changes nothing", "theory.Table", rests, norms, 1500, GuaranteesHoldAtRest},
		{"traits", "what its Kind says of a learner is so in its runs", "algos.Kind", anyLearner, Draws{}, 300, TraitsAreThoseOfTheRun},
		{"loop", "Run is the loop of steps, and counts them right", "algos.Run", anyLearner, norms, 1500, RunIsTheLoop},
		{"classifier", "predictions are the classifier's; tau and the last margin are right", "omm.txt, Section 2", showsItsPredictor, norms, 1500, ClassifierPredicts},
		{"storage", "sparse and dense streams are learned alike, to 1e-9", "algos", anyLearner, norms, 1500, StorageIsNoMatter},
		{"scale", "lengths scale with the data", "omm.txt, Section 2", scales, Draws{Norms: true, Factor: true}, 1500, ScaleEquivariance},
		{"axes", "in ℓp nothing changes with the order and the signs of the coordinates", "omm.txt, Section 2", inPower, Draws{Norms: true, Reflections: true}, 1500, AxesAreNoMatter},
		{"mahalanobis", "in the norm of a matrix a learner does what it does in ℓ2 on the images", "omm.txt, Assumption 1", hasNorms, Draws{Norms: true, Matrix: true}, 1500, MahalanobisIsL2},
		{"reflection", "lengths do not change with the axes", "omm.txt, Section 5.1", scales, Draws{Reflections: true}, 1500, ReflectionInvariance},
		{"translation", "gamma_t is the same on x+u as on x, to 1e-6", "omm.txt, Remark 3.4", hasBias, Draws{Norms: true, Translation: true}, 1500, TranslationInvariance},
		{"swap", "with the labels swapped, v+ and v- swap, and w and b turn round", "omm.txt, Algorithm 1, Section B.5", hasBias, delta, 1500, SwapsWithTheLabels},
		{"exact", "predictions and updates are those over the rational numbers", "algos/exact", hasExactModel, Draws{}, 1500, RunsAreExact},
		{"kernel", "in kernel form: predictions, scores, norms and margins are those of the coefficients, and every proved guarantee holds on the stream embedded", "algos/kernel; theory.Table", (*algos.Spec).HasKernelForm, Draws{Numbers: kernels()}, 1500, KernelFormsHold},

		{"opening", "the initialisation phase is Algorithm 1's", "omm.txt, Algorithm 1, Section B.5", hasBias, norms, 1500, OpeningIsAlgorithm1},
		{"rule", "an update iff a_t < rho·gamma_t, or at a tie with rho < 1, or at a mistake", "omm.txt, Algorithm 1, repaired; Lemma 3.1", isOMM, norms, 1500, OMMKeepsItsRule},
		{"repeats", "an example seen again at once is not learned from", "omm.txt, Algorithm 1", isEfficient, norms, 1500, RepeatsTeachNothing},
		{"least-norm", "an update takes v_y to the point of [v_y, x] nearest the other certificate", "omm.txt, eq. (7)", isEfficient, norms, 1500, UpdatesTakeTheLeastNorm},
		{"offline", "gamma_t is the maximum margin of the points kept", "omm.txt, Lemma 3.1", isNaive, norms, 1500, NaiveIsOffline},
		{"hulls", "v+ and v- are in the hulls of the examples seen", "omm.txt, Lemma 4.1, proof", isOMM, norms, 1500, CertificatesStayInTheirHulls},
		{"margins", "gamma_t falls, never below gamma*, and at an update by kappa0(D_y/2gamma_t, (gamma_t-a_t)/2gamma_t)", "omm.txt, Lemmas 4.1, 4.4", isOMM, norms, 1500, MarginsFallToGammaStar},

		{"romma", "an update at the first x ≠ 0, and then iff y(w·x) <= 1-eps and < 1; never at x = 0", "Li and Long 2002; amira.txt, Section 4.1", of("romma"), epsilon, 1500, RommaUpdatesByItsRule},
		{"romma-step", "an update takes w to the least norm with y(w'·x) >= 1 and w'·w >= |w|²", "Li and Long 2002", of("romma"), epsilon, 1500, RommaTakesTheLeastNorm},
		{"romma-target", "w*/gamma stays feasible, and |w| <= 1/gamma", "Li and Long 2002", of("romma"), epsilon, 1500, StaysBelowTheTarget},
		{"pumma", "an update iff y(w·x+b) < 1-delta", "omm.txt, Section B.5", of("pumma"), delta, 1500, PummaUpdatesByItsRule},
		{"pumma-step", "an update takes w to the least norm with w'·z >= 1 and w'·w >= |w|²; both examples kept have margin 1", "omm.txt, Section B.5", of("pumma"), delta, 1500, PummaTakesTheLeastNorm},
		{"pumma-target", "w*/gamma* stays feasible, and |w| <= 1/gamma*", "Theorem P1, proof", of("pumma"), delta, 1500, StaysBelowTheTarget},
		{"cosine", "an update at the first x ≠ 0, and then iff y(w·x) <= 0 (CMCP), <= |w|/2l (MCP), < |w|/l (NAROMMA)", "mcp.txt, eq. (38), Fig. 2, Lemma 6", isCosine, Draws{}, 1500, CosineUpdatesByItsRule},
		{"cosine-step", "an update goes to where the bound on cos(w, w*) is highest, and l is that bound", "mcp.txt, eq. (13), (34), (42)", isCosine, Draws{}, 1500, CosineStepsAreHighest},
		{"cosine-target", "cos(w, w*) >= gamma·l, and l <= 1/gamma", "mcp.txt, Lemmas 6, 8, 9", isCosine, Draws{}, 1500, CosineStaysAboveEll},
		{"naromma", "NAROMMA is aggressive ROMMA step for step, with |u| = l", "mcp.txt, Theorem 7, without step 4", of("naromma"), Draws{}, 1500, NarommaIsAggressiveRomma},

		{"perceptron", "an update iff y(w·x) <= 0, by theta + yx, which adds at most R² to |theta|² and at least gamma to theta·w*", "Novikoff 1962", showsPerceptron, norms, 1500, PerceptronIsNovikoffs},
		{"averaged", "the averaged Perceptron is the sum of all that the Perceptron has", "Freund and Schapire 1999, Section 5", of("averaged-perceptron"), Draws{}, 1500, AveragedIsTheSum},
		{"voted", "the voted Perceptron's vote is that of all v_k, c_k times", "Freund and Schapire 1999, Fig. 1", votes, Draws{}, 1500, VotedIsTheVote},
		{"passive", "updates are those of the family's formulas", "Crammer et al. 2006, Fig. 1; amira.txt, Algorithm 1", isPassive, Draws{Numbers: stream.Against(1, 0.1, 0.01, 10)}, 1500, PassiveStepsAreTheirFormulas},
		{"passive-losses", "losses are within Lemma 1", "Crammer et al. 2006, Lemma 1", isPassive, Draws{Numbers: stream.Against(1, 0.1, 0.01, 10)}, 1500, PassiveLossesAreBounded},
		{"amira", "sum d <= (2-eps)/gamma², |w| <= (2-eps)/gamma, weighted updates <= (2-eps)(R/gamma)²", "amira.txt, Theorem 1", of("amira"), Draws{}, 1500, AMIRAStaysWithinItsBounds},
		{"alma", "updates are Algorithm ALMA's; |w| <= 1", "Gentile 2001", of("alma"), Draws{Norms: true, Numbers: parametersOfALMA()}, 1500, ALMAIsItsAlgorithm},
		{"pegasos", "w_t and the mean are Fig. 1's; |w| <= 1/√lambda projected", "Shalev-Shwartz, Singer, Srebro 2007, Fig. 1", of("pegasos"), Draws{Numbers: stream.Against(1, 0.1, 0.001, 1e-6, 10, 1e-18)}, 1500, PegasosIsItsAlgorithm},
		{"randomized", "q_t is z_t·x_t within [-1, 1], and x_t the iterate of FTRL", "online-linear-classification.txt, Section 1", of("randomized", "randomized(printed)"), Draws{Numbers: stream.Against(1, 0, 2, 0.5)}, 1500, RandomizedIsFTRL},

		{"geometry", "diameters and gamma* in a norm are those of all pairs and of the nearest points", "omm.txt, eq. (1), (3)", nil, norms, 1500, GeometryIsMeasuredRight},
		{"lemma-4.2", "a point more shrinks the maximum margin by kappa0 of the certificates", "omm.txt, Lemma 4.2", nil, norms, 1500, MarginsShrinkByKappa},
	}
}

func anyLearner(*algos.Spec) bool { return true }

// rests and anyStream report whether a row of the table speaks of the learner at rest,
// and of any stream.
func rests(s *algos.Spec) bool {
	return slices.ContainsFunc(theory.Table(), func(g theory.Guarantee) bool {
		return g.Quantity.Name == theory.RestMargin.Name && in(s, g.Learner)
	})
}

func anyStream(s *algos.Spec) bool {
	return slices.ContainsFunc(theory.Table(), func(g theory.Guarantee) bool { return g.AnyStream && in(s, g.Learner) })
}

// hasBias reports whether the learner has a bias of its own, so that a
// translation of the features changes nothing.
func hasBias(s *algos.Spec) bool { return s.Core().Kind.OwnBias }

// inPower reports whether the learner is in an ℓp, p ≠ 2.
func inPower(l *algos.Spec) bool {
	_, is := l.Norm().(vec.Lp)
	return is
}

// hasNorms reports whether the learner has a form in other norms than ℓ2.
func hasNorms(l *algos.Spec) bool {
	_, err := l.In(vec.P(3))
	return err == nil
}

func isCosine(s *algos.Spec) bool  { return in(s, "mcp", "naromma") }
func isPassive(s *algos.Spec) bool { return in(s, "pa", "pa-i", "pa-ii", "amira") }

// showsPerceptron reports whether the learner shows the Perceptron's w.
func showsPerceptron(s *algos.Spec) bool {
	return in(s, "perceptron") && !in(s, "averaged-perceptron")
}
