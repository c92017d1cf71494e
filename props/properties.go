package props

import (
	"math"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory/vec"
)

// Property is a claim, and the function that holds it against a case. The
// function measures for itself; the error says where the claim fails, and with
// which values.
type Property struct {
	Name   string // a word, as in `go test -run`
	Claim  string
	Source string
	For    func(*algos.Spec) bool // the learners that it speaks of; nil if it speaks of none
	Draws  Draws
	Cases  int // how many are drawn of a learner, in a normal run
	Holds  func(Case) error
}

// Properties are all the properties of this package, a row each.
func Properties() []Property {
	return []Property{
		{"guarantees", "every proved guarantee of the table holds", "theory.Table", anyLearner, Draws{Norms: true}, 1500, GuaranteesHold},
		{"loop", "Run is the loop of steps, and counts them right", "algos.Run", anyLearner, Draws{Norms: true}, 1500, RunIsTheLoop},
		{"classifier", "predictions are the classifier's; tau and the last margin are right", "omm.txt, Section 2", showsItsPredictor, Draws{Norms: true}, 1500, ClassifierPredicts},
		{"storage", "sparse and dense streams are learned alike, to 1e-9", "algos", anyLearner, Draws{Norms: true}, 1500, StorageIsNoMatter},
		{"scale", "lengths scale with the data", "omm.txt, Section 2", scales, Draws{Norms: true, Factor: true}, 1500, ScaleEquivariance},
		{"axes", "in ℓp nothing changes with the order and the signs of the coordinates", "omm.txt, Section 2", inPower, Draws{Norms: true, Reflections: true}, 1500, AxesAreNoMatter},
		{"mahalanobis", "in the norm of a matrix a learner does what it does in ℓ2 on the images", "omm.txt, Assumption 1", hasNorms, Draws{Norms: true, Matrix: true}, 1500, MahalanobisIsL2},
		{"reflection", "lengths do not change with the axes", "omm.txt, Section 5.1", scales, Draws{Reflections: true}, 1500, ReflectionInvariance},

		{"exact", "predictions and updates are those over the rational numbers", "algos/exact", hasExactModel, Draws{}, 1500, RunsAreExact},

		{"opening", "the initialisation phase is Algorithm 1's", "omm.txt, Algorithm 1", isOMM, Draws{Norms: true}, 1500, OpeningIsAlgorithm1},
		{"scores", "a_t, gamma_t and the predictions are those of v+ and v-", "omm.txt, Lemma 3.1", isOMM, Draws{Norms: true}, 1500, ScoresAreThoseOfTheCertificates},
		{"rule", "an update iff a_t < rho·gamma_t, or at a tie with rho < 1, or at a mistake", "omm.txt, Algorithm 1, repaired", isMended, Draws{Norms: true}, 1500, UpdatesAreThoseOfTheRule},
		{"repeats", "an example seen again at once is not learned from", "omm.txt, Algorithm 1", isEfficient, Draws{Norms: true}, 1500, RepeatsTeachNothing},
		{"least-norm", "an update takes v_y to the point of [v_y, x] nearest the other certificate", "omm.txt, eq. (7)", isEfficient, Draws{Norms: true}, 1500, UpdatesTakeTheLeastNorm},
		{"offline", "gamma_t is the maximum margin of the points kept", "omm.txt, Lemma 3.1", isNaive, Draws{Norms: true}, 1500, NaiveIsOffline},
		{"hulls", "v+ and v- are in the hulls of the examples seen", "omm.txt, Lemma 4.1, proof", isOMM, Draws{Norms: true}, 1500, CertificatesStayInTheirHulls},
		{"margins", "gamma_t falls, never below gamma*", "omm.txt, Lemma 4.1", isOMM, Draws{Norms: true}, 1500, MarginsFallToGammaStar},
		{"shrinkage", "an update shrinks gamma_t by kappa0(D_y/2gamma_t, (gamma_t-a_t)/2gamma_t)", "omm.txt, Lemma 4.4", isOMM, Draws{Norms: true}, 1500, UpdatesShrinkTheMargin},
		{"counts", "mistakes and m(phi) are within S1, S2 and Theorem 4.1", "omm.txt, Theorem 4.1; Theorems S1, S2", isMended, Draws{}, 1500, OwnBoundsHold},
		{"counts-in-norms", "mistakes and m(phi) are within Theorem 4.1, and within how far gamma_t can fall, in the norm", "omm.txt, Theorem 4.1", isMended, Draws{Norms: true}, 1500, NormedBoundsHold},
		{"translation", "gamma_t is the same on x+u as on x, to 1e-6", "omm.txt, Remark 3.4", hasBias, Draws{Norms: true, Translation: true}, 1500, TranslationInvariance},
		{"swap", "with the labels swapped, v+ and v- swap", "omm.txt, Algorithm 1", isOMM, Draws{Norms: true}, 1500, LabelSwap},

		{"novikoff", "each update adds at most R² to |w|² and at least gamma to w·w*", "Novikoff 1962", showsPerceptron, Draws{Norms: true}, 1500, PerceptronIsNovikoffs},

		{"romma", "an update at the first x ≠ 0, and then iff y(w·x) <= 1-eps and < 1; never at x = 0", "Li and Long 2002; amira.txt, Section 4.1", isROMMA, Draws{Numbers: oneOf(0.5, 1, 0, 0.1)}, 1500, RommaUpdatesByItsRule},
		{"romma-step", "an update takes w to the least norm with y(w'·x) >= 1 and w'·w >= |w|²", "Li and Long 2002", isROMMA, Draws{Numbers: oneOf(0.5, 1, 0, 0.1)}, 1500, RommaTakesTheLeastNorm},
		{"romma-bounds", "w*/gamma stays feasible, |w| <= 1/gamma, and m(phi) <= R²/((1-phi)²gamma²)", "Li and Long 2002", isROMMA, Draws{Numbers: oneOf(0.5, 1, 0, 0.1)}, 1500, RommaStaysBelowTheTarget},
		{"pumma-opening", "the initialisation phase is OMM's, and w = z/|z|² after it", "omm.txt, Section B.5", isPUMMA, Draws{Norms: true, Numbers: oneOf(0.5, 0, 0.01)}, 1500, PummaOpensAsOMM},
		{"pumma", "an update iff y(w·x+b) < 1-delta", "omm.txt, Section B.5", isPUMMA, Draws{Norms: true, Numbers: oneOf(0.5, 0, 0.01)}, 1500, PummaUpdatesByItsRule},
		{"pumma-step", "an update takes w to the least norm with w'·z >= 1 and w'·w >= |w|²; both examples kept have margin 1", "omm.txt, Section B.5", isPUMMA, Draws{Norms: true, Numbers: oneOf(0.5, 0, 0.01)}, 1500, PummaTakesTheLeastNorm},
		{"pumma-bounds", "|w| <= 1/gamma*, mistakes are within P1 and P2, updates within P1", "Theorems P1, P2", isPUMMA, Draws{Norms: true, Numbers: oneOf(0.5, 0, 0.01)}, 1500, PummaStaysWithinItsBounds},
		{"pumma-swap", "with the labels swapped, w and b are -w and -b", "omm.txt, Section B.5", isPUMMA, Draws{Norms: true, Numbers: oneOf(0.5, 0, 0.01)}, 1500, PummaSwapsWithTheLabels},
		{"cosine", "an update at the first x ≠ 0, and then iff y(w·x) <= 0 (CMCP), <= |w|/2l (MCP), < |w|/l (NAROMMA)", "mcp.txt, eq. (38), Fig. 2, Lemma 6", isCosine, Draws{}, 1500, CosineUpdatesByItsRule},
		{"cosine-step", "an update goes to where the bound on cos(w, w*) is highest, and l is that bound", "mcp.txt, eq. (13), (34), (42)", isCosine, Draws{}, 1500, CosineStepsAreHighest},
		{"cosine-bounds", "cos(w, w*) >= gamma·l, l <= 1/gamma, and at most (R/gamma)² mistakes", "mcp.txt, Lemmas 6, 8, 9, Theorem 10", isCosine, Draws{}, 1500, CosineStaysAboveEll},
		{"cosine-lemmas", "the closed forms are where the bounds are highest", "mcp.txt, Lemmas 2, 3", nil, Draws{NoStream: true, Numbers: deltaEta(5)}, 1500, CosineBoundsAreHighestThere},
		{"naromma", "NAROMMA is aggressive ROMMA step for step, with |u| = l", "mcp.txt, Theorem 7, without step 4", isNAROMMA, Draws{}, 1500, NarommaIsAggressiveRomma},

		{"passive", "updates are those of the family's formulas; y(w·x) = 1 after one not cut short", "Crammer et al. 2006, Fig. 1; amira.txt, Algorithm 1", isPassive, Draws{Numbers: against(1, 0.1, 0.01, 10)}, 1500, PassiveStepsAreTheirFormulas},
		{"passive-losses", "losses and mistakes are within Lemma 1 and Theorems 2 to 5", "Crammer et al. 2006", isPassive, Draws{Numbers: against(1, 0.1, 0.01, 10)}, 1500, PassiveLossesAreBounded},
		{"passive-alike", "mira is amira(eps=1); pa is AMIRA(0), and PA-I and PA-II with C = Inf", "algos", nil, Draws{}, 1500, PassiveLearnersAreAlike},
		{"amira", "sum d <= (2-eps)/gamma², |w| <= (2-eps)/gamma, weighted updates <= (2-eps)(R/gamma)²", "amira.txt, Theorem 1", isAMIRA, Draws{}, 1500, AMIRAStaysWithinItsBounds},
		{"amira-any", "on unit vectors with any labels, the updates are within the corrected Theorem 4", "amira.txt, Theorem 4, corrected", isAMIRA, Draws{Numbers: against(1)}, 1500, AMIRAUpdatesOnAnyStream},
		{"alma", "updates are Algorithm ALMA's; |w| <= 1; k and gamma_k are within Theorem 3", "Gentile 2001", isALMA, Draws{Norms: true, Numbers: parametersOfALMA()}, 1500, ALMAIsItsAlgorithm},
		{"pegasos", "w_t and the mean are Fig. 1's; |w| <= 1/√lambda projected", "Shalev-Shwartz, Singer, Srebro 2007, Fig. 1", isPegasos, Draws{Numbers: against(1, 0.1, 0.001, 1e-6, 10, 1e-18)}, 1500, PegasosIsItsAlgorithm},
		{"pegasos-regret", "the objective is within the regret bound of any u", "Shalev-Shwartz, Singer, Srebro 2007, Theorem 1", isPegasos, Draws{Numbers: against(1, 0.1, 0.001, 10)}, 1500, PegasosRegret},
		{"randomized", "q_t is z_t·x_t within [-1, 1], and x_t the iterate of FTRL", "online-linear-classification.txt, Section 1", isRandomized, Draws{Numbers: against(1, 0, 2, 0.5)}, 1500, RandomizedIsFTRL},
		{"randomized-regret", "the mistakes to be expected are within √(2T)/2 of any u's", "online-linear-classification.txt, Theorem 1, with R² in psi", isRandomizedScaled, Draws{Numbers: against(1, 0, 2)}, 1500, RandomizedRegret},
		{"averaged", "the averaged Perceptron is the sum of all that the Perceptron has", "Freund and Schapire 1999, Section 5", isAveraged, Draws{}, 1500, AveragedIsTheSum},
		{"voted", "the voted Perceptron's vote is that of all v_k, c_k times", "Freund and Schapire 1999, Fig. 1", isVoting, Draws{}, 1500, VotedIsTheVote},
		{"step-size", "the Perceptron with another learning rate predicts and updates alike", "Freund and Schapire 1999", isPerceptron, Draws{Norms: true, Numbers: rates()}, 1500, StepSizeIsNoMatter},
		{"rest", "over a stream until a pass changes nothing: the updates and the margin are within the theorem", "amira.txt, Theorems 1 and 3; Gentile 2001; omm.txt, Section B.5", comesToRest, Draws{Norms: true}, 1500, RestHasAMargin},

		{"kernel", "in kernel form: predictions, scores, norms and margins are those of the coefficients, and every proved guarantee holds on the stream embedded", "algos/kernel; theory.Table", (*algos.Spec).HasKernelForm, Draws{Numbers: kernels()}, 1500, KernelFormsHold},

		{"geometry", "diameters and gamma* are those of all pairs and of the referee", "omm.txt, eq. (1), (3)", nil, Draws{}, 1500, GeometryIsMeasuredRight},
		{"geometry-in-norms", "diameters and gamma* in a norm are those of all pairs and of the referee", "omm.txt, eq. (1), (3)", nil, Draws{Norms: true, Power: true}, 1500, GeometryInNorms},
		{"kappa-in-norms", "KappaUpper is its formula and above every pair u, z, and above KappaLower, which a pair reaches", "omm.txt, eq. (5)", nil, Draws{Norms: true, Power: true, NoStream: true, Numbers: pairs()}, 1500, KappaIsBetween},
		{"lemma-4.2", "a point more shrinks the maximum margin by kappa0 of the certificates", "omm.txt, Lemma 4.2", nil, Draws{Norms: true}, 1500, MarginsShrinkByKappa},
		{"kappa", "kappa0 is the max-min over u, z and beta", "omm.txt, eq. (5)", nil, Draws{NoStream: true, Numbers: deltaEta(2)}, 1500, KappaIsTheMaxMin},
		{"kappa-monotone", "kappa0 rises with delta and falls with eta", "omm.txt, Lemma 4.4, proof", nil, Draws{NoStream: true, Numbers: deltaEta(4)}, 1500, KappaIsMonotone},
		{"kappa-continuous", "kappa0 has no jump at eta = delta² and at eta = 0", "omm.txt, Section 5.1", nil, Draws{NoStream: true, Numbers: deltaEta(1)}, 1500, KappaIsContinuous},
	}
}

