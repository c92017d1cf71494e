package theory

// tableROMMA is the part of the table on ROMMA, NAROMMA, CMCP and MCP.
func tableROMMA() []Guarantee {
	return []Guarantee{
		{
			ID: "romma-mistakes", Learner: "romma", Quantity: AllMistakes, Bound: Novikoff,
			Claim: "mistakes ≤ (R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "Li and Long 2002; omm.txt, Table 1", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "romma-violations", Learner: "romma", Quantity: Violations, Bound: ViolationsROMMA,
			Claim: "m(phi) ≤ R²/((1−phi)²gamma²)", View: origin, Assumption: "separable through the origin; phi ≤ 1−eps, phi < 1",
			Source: "omm.txt, Table 1, second column", Status: Proved,
		},
		{
			ID: "romma-updates", Learner: "romma", Quantity: Updates, Bound: UpdatesROMMA,
			Claim: "updates ≤ R²/(eps²gamma²)", View: origin, Assumption: "separable through the origin; eps > 0",
			Source: "amira.txt, Section 4.1", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "romma-norm", Learner: "romma", Quantity: OwnMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Claim: "norm of w_t ≤ 1/gamma", View: origin, Assumption: separableOrigin,
			Source: "Li and Long 2002", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "romma-norm-growth", Learner: "romma", Quantity: SquaredNorm, AtLeast: true, Bound: SquaredNormROMMA,
			Claim: "squared norm of w_t+1 ≥ that of w_t + (1−s)²/R²", View: origin, Assumption: separableOrigin,
			Source: "Li and Long 2002", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "romma-rest", Learner: "romma", Quantity: RestMargin, AtLeast: true, Bound: RestROMMA,
			Claim: "margin at rest ≥ (1−eps)gamma", View: origin, Assumption: separableOrigin,
			Source: "amira.txt, Section 4.1; omm.txt, Table 1", Status: Proved,
		},
		{
			ID: "naromma-mistakes", Learner: "naromma", Quantity: AllMistakes, Bound: Novikoff,
			Claim: "mistakes ≤ (R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "mcp.txt, Theorem 7", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "naromma-violations", Learner: "naromma", Quantity: Violations, Bound: ViolationsROMMA,
			Claim: "m(phi) ≤ R²/((1−phi)²gamma²)", View: origin, Assumption: "separable through the origin; phi < 1",
			Source: "mcp.txt, Theorem 7; omm.txt, Table 1, second column", Status: Proved,
		},
		{
			ID: "naromma-ell", Learner: "naromma", Quantity: CosineMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Claim: "ell_t ≤ 1/gamma", View: origin, Assumption: separableOrigin,
			Source: "mcp.txt, Lemma 6", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-mistakes", Learner: "mcp", Quantity: AllMistakes, Bound: Novikoff,
			Claim: "mistakes ≤ (R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "mcp.txt, Theorem 10", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-ell", Learner: "mcp", Quantity: CosineMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Claim: "ell_t ≤ 1/gamma", View: origin, Assumption: separableOrigin,
			Source: "mcp.txt, Lemma 9", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "cmcp-updates", Learner: "cmcp", Quantity: Updates, Bound: Novikoff,
			Claim: "updates ≤ (R/gamma)²", View: origin, Assumption: separableOrigin,
			Source: "mcp.txt, Lemma 8", Status: Proved, Tight: "TiedUnitVectors",
		},
	}
}
