package theory

// tablePerceptron is the part of the table on the Perceptron.
func tablePerceptron() []Guarantee {
	return []Guarantee{
		{
			ID: "perceptron-novikoff", Learner: "perceptron", Quantity: Updates, Bound: Novikoff,
			Claim: "updates ≤ c^(q−1)(R/gamma)^q, in ℓ2 (R/gamma)²", View: origin, Norms: AnyNorm, Assumption: separableOrigin,
			Source: "Novikoff 1962; omm.txt, Table 1", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-norm-growth", Learner: "perceptron", Quantity: WeightNorm, Bound: NormGrowth,
			AnyStream: true,
			Claim:     "norm of w ≤ (ck)^(1/s)·R after k updates, in ℓ2 √k·R", View: origin, Norms: AnyNorm, Assumption: anyStream,
			Source: "Novikoff 1962, proof", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "perceptron-norm-progress", Learner: "perceptron", Quantity: WeightNorm, AtLeast: true, Bound: NormProgress,
			Claim: "norm of w ≥ k·gamma after k updates", View: origin, Norms: AnyNorm, Assumption: separableOrigin,
			Source: "Novikoff 1962, proof", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "perceptron-freund-schapire", Learner: "perceptron", Quantity: Updates, Bound: UpdatesFreundSchapire,
			AnyStream: true, Relative: true,
			Claim: "updates ≤ ((R+D)/g)², D² = Σ max(0, g − y u·x)², any unit u, g > 0", View: origin, Assumption: anyStream,
			Source: "Freund and Schapire 1999, inseparable", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-hinge", Learner: "perceptron", Quantity: Updates, Bound: UpdatesHinge,
			AnyStream: true, Relative: true,
			Claim: "updates ≤ L_q + q²R²‖u‖²/2 + q‖u‖R√(q²R²‖u‖²/4 + L_q), any u, q ≥ 1", View: origin, Assumption: anyStream,
			Source: "online-linear-classification.txt, Theorem 2, with the factor R", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "perceptron-hinge-printed", Learner: "perceptron", Quantity: Updates, Bound: UpdatesHingePrinted,
			AnyStream: true, Relative: true,
			Claim: "updates ≤ L_q + q²R²‖u‖²/2 + q‖u‖√(q²R²‖u‖²/4 + L_q), any u, q ≥ 1", View: origin, Assumption: anyStream,
			Source: "online-linear-classification.txt, Theorem 2", Status: RefutedAsPrinted,
		},
	}
}
