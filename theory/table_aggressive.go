package theory

// tablePassiveAggressive has the rows on the passive-aggressive family without AMIRA.
var tablePassiveAggressive = on(Guarantee{Learner: "pa"},
	proved("pa-squared-losses", "squared_losses <= (R/gamma0)^2", "Crammer et al. 2006, Theorem 2").
		tight("UnitVectors"),
	proved("pa-squared-losses-relative", "squared_losses <= (R*U + 2*sqrt(L2))^2 where shortest == R",
		"Crammer et al. 2006, Theorem 3").tight("UnitVectors"),
	proved("pa-mistakes", "mistakes <= (R/gamma0)^2", "Crammer et al. 2006, Theorem 2; Theorem A1").
		tight("UnitVectors"),
	proved("pa-violations", "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1", "Theorem A1").
		tight("UnitVectors"),
	proved("pa-inseparable-violations", `updates_within(phi) <= (sqrt(L2) <= R*U*sqrt((1-phi)/(1+phi)) ?
			(sqrt(1+phi)*R*U + sqrt((1-phi)*L2))^2/(1-phi) : 2*(R^2*U^2 + L2)/(1-phi))
			where 0 <= phi < 1 && shortest == R`,
		"Theorem A2").tight("UnitVectors"),
	proved("pa-i-mistakes", "mistakes <= max(R^2, 1/C)*(U^2 + 2*C*L1)", "Crammer et al. 2006, Theorem 4").of("pa-i").
		tight("UnitVectors"),
	proved("pa-i-mistakes-sharp", "mistakes <= (C*R^2 >= 1 ? R^2 : 1/(C*(2 - C*R^2)))*(U^2 + 2*C*L1)",
		"Shalev-Shwartz and Singer 2006, by dual ascent").of("pa-i").tight("UnitVectors", "C"),
	proved("pa-ii-squared-losses", "squared_losses <= (R^2 + 1/(2*C))*(U^2 + 2*C*L2)",
		"Crammer et al. 2006, Theorem 5").of("pa-ii"),
)

// tableAMIRA has the rows on AMIRA.
var tableAMIRA = on(Guarantee{Learner: "amira"},
	proved("amira-updates", "updates <= (2-eps)/eps*(R/gamma0)^2", "ZH13, Theorem 1").tight("TiedUnitVectors"),
	proved("amira-weighted-updates", "eps*Uplus + Uzero <= (2-eps)*(R/gamma0)^2", "ZH13, Theorem 1, sharpened").
		tight("UnitVectors"),
	proved("amira-mistakes", "mistakes <= (R/gamma0)^2", "Theorem A1").tight("UnitVectors", "eps"),
	proved("amira-violations", "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1", "Theorem A1").
		tight("UnitVectors", "eps"),
	proved("amira-joint-updates", "eps*Uplus + Uzero <= R/gamma0*sqrt((2-eps)*eps*Uplus + Uzero)", "Theorem A1").
		tight("UnitVectors", "eps"),
	proved("amira-norm", "norm_t <= (2-eps)/gamma0", "ZH13, Corollary 1").tight("UnitVectors"),
	proved("amira-rest", "rest_margin >= (1-eps)/(2-eps)*gamma0", "ZH13, Theorem 3").tight("Spiral"),
	proved("amira-multipliers", "multipliers <= (2-eps)/gamma0^2", "ZH13, eq. (6)").tight("Spiral"),
	proved("amira-cosine", "cosine >= gamma0*multipliers/last_norm", "ZH13, eq. (4); BH16, Lemma 1, at every step").
		tight("UnitVectors", "eps"),
	proved("amira-bias", "mistakes <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
		"BH16, Section 2.1; ZH13, Section 3.5"),
	proved("amira-inseparable",
		`updates <= (sqrt(L2) <= R*U*sqrt(eps/(2-eps)) ? (sqrt(2-eps)*R*U + sqrt(eps*L2))^2/eps :
			2*(R^2*U^2 + L2)/eps) where shortest == R && eps > 0`,
		"ZH13, Theorem 4, what holds of it").tight("UnitVectors"),
	proved("amira-inseparable-mistakes",
		"mistakes <= (sqrt(L2) <= R*U ? (R*U + sqrt(L2))^2 : 2*(R^2*U^2 + L2)) where shortest == R", "Theorem A2").
		tight("UnitVectors", "eps"),
	proved("amira-inseparable-violations", `updates_within(phi) <= (sqrt(L2) <= R*U*sqrt((1-phi)/(1+phi)) ?
			(sqrt(1+phi)*R*U + sqrt((1-phi)*L2))^2/(1-phi) : 2*(R^2*U^2 + L2)/(1-phi))
			where 0 <= phi < 1 && shortest == R`,
		"Theorem A2").tight("UnitVectors", "eps"),
	proved("amira-inseparable-joint-updates",
		`eps*Uplus + Uzero <= (L2*((2-eps)*eps*Uplus + Uzero) <= R^2*U^2*(eps^2*Uplus + Uzero) ?
			R*U*sqrt((2-eps)*eps*Uplus + Uzero) + sqrt(L2*(eps^2*Uplus + Uzero)) :
			sqrt(2*(eps*Uplus + Uzero)*(R^2*U^2 + L2))) where shortest == R`,
		"Theorem A2").tight("UnitVectors", "eps"),
	refutedAsPrinted("amira-inseparable-printed", "mistakes <= (2-eps)/eps*(R*U + sqrt(U*L1))^2", "ZH13, Theorem 4"),
)

