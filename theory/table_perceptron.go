package theory

// tablePerceptron are the rows on the Perceptron through the origin, in a norm the p-norm Perceptron.
var tablePerceptron = on(Guarantee{Learner: "perceptron"}, []Guarantee{
	{ID: "perceptron-novikoff", Norms: AnyNorm, Claim: "updates <= c^(q-1)*(R/gamma0)^q", L2: "(R/gamma0)^2",
		Source: "Novikoff 1962; HKNS25, Table 1", Tight: "TiedUnitVectors"},
	{ID: "perceptron-first-step", Norms: SquareSmooth,
		Claim: "updates <= c*(R/gamma0)^2/2 + sqrt(max(0, (c*(R/gamma0)^2/2 - 1)^2 + (R/gamma0)^2 - 1))",
		L2:    "(R/gamma0)^2", Source: "Novikoff 1962, sharpened: the first update costs no c",
		Tight: "TiedUnitVectors"},
	{ID: "perceptron-norm-growth", Norms: AnyNorm,
		Claim: "norm_t <= (updates_t == 0 ? 0 : (c*(updates_t-1) + 1)^(1/s)*R)", L2: "sqrt(updates_t)*R",
		Source: "Novikoff 1962, proof", Tight: "UnitVectors", TightAt: "p"},
	{ID: "perceptron-norm-progress", Norms: AnyNorm, Claim: "norm_t >= updates_t*gamma0",
		Source: "Novikoff 1962, proof", Tight: "UnitVectors", TightAt: "p"},
	{ID: "perceptron-cosine", Learner: "perceptron(last)", Claim: "cosine >= gamma0*updates/last_norm",
		Source: "BH16, Lemma 1, at every step to the last w", Tight: "UnitVectors"},
	{ID: "perceptron-bias", Claim: "updates <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
		Source: "BH16, Section 2.1, of the Perceptron"},
	{ID: "perceptron-freund-schapire", Claim: "updates <= (R*U + sqrt(L2))^2",
		Source: "Freund and Schapire 1999, inseparable", Tight: "TiedUnitVectors"},
	{ID: "perceptron-hinge", Claim: "updates <= Lh + h^2*R^2*U^2/2 + h*R*U*sqrt(h^2*R^2*U^2/4 + Lh) where h >= 1",
		Source: "O19, Theorem 2, with the factor R", Tight: "TiedUnitVectors"},
	{ID: "perceptron-hinge-left",
		Claim:  "updates <= min(L1, Lh) + h^2*R^2*U^2/2 + h*R*U*sqrt(h^2*R^2*U^2/4 + Lh) where h >= 1",
		Source: "O19, Theorem 2, with its left side as printed and the factor R", Tight: "TiedUnitVectors"},
	{ID: "perceptron-lengths", Norms: SquareSmooth, Claim: "updates <= Lm + U*sqrt(c*Xm)", L2: "Lm + U*sqrt(Xm)",
		Source: "O19, eq. (3)", Tight: "TiedUnitVectors"},
	{ID: "perceptron-lengths-separable", Norms: SquareSmooth, Claim: "updates <= sqrt(c*Xm)/gamma0",
		L2: "sqrt(Xm)/gamma0", Source: "O19, eq. (3), separable", Tight: "TiedUnitVectors"},
	{ID: "perceptron-hinge-printed",
		Claim:  "updates <= Lh + h^2*R^2*U^2/2 + h*U*sqrt(h^2*R^2*U^2/4 + Lh) where h >= 1",
		Source: "O19, Theorem 2", Status: RefutedAsPrinted},
})

// tableROMMA are the rows on ROMMA.
var tableROMMA = on(Guarantee{Learner: "romma"}, []Guarantee{
	{ID: "romma-mistakes", Claim: "mistakes <= (R/gamma0)^2", Source: "Li and Long 2002; HKNS25, Table 1",
		Tight: "UnitVectors", TightAt: "eps"},
	{ID: "romma-close", Claim: "mistakes <= (D < gamma0 ? 2 : (R/gamma0)^2) where eps == 1",
		Source: "HKNS25, Section 5.2, asked of ROMMA", Tight: "UnitVectors"},
	{ID: "romma-violations", Claim: "m(phi) <= (R/((1-phi)*gamma0))^2 where phi <= rho && phi < 1",
		Source: "HKNS25, Table 1, second column"},
	{ID: "romma-optimum", Claim: "mbar(phi) <= excess(phi)*(R/gamma0)^2 - 1 where 0 <= phi <= rho && phi < 1",
		Source: "HKNS25, eq. (4a) and Table 1, sharpened", Tight: "UnitVectors", TightAt: "eps"},
	{ID: "romma-updates", Claim: "updates <= (R/(eps*gamma0))^2 where eps > 0", Source: "ZH13, Section 4.1",
		Tight: "TiedUnitVectors"},
	{ID: "romma-norm", Claim: "gamma_t >= gamma0", Source: "Li and Long 2002", Tight: "UnitVectors", TightAt: "eps"},
	{ID: "romma-norm-growth",
		Claim:  "next_norm_t^2 >= norm_t^2 + (1-score_t)^2/R^2 where updated_t == 1 && gamma0 > 0",
		Source: "Li and Long 2002", Tight: "UnitVectors", TightAt: "eps"},
	{ID: "romma-rest", Claim: "rest_margin >= (1-eps)*gamma0", Source: "ZH13, Section 4.1; HKNS25, Table 1"},
	{ID: "romma-bias", Claim: "mistakes <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
		Source: "BH16, Section 2.1, of ROMMA"},
})

