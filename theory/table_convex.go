package theory

// tableConvex is the part of the table on learners that minimise a convex loss.
func tableConvex() []Guarantee {
	return []Guarantee{
		{
			ID: "pegasos-regret", Learner: "pegasos", Quantity: MeanObjective, Bound: RegretPegasos,
			AnyStream: true, Relative: true,
			Formula: "lambda/2*U^2 + L1/T + (project == 1 ? (sqrt(lambda) + R)^2 : 4*R^2)*(1 + log(T))/(2*lambda*T)", Where: "project == 0 || U <= 1/sqrt(lambda)", View: origin, Assumption: anyStream,
			Source: "Shalev-Shwartz, Singer, Srebro 2007, Theorem 1", Status: Proved,
		},
		{
			ID: "pegasos-norm", Learner: "pegasos", Quantity: WeightNorm, Bound: NormPegasos,
			AnyStream: true, Relative: true,
			Formula: "project == 1 ? 1/sqrt(lambda) : R/lambda", View: origin, Assumption: anyStream,
			Source: "Shalev-Shwartz, Singer, Srebro 2007", Status: Proved, Tight: "UnitVectors", TightAt: "lambda",
		},
		{
			ID: "randomized-regret", Learner: "randomized", Quantity: ExpectedMistakes, Bound: RegretRandomized,
			AnyStream: true, Relative: true,
			Formula: "L1/2 + sqrt(2*T)/2", Where: "R <= radius && U <= 1/radius", View: origin, Assumption: "norms ≤ R, separable or not",
			Source: "O19, Theorem 1, with R² in the regulariser", Status: Proved,
		},
		{
			ID: "randomized-regret-printed", Learner: "randomized(printed)", Quantity: ExpectedMistakes, Bound: RegretRandomizedPrinted,
			AnyStream: true, Relative: true,
			Formula: "L1/2 + sqrt(2*T)", Where: "R <= radius && U <= 1/radius", View: origin, Assumption: "norms ≤ R, separable or not",
			Source: "O19, Theorem 1", Status: RefutedAsPrinted,
		},
	}
}
