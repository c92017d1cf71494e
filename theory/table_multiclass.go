package theory

// tableManyClasses is the part of the table on AMIRA of many classes. The family
// amira-k-best has 1-best AMIRA in it.
func tableManyClasses() []Guarantee {
	return []Guarantee{
		{
			ID: "amira-k-best-updates", Task: ManyClasses, Learner: "amira-k-best", Quantity: Updates, Bound: UpdatesAMIRA,
			Formula: "(2-eps)/eps*(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Theorem 2, with eps where gamma is printed", Status: Proved,
		},
		{
			ID: "amira-k-best-updates-printed", Task: ManyClasses, Learner: "amira-k-best", Quantity: Updates, Bound: UpdatesAMIRAManyPrinted,
			Formula: "(2-eps)/gamma0*(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Theorem 2", Status: RefutedAsPrinted,
		},
		{
			ID: "amira-k-best-weighted-updates", Task: ManyClasses, Learner: "amira-k-best", Quantity: WeightedUpdates, Bound: WeightedUpdatesAMIRA,
			Formula: "(2-eps)*(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Theorem 2, sharpened", Status: Proved,
		},
		{
			ID: "amira-1-best-mistakes", Task: ManyClasses, Learner: "amira-1-best", Quantity: AllMistakes, Bound: MistakesAMIRA,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "Theorem A1", Status: Proved,
		},
		{
			ID: "amira-1-best-violations", Task: ManyClasses, Learner: "amira-1-best", Quantity: UpdatesWithin, Bound: ViolationsAMIRA,
			Formula: violationsAMIRA, View: origin, Assumption: separableOrigin + violationsOf,
			Source: "Theorem A1", Status: Proved,
		},
		{
			ID: "amira-1-best-joint-updates", Task: ManyClasses, Learner: "amira-1-best", Quantity: WeightedUpdates, Bound: JointUpdatesAMIRA,
			Formula: jointUpdatesAMIRA, View: origin, Assumption: separableOrigin,
			Source: "Theorem A1", Status: Proved,
		},
		{
			ID: "amira-k-best-norm", Task: ManyClasses, Learner: "amira-k-best", Quantity: WeightNorm, Bound: NormAMIRA,
			Formula: "(2-eps)/gamma0", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Corollary 2", Status: Proved,
		},
		{
			ID: "amira-k-best-rest", Task: ManyClasses, Learner: "amira-k-best", Quantity: RestMargin, AtLeast: true, Bound: RestAMIRA,
			Formula: "(1-eps)/(2-eps)*gamma0", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Theorem 3", Status: Proved,
		},
		{
			ID: "amira-k-best-inseparable", Task: ManyClasses, Learner: "amira-k-best", Quantity: Updates, Bound: UpdatesAMIRAManyInseparable,
			AnyStream: true, Relative: true,
			Formula: "sqrt(2*k/(k+1)*L2) <= R*U*sqrt(eps/(2-eps)) ? (sqrt(2-eps)*R*U + sqrt(eps*2*k/(k+1)*L2))^2/eps : 2*(R^2*U^2 + 2*k/(k+1)*L2)/eps", Where: "shortest == R && eps > 0",
			View: origin, Assumption: "equal norms R, separable or not",
			Source: "ZH13, Theorem 5, what holds of it", Status: Proved,
		},
		{
			ID: "amira-k-best-inseparable-printed", Task: ManyClasses, Learner: "amira-k-best", Quantity: AllMistakes, Bound: MistakesAMIRAInseparablePrinted,
			AnyStream: true, Relative: true,
			Formula: "(2-eps)/eps*(R*U + sqrt(U*L1))^2", View: origin, Assumption: anyStream,
			Source: "ZH13, Theorem 5", Status: RefutedAsPrinted,
		},
	}
}