// deltaEta draws n numbers of the size of δ and η, halves and hundredths among
// them, so that η = δ², η = δ and zeros come up.
func deltaEta(n int) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(fraction(-300, 300, []float64{2, 1, 4, 100}), n, n)
}

// fraction draws p/q, p in [low, high], q one of denominators.
func fraction(low, high int, denominators []float64) *rapid.Generator[float64] {
	return rapid.Custom(func(t *rapid.T) float64 {
		p := rapid.IntRange(low, high).Draw(t, "p")
		return float64(p) / rapid.SampledFrom(denominators).Draw(t, "q")
	})
}

// Learners are the learners of the registry of package algos, with every word
// of a parameter, and the middle of its range, in ℓ2 and, if they have a form there,
// in each ℓp of powers: a new one is covered by being there.
func Learners() []*algos.Spec {
	var specs []*algos.Spec
	seen := map[string]bool{}
	add := func(s *algos.Spec) {
		if name := s.String(); !seen[name] {
			seen[name] = true
			specs = append(specs, s)
		}
	}
	for _, k := range algos.Kinds() {
		for _, expr := range expressions(k) {
			s, err := algos.Parse(expr)
			if err != nil {
				panic("props: the registry does not parse its own " + expr + ": " + err.Error())
			}
			add(s)
		}
	}
	for _, s := range specs {
		if drawn := isPUMMA(s) || isALMA(s); drawn && s.String() != s.Kind.Name {
			continue // their properties draw the parameters
		}
		for _, p := range powers() {
			if in, err := s.In(vec.P(p)); err == nil {
				add(in)
			}
		}
	}
	return specs
}

func expressions(k algos.Kind) []string {
	if k.Wraps != nil {
		return []string{k.Name + "(perceptron)", k.Name + "(perceptron,0.5)", k.Name + "(a-romma,-2)", k.Name + "(voted-perceptron)", k.Name + "(alma)"}
	}
	all := []string{k.Name}
	for _, args := range k.Checked {
		all = append(all, k.Name+"("+args+")")
	}
	for _, p := range k.Params {
		for _, w := range p.Words {
			all = append(all, k.Name+"("+p.Name+"="+w+")")
		}
		if p.Words == nil && p.Name != "p" {
			all = append(all, k.Name+"("+p.Name+"="+number(middle(p))+")")
		}
	}
	return all
}

// middle is in the middle of the range of a parameter; of one that goes over all
// orders of magnitude, of those, and of one from 0 on to any size, 10.
func middle(p algos.Param) float64 {
	switch {
	case p.High < 1e12:
		return (p.Low + p.High) / 2
	case p.Low > 0:
		return math.Sqrt(p.Low) * math.Sqrt(p.High)
	}
	return 10
}
