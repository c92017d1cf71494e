package theory

// tableManyClasses are the rows on learners of many classes.
func tableManyClasses() []Guarantee {
	rows := []Guarantee{
		{ID: "amira-k-best-updates", Learner: "amira-k-best", Claim: "updates <= (2-eps)/eps*(R/gamma0)^2",
			Source: "ZH13, Theorem 2, with eps where gamma is printed", Status: Proved},
		{ID: "amira-k-best-updates-printed", Learner: "amira-k-best", Claim: "updates <= (2-eps)/gamma0*(R/gamma0)^2",
			Source: "ZH13, Theorem 2", Status: RefutedAsPrinted},
		{ID: "amira-k-best-weighted-updates", Learner: "amira-k-best",
			Claim:  "eps*Uplus + Uzero <= (2-eps)*(R/gamma0)^2",
			Source: "ZH13, Theorem 2, sharpened", Status: Proved},
		{ID: "amira-1-best-mistakes", Learner: "amira-1-best", Claim: "mistakes <= (R/gamma0)^2",
			Source: "Theorem A1", Status: Proved},
		{ID: "amira-1-best-violations", Learner: "amira-1-best",
			Claim:  "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1",
			Source: "Theorem A1", Status: Proved},
		{ID: "amira-1-best-joint-updates", Learner: "amira-1-best",
			Claim:  "eps*Uplus + Uzero <= R/gamma0*sqrt((2-eps)*eps*Uplus + Uzero)",
			Source: "Theorem A1", Status: Proved},
		{ID: "amira-k-best-norm", Learner: "amira-k-best", Claim: "norm_t <= (2-eps)/gamma0",
			Source: "ZH13, Corollary 2", Status: Proved},
		{ID: "amira-k-best-rest", Learner: "amira-k-best", Claim: "rest_margin >= (1-eps)/(2-eps)*gamma0",
			Source: "ZH13, Theorem 3", Status: Proved},
		{ID: "amira-k-best-inseparable", Learner: "amira-k-best",
			Claim: `updates <= (sqrt(2*k/(k+1)*L2) <= R*U*sqrt(eps/(2-eps)) ?
				(sqrt(2-eps)*R*U + sqrt(eps*2*k/(k+1)*L2))^2/eps : 2*(R^2*U^2 + 2*k/(k+1)*L2)/eps)
				where shortest == R && eps > 0`,
			Source: "ZH13, Theorem 5, what holds of it", Status: Proved},
		{ID: "amira-k-best-inseparable-printed", Learner: "amira-k-best",
			Claim:  "mistakes <= (2-eps)/eps*(R*U + sqrt(U*L1))^2",
			Source: "ZH13, Theorem 5", Status: RefutedAsPrinted},
	}
	for i := range rows {
		rows[i].Task = ManyClasses
	}
	return rows
}
