package theory

// tablePUMMA is the part of the table on PUMMA.
func tablePUMMA() []Guarantee {
	return []Guarantee{
		{
			ID: "pumma-mistakes-printed", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaPrinted,
			Formula: "c^(q-1)*(2*R/gamma)^q", L2: "4*(R/gamma)^2", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "HKNS25, Table 1, with the constant of Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-p1", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP1,
			Formula: "c^(q-1)*((Delta/gamma)^q - 2^q)", L2: "Delta^2/gamma^2 - 4", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P1; conjectured in HKNS25, Section 5.2", Status: Proved,
		},
		{
			ID: "pumma-p1-r", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP1R,
			Formula: "c^(q-1)*2^q*((r+1)^q - 1)", L2: "4*r*(r+2)", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-p1-updates", Learner: "pumma", Quantity: LaterUpdates, Bound: UpdatesPummaP1,
			Formula: "c^(q-1)*((Delta/gamma)^q - 2^q)/delta^q", L2: "(Delta^2/gamma^2 - 4)/delta^2", Where: "delta > 0", View: asGiven, Norms: AnyNorm, Assumption: "separable; delta > 0",
			Source: "Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-violations", Learner: "pumma", Quantity: ViolationsBelow, Bound: ViolationsPummaP1,
			Formula: "c^(q-1)*((Delta/gamma)^q - 2^q)/(1-phi)^q", L2: "(Delta^2/gamma^2 - 4)/(1-phi)^2", View: asGiven, Norms: AnyNorm, Assumption: "separable; phi < 1−delta",
			Source: "Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-optimum", Learner: "pumma", Quantity: ViolationsOfOptimumBelow, Bound: ViolationsOfOptimumPUMMA,
			Formula: "c*(" + excessFormula + "*(Delta/gamma)^2 - 4)", View: asGiven, Norms: SquareSmooth, Assumption: "separable; 0 ≤ phi < 1−delta",
			Source: "HKNS25, eq. (4a), with the proof of Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-violations-printed", Learner: "pumma", Quantity: ViolationsBelow, Bound: ViolationsPummaPrinted,
			Formula: "c^(q-1)*(2*R/((1-phi)*gamma))^q", L2: "4*(R/gamma)^2/(1-phi)^2", View: asGiven, Norms: AnyNorm, Assumption: "separable; phi < 1−delta",
			Source: "HKNS25, Table 1, second column, with the constant of Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-p2", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP2,
			Formula: "4*c*r^2 < 16*c^2/(4*c-1) ? 0 : 4*c*r^2 - 16*c^2/(4*c-1) + 4*c/((4*c-1)*r^2)", L2: "r < 2/sqrt(3) ? 0 : 4*r^2 - 16/3 + 4/(3*r^2)", View: asGiven, Norms: SquareSmooth, Assumption: separable,
			Source: "Theorem P2", Status: Proved,
		},
		{
			ID: "pumma-p2-power", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP2,
			Formula: "r*kappa0(1, 1/2, s, c) < 1 ? 0 : 1 + (1 - (r*kappa0(1, 1/2, s, c))^-q)/((1 - (s-1)/(c^(q-1)*(2*r)^q))^(1-q) - 1)", View: asGiven, Norms: PowerSmooth, Assumption: separable,
			Source: "Theorem P2", Status: Proved,
		},
		{
			ID: "pumma-p2-recursion", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP2Recursion,
			Claim: "mistakes after the opening ≤ max{m : r^s b_m ≥ 1}, b₀ = 1, b_k+1 = min_β b_k(1 − sβ/2) + cβ^s; in ℓ2 b₁ = 3/4, b_k+1 = b_k − b_k²/4", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P2, before the closed form", Status: Proved,
		},
		{
			ID: "pumma-square", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaSquare,
			Formula: "r^2", Where: "r >= 2", View: asGiven, Assumption: "separable; r ≥ 2",
			Source: "a conjecture, see adversarial.Open", Status: Refuted,
		},
		{
			ID: "pumma-norm", Learner: "pumma", Quantity: OwnMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Formula: "gamma", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P1, proof", Status: Proved, Tight: "OneMistake", TightAt: "delta p",
		},
		{
			ID: "pumma-norm-growth", Learner: "pumma", Quantity: SquaredNorm, AtLeast: true, Bound: SquaredNormPumma,
			Formula: "(norm_t^q + (abs(1-score_t)/Delta)^q/c^(q-1))^(2/q)", L2: "norm_t^2 + (1-score_t)^2/Delta^2", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P1, proof", Status: Proved,
		},
		{
			ID: "pumma-rest", Learner: "pumma", Quantity: RestMargin, AtLeast: true, Bound: RestPumma,
			Formula: "(1-delta)*gamma", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Ishibashi, Hatano, Takeda 2008; HKNS25, Section B.3", Status: Proved,
		},
	}
}