// tableALMA are the rows on ALMA.
var tableALMA = on(Guarantee{Learner: "alma", Norms: SquareSmooth, Normalised: true}, []Guarantee{
	{ID: "alma-updates",
		Claim:  "updates <= 2*c/gamma0^2*(2/alpha - 1)^2 + 8/alpha - 4 where B == sqrt(8)/alpha && C == sqrt(2)",
		Source: "Gentile 2001, Theorem 3 (1)"},
	{ID: "alma-updates-constant",
		Claim: `updates <= 2*c/gamma0^2*(2/alpha - 1)^2 + min((8/alpha - 6)^2/4, 8/alpha - 4)
			where B == sqrt(8)/alpha && C == sqrt(2)`,
		Source: "Gentile 2001, proof of Theorem 3 (1)"},
	{ID: "alma-updates-sharp",
		Claim: `updates <= c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) - (C^2 + 2*(1-alpha)*B*C - 3)/4
			where C^2 + 2*(1-alpha)*B*C >= 2`,
		Source: "Gentile 2001, Theorem 3 (1), sharpened"},
	{ID: "alma-gamma-k-sharp",
		Claim: `gamma_t >= B*sqrt(c)/sqrt(c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) + (7 - C^2 -
			2*(1-alpha)*B*C)/4) where C^2 + 2*(1-alpha)*B*C >= 2`,
		Source: "Gentile 2001, Theorem 3 (2), sharpened"},
	{ID: "alma-rest-sharp",
		Claim: `rest_margin >= (1-alpha)*B*sqrt(c)/sqrt(c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) + (7 -
			C^2 - 2*(1-alpha)*B*C)/4) where C^2 + 2*(1-alpha)*B*C >= 2`,
		Source: "Gentile 2001, Theorem 3, sharpened"},
	{ID: "alma-gamma-k", Claim: "gamma_t >= gamma0 where B == sqrt(8)/alpha && C == sqrt(2)",
		Source: "Gentile 2001, Theorem 3 (2)"},
	{ID: "alma-norm", Claim: "norm_t <= 1", Source: "Gentile 2001, Fig. 1", Tight: "UnitVectors", TightAt: "alpha"},
	{ID: "alma-rest", Claim: "rest_margin >= (1-alpha)*gamma0 where B == sqrt(8)/alpha && C == sqrt(2)",
		Source: "Gentile 2001, Theorem 3"},
	{ID: "alma-inseparable",
		Claim: `updates <= L1 + 2*c*(U/C)^2 + sqrt(4*c^2*(U/C)^4 + 4*c*(U/C)^2*(L1 + 1))
			where C^2 + 2*(1-alpha)*B*C == 1`,
		Source: "Gentile 2001, Theorem 3 (3), with 4 times the ρ² there"},
	{ID: "alma-inseparable-printed",
		Claim: `updates <= L1 + c*(U/C)^2/2 + sqrt(c^2*(U/C)^4/4 + c*(U/C)^2*(L1 + 1))
			where C^2 + 2*(1-alpha)*B*C == 1`,
		Source: "Gentile 2001, Theorem 3 (3)", Status: RefutedAsPrinted},
})

// tableSecondOrder are the rows on second-order learners.
var tableSecondOrder = on(Guarantee{}, []Guarantee{
	{ID: "second-order-mistakes", Learner: "second-order", Claim: "mistakes <= Lm + sqrt((a*U^2 + Vm)*logdet)",
		Source: "Cesa-Bianchi, Conconi, Gentile 2005, Theorem 3.1"},
	{ID: "second-order-separable", Learner: "second-order",
		Claim:  "mistakes <= sqrt((a + updates*R^2)*d*log(1 + updates*R^2/(a*d)))/gamma0",
		Source: "Cesa-Bianchi, Conconi, Gentile 2005, Theorem 3.1, with the trace of A"},
	{ID: "arow-mistakes", Learner: "arow",
		Claim:  "mistakes <= Lm + sqrt((a*U^2 + Vm)*(logdet + margin_errors)) - margin_errors",
		Source: "Crammer, Kulesza, Dredze 2009, Theorem 2"},
	{ID: "arow-separable", Learner: "arow",
		Claim: `mistakes <= sqrt((a + updates*R^2)*(updates - mistakes + d*log(1 + updates*R^2/(a*d))))/gamma0 -
			(updates - mistakes)`,
		Source: "Crammer, Kulesza, Dredze 2009, Theorem 2, with the trace of A"},
})
