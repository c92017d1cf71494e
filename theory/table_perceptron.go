package theory

// tablePerceptron has the rows on the Perceptron through the origin; in a norm this is the p-norm Perceptron.
var tablePerceptron = on(Guarantee{Learner: "perceptron"},
	proved("perceptron-novikoff", "updates <= c^(q-1)*(R/gamma0)^q", "Novikoff 1962; HKNS25, Table 1").in(AnyNorm).
		inL2("(R/gamma0)^2").tight("TiedUnitVectors"),
	proved("perceptron-first-step",
		"updates <= c*(R/gamma0)^2/2 + sqrt(max(0, (c*(R/gamma0)^2/2 - 1)^2 + (R/gamma0)^2 - 1))",
		"Novikoff 1962, sharpened: the first update costs no c").in(SquareSmooth).inL2("(R/gamma0)^2").
		tight("TiedUnitVectors"),
	proved("perceptron-norm-growth", "norm_t <= (updates_t == 0 ? 0 : (c*(updates_t-1) + 1)^(1/s)*R)",
		"Novikoff 1962, proof").in(AnyNorm).inL2("sqrt(updates_t)*R").tight("UnitVectors", "p"),
	proved("perceptron-norm-progress", "norm_t >= updates_t*gamma0", "Novikoff 1962, proof").in(AnyNorm).
		tight("UnitVectors", "p"),
	proved("perceptron-cosine", "cosine >= gamma0*updates/last_norm", "BH16, Lemma 1, at every step to the last w").
		of("perceptron(last)").tight("UnitVectors"),
	proved("perceptron-bias", "updates <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
		"BH16, Section 2.1, of the Perceptron"),
	proved("perceptron-freund-schapire", "updates <= (R*U + sqrt(L2))^2", "Freund and Schapire 1999, inseparable").
		tight("TiedUnitVectors"),
	proved("perceptron-hinge", "updates <= Lh + h^2*R^2*U^2/2 + h*R*U*sqrt(h^2*R^2*U^2/4 + Lh) where h >= 1",
		"O19, Theorem 2, with the factor R").tight("TiedUnitVectors"),
	proved("perceptron-hinge-left",
		"updates <= min(L1, Lh) + h^2*R^2*U^2/2 + h*R*U*sqrt(h^2*R^2*U^2/4 + Lh) where h >= 1",
		"O19, Theorem 2, with its left side as printed and the factor R").tight("TiedUnitVectors"),
	proved("perceptron-lengths", "updates <= Lm + U*sqrt(c*Xm)", "O19, eq. (3)").in(SquareSmooth).
		inL2("Lm + U*sqrt(Xm)").tight("TiedUnitVectors"),
	proved("perceptron-lengths-separable", "updates <= sqrt(c*Xm)/gamma0", "O19, eq. (3), separable").in(SquareSmooth).
		inL2("sqrt(Xm)/gamma0").tight("TiedUnitVectors"),
	proved("perceptron-hinge-norm", "updates <= L1 + c*R^2*U^2/2 + sqrt(c)*R*U*sqrt(c*R^2*U^2/4 + L1)", "Gentile 2003").
		in(SquareSmooth).inL2("L1 + R^2*U^2/2 + R*U*sqrt(R^2*U^2/4 + L1)").tight("TiedUnitVectors"),
	proved("perceptron-relative", "updates <= Lm + R*U*(c*max(0, updates-1) + 1)^(1/s)",
		"Novikoff 1962, of any stream, in any norm").in(AnyNorm).inL2("Lm + R*U*sqrt(updates)").tight("TiedUnitVectors"),
	refutedAsPrinted("perceptron-hinge-printed",
		"updates <= Lh + h^2*R^2*U^2/2 + h*U*sqrt(h^2*R^2*U^2/4 + Lh) where h >= 1", "O19, Theorem 2"),
)

