package theory

// tablePassiveAggressive are the rows on the passive-aggressive family but AMIRA.
var tablePassiveAggressive = on(Guarantee{Learner: "pa"}, []Guarantee{
	{ID: "pa-squared-losses", Claim: "squared_losses <= (R/gamma0)^2", Source: "Crammer et al. 2006, Theorem 2",
		Tight: "UnitVectors"},
	{ID: "pa-squared-losses-relative", Claim: "squared_losses <= (R*U + 2*sqrt(L2))^2 where shortest == R",
		Source: "Crammer et al. 2006, Theorem 3", Tight: "UnitVectors"},
	{ID: "pa-mistakes", Claim: "mistakes <= (R/gamma0)^2", Source: "Crammer et al. 2006, Theorem 2; Theorem A1",
		Tight: "UnitVectors"},
	{ID: "pa-violations", Claim: "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1",
		Source: "Theorem A1", Tight: "UnitVectors"},
	{ID: "pa-inseparable-violations",
		Claim: `updates_within(phi) <= (sqrt(L2) <= R*U*sqrt((1-phi)/(1+phi)) ?
			(sqrt(1+phi)*R*U + sqrt((1-phi)*L2))^2/(1-phi) : 2*(R^2*U^2 + L2)/(1-phi))
			where 0 <= phi < 1 && shortest == R`,
		Source: "Theorem A2", Tight: "UnitVectors"},
	{ID: "pa-i-mistakes", Learner: "pa-i", Claim: "mistakes <= max(R^2, 1/C)*(U^2 + 2*C*L1)",
		Source: "Crammer et al. 2006, Theorem 4", Tight: "UnitVectors"},
	{ID: "pa-ii-squared-losses", Learner: "pa-ii", Claim: "squared_losses <= (R^2 + 1/(2*C))*(U^2 + 2*C*L2)",
		Source: "Crammer et al. 2006, Theorem 5"},
	{ID: "amira-updates", Learner: "amira", Claim: "updates <= (2-eps)/eps*(R/gamma0)^2", Source: "ZH13, Theorem 1",
		Tight: "TiedUnitVectors"},
	{ID: "amira-weighted-updates", Learner: "amira", Claim: "eps*Uplus + Uzero <= (2-eps)*(R/gamma0)^2",
		Source: "ZH13, Theorem 1, sharpened", Tight: "UnitVectors"},
	{ID: "amira-mistakes", Learner: "amira", Claim: "mistakes <= (R/gamma0)^2", Source: "Theorem A1",
		Tight: "UnitVectors", TightAt: "eps"},
	{ID: "amira-violations", Learner: "amira",
		Claim: "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1", Source: "Theorem A1",
		Tight: "UnitVectors", TightAt: "eps"},
	{ID: "amira-joint-updates", Learner: "amira",
		Claim: "eps*Uplus + Uzero <= R/gamma0*sqrt((2-eps)*eps*Uplus + Uzero)", Source: "Theorem A1",
		Tight: "UnitVectors", TightAt: "eps"},
	{ID: "amira-norm", Learner: "amira", Claim: "norm_t <= (2-eps)/gamma0", Source: "ZH13, Corollary 1",
		Tight: "UnitVectors"},
	{ID: "amira-rest", Learner: "amira", Claim: "rest_margin >= (1-eps)/(2-eps)*gamma0", Source: "ZH13, Theorem 3",
		Tight: "Spiral"},
	{ID: "amira-multipliers", Learner: "amira", Claim: "multipliers <= (2-eps)/gamma0^2", Source: "ZH13, eq. (6)",
		Tight: "Spiral"},
	{ID: "amira-cosine", Learner: "amira", Claim: "cosine >= gamma0*multipliers/last_norm",
		Source: "ZH13, eq. (4); BH16, Lemma 1, at every step", Tight: "UnitVectors", TightAt: "eps"},
	{ID: "amira-bias", Learner: "amira",
		Claim:  "mistakes <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
		Source: "BH16, Section 2.1; ZH13, Section 3.5"},
	{ID: "amira-inseparable", Learner: "amira",
		Claim: `updates <= (sqrt(L2) <= R*U*sqrt(eps/(2-eps)) ? (sqrt(2-eps)*R*U + sqrt(eps*L2))^2/eps :
			2*(R^2*U^2 + L2)/eps) where shortest == R && eps > 0`,
		Source: "ZH13, Theorem 4, what holds of it", Tight: "UnitVectors"},
	{ID: "amira-inseparable-mistakes", Learner: "amira",
		Claim:  "mistakes <= (sqrt(L2) <= R*U ? (R*U + sqrt(L2))^2 : 2*(R^2*U^2 + L2)) where shortest == R",
		Source: "Theorem A2", Tight: "UnitVectors", TightAt: "eps"},
	{ID: "amira-inseparable-violations", Learner: "amira",
		Claim: `updates_within(phi) <= (sqrt(L2) <= R*U*sqrt((1-phi)/(1+phi)) ?
			(sqrt(1+phi)*R*U + sqrt((1-phi)*L2))^2/(1-phi) : 2*(R^2*U^2 + L2)/(1-phi))
			where 0 <= phi < 1 && shortest == R`,
		Source: "Theorem A2", Tight: "UnitVectors", TightAt: "eps"},
	{ID: "amira-inseparable-joint-updates", Learner: "amira",
		Claim: `eps*Uplus + Uzero <= (L2*((2-eps)*eps*Uplus + Uzero) <= R^2*U^2*(eps^2*Uplus + Uzero) ?
			R*U*sqrt((2-eps)*eps*Uplus + Uzero) + sqrt(L2*(eps^2*Uplus + Uzero)) :
			sqrt(2*(eps*Uplus + Uzero)*(R^2*U^2 + L2))) where shortest == R`,
		Source: "Theorem A2", Tight: "UnitVectors", TightAt: "eps"},
	{ID: "amira-inseparable-printed", Learner: "amira", Claim: "mistakes <= (2-eps)/eps*(R*U + sqrt(U*L1))^2",
		Source: "ZH13, Theorem 4", Status: RefutedAsPrinted},
})

