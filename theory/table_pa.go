package theory

// tablePassiveAggressive is the part of the table on the passive-aggressive family.
func tablePassiveAggressive() []Guarantee {
	return []Guarantee{
		{
			ID: "pa-squared-losses", Learner: "pa", Quantity: SquaredLosses, Bound: SquaredLossesPA,
			Claim: "Σ loss² ≤ (R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "Crammer et al. 2006, Theorem 2", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-squared-losses-relative", Learner: "pa", Quantity: SquaredLosses, Bound: SquaredLossesPARelative,
			AnyStream: true, Relative: true,
			Claim: "Σ loss² ≤ (R‖u‖ + 2√Σloss*²)², any u", View: origin, Assumption: "equal norms R, separable or not",
			Source: "Crammer et al. 2006, Theorem 3", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-i-mistakes", Learner: "pa-i", Quantity: AllMistakes, Bound: MistakesPA1,
			AnyStream: true, Relative: true,
			Claim: "mistakes ≤ max(R², 1/C)(‖u‖² + 2CΣloss*), any u", View: origin, Assumption: anyStream,
			Source: "Crammer et al. 2006, Theorem 4", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-ii-squared-losses", Learner: "pa-ii", Quantity: SquaredLosses, Bound: SquaredLossesPA2,
			AnyStream: true, Relative: true,
			Claim: "Σ loss² ≤ (R² + 1/2C)(‖u‖² + 2CΣloss*²), any u", View: origin, Assumption: anyStream,
			Source: "Crammer et al. 2006, Theorem 5", Status: Proved,
		},
		{
			ID: "amira-updates", Learner: "amira", Quantity: Updates, Bound: UpdatesAMIRA,
			Claim: "updates ≤ (2−eps)/eps·(R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Theorem 1", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "amira-weighted-updates", Learner: "amira", Quantity: WeightedUpdates, Bound: WeightedUpdatesAMIRA,
			Claim: "eps·updates at a > 0 + updates at a ≤ 0 ≤ (2−eps)(R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Theorem 1, sharpened", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "amira-norm", Learner: "amira", Quantity: WeightNorm, Bound: NormAMIRA,
			Claim: "norm of w ≤ (2−eps)/gamma", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Corollary 1", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "amira-rest", Learner: "amira", Quantity: RestMargin, AtLeast: true, Bound: RestAMIRA,
			Claim: "margin at rest ≥ (1−eps)/(2−eps)·gamma", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Theorem 3", Status: Proved,
		},
		{
			ID: "amira-inseparable", Learner: "amira", Quantity: Updates, Bound: UpdatesAMIRAInseparable,
			AnyStream: true, Relative: true,
			Claim: "updates ≤ (√(2−eps)R + √eps·D)²/(eps·g²) if D/R ≤ √(eps/(2−eps)), else 2(R²+D²)/(eps·g²)", View: origin, Assumption: "equal norms R, separable or not",
			Source: "amira.txt, Theorem 4, what holds of it", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "amira-inseparable-printed", Learner: "amira", Quantity: AllMistakes, Bound: MistakesAMIRAInseparablePrinted,
			AnyStream: true, Relative: true,
			Claim: "mistakes ≤ (2−eps)/eps·(R+D)²/g², D² = Σ max(0, g − y u·x)", View: origin, Assumption: anyStream,
			Source: "amira.txt, Theorem 4", Status: RefutedAsPrinted,
		},
	}
}
