package theory

// tableConvex is the part of the table on learners that minimise a convex loss.
func tableConvex() []Guarantee {
	return []Guarantee{
		{
			ID: "pegasos-regret", Learner: "pegasos", Quantity: MeanObjective, Bound: RegretPegasos,
			AnyStream: true, Relative: true,
			Claim: "mean objective ≤ that of u + c(1+ln T)/(2·lambda·T)", View: origin, Assumption: anyStream,
			Source: "Shalev-Shwartz, Singer, Srebro 2007, Theorem 1", Status: Proved,
		},
		{
			ID: "pegasos-norm", Learner: "pegasos", Quantity: WeightNorm, Bound: NormPegasos,
			AnyStream: true, Relative: true,
			Claim: "norm of w ≤ 1/√lambda projected, R/lambda not", View: origin, Assumption: anyStream,
			Source: "Shalev-Shwartz, Singer, Srebro 2007", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "randomized-regret", Learner: "randomized", Quantity: ExpectedMistakes, Bound: RegretRandomized,
			AnyStream: true, Relative: true,
			Claim: "expected mistakes ≤ those of u + √(2T)/2, ‖u‖ ≤ 1/R", View: origin, Assumption: "norms ≤ R, separable or not",
			Source: "online-linear-classification.txt, Theorem 1, with R² in the regulariser", Status: Proved,
		},
		{
			ID: "randomized-regret-printed", Learner: "randomized(printed)", Quantity: ExpectedMistakes, Bound: RegretRandomizedPrinted,
			AnyStream: true, Relative: true,
			Claim: "expected mistakes ≤ those of u + √(2T), ‖u‖ ≤ 1/R", View: origin, Assumption: "norms ≤ R, separable or not",
			Source: "online-linear-classification.txt, Theorem 1", Status: RefutedAsPrinted,
		},
	}
}
