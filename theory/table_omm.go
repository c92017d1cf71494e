package theory

// tableOMM has the rows on OMM, Algorithm 1 of HKNS25.
var tableOMM = on(Guarantee{Learner: "omm"},
	proved("omm-lemma-4.1", "gamma_t >= gamma", "HKNS25, Lemma 4.1").in(AnyNorm).tight("OneMistake", "rho", "p"),
	proved("omm-no-growth", "next_gamma_t/gamma_t <= 1 where gamma > 0", "HKNS25, proof of Theorem 4.1").in(AnyNorm).
		tight("Tie", "rho", "p"),
	proved("omm-lemma-4.4", `next_gamma_t/gamma_t <= (updated_t == 0 ? 1 :
			kappa0(D_t/(2*gamma_t), (gamma_t - a_t)/(2*gamma_t), s, c)) where gamma > 0`,
		"HKNS25, Lemma 4.4, first inequality, with the diameter of the class").in(AnyNorm).tight("OneMistake", "rho"),
	proved("omm-lemma-4.4-kappa",
		"next_gamma_t/gamma_t <= (updated_t == 0 ? 1 : kappa0(r/2, (1 - a_t/gamma_t)/2, s, c))",
		"HKNS25, Lemma 4.4, second inequality").in(AnyNorm),
	proved("omm-theorem-4.1",
		"m(phi) <= (phi < 1-r ? 0 : log(gamma3/gamma)/fall(r/2, (1-phi)/2, s, c)) where phi <= rho && phi < 1",
		"HKNS25, Theorem 4.1").in(AnyNorm).
		inL2(`phi < 1-r ? 0 : r^2 < 2*(1-phi) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) :
			2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2)`).note("an update at every counted step"),
	refutedAsPrinted("omm-theorem-4.1-printed",
		`m(phi) <= (phi < 1-r ? 0 : r^2 < 2*(1-phi) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) :
			2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2)) where phi <= rho && phi < 1`,
		"HKNS25, Theorem 4.1, of Algorithm 1 as printed").of("omm(rule=printed)").
		note("updates at a_t < rho gamma_t alone"),
	refutedAsPrinted("omm-theorem-4.1-l2-printed",
		`m(phi) <= (r/(1-phi) < 1 ? 0 : r/(1-phi) < sqrt(2) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) :
			2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2)) where phi <= rho && phi < 1`,
		"HKNS25, Section 5.1").note("an update at every counted step"),
	proved("omm-table-1-mistakes",
		"mistakes <= (r < 1 ? 2 : r^2 < 2 ? 2 + log(gamma3/gamma)/-log(r/2) : 2 + 2*log(gamma3/gamma)/-log(1 - 1/r^2))",
		"HKNS25, Table 1, first column"),
	proved("omm-appendix-a-seven", "mistakes <= 7 where r^2 < 2", "HKNS25, Appendix A"),
	proved("omm-appendix-a", "mistakes <= 2 + 2*r^2*log(2*(r+1))", "HKNS25, Appendix A"),
	refutedAsPrinted("omm-table-1-iterations-printed",
		`opening_mistakes + m(phi) <= 2 + (r/(1-phi) < 1 ? 0 : r/(1-phi) < sqrt(2) ?
			2*log(gamma3/gamma)/-log(phi + r^2/4) : 2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2))
			where phi <= rho && phi < 1`,
		"HKNS25, Table 1, second column"),
	proved("omm-table-1-iterations",
		`opening_mistakes + m(phi) <= 2 + (phi < 1-r ? 0 : log(gamma3/gamma)/fall(r/2, (1-phi)/2, s, c))
			where phi <= rho && phi < 1`,
		"HKNS25, Table 1, second column, with the split of kappa0").in(AnyNorm).
		inL2(`2 + (phi < 1-r ? 0 : r^2 < 2*(1-phi) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) :
			2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2))`).note("an update at every counted step"),
	proved("omm-rest", "rest_margin >= rho*gamma", "HKNS25, Table 1, second column").in(AnyNorm),
	proved("omm-opening", "opening_mistakes <= 2", "HKNS25, Section 4").in(AnyNorm).tight("OneMistake", "rho", "p"),
	proved("omm-gamma-3-printed", "gamma3 <= 2*(D + gamma)", "HKNS25, Appendix A").in(AnyNorm),
	proved("omm-gamma-3", "gamma3 <= (Dplus + Dminus)/2 + gamma", "triangle inequality over the dual certificates").
		in(AnyNorm).tight("FarPairFirst", "rho", "p"),
	proved("omm-s1", `later_mistakes <= (c*r^2 < (c <= 2 ? 4 : c^2/(c-1)) ? 0 : c <= 2 ? c*r^2 - 4 + 4/(c*r^2) :
			c*r^2 - c^2/(c-1) + c/((c-1)*r^2))`,
		"Theorem S1").in(SquareSmooth).inL2("r < 2 ? 0 : (r-2/r)^2").tight("OneMistake", "rho"),
	proved("omm-s1-power", `later_mistakes <= (r*kappa0(1/2, 1/2, s, c) < 1 ? 0 :
			1 + (1 - (r*kappa0(1/2, 1/2, s, c))^-q)/((1 - (s-1)/(c^(q-1)*r^q))^(1-q) - 1))`,
		"Theorem S1").in(PowerSmooth),
	proved("omm-s1-recursion", "later_mistakes <= recursion(r, s, c)", "Theorem S1, before the closed form").
		in(AnyNorm).tight("OneMistake", "rho"),
	proved("omm-s3", `later_mistakes <= (r < 2 ? 0 : rho <= 3/5 ? 3/4*r^2 - 1 : ((3-rho)*r^2 + 1 - 7*rho)/(5 - 3*rho))
			where rho < 1`,
		"Theorem S3").of("omm(rho<1)"),
	proved("omm-s3-thirds", "later_mistakes <= (r < 2 ? 0 : 2/3*r^2 + 2/3*log(r/2)/log(2) - 1/3) where rho <= 1/3",
		"Theorem S3").of("omm(rho<1)"),
	proved("omm-s3-conservative",
		"later_updates <= (r < 2 ? 0 : r^2/2 + max(2^(-11/3)*r^2, 1) + 2*log(r/2)/log(2)) where rho == 0",
		"Theorem S3, sharpened").of("omm(rho<1)"),
	refuted("omm-half", "later_mistakes <= r^2/2", "a conjecture, see adversarial.Open"),
	proved("omm-s2", `m(phi) <= c^(q-1)*(r/(1-phi))^q + ((2/(1-phi))^(s-1) > c ?
			1 + log((2/(1-phi))^(s-1)/c)/-log(1 - (s-1)*(1-phi)/2) : 0) where 0 <= phi <= rho && phi < 1`,
		"Theorem S2").in(AnyNorm).inL2("r^2/(1-phi)^2 + 1 + log(2/(1-phi))/log(2/(1+phi))").
		note("an update at every counted step"),
	proved("omm-updates", `later_updates <= c^(q-1)*(r/(1-rho))^q + ((2/(1-rho))^(s-1) > c ?
			1 + log((2/(1-rho))^(s-1)/c)/-log(1 - (s-1)*(1-rho)/2) : 0) where rho < 1`,
		"Theorem S2, at phi = rho").of("omm(rho<1)").in(AnyNorm).
		inL2("r^2/(1-rho)^2 + 1 + log(2/(1-rho))/log(2/(1+rho))"),
	proved("omm-eq-4", "mbar(phi) <= m(phi) where 0 <= phi <= rho && phi < 1 && gamma > 0", "HKNS25, after eq. (4b)").
		in(AnyNorm),
	proved("omm-optimum", `mbar(phi) <= (phi < 1-r ? 0 : excess(phi)*r^2 + (r >= 2*phi ? 0 :
			max(1, 2 + log(min(r/(2*(1-phi)), 2*phi/r))/log(3/2)))) where 0 <= phi <= rho && phi < 1`,
		"HKNS25, eq. (4a), without the logarithm: Theorem S4").note("an update at every counted step"),
	proved("n-omm-optimal", "last_gamma <= gamma", "HKNS25, Section 6, with Lemma 3.1").of("n-omm").in(AnyNorm).
		tight("OneMistake", "p").note("the whole stream was seen"),
	refutedAsPrinted("n-omm-printed-optimal", "last_gamma <= gamma", "HKNS25, Section 6, of Algorithm 1 as printed").
		of("n-omm(keep=violating)").note("the whole stream was seen"),
)

