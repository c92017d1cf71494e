package theory

// tableALMA are the rows on ALMA.
func tableALMA() []Guarantee {
	rows := []Guarantee{
		{ID: "alma-updates", Learner: "alma", Norms: SquareSmooth,
			Claim:  `updates <= 2*c/gamma0^2*(2/alpha - 1)^2 + 8/alpha - 4 where B == sqrt(8)/alpha && C == sqrt(2)`,
			Source: "Gentile 2001, Theorem 3 (1)", Status: Proved},
		{ID: "alma-updates-constant", Learner: "alma", Norms: SquareSmooth,
			Claim: `updates <= 2*c/gamma0^2*(2/alpha - 1)^2 + min((8/alpha - 6)^2/4, 8/alpha - 4)
				where B == sqrt(8)/alpha && C == sqrt(2)`,
			Source: "Gentile 2001, proof of Theorem 3 (1)", Status: Proved},
		{ID: "alma-updates-sharp", Learner: "alma", Norms: SquareSmooth,
			Claim: `updates <= c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) - (C^2 + 2*(1-alpha)*B*C - 3)/4
				where C^2 + 2*(1-alpha)*B*C >= 2`,
			Source: "Gentile 2001, Theorem 3 (1), sharpened", Status: Proved},
		{ID: "alma-gamma-k-sharp", Learner: "alma", Norms: SquareSmooth,
			Claim: `gamma_t >= B*sqrt(c)/sqrt(c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) + (7 - C^2 -
				2*(1-alpha)*B*C)/4) where C^2 + 2*(1-alpha)*B*C >= 2`,
			Source: "Gentile 2001, Theorem 3 (2), sharpened", Status: Proved},
		{ID: "alma-rest-sharp", Learner: "alma", Norms: SquareSmooth,
			Claim: `rest_margin >= (1-alpha)*B*sqrt(c)/sqrt(c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) + (7 -
				C^2 - 2*(1-alpha)*B*C)/4) where C^2 + 2*(1-alpha)*B*C >= 2`,
			Source: "Gentile 2001, Theorem 3, sharpened", Status: Proved},
		{ID: "alma-gamma-k", Learner: "alma", Norms: SquareSmooth,
			Claim:  "gamma_t >= gamma0 where B == sqrt(8)/alpha && C == sqrt(2)",
			Source: "Gentile 2001, Theorem 3 (2)", Status: Proved},
		{ID: "alma-norm", Learner: "alma", Norms: SquareSmooth, Claim: "norm_t <= 1",
			Source: "Gentile 2001, Fig. 1", Status: Proved, Tight: "UnitVectors", TightAt: "alpha"},
		{ID: "alma-rest", Learner: "alma", Norms: SquareSmooth,
			Claim:  "rest_margin >= (1-alpha)*gamma0 where B == sqrt(8)/alpha && C == sqrt(2)",
			Source: "Gentile 2001, Theorem 3", Status: Proved},
		{ID: "alma-inseparable", Learner: "alma", Norms: SquareSmooth,
			Claim: `updates <= L1 + 2*c*(U/C)^2 + sqrt(4*c^2*(U/C)^4 + 4*c*(U/C)^2*(L1 + 1))
				where C^2 + 2*(1-alpha)*B*C == 1`,
			Source: "Gentile 2001, Theorem 3 (3), with 4 times the ρ² there", Status: Proved},
		{ID: "alma-inseparable-printed", Learner: "alma", Norms: SquareSmooth,
			Claim: `updates <= L1 + c*(U/C)^2/2 + sqrt(c^2*(U/C)^4/4 + c*(U/C)^2*(L1 + 1))
				where C^2 + 2*(1-alpha)*B*C == 1`,
			Source: "Gentile 2001, Theorem 3 (3)", Status: RefutedAsPrinted},
	}
	for i := range rows {
		rows[i].Normalised = true
	}
	return rows
}
