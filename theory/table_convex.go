package theory

// tableConvex are the rows on learners that minimise a convex loss.
func tableConvex() []Guarantee {
	return []Guarantee{
		{ID: "pegasos-regret", Learner: "pegasos",
			Claim: `mean_objective <= lambda/2*U^2 + L1/T + (project == 1 ? (sqrt(lambda) + R)^2 :
				4*R^2)*(1 + log(T))/(2*lambda*T)`,
			Source: "Shalev-Shwartz, Singer, Srebro 2007, Theorem 1", Status: Proved},
		{ID: "pegasos-norm", Learner: "pegasos", Claim: "norm_t <= (project == 1 ? 1/sqrt(lambda) : R/lambda)",
			Source: "Shalev-Shwartz, Singer, Srebro 2007", Status: Proved, Tight: "UnitVectors", TightAt: "lambda"},
		{ID: "randomized-regret", Learner: "randomized", Norms: AnyNorm,
			Claim:  "expected_mistakes <= L1/2 + (c*s*T)^(1/s)/2 where R <= radius && U <= 1/radius",
			L2:     "L1/2 + sqrt(2*T)/2",
			Source: "O19, Theorem 1, with R^q in the regulariser, in any norm", Status: Proved},
		{ID: "randomized-omd-regret", Learner: "randomized-omd(R)", Norms: AnyNorm,
			Claim:  "expected_mistakes <= L1/2 + q*(c*(s-1)*T/2)^(1/s) where R <= radius && U <= 1/radius",
			L2:     "L1/2 + sqrt(2*T)",
			Source: "O19, Theorem 1 by OMD, with R² in its step size, in any norm", Status: Proved},
		{ID: "randomized-omd-regret-running", Learner: "randomized-omd", Norms: AnyNorm,
			Claim: `expected_mistakes <= L1/2 + q*(c*(s-1)*T/2)^(1/s)*(1 + log(R/shortest))
				where R <= radius && U <= 1/radius && shortest > 0`,
			L2:     "L1/2 + sqrt(2*T)*(1 + log(R/shortest))",
			Source: "O19, Theorem 1 by OMD, of the R so far, in any norm", Status: Proved},
		{ID: "randomized-regret-printed", Learner: "randomized(printed)",
			Claim:  "expected_mistakes <= L1/2 + sqrt(2*T) where R <= radius && U <= 1/radius",
			Source: "O19, Theorem 1", Status: RefutedAsPrinted},
	}
}
