package theory

// tableOMM are the rows on OMM, Algorithm 1 of HKNS25.
var tableOMM = on(Guarantee{Learner: "omm"}, []Guarantee{
	{ID: "omm-lemma-4.1", Norms: AnyNorm, Claim: "gamma_t >= gamma", Source: "HKNS25, Lemma 4.1",
		Tight: "OneMistake", TightAt: "rho p"},
	{ID: "omm-no-growth", Norms: AnyNorm, Claim: "next_gamma_t/gamma_t <= 1 where gamma > 0",
		Source: "HKNS25, proof of Theorem 4.1", Tight: "Tie", TightAt: "rho p"},
	{ID: "omm-lemma-4.4", Norms: AnyNorm,
		Claim: `next_gamma_t/gamma_t <= (updated_t == 0 ? 1 :
			kappa0(D_t/(2*gamma_t), (gamma_t - a_t)/(2*gamma_t), s, c)) where gamma > 0`,
		Source: "HKNS25, Lemma 4.4, first inequality, with the diameter of the class", Tight: "OneMistake",
		TightAt: "rho"},
	{ID: "omm-lemma-4.4-kappa", Norms: AnyNorm,
		Claim:  "next_gamma_t/gamma_t <= (updated_t == 0 ? 1 : kappa0(r/2, (1 - a_t/gamma_t)/2, s, c))",
		Source: "HKNS25, Lemma 4.4, second inequality"},
	{ID: "omm-theorem-4.1", Norms: AnyNorm,
		Claim: `m(phi) <= (phi < 1-r ? 0 : log(gamma3/gamma)/fall(r/2, (1-phi)/2, s, c))
			where phi <= rho && phi < 1`,
		L2: `phi < 1-r ? 0 : r^2 < 2*(1-phi) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) :
			2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2)`,
		Source: "HKNS25, Theorem 4.1", Note: "an update at every counted step"},
	{ID: "omm-theorem-4.1-printed", Learner: "omm(rule=printed)",
		Claim: `m(phi) <= (phi < 1-r ? 0 : r^2 < 2*(1-phi) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) :
			2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2)) where phi <= rho && phi < 1`,
		Source: "HKNS25, Theorem 4.1, of Algorithm 1 as printed", Status: RefutedAsPrinted,
		Note: "updates at a_t < rho gamma_t alone"},
	{ID: "omm-theorem-4.1-l2-printed",
		Claim: `m(phi) <= (r/(1-phi) < 1 ? 0 : r/(1-phi) < sqrt(2) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) :
			2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2)) where phi <= rho && phi < 1`,
		Source: "HKNS25, Section 5.1", Status: RefutedAsPrinted, Note: "an update at every counted step"},
	{ID: "omm-table-1-mistakes",
		Claim: `mistakes <= (r < 1 ? 2 : r^2 < 2 ? 2 + log(gamma3/gamma)/-log(r/2) :
			2 + 2*log(gamma3/gamma)/-log(1 - 1/r^2))`,
		Source: "HKNS25, Table 1, first column"},
	{ID: "omm-appendix-a-seven", Claim: "mistakes <= 7 where r^2 < 2", Source: "HKNS25, Appendix A"},
	{ID: "omm-appendix-a", Claim: "mistakes <= 2 + 2*r^2*log(2*(r+1))", Source: "HKNS25, Appendix A"},
	{ID: "omm-table-1-iterations-printed",
		Claim: `opening_mistakes + m(phi) <= 2 + (r/(1-phi) < 1 ? 0 : r/(1-phi) < sqrt(2) ?
			2*log(gamma3/gamma)/-log(phi + r^2/4) : 2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2))
			where phi <= rho && phi < 1`,
		Source: "HKNS25, Table 1, second column", Status: RefutedAsPrinted},
	{ID: "omm-table-1-iterations", Norms: AnyNorm,
		Claim: `opening_mistakes + m(phi) <= 2 + (phi < 1-r ? 0 : log(gamma3/gamma)/fall(r/2, (1-phi)/2, s, c))
			where phi <= rho && phi < 1`,
		L2: `2 + (phi < 1-r ? 0 : r^2 < 2*(1-phi) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) :
			2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2))`,
		Source: "HKNS25, Table 1, second column, with the split of kappa0"},
	{ID: "omm-rest", Norms: AnyNorm, Claim: "rest_margin >= rho*gamma", Source: "HKNS25, Table 1, second column"},
	{ID: "omm-opening", Norms: AnyNorm, Claim: "opening_mistakes <= 2", Source: "HKNS25, Section 4",
		Tight: "OneMistake", TightAt: "rho p"},
	{ID: "omm-gamma-3-printed", Norms: AnyNorm, Claim: "gamma3 <= 2*(D + gamma)", Source: "HKNS25, Appendix A"},
	{ID: "omm-gamma-3", Norms: AnyNorm, Claim: "gamma3 <= (Dplus + Dminus)/2 + gamma",
		Source: "triangle inequality over the dual certificates", Tight: "FarPairFirst", TightAt: "rho p"},
	{ID: "omm-s1", Norms: SquareSmooth,
		Claim: `later_mistakes <= (c*r^2 < (c <= 2 ? 4 : c^2/(c-1)) ? 0 : c <= 2 ? c*r^2 - 4 + 4/(c*r^2) :
			c*r^2 - c^2/(c-1) + c/((c-1)*r^2))`,
		L2: "r < 2 ? 0 : (r-2/r)^2", Source: "Theorem S1", Tight: "OneMistake", TightAt: "rho"},
	{ID: "omm-s1-power", Norms: PowerSmooth,
		Claim: `later_mistakes <= (r*kappa0(1/2, 1/2, s, c) < 1 ? 0 :
			1 + (1 - (r*kappa0(1/2, 1/2, s, c))^-q)/((1 - (s-1)/(c^(q-1)*r^q))^(1-q) - 1))`,
		Source: "Theorem S1"},
	{ID: "omm-s1-recursion", Norms: AnyNorm, Claim: "later_mistakes <= recursion(r, s, c)",
		Source: "Theorem S1, before the closed form", Tight: "OneMistake", TightAt: "rho"},
	{ID: "omm-s3", Learner: "omm(rho<1)",
		Claim: `later_mistakes <= (r < 2 ? 0 : rho <= 3/5 ? 3/4*r^2 - 1 : ((3-rho)*r^2 + 1 - 7*rho)/(5 - 3*rho))
			where rho < 1`,
		Source: "Theorem S3"},
	{ID: "omm-s3-thirds", Learner: "omm(rho<1)",
		Claim:  "later_mistakes <= (r < 2 ? 0 : 2/3*r^2 + 2/3*log(r/2)/log(2) - 1/3) where rho <= 1/3",
		Source: "Theorem S3"},
	{ID: "omm-half", Claim: "later_mistakes <= r^2/2", Source: "a conjecture, see adversarial.Open",
		Status: Refuted},
	{ID: "omm-s2", Norms: AnyNorm,
		Claim: `m(phi) <= c^(q-1)*(r/(1-phi))^q + ((2/(1-phi))^(s-1) > c ?
			1 + log((2/(1-phi))^(s-1)/c)/-log(1 - (s-1)*(1-phi)/2) : 0) where 0 <= phi <= rho && phi < 1`,
		L2: "r^2/(1-phi)^2 + 1 + log(2/(1-phi))/log(2/(1+phi))", Source: "Theorem S2",
		Note: "an update at every counted step"},
	{ID: "omm-updates", Learner: "omm(rho<1)", Norms: AnyNorm,
		Claim: `later_updates <= c^(q-1)*(r/(1-rho))^q + ((2/(1-rho))^(s-1) > c ?
			1 + log((2/(1-rho))^(s-1)/c)/-log(1 - (s-1)*(1-rho)/2) : 0) where rho < 1`,
		L2: "r^2/(1-rho)^2 + 1 + log(2/(1-rho))/log(2/(1+rho))", Source: "Theorem S2, at phi = rho"},
	{ID: "omm-eq-4", Norms: AnyNorm, Claim: "mbar(phi) <= m(phi) where 0 <= phi <= rho && phi < 1 && gamma > 0",
		Source: "HKNS25, after eq. (4b)"},
	{ID: "omm-optimum",
		Claim: `mbar(phi) <= (phi < 1-r ? 0 : excess(phi)*r^2 + (r >= 2*phi ? 0 :
			max(1, 2 + log(min(r/(2*(1-phi)), 2*phi/r))/log(3/2)))) where 0 <= phi <= rho && phi < 1`,
		Source: "HKNS25, eq. (4a), without the logarithm: Theorem S4", Note: "an update at every counted step"},
	{ID: "n-omm-optimal", Learner: "n-omm", Norms: AnyNorm, Claim: "last_gamma <= gamma",
		Source: "HKNS25, Section 6, with Lemma 3.1", Tight: "OneMistake", TightAt: "p",
		Note: "the whole stream was seen"},
	{ID: "n-omm-printed-optimal", Learner: "n-omm(keep=violating)", Claim: "last_gamma <= gamma",
		Source: "HKNS25, Section 6, of Algorithm 1 as printed", Status: RefutedAsPrinted,
		Note: "the whole stream was seen"},
})

