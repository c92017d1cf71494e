package theory

// A learner through the origin with a constant coordinate, and the features without it.
const (
	biasedNovikoff = "(R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2"
	separableBias  = "separable; a constant coordinate is appended"
)

// tableCosine is the part of the table on the maximum cosine framework: NAROMMA, CMCP and MCP.
func tableCosine() []Guarantee {
	return []Guarantee{
		{
			ID: "mcf-cosine", Learner: "mcf", Quantity: TargetCosine, AtLeast: true, Bound: CosineMCF,
			Formula: "gamma0/last_gamma", View: origin, Assumption: separableOrigin + "; each new ell is at most the bound of BH16, Lemma 1",
			Source: "BH16, Lemma 1, at every step", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcf-bias", Learner: "cosine", Quantity: AllMistakes, Bound: BiasedNovikoff,
			Formula: biasedNovikoff, Where: "lift != 0", View: asGiven, Unlifted: true, Assumption: separableBias,
			Source: "BH16, Section 2.1", Status: Proved,
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
			Source: "BH16, after Lemma 9, with 1/(2 ell) for 1/ell", Status: Proved, Tight: "HalfMargin",
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
		{
			ID: "mcp-gains", Learner: "mcp", Quantity: Gains, Bound: GainsMCP, OfLengths: true,
			Formula: "1/gamma0^2", View: origin, Assumption: separableOrigin + "; eta = max(0, a_t/gamma_t)",
			Source: "BH16, eq. (44) and (45)", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-cosine-gains", Learner: "mcp", Quantity: TargetCosine, AtLeast: true, Bound: CosineGains, OfLengths: true,
			Formula: "gamma0*sqrt(gains)", View: origin, Assumption: separableOrigin,
			Source: "BH16, Lemma 8 and eq. (37), (42)", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-weighted-updates", Learner: "mcp", Quantity: WeightedGains, Bound: Novikoff,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin + "; eta = max(0, a_t/gamma_t)",
			Source: "BH16, eq. (44)", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "mcp-updates", Learner: "mcp(rho<1/2)", Quantity: Updates, Bound: UpdatesMCP,
			Formula: "1 + ((R/gamma0)^2 - 1)/(1 - 2*rho)", Where: "rho < 1/2", View: origin, Assumption: separableOrigin,
			Source: "BH16, proof of Theorem 10, for an update at a_t ≤ rho gamma_t", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "mcp-sharp-updates", Learner: "mcp(rule=sharp)", Quantity: Updates, Bound: UpdatesSharpMCP,
			Formula: "1 + ((R/gamma0)^2 - 1)*((R/gamma0)^2 + 5)/2", View: origin, Assumption: separableOrigin,
			Source: "BH16, Lemma 1, with all that it allows for ell", Status: Proved,
		},
	}
}
