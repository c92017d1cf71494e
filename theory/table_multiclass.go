package theory

// tableManyClasses is the part of the table on AMIRA of many classes. The family
// amira-k-best has 1-best AMIRA in it.
func tableManyClasses() []Guarantee {
	return []Guarantee{
		{
			ID: "amira-k-best-updates", Task: ManyClasses, Learner: "amira-k-best", Quantity: Updates, Bound: UpdatesAMIRA,
			Claim: "updates ≤ (2−eps)/eps·(R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Theorem 2, with eps where gamma is printed", Status: Proved,
		},
		{
			ID: "amira-k-best-updates-printed", Task: ManyClasses, Learner: "amira-k-best", Quantity: Updates, Bound: UpdatesAMIRAManyPrinted,
			Claim: "updates ≤ (2−eps)/gamma·(R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Theorem 2", Status: RefutedAsPrinted,
		},
		{
			ID: "amira-k-best-weighted-updates", Task: ManyClasses, Learner: "amira-k-best", Quantity: WeightedUpdates, Bound: WeightedUpdatesAMIRA,
			Claim: "eps·updates at a > 0 + updates at a ≤ 0 ≤ (2−eps)(R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Theorem 2, sharpened", Status: Proved,
		},
		{
			ID: "amira-k-best-norm", Task: ManyClasses, Learner: "amira-k-best", Quantity: WeightNorm, Bound: NormAMIRA,
			Claim: "norm of w ≤ (2−eps)/gamma", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Corollary 2", Status: Proved,
		},
		{
			ID: "amira-k-best-rest", Task: ManyClasses, Learner: "amira-k-best", Quantity: RestMargin, AtLeast: true, Bound: RestAMIRA,
			Claim: "margin at rest ≥ (1−eps)/(2−eps)·gamma", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Theorem 3", Status: Proved,
		},
		{
			ID: "amira-k-best-inseparable", Task: ManyClasses, Learner: "amira-k-best", Quantity: Updates, Bound: UpdatesAMIRAManyInseparable,
			AnyStream: true, Relative: true,
			Claim: "updates ≤ (√(2−eps)R + √eps·D')²/(eps·g²) if D'/R ≤ √(eps/(2−eps)), else 2(R²+D'²)/(eps·g²), D' = D√(2k/(k+1))",
			View:  origin, Assumption: "equal norms R, separable or not",
			Source: "amira.txt, Theorem 5, what holds of it", Status: Proved,
		},
		{
			ID: "amira-k-best-inseparable-printed", Task: ManyClasses, Learner: "amira-k-best", Quantity: AllMistakes, Bound: MistakesAMIRAInseparablePrinted,
			AnyStream: true, Relative: true,
			Claim: "mistakes ≤ (2−eps)/eps·(R+D)²/g², D² = Σ max(0, g − min_z u·ΔΦ)", View: origin, Assumption: anyStream,
			Source: "amira.txt, Theorem 5", Status: RefutedAsPrinted,
		},
	}
}
