package theory

// tableROMMA is the part of the table on ROMMA, NAROMMA, CMCP and MCP.
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
			ID: "naromma-mistakes", Learner: "naromma", Quantity: AllMistakes, Bound: Novikoff,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "BH16, Theorem 7", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "naromma-violations", Learner: "naromma", Quantity: Violations, Bound: ViolationsROMMA,
			Formula: "(R/((1-phi)*gamma0))^2", View: origin, Assumption: "separable through the origin; phi < 1",
			Source: "BH16, Theorem 7; HKNS25, Table 1, second column", Status: Proved,
		},
		{
			ID: "naromma-optimum", Learner: "naromma", Quantity: ViolationsOfOptimum, Bound: ViolationsOfOptimumROMMA,
			Formula: excessFormula + "*(R/gamma0)^2 - 1", View: origin, Assumption: "separable through the origin; 0 ≤ phi < 1",
			Source: "HKNS25, eq. (4a) and Table 1, sharpened", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "naromma-cosine", Learner: "naromma", Quantity: TargetCosine, AtLeast: true, Bound: CosineMCF,
			Formula: "gamma0/last_gamma", View: origin, Assumption: separableOrigin,
			Source: "BH16, Lemma 6", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "naromma-ell", Learner: "naromma", Quantity: CosineMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Formula: "gamma0", View: origin, Assumption: separableOrigin,
			Source: "BH16, Lemma 6, as a cosine is at most 1", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-mistakes", Learner: "mcp", Quantity: AllMistakes, Bound: Novikoff,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "BH16, Theorem 10", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-violations", Learner: "mcp", Quantity: Violations, Bound: ViolationsMCP,
			Formula: "((R/gamma0)^2 - 1)/(1 - 2*phi)", Where: "phi >= 0 && phi < 1/2", View: origin, Assumption: "separable through the origin; 0 ≤ phi ≤ rho, phi < 1/2",
			Source: "BH16, proof of Theorem 10", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-optimum", Learner: "mcp", Quantity: ViolationsOfOptimum, Bound: ViolationsOfOptimumMCP,
			Formula: "(phi == 0 ? 1 : -(2*phi + log(1 - 2*phi))/(2*phi^2))*(R/gamma0)^2 - 1", Where: "phi < 1/2", View: origin, Assumption: "separable through the origin; 0 ≤ phi ≤ rho, phi < 1/2",
			Source: "BH16, proof of Theorem 10, sharpened", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-rest", Learner: "mcp", Quantity: RestMargin, AtLeast: true, Bound: Rest,
			Formula: "rho*gamma0", View: origin, Assumption: separableOrigin + "; rho = 1/2, of CMCP 0",
			Source: "BH16, after Lemma 9, with 1/(2 ell) for 1/ell", Status: Proved,
		},
		{
			ID: "mcp-cosine", Learner: "mcp", Quantity: TargetCosine, AtLeast: true, Bound: CosineMCF,
			Formula: "gamma0/last_gamma", View: origin, Assumption: separableOrigin,
			Source: "BH16, Lemmas 8 and 9", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-ell", Learner: "mcp", Quantity: CosineMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Formula: "gamma0", View: origin, Assumption: separableOrigin,
			Source: "BH16, Lemmas 8 and 9, as a cosine is at most 1", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "cmcp-updates", Learner: "cmcp", Quantity: Updates, Bound: Novikoff,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "BH16, Lemma 8 and eq. (44)", Status: Proved, Tight: "TiedUnitVectors",
		},
	}
}