// tableAMIRA are the rows on AMIRA.
var tableAMIRA = on(Guarantee{Learner: "amira"}, []Guarantee{})

// tableManyClasses are the rows on learners of many classes.
var tableManyClasses = on(Guarantee{Learner: "amira-k-best", Task: ManyClasses}, []Guarantee{
	{ID: "amira-k-best-updates", Claim: "updates <= (2-eps)/eps*(R/gamma0)^2",
		Source: "ZH13, Theorem 2, with eps where gamma is printed"},
	{ID: "amira-k-best-updates-printed", Claim: "updates <= (2-eps)/gamma0*(R/gamma0)^2", Source: "ZH13, Theorem 2",
		Status: RefutedAsPrinted},
	{ID: "amira-k-best-weighted-updates", Claim: "eps*Uplus + Uzero <= (2-eps)*(R/gamma0)^2",
		Source: "ZH13, Theorem 2, sharpened"},
	{ID: "amira-1-best-mistakes", Learner: "amira-1-best", Claim: "mistakes <= (R/gamma0)^2", Source: "Theorem A1"},
	{ID: "amira-1-best-violations", Learner: "amira-1-best",
		Claim: "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1", Source: "Theorem A1"},
	{ID: "amira-1-best-joint-updates", Learner: "amira-1-best",
		Claim: "eps*Uplus + Uzero <= R/gamma0*sqrt((2-eps)*eps*Uplus + Uzero)", Source: "Theorem A1"},
	{ID: "amira-k-best-norm", Claim: "norm_t <= (2-eps)/gamma0", Source: "ZH13, Corollary 2"},
	{ID: "amira-k-best-rest", Claim: "rest_margin >= (1-eps)/(2-eps)*gamma0", Source: "ZH13, Theorem 3"},
	{ID: "amira-k-best-inseparable",
		Claim: `updates <= (sqrt(2*k/(k+1)*L2) <= R*U*sqrt(eps/(2-eps)) ?
			(sqrt(2-eps)*R*U + sqrt(eps*2*k/(k+1)*L2))^2/eps : 2*(R^2*U^2 + 2*k/(k+1)*L2)/eps)
			where shortest == R && eps > 0`,
		Source: "ZH13, Theorem 5, what holds of it"},
	{ID: "amira-k-best-inseparable-printed", Claim: "mistakes <= (2-eps)/eps*(R*U + sqrt(U*L1))^2",
		Source: "ZH13, Theorem 5", Status: RefutedAsPrinted},
})

// tableConvex are the rows on learners that minimise a convex loss.
var tableConvex = on(Guarantee{}, []Guarantee{
	{ID: "pegasos-regret", Learner: "pegasos",
		Claim: `mean_objective <= lambda/2*U^2 + L1/T + (project == 1 ? (sqrt(lambda) + R)^2 :
			4*R^2)*(1 + log(T))/(2*lambda*T)`,
		Source: "Shalev-Shwartz, Singer, Srebro 2007, Theorem 1"},
	{ID: "pegasos-norm", Learner: "pegasos", Claim: "norm_t <= (project == 1 ? 1/sqrt(lambda) : R/lambda)",
		Source: "Shalev-Shwartz, Singer, Srebro 2007", Tight: "UnitVectors", TightAt: "lambda"},
	{ID: "randomized-regret", Learner: "randomized", Norms: AnyNorm,
		Claim: "expected_mistakes <= L1/2 + (c*s*T)^(1/s)/2 where R <= radius && U <= 1/radius",
		L2:    "L1/2 + sqrt(2*T)/2", Source: "O19, Theorem 1, with R^q in the regulariser, in any norm"},
	{ID: "randomized-omd-regret", Learner: "randomized-omd(R)", Norms: AnyNorm,
		Claim: "expected_mistakes <= L1/2 + q*(c*(s-1)*T/2)^(1/s) where R <= radius && U <= 1/radius",
		L2:    "L1/2 + sqrt(2*T)", Source: "O19, Theorem 1 by OMD, with R² in its step size, in any norm"},
	{ID: "randomized-omd-regret-running", Learner: "randomized-omd", Norms: AnyNorm,
		Claim: `expected_mistakes <= L1/2 + q*(c*(s-1)*T/2)^(1/s)*(1 + log(R/shortest))
			where R <= radius && U <= 1/radius && shortest > 0`,
		L2: "L1/2 + sqrt(2*T)*(1 + log(R/shortest))", Source: "O19, Theorem 1 by OMD, of the R so far, in any norm"},
	{ID: "randomized-regret-printed", Learner: "randomized(printed)",
		Claim: "expected_mistakes <= L1/2 + sqrt(2*T) where R <= radius && U <= 1/radius", Source: "O19, Theorem 1",
		Status: RefutedAsPrinted},
})
