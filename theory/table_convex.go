package theory

// tableConvex is the part of the table on learners that minimise a convex loss.
func tableConvex() []Guarantee {
	return []Guarantee{
		{
			ID: "pegasos-regret", Learner: "pegasos", Quantity: MeanObjective, Bound: RegretPegasos,
			AnyStream: true, Relative: true,
			Formula: "lambda/2*U^2 + L1/T + (project == 1 ? (sqrt(lambda) + R)^2 : 4*R^2)*(1 + log(T))/(2*lambda*T)", View: origin, Assumption: anyStream,
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
			Formula: "L1/2 + (c*s*T)^(1/s)/2", L2: "L1/2 + sqrt(2*T)/2", Where: "R <= radius && U <= 1/radius", View: origin, Norms: AnyNorm, Assumption: "norms ≤ R, separable or not",
			Source: "O19, Theorem 1, with R^q in the regulariser, in any norm", Status: Proved,
		},
		{
			ID: "randomized-omd-regret", Learner: "randomized-omd(R)", Quantity: ExpectedMistakes, Bound: RegretDescent,
			AnyStream: true, Relative: true,
			Formula: "L1/2 + q*(c*(s-1)*T/2)^(1/s)", L2: "L1/2 + sqrt(2*T)", Where: "R <= radius && U <= 1/radius", View: origin, Norms: AnyNorm, Assumption: "norms ≤ R, separable or not",
			Source: "O19, Theorem 1 by OMD, with R² in its step size, in any norm", Status: Proved,
		},
		{
			ID: "randomized-omd-regret-running", Learner: "randomized-omd", Quantity: ExpectedMistakes, Bound: RegretDescentRunning,
			AnyStream: true, Relative: true,
			Formula: "L1/2 + q*(c*(s-1)*T/2)^(1/s)*(1 + log(R/shortest))", L2: "L1/2 + sqrt(2*T)*(1 + log(R/shortest))", Where: "R <= radius && U <= 1/radius && shortest > 0", View: origin, Norms: AnyNorm, Assumption: "no example is 0, separable or not",
			Source: "O19, Theorem 1 by OMD, of the R so far, in any norm", Status: Proved,
		},
		{
			ID: "randomized-regret-printed", Learner: "randomized(printed)", Quantity: ExpectedMistakes, Bound: RegretRandomizedPrinted,
			AnyStream: true, Relative: true,
			Formula: "L1/2 + sqrt(2*T)", Where: "R <= radius && U <= 1/radius", View: origin, Assumption: "norms ≤ R, separable or not",
			Source: "O19, Theorem 1", Status: RefutedAsPrinted,
		},
	}
}