// tableMarginPerceptron has the rows on the Perceptron with margin, with B = R² + 2β.
var tableMarginPerceptron = on(Guarantee{Learner: "margin-perceptron"},
	proved("margin-perceptron-norm-growth",
		"norm_t <= (updates_t == 0 ? 0 : sqrt(R^2 + (updates_t-1)*(R^2 + 2*beta)))", "Krauth and Mézard 1987"),
	proved("margin-perceptron-norm-progress", "norm_t >= updates_t*gamma0", "Krauth and Mézard 1987").
		tight("UnitVectors", "beta"),
	proved("margin-perceptron-updates",
		"updates <= (R^2 + 2*beta + sqrt((R^2 + 2*beta)^2 - 8*beta*gamma0^2))/(2*gamma0^2) where gamma0 > 0",
		"Krauth and Mézard 1987, sharpened: the first update is at w = 0"),
	proved("margin-perceptron-norm",
		"norm_t <= (R^2 + 2*beta + sqrt((R^2 + 2*beta)^2 - 8*beta*gamma0^2))/(2*gamma0) where gamma0 > 0",
		"Krauth and Mézard 1987, proof"),
	proved("margin-perceptron-rest",
		`rest_margin >= 2*beta*gamma0/(R^2 + 2*beta + sqrt((R^2 + 2*beta)^2 - 8*beta*gamma0^2)) where gamma0 > 0`,
		"Krauth and Mézard 1987"),
	proved("margin-perceptron-freund-schapire", "updates <= (sqrt(R^2 + 2*beta)*U + sqrt(L2))^2",
		"Freund and Schapire 1999, of this rule"),
	proved("margin-perceptron-hinge",
		"updates <= L1 + (R^2 + 2*beta)*U^2/2 + sqrt(R^2 + 2*beta)*U*sqrt((R^2 + 2*beta)*U^2/4 + L1)",
		"Gentile 2003, of this rule"),
	proved("margin-perceptron-lengths", "updates <= Lm + U*sqrt(Xm + 2*beta*max(0, updates-1))",
		"Novikoff 1962, of any stream and this rule"),
	everyMistake("margin-perceptron", "shortest > 0").tight("UnitVectors", "beta"),
)

// tableROMMA has the rows on ROMMA.
var tableROMMA = on(Guarantee{Learner: "romma"},
	proved("romma-mistakes", "mistakes <= (R/gamma0)^2", "Li and Long 2002; HKNS25, Table 1").
		tight("UnitVectors", "eps"),
	proved("romma-close", "mistakes <= (D < gamma0 ? 2 : (R/gamma0)^2) where eps == 1",
		"HKNS25, Section 5.2, asked of ROMMA").tight("UnitVectors"),
	proved("romma-violations", "m(phi) <= (R/((1-phi)*gamma0))^2 where phi <= rho && phi < 1",
		"HKNS25, Table 1, second column"),
	proved("romma-optimum", "mbar(phi) <= excess(phi)*(R/gamma0)^2 - 1 where 0 <= phi <= rho && phi < 1",
		"HKNS25, eq. (4a) and Table 1, sharpened").tight("UnitVectors", "eps"),
	proved("romma-updates", "updates <= (R/(eps*gamma0))^2 where eps > 0", "ZH13, Section 4.1").
		tight("TiedUnitVectors"),
	proved("romma-norm", "gamma_t >= gamma0", "Li and Long 2002").tight("UnitVectors", "eps"),
	proved("romma-norm-growth", "next_norm_t^2 >= norm_t^2 + (1-score_t)^2/R^2 where updated_t == 1 && gamma0 > 0",
		"Li and Long 2002").tight("UnitVectors", "eps"),
	proved("romma-rest", "rest_margin >= (1-eps)*gamma0", "ZH13, Section 4.1; HKNS25, Table 1"),
	proved("romma-bias", "mistakes <= (R^2 + lift^2)*(1 + ((R-gamma)/lift)^2)/gamma^2 where lift != 0",
		"BH16, Section 2.1, of ROMMA"),
)

