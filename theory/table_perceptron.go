package theory

// tablePerceptron is the part of the table on the Perceptron.
func tablePerceptron() []Guarantee {
	return []Guarantee{
		{
			ID: "perceptron-novikoff", Learner: "perceptron", Quantity: Updates, Bound: Novikoff,
			Formula: "c^(q-1)*(R/gamma0)^q", L2: "(R/gamma0)^2", View: origin, Norms: AnyNorm, Assumption: separableOrigin,
			Source: "Novikoff 1962; HKNS25, Table 1", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-first-step", Learner: "perceptron", Quantity: Updates, Bound: UpdatesFirstStep,
			Formula: "c*(R/gamma0)^2/2 + sqrt(max(0, (c*(R/gamma0)^2/2 - 1)^2 + (R/gamma0)^2 - 1))", L2: "(R/gamma0)^2", View: origin, Norms: SquareSmooth, Assumption: separableOrigin,
			Source: "Novikoff 1962, sharpened: the first update costs no c", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-norm-growth", Learner: "perceptron", Quantity: WeightNorm, Bound: NormGrowth,
			AnyStream: true,
			Formula:   "updates_t == 0 ? 0 : (c*(updates_t-1) + 1)^(1/s)*R", L2: "sqrt(updates_t)*R", View: origin, Norms: AnyNorm, Assumption: anyStream,
			Source: "Novikoff 1962, proof", Status: Proved, Tight: "UnitVectors", TightAt: "p",
		},
		{
			ID: "perceptron-norm-progress", Learner: "perceptron", Quantity: WeightNorm, AtLeast: true, Bound: NormProgress,
			Formula: "updates_t*gamma0", View: origin, Norms: AnyNorm, Assumption: separableOrigin,
			Source: "Novikoff 1962, proof", Status: Proved, Tight: "UnitVectors", TightAt: "p",
		},
		{
			ID: "perceptron-cosine", Learner: "perceptron(last)", Quantity: TargetCosine, AtLeast: true, Bound: CosinePerceptron,
			Formula: "gamma0*updates/last_norm", View: origin, Assumption: separableOrigin,
			Source: "BH16, Lemma 1, at every step to the last w", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "perceptron-bias", Learner: "perceptron", Quantity: Updates, Bound: BiasedNovikoff,
			Formula: biasedNovikoff, Where: "lift != 0", View: asGiven, Unlifted: true, Assumption: separableBias,
			Source: "BH16, Section 2.1, of the Perceptron", Status: Proved,
		},
		{
			ID: "perceptron-freund-schapire", Learner: "perceptron", Quantity: Updates, Bound: UpdatesFreundSchapire,
			AnyStream: true, Relative: true,
			Formula: "(R*U + sqrt(L2))^2", View: origin, Assumption: anyStream,
			Source: "Freund and Schapire 1999, inseparable", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-hinge", Learner: "perceptron", Quantity: Updates, Bound: UpdatesHinge,
			AnyStream: true, Relative: true,
			Formula: "Lh + h^2*R^2*U^2/2 + h*R*U*sqrt(h^2*R^2*U^2/4 + Lh)", Where: "h >= 1", View: origin, Assumption: anyStream,
			Source: "O19, Theorem 2, with the factor R", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-hinge-left", Learner: "perceptron", Quantity: Updates, Bound: UpdatesHingeLeft,
			AnyStream: true, Relative: true,
			Formula: "min(L1, Lh) + h^2*R^2*U^2/2 + h*R*U*sqrt(h^2*R^2*U^2/4 + Lh)", Where: "h >= 1", View: origin, Assumption: anyStream,
			Source: "O19, Theorem 2, with its left side as printed and the factor R", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-lengths", Learner: "perceptron", Quantity: Updates, Bound: UpdatesLengths,
			AnyStream: true, Relative: true, OfLengths: true,
			Formula: "Lm + U*sqrt(c*Xm)", L2: "Lm + U*sqrt(Xm)", View: origin, Norms: SquareSmooth, Assumption: anyStream,
			Source: "O19, eq. (3)", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-lengths-separable", Learner: "perceptron", Quantity: Updates, Bound: UpdatesLengthsSeparable, OfLengths: true,
			Formula: "sqrt(c*Xm)/gamma0", L2: "sqrt(Xm)/gamma0", View: origin, Norms: SquareSmooth, Assumption: separableOrigin,
			Source: "O19, eq. (3), separable", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-hinge-printed", Learner: "perceptron", Quantity: Updates, Bound: UpdatesHingePrinted,
			AnyStream: true, Relative: true,
			Formula: "Lh + h^2*R^2*U^2/2 + h*U*sqrt(h^2*R^2*U^2/4 + Lh)", Where: "h >= 1", View: origin, Assumption: anyStream,
			Source: "O19, Theorem 2", Status: RefutedAsPrinted,
		},
	}
}
