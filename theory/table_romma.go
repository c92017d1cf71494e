package theory

// tableROMMA are the rows on ROMMA.
func tableROMMA() []Guarantee {
	return []Guarantee{
		{ID: "romma-mistakes", Learner: "romma", Claim: "mistakes <= (R/gamma0)^2",
			Source: "Li and Long 2002; HKNS25, Table 1", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "romma-close", Learner: "romma", Claim: "mistakes <= (D < gamma0 ? 2 : (R/gamma0)^2) where eps == 1",
			Source: "HKNS25, Section 5.2, asked of ROMMA", Status: Proved, Tight: "UnitVectors"},
		{ID: "romma-violations", Learner: "romma",
			Claim:  "m(phi) <= (R/((1-phi)*gamma0))^2 where phi <= rho && phi < 1",
			Source: "HKNS25, Table 1, second column", Status: Proved},
		{ID: "romma-optimum", Learner: "romma",
			Claim:  "mbar(phi) <= excess(phi)*(R/gamma0)^2 - 1 where 0 <= phi <= rho && phi < 1",
			Source: "HKNS25, eq. (4a) and Table 1, sharpened", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "romma-updates", Learner: "romma", Claim: "updates <= (R/(eps*gamma0))^2 where eps > 0",
			Source: "ZH13, Section 4.1", Status: Proved, Tight: "TiedUnitVectors"},
		{ID: "romma-norm", Learner: "romma", Claim: "gamma_t >= gamma0",
			Source: "Li and Long 2002", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "romma-norm-growth", Learner: "romma",
			Claim:  "next_norm_t^2 >= norm_t^2 + (1-score_t)^2/R^2 where updated_t == 1 && gamma0 > 0",
			Source: "Li and Long 2002", Status: Proved, Tight: "UnitVectors", TightAt: "eps"},
		{ID: "romma-rest", Learner: "romma", Claim: "rest_margin >= (1-eps)*gamma0",
			Source: "ZH13, Section 4.1; HKNS25, Table 1", Status: Proved},
		{ID: "romma-bias", Learner: "romma",
			Claim:  "mistakes <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
			Source: "BH16, Section 2.1, of ROMMA", Status: Proved},
	}
}
