package theory

// tableCosine has the rows on the maximum cosine framework: NAROMMA, CMCP and MCP.
var tableCosine = on(Guarantee{},
	proved("mcf-cosine", "cosine >= gamma0/last_gamma", "BH16, Lemma 1, at every step").of("mcf").tight("UnitVectors").
		note("each new ell is at most the bound of BH16, Lemma 1"),
	proved("mcf-bias", "mistakes <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
		"BH16, Section 2.1").of("cosine"),
	proved("naromma-mistakes", "mistakes <= (R/gamma0)^2", "BH16, Theorem 7").of("naromma").tight("UnitVectors"),
	proved("naromma-violations", "m(phi) <= (R/((1-phi)*gamma0))^2 where phi <= rho && phi < 1",
		"BH16, Theorem 7; HKNS25, Table 1, second column").of("naromma"),
	proved("naromma-optimum", "mbar(phi) <= excess(phi)*(R/gamma0)^2 - 1 where 0 <= phi <= rho && phi < 1",
		"HKNS25, eq. (4a) and Table 1, sharpened").of("naromma").tight("UnitVectors"),
	proved("naromma-cosine", "cosine >= gamma0/last_gamma", "BH16, Lemma 6").of("naromma").tight("UnitVectors"),
	proved("naromma-ell", "gamma_t >= gamma0", "BH16, Lemma 6, as a cosine is at most 1").of("naromma").
		tight("UnitVectors"),
	proved("mcp-mistakes", "mistakes <= (R/gamma0)^2", "BH16, Theorem 10").of("mcp").tight("UnitVectors"),
	proved("mcp-violations", "m(phi) <= ((R/gamma0)^2 - 1)/(1 - 2*phi) where 0 <= phi <= rho && phi < 1/2",
		"BH16, proof of Theorem 10").of("mcp").tight("UnitVectors"),
	proved("mcp-optimum", "mbar(phi) <= excess_mcp(phi)*(R/gamma0)^2 - 1 where 0 <= phi <= rho && phi < 1/2",
		"BH16, proof of Theorem 10, sharpened").of("mcp").tight("UnitVectors"),
	proved("mcp-rest", "rest_margin >= rho*gamma0", "BH16, after Lemma 9, with 1/(2 ell) for 1/ell").of("mcp").
		tight("HalfMargin").note("rho = 1/2, of CMCP 0"),
	proved("mcp-cosine", "cosine >= gamma0/last_gamma", "BH16, Lemmas 8 and 9").of("mcp").tight("UnitVectors"),
	proved("mcp-ell", "gamma_t >= gamma0", "BH16, Lemmas 8 and 9, as a cosine is at most 1").of("mcp").
		tight("UnitVectors"),
	proved("cmcp-updates", "updates <= (R/gamma0)^2", "BH16, Lemma 8 and eq. (44)").of("cmcp").tight("TiedUnitVectors"),
	proved("mcp-gains", "gains <= 1/gamma0^2", "BH16, eq. (44) and (45)").of("mcp").tight("UnitVectors").
		note("eta = max(0, a_t/gamma_t)"),
	proved("mcp-cosine-gains", "cosine >= gamma0*sqrt(gains)", "BH16, Lemma 8 and eq. (37), (42)").of("mcp").
		tight("UnitVectors"),
	proved("mcp-weighted-updates", "weighted_gains <= (R/gamma0)^2", "BH16, eq. (44)").of("mcp").tight("UnitVectors").
		note("eta = max(0, a_t/gamma_t)"),
	proved("mcp-updates", "updates <= 1 + ((R/gamma0)^2 - 1)/(1 - 2*rho) where rho < 1/2",
		"BH16, proof of Theorem 10, for an update at a_t ≤ rho gamma_t").of("mcp(rho<1/2)").tight("TiedUnitVectors"),
	proved("mcp-sharp-updates", "updates <= 1 + ((R/gamma0)^2 - 1)*((R/gamma0)^2 + 5)/2",
		"BH16, Lemma 1, with all that it allows for ell").of("mcp(rule=sharp)"),
)