// tableManyClasses has the rows on learners of many classes.
var tableManyClasses = on(Guarantee{Learner: "amira-k-best", Task: ManyClasses},
	proved("amira-k-best-updates", "updates <= (2-eps)/eps*(R/gamma0)^2",
		"ZH13, Theorem 2, with eps where gamma is printed"),
	refutedAsPrinted("amira-k-best-updates-printed", "updates <= (2-eps)/gamma0*(R/gamma0)^2", "ZH13, Theorem 2"),
	proved("amira-k-best-weighted-updates", "eps*Uplus + Uzero <= (2-eps)*(R/gamma0)^2", "ZH13, Theorem 2, sharpened"),
	proved("amira-1-best-mistakes", "mistakes <= (R/gamma0)^2", "Theorem A1").of("amira-1-best"),
	proved("amira-1-best-violations", "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1",
		"Theorem A1").of("amira-1-best"),
	proved("amira-1-best-joint-updates", "eps*Uplus + Uzero <= R/gamma0*sqrt((2-eps)*eps*Uplus + Uzero)", "Theorem A1").
		of("amira-1-best"),
	proved("amira-k-best-norm", "norm_t <= (2-eps)/gamma0", "ZH13, Corollary 2"),
	proved("amira-k-best-rest", "rest_margin >= (1-eps)/(2-eps)*gamma0", "ZH13, Theorem 3"),
	proved("amira-k-best-inseparable", `updates <= (sqrt(2*k/(k+1)*L2) <= R*U*sqrt(eps/(2-eps)) ?
			(sqrt(2-eps)*R*U + sqrt(eps*2*k/(k+1)*L2))^2/eps : 2*(R^2*U^2 + 2*k/(k+1)*L2)/eps)
			where shortest == R && eps > 0`,
		"ZH13, Theorem 5, what holds of it"),
	refutedAsPrinted("amira-k-best-inseparable-printed", "mistakes <= (2-eps)/eps*(R*U + sqrt(U*L1))^2",
		"ZH13, Theorem 5"),
	everyMistake("amira-k-best", "shortest > 0"),
)

// tableManyPerceptron has the rows on the Perceptron of many classes.
var tableManyPerceptron = on(Guarantee{Learner: "multiclass-perceptron", Task: ManyClasses},
	proved("multiclass-perceptron-updates", "updates <= (R/gamma0)^2", "Duda and Hart 1973; Novikoff 1962"),
	proved("multiclass-perceptron-norm-growth", "norm_t <= sqrt(updates_t)*R", "Novikoff 1962, proof"),
	proved("multiclass-perceptron-norm-progress", "norm_t >= updates_t*gamma0", "Novikoff 1962, proof"),
	proved("multiclass-perceptron-freund-schapire", "updates <= (R*U + sqrt(L2))^2",
		"Freund and Schapire 1999, of the best wrong class"),
	proved("multiclass-perceptron-hinge", "updates <= L1 + R^2*U^2/2 + R*U*sqrt(R^2*U^2/4 + L1)",
		"Gentile 2003, of the best wrong class"),
	everyMistake("multiclass-perceptron", "shortest > 0"),
)

// tableConvex has the rows on learners that minimise a convex loss.
var tableConvex = on(Guarantee{},
	proved("pegasos-regret", `mean_objective <= lambda/2*U^2 + L1/T + (project == 1 ? (sqrt(lambda) + R)^2 :
			4*R^2)*(1 + log(T))/(2*lambda*T)`,
		"Shalev-Shwartz, Singer, Srebro 2007, Theorem 1").of("pegasos"),
	proved("pegasos-norm", "norm_t <= (project == 1 ? 1/sqrt(lambda) : R/lambda)",
		"Shalev-Shwartz, Singer, Srebro 2007").of("pegasos").tight("UnitVectors", "lambda"),
	proved("randomized-regret", "expected_mistakes <= L1/2 + (c*s*T)^(1/s)/2 where R <= radius && U <= 1/radius",
		"O19, Theorem 1, with R^q in the regulariser, in any norm").of("randomized").in(AnyNorm).
		inL2("L1/2 + sqrt(2*T)/2"),
	proved("randomized-omd-regret",
		"expected_mistakes <= L1/2 + q*(c*(s-1)*T/2)^(1/s) where R <= radius && U <= 1/radius",
		"O19, Theorem 1 by OMD, with R² in its step size, in any norm").of("randomized-omd(R)").in(AnyNorm).
		inL2("L1/2 + sqrt(2*T)"),
	proved("randomized-omd-regret-running", `expected_mistakes <= L1/2 + q*(c*(s-1)*T/2)^(1/s)*(1 + log(R/shortest))
			where R <= radius && U <= 1/radius && shortest > 0`,
		"O19, Theorem 1 by OMD, of the R so far, in any norm").of("randomized-omd").in(AnyNorm).
		inL2("L1/2 + sqrt(2*T)*(1 + log(R/shortest))"),
	refutedAsPrinted("randomized-regret-printed",
		"expected_mistakes <= L1/2 + sqrt(2*T) where R <= radius && U <= 1/radius", "O19, Theorem 1").
		of("randomized(printed)"),
)