// tablePUMMA are the rows on PUMMA.
var tablePUMMA = on(Guarantee{Learner: "pumma"}, []Guarantee{
	{ID: "pumma-mistakes-printed", Norms: AnyNorm, Claim: "later_mistakes <= c^(q-1)*(2*R/gamma)^q",
		L2: "4*(R/gamma)^2", Source: "HKNS25, Table 1, with the constant of Theorem P1"},
	{ID: "pumma-p1", Norms: AnyNorm, Claim: "later_mistakes <= c^(q-1)*((Delta/gamma)^q - 2^q)",
		L2: "Delta^2/gamma^2 - 4", Source: "Theorem P1; conjectured in HKNS25, Section 5.2"},
	{ID: "pumma-p1-r", Norms: AnyNorm, Claim: "later_mistakes <= c^(q-1)*2^q*((r+1)^q - 1)", L2: "4*r*(r+2)",
		Source: "Theorem P1"},
	{ID: "pumma-p1-updates", Norms: AnyNorm,
		Claim: "later_updates <= c^(q-1)*((Delta/gamma)^q - 2^q)/delta^q where delta > 0",
		L2:    "(Delta^2/gamma^2 - 4)/delta^2", Source: "Theorem P1"},
	{ID: "pumma-violations", Norms: AnyNorm,
		Claim: "m(phi) <= c^(q-1)*((Delta/gamma)^q - 2^q)/(1-phi)^q where phi < rho",
		L2:    "(Delta^2/gamma^2 - 4)/(1-phi)^2", Source: "Theorem P1"},
	{ID: "pumma-optimum", Norms: SquareSmooth,
		Claim:  "mbar(phi) <= c*(excess(phi)*(Delta/gamma)^2 - 4) where 0 <= phi < rho",
		Source: "HKNS25, eq. (4a), with the proof of Theorem P1"},
	{ID: "pumma-violations-printed", Norms: AnyNorm,
		Claim: "m(phi) <= c^(q-1)*(2*R/((1-phi)*gamma))^q where phi < rho", L2: "4*(R/gamma)^2/(1-phi)^2",
		Source: "HKNS25, Table 1, second column, with the constant of Theorem P1"},
	{ID: "pumma-p2", Norms: SquareSmooth,
		Claim: "later_mistakes <= (4*c*r^2 < 16*c^2/(4*c-1) ? 0 : 4*c*r^2 - 16*c^2/(4*c-1) + 4*c/((4*c-1)*r^2))",
		L2:    "r < 2/sqrt(3) ? 0 : 4*r^2 - 16/3 + 4/(3*r^2)", Source: "Theorem P2"},
	{ID: "pumma-p2-power", Norms: PowerSmooth,
		Claim: `later_mistakes <= (r*kappa0(1, 1/2, s, c) < 1 ? 0 :
			1 + (1 - (r*kappa0(1, 1/2, s, c))^-q)/((1 - (s-1)/(c^(q-1)*(2*r)^q))^(1-q) - 1))`,
		Source: "Theorem P2"},
	{ID: "pumma-p2-recursion", Norms: AnyNorm, Claim: "later_mistakes <= recursion(r, s, 2^s*c)",
		Source: "Theorem P2, before the closed form"},
	{ID: "pumma-square", Claim: "later_mistakes <= r^2 where r >= 2", Source: "a conjecture, see adversarial.Open",
		Status: Refuted},
	{ID: "pumma-norm", Norms: AnyNorm, Claim: "gamma_t >= gamma", Source: "Theorem P1, proof", Tight: "OneMistake",
		TightAt: "delta p"},
	{ID: "pumma-norm-growth", Norms: AnyNorm,
		Claim: `next_norm_t^2 >= (norm_t^q + (abs(1-score_t)/Delta)^q/c^(q-1))^(2/q)
			where updated_t == 1 && gamma > 0`,
		L2: "norm_t^2 + (1-score_t)^2/Delta^2", Source: "Theorem P1, proof"},
	{ID: "pumma-rest", Norms: AnyNorm, Claim: "rest_margin >= (1-delta)*gamma",
		Source: "Ishibashi, Hatano, Takeda 2008; HKNS25, Section B.3"},
})