// tablePUMMA has the rows on PUMMA.
var tablePUMMA = on(Guarantee{Learner: "pumma"},
	proved("pumma-mistakes-printed", "later_mistakes <= c^(q-1)*(2*R/gamma)^q",
		"HKNS25, Table 1, with the constant of Theorem P1").in(AnyNorm).inL2("4*(R/gamma)^2"),
	proved("pumma-p1", "later_mistakes <= c^(q-1)*((Delta/gamma)^q - 2^q)",
		"Theorem P1; conjectured in HKNS25, Section 5.2").in(AnyNorm).inL2("Delta^2/gamma^2 - 4"),
	proved("pumma-p1-r", "later_mistakes <= c^(q-1)*2^q*((r+1)^q - 1)", "Theorem P1").in(AnyNorm).inL2("4*r*(r+2)"),
	proved("pumma-p1-updates", "later_updates <= c^(q-1)*((Delta/gamma)^q - 2^q)/delta^q where delta > 0",
		"Theorem P1").in(AnyNorm).inL2("(Delta^2/gamma^2 - 4)/delta^2"),
	proved("pumma-violations", "m(phi) <= c^(q-1)*((Delta/gamma)^q - 2^q)/(1-phi)^q where phi < rho", "Theorem P1").
		in(AnyNorm).inL2("(Delta^2/gamma^2 - 4)/(1-phi)^2"),
	proved("pumma-optimum", "mbar(phi) <= c*(excess(phi)*(Delta/gamma)^2 - 4) where 0 <= phi < rho",
		"HKNS25, eq. (4a), with the proof of Theorem P1").in(SquareSmooth),
	proved("pumma-violations-printed", "m(phi) <= c^(q-1)*(2*R/((1-phi)*gamma))^q where phi < rho",
		"HKNS25, Table 1, second column, with the constant of Theorem P1").in(AnyNorm).inL2("4*(R/gamma)^2/(1-phi)^2"),
	proved("pumma-p2",
		"later_mistakes <= (4*c*r^2 < 16*c^2/(4*c-1) ? 0 : 4*c*r^2 - 16*c^2/(4*c-1) + 4*c/((4*c-1)*r^2))",
		"Theorem P2").in(SquareSmooth).inL2("r < 2/sqrt(3) ? 0 : 4*r^2 - 16/3 + 4/(3*r^2)"),
	proved("pumma-p2-power", `later_mistakes <= (r*kappa0(1, 1/2, s, c) < 1 ? 0 :
			1 + (1 - (r*kappa0(1, 1/2, s, c))^-q)/((1 - (s-1)/(c^(q-1)*(2*r)^q))^(1-q) - 1))`,
		"Theorem P2").in(PowerSmooth),
	proved("pumma-p2-recursion", "later_mistakes <= recursion(r, s, 2^s*c)", "Theorem P2, before the closed form").
		in(AnyNorm),
	refuted("pumma-square", "later_mistakes <= r^2 where r >= 2", "a conjecture, see adversarial.Open"),
	proved("pumma-norm", "gamma_t >= gamma", "Theorem P1, proof").in(AnyNorm).tight("OneMistake", "delta", "p"),
	proved("pumma-norm-growth",
		"next_norm_t^2 >= (norm_t^q + (abs(1-score_t)/Delta)^q/c^(q-1))^(2/q) where updated_t == 1 && gamma > 0",
		"Theorem P1, proof").in(AnyNorm).inL2("norm_t^2 + (1-score_t)^2/Delta^2"),
	proved("pumma-rest", "rest_margin >= (1-delta)*gamma", "Ishibashi, Hatano, Takeda 2008; HKNS25, Section B.3").
		in(AnyNorm),
)
