package theory

// tableROMMA is the part of the table on ROMMA.
func tableROMMA() []Guarantee {
	return []Guarantee{
		{
			ID: "romma-mistakes", Learner: "romma", Quantity: AllMistakes, Bound: Novikoff,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "Li and Long 2002; HKNS25, Table 1", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "romma-close", Learner: "romma", Quantity: AllMistakes, Bound: MistakesROMMAClose,
			Formula: "D < gamma0 ? 2 : (R/gamma0)^2", Where: "eps == 1", View: origin, Assumption: "separable through the origin; eps = 1",
			Source: "HKNS25, Section 5.2, asked of ROMMA", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "romma-violations", Learner: "romma", Quantity: Violations, Bound: ViolationsROMMA,
			Formula: "(R/((1-phi)*gamma0))^2", View: origin, Assumption: "separable through the origin; phi ≤ 1−eps, phi < 1",
			Source: "HKNS25, Table 1, second column", Status: Proved,
		},
		{
			ID: "romma-optimum", Learner: "romma", Quantity: ViolationsOfOptimum, Bound: ViolationsOfOptimumROMMA,
			Formula: excessFormula + "*(R/gamma0)^2 - 1", View: origin, Assumption: "separable through the origin; 0 ≤ phi ≤ 1−eps, phi < 1",
			Source: "HKNS25, eq. (4a) and Table 1, sharpened", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "romma-updates", Learner: "romma", Quantity: Updates, Bound: UpdatesROMMA,
			Formula: "(R/(eps*gamma0))^2", Where: "eps > 0", View: origin, Assumption: "separable through the origin; eps > 0",
			Source: "ZH13, Section 4.1", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "romma-norm", Learner: "romma", Quantity: OwnMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Formula: "gamma0", View: origin, Assumption: separableOrigin,
			Source: "Li and Long 2002", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "romma-norm-growth", Learner: "romma", Quantity: SquaredNorm, AtLeast: true, Bound: SquaredNormROMMA,
			Formula: "norm_t^2 + (1-score_t)^2/R^2", View: origin, Assumption: separableOrigin,
			Source: "Li and Long 2002", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "romma-rest", Learner: "romma", Quantity: RestMargin, AtLeast: true, Bound: RestROMMA,
			Formula: "(1-eps)*gamma0", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Section 4.1; HKNS25, Table 1", Status: Proved,
		},
		{
			ID: "romma-bias", Learner: "romma", Quantity: AllMistakes, Bound: BiasedNovikoff,
			Formula: biasedNovikoff, Where: "lift != 0", View: asGiven, Unlifted: true, Assumption: separableBias,
			Source: "BH16, Section 2.1, of ROMMA", Status: Proved,
		},
	}
}
