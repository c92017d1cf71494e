package theory

// tablePassiveAggressive are the rows on the passive-aggressive family.
func tablePassiveAggressive() []Guarantee {
	return []Guarantee{
		{ID: "pa-squared-losses", Learner: "pa", Claim: "squared_losses <= (R/gamma0)^2",
			Source: "Crammer et al. 2006, Theorem 2", Status: Proved, Tight: "UnitVectors"},
		{ID: "pa-squared-losses-relative", Learner: "pa",
			Claim:  "squared_losses <= (R*U + 2*sqrt(L2))^2 where shortest == R",
			Source: "Crammer et al. 2006, Theorem 3", Status: Proved, Tight: "UnitVectors"},
		{ID: "pa-mistakes", Learner: "pa", Claim: "mistakes <= (R/gamma0)^2",
			Source: "Crammer et al. 2006, Theorem 2; Theorem A1", Status: Proved, Tight: "UnitVectors"},
		{ID: "pa-violations", Learner: "pa",
			Claim:  "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1",
			Source: "Theorem A1", Status: Proved, Tight: "UnitVectors"},
		{ID: "pa-inseparable-violations", Learner: "pa",
			Claim: `updates_within(phi) <= (sqrt(L2) <= R*U*sqrt((1-phi)/(1+phi)) ?
				(sqrt(1+phi)*R*U + sqrt((1-phi)*L2))^2/(1-phi) : 2*(R^2*U^2 + L2)/(1-phi))
				where 0 <= phi < 1 && shortest == R`,
			Source: "Theorem A2", Status: Proved, Tight: "UnitVectors"},
		{ID: "pa-i-mistakes", Learner: "pa-i", Claim: "mistakes <= max(R^2, 1/C)*(U^2 + 2*C*L1)",
			Source: "Crammer et al. 2006, Theorem 4", Status: Proved, Tight: "UnitVectors"},
		{ID: "pa-ii-squared-losses", Learner: "pa-ii", Claim: "squared_losses <= (R^2 + 1/(2*C))*(U^2 + 2*C*L2)",
			Source: "Crammer et al. 2006, Theorem 5", Status: Proved},
		{ID: "amira-updates", Learner: "amira", Claim: "updates <= (2-eps)/eps*(R/gamma0)^2",
			Source: "ZH13, Theorem 1", Status: Proved, Tight: "TiedUnitVectors"},
		{ID: "amira-weighted-updates", Learner: "amira", Claim: "eps*Uplus + Uzero <= (2-eps)*(R/gamma0)^2",
			Source: "ZH13, Theorem 1, sharpened", Status: Proved, Tight: "UnitVectors"},
		{ID: "amira-mistakes", Learner: "amira", Claim: "mistakes <= (R/gamma0)^2",
			Source: "Theorem A1", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "amira-violations", Learner: "amira",
			Claim:  "updates_within(phi) <= (1+phi)/(1-phi)*(R/gamma0)^2 where 0 <= phi < 1",
			Source: "Theorem A1", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "amira-joint-updates", Learner: "amira",
			Claim:  "eps*Uplus + Uzero <= R/gamma0*sqrt((2-eps)*eps*Uplus + Uzero)",
			Source: "Theorem A1", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "amira-norm", Learner: "amira", Claim: "norm_t <= (2-eps)/gamma0",
			Source: "ZH13, Corollary 1", Status: Proved, Tight: "UnitVectors"},
		{ID: "amira-rest", Learner: "amira", Claim: "rest_margin >= (1-eps)/(2-eps)*gamma0",
			Source: "ZH13, Theorem 3", Status: Proved, Tight: "Spiral"},
		{ID: "amira-multipliers", Learner: "amira", Claim: "multipliers <= (2-eps)/gamma0^2",
			Source: "ZH13, eq. (6)", Status: Proved, Tight: "Spiral"},
		{ID: "amira-cosine", Learner: "amira", Claim: "cosine >= gamma0*multipliers/last_norm",
			Source: "ZH13, eq. (4); BH16, Lemma 1, at every step", Status: Proved,
			Tight: "UnitVectors", TightAt: "eps"},
		{ID: "amira-bias", Learner: "amira",
			Claim:  "mistakes <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
			Source: "BH16, Section 2.1; ZH13, Section 3.5", Status: Proved},
		{ID: "amira-inseparable", Learner: "amira",
			Claim: `updates <= (sqrt(L2) <= R*U*sqrt(eps/(2-eps)) ? (sqrt(2-eps)*R*U + sqrt(eps*L2))^2/eps :
				2*(R^2*U^2 + L2)/eps) where shortest == R && eps > 0`,
			Source: "ZH13, Theorem 4, what holds of it", Status: Proved, Tight: "UnitVectors"},
		{ID: "amira-inseparable-mistakes", Learner: "amira",
			Claim:  "mistakes <= (sqrt(L2) <= R*U ? (R*U + sqrt(L2))^2 : 2*(R^2*U^2 + L2)) where shortest == R",
			Source: "Theorem A2", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "amira-inseparable-violations", Learner: "amira",
			Claim: `updates_within(phi) <= (sqrt(L2) <= R*U*sqrt((1-phi)/(1+phi)) ?
				(sqrt(1+phi)*R*U + sqrt((1-phi)*L2))^2/(1-phi) : 2*(R^2*U^2 + L2)/(1-phi))
				where 0 <= phi < 1 && shortest == R`,
			Source: "Theorem A2", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "amira-inseparable-joint-updates", Learner: "amira",
			Claim: `eps*Uplus + Uzero <= (L2*((2-eps)*eps*Uplus + Uzero) <= R^2*U^2*(eps^2*Uplus + Uzero) ?
				R*U*sqrt((2-eps)*eps*Uplus + Uzero) + sqrt(L2*(eps^2*Uplus + Uzero)) :
				sqrt(2*(eps*Uplus + Uzero)*(R^2*U^2 + L2))) where shortest == R`,
			Source: "Theorem A2", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "amira-inseparable-printed", Learner: "amira", Claim: "mistakes <= (2-eps)/eps*(R*U + sqrt(U*L1))^2",
			Source: "ZH13, Theorem 4", Status: RefutedAsPrinted},
	}
}
