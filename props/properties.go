package props

import (
	"pgregory.net/rapid"

	"marginlab/algos"
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
	Holds  func(Case) error
}

// Properties are all the properties of this package, a row each.
func Properties() []Property {
	return []Property{
		{"guarantees", "every proved guarantee of the table holds", "theory.Table", anyLearner, Draws{}, GuaranteesHold},
		{"loop", "Run is the loop of steps, and counts them right", "algos.Run", anyLearner, Draws{}, RunIsTheLoop},
		{"classifier", "predictions are the classifier's; tau and the last margin are right", "omm.txt, Section 2", anyLearner, Draws{}, ClassifierPredicts},
		{"storage", "sparse and dense streams are learned alike, to 1e-9", "algos", anyLearner, Draws{}, StorageIsNoMatter},
		{"scale", "lengths scale with the data", "omm.txt, Section 2", anyLearner, Draws{Factor: true}, ScaleEquivariance},
		{"reflection", "lengths do not change with the axes", "omm.txt, Section 5.1", anyLearner, Draws{Reflections: true}, ReflectionInvariance},

		{"opening", "the initialisation phase is Algorithm 1's", "omm.txt, Algorithm 1", isOMM, Draws{}, OpeningIsAlgorithm1},
		{"scores", "a_t, gamma_t and the predictions are those of v+ and v-", "omm.txt, Lemma 3.1", isOMM, Draws{}, ScoresAreThoseOfTheCertificates},
		{"rule", "an update iff a_t < rho·gamma_t, or at a tie with rho < 1, or at a mistake", "omm.txt, Algorithm 1, repaired", isOMM, Draws{}, UpdatesAreThoseOfTheRule},
		{"repeats", "an example seen again at once is not learned from", "omm.txt, Algorithm 1", isEfficient, Draws{}, RepeatsTeachNothing},
		{"least-norm", "an update takes v_y to the point of [v_y, x] nearest the other certificate", "omm.txt, eq. (7)", isEfficient, Draws{}, UpdatesTakeTheLeastNorm},
		{"offline", "gamma_t is the maximum margin of the points kept", "omm.txt, Lemma 3.1", isNaive, Draws{}, NaiveIsOffline},
		{"hulls", "v+ and v- are in the hulls of the examples seen", "omm.txt, Lemma 4.1, proof", isOMM, Draws{}, CertificatesStayInTheirHulls},
		{"margins", "gamma_t falls, never below gamma*", "omm.txt, Lemma 4.1", isOMM, Draws{}, MarginsFallToGammaStar},
		{"shrinkage", "an update shrinks gamma_t by kappa0(D_y/2gamma_t, (gamma_t-a_t)/2gamma_t)", "omm.txt, Lemma 4.4", isOMM, Draws{}, UpdatesShrinkTheMargin},
		{"counts", "mistakes and m(phi) are within S1, S2 and Theorem 4.1", "omm.txt, Theorem 4.1; Theorems S1, S2", isOMM, Draws{}, OwnBoundsHold},
		{"translation", "gamma_t is the same on x+u as on x, to 1e-6", "omm.txt, Remark 3.4", isOMM, Draws{Translation: true}, TranslationInvariance},
		{"swap", "with the labels swapped, v+ and v- swap", "omm.txt, Algorithm 1", isOMM, Draws{}, LabelSwap},

		{"novikoff", "each update adds at most R² to |w|² and at least gamma to w·w*", "Novikoff 1962", isPerceptron, Draws{}, PerceptronIsNovikoffs},

		{"geometry", "diameters and gamma* are those of all pairs and of the referee", "omm.txt, eq. (1), (3)", nil, Draws{}, GeometryIsMeasuredRight},
		{"lemma-4.2", "a point more shrinks the maximum margin by kappa0 of the certificates", "omm.txt, Lemma 4.2", nil, Draws{}, MarginsShrinkByKappa},
		{"kappa", "kappa0 is the max-min over u, z and beta", "omm.txt, eq. (5)", nil, Draws{NoStream: true, Numbers: deltaEta(2)}, KappaIsTheMaxMin},
		{"kappa-monotone", "kappa0 rises with delta and falls with eta", "omm.txt, Lemma 4.4, proof", nil, Draws{NoStream: true, Numbers: deltaEta(4)}, KappaIsMonotone},
		{"kappa-continuous", "kappa0 has no jump at eta = delta² and at eta = 0", "omm.txt, Section 5.1", nil, Draws{NoStream: true, Numbers: deltaEta(1)}, KappaIsContinuous},
		{"bounds", "every bound is its formula", "theory.Table", nil, Draws{NoStream: true, Numbers: settings()}, BoundsAreTheirFormulas},
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
// of a parameter, and the middle of its range: a new one is covered by being
// there.
func Learners() []*algos.Spec {
	var specs []*algos.Spec
	for _, k := range algos.Kinds() {
		for _, expr := range expressions(k) {
			s, err := algos.Parse(expr)
			if err != nil {
				panic("props: the registry does not parse its own " + expr + ": " + err.Error())
			}
			specs = append(specs, s)
		}
	}
	return specs
}

func expressions(k algos.Kind) []string {
	switch {
	case k.Wraps:
		return []string{k.Name + "(perceptron)", k.Name + "(perceptron,0.5)"}
	case len(k.Params) == 0:
		return []string{k.Name}
	}
	var all []string
	for _, p := range k.Params {
		for _, w := range p.Words {
			all = append(all, k.Name+"("+p.Name+"="+w+")")
		}
		if middle := (p.Low + p.High) / 2; p.Words == nil && middle-middle == 0 {
			all = append(all, k.Name+"("+p.Name+"="+number(middle)+")")
		}
	}
	return all
}