// tableALMA has the rows on ALMA.
var tableALMA = on(Guarantee{Learner: "alma", Norms: SquareSmooth, Normalised: true},
	proved("alma-updates",
		"updates <= 2*c/gamma0^2*(2/alpha - 1)^2 + 8/alpha - 4 where B == sqrt(8)/alpha && C == sqrt(2)",
		"Gentile 2001, Theorem 3 (1)"),
	proved("alma-updates-constant", `updates <= 2*c/gamma0^2*(2/alpha - 1)^2 + min((8/alpha - 6)^2/4, 8/alpha - 4)
			where B == sqrt(8)/alpha && C == sqrt(2)`,
		"Gentile 2001, proof of Theorem 3 (1)"),
	proved("alma-updates-sharp",
		`updates <= c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) - (C^2 + 2*(1-alpha)*B*C - 3)/4
			where C^2 + 2*(1-alpha)*B*C >= 2`,
		"Gentile 2001, Theorem 3 (1), sharpened"),
	proved("alma-gamma-k-sharp",
		`gamma_t >= B*sqrt(c)/sqrt(c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) + (7 - C^2 -
			2*(1-alpha)*B*C)/4) where C^2 + 2*(1-alpha)*B*C >= 2`,
		"Gentile 2001, Theorem 3 (2), sharpened"),
	proved("alma-rest-sharp",
		`rest_margin >= (1-alpha)*B*sqrt(c)/sqrt(c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) + (7 -
			C^2 - 2*(1-alpha)*B*C)/4) where C^2 + 2*(1-alpha)*B*C >= 2`,
		"Gentile 2001, Theorem 3, sharpened"),
	proved("alma-optimum", `mbar(phi) <= 2*c/gamma0^2*(2/alpha - 1)^2 + min((8/alpha - 6)^2/4, 8/alpha - 4)
			where phi <= 1 - alpha && B == sqrt(8)/alpha && C == sqrt(2)`,
		"HKNS25, Table 1, second column"),
	proved("alma-gamma-k", "gamma_t >= gamma0 where B == sqrt(8)/alpha && C == sqrt(2)", "Gentile 2001, Theorem 3 (2)"),
	proved("alma-norm", "norm_t <= 1", "Gentile 2001, Fig. 1").tight("UnitVectors", "alpha"),
	proved("alma-rest", "rest_margin >= (1-alpha)*gamma0 where B == sqrt(8)/alpha && C == sqrt(2)",
		"Gentile 2001, Theorem 3"),
	proved("alma-inseparable",
		"updates <= L1 + 2*c*(U/C)^2 + sqrt(4*c^2*(U/C)^4 + 4*c*(U/C)^2*(L1 + 1)) where C^2 + 2*(1-alpha)*B*C == 1",
		"Gentile 2001, Theorem 3 (3), with 4 times the ρ² there"),
	refutedAsPrinted("alma-inseparable-printed",
		"updates <= L1 + c*(U/C)^2/2 + sqrt(c^2*(U/C)^4/4 + c*(U/C)^2*(L1 + 1)) where C^2 + 2*(1-alpha)*B*C == 1",
		"Gentile 2001, Theorem 3 (3)"),
)

// tableSecondOrder has the rows on second-order learners.
var tableSecondOrder = on(Guarantee{},
	proved("second-order-mistakes", "mistakes <= Lm + sqrt((a*U^2 + Vm)*logdet)",
		"Cesa-Bianchi, Conconi, Gentile 2005, Theorem 3.1").of("second-order"),
	proved("second-order-separable", "mistakes <= sqrt((a + updates*R^2)*d*log(1 + updates*R^2/(a*d)))/gamma0",
		"Cesa-Bianchi, Conconi, Gentile 2005, Theorem 3.1, with the trace of A").of("second-order"),
	proved("arow-mistakes", "mistakes <= Lm + sqrt((a*U^2 + Vm)*(logdet + margin_errors)) - margin_errors",
		"Crammer, Kulesza, Dredze 2009, Theorem 2").of("arow"),
	proved("arow-separable",
		`mistakes <= sqrt((a + updates*R^2)*(updates - mistakes + d*log(1 + updates*R^2/(a*d))))/gamma0 -
			(updates - mistakes)`,
		"Crammer, Kulesza, Dredze 2009, Theorem 2, with the trace of A").of("arow"),
)
