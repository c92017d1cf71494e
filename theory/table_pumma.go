package theory

// tablePUMMA is the part of the table on PUMMA.
func tablePUMMA() []Guarantee {
	return []Guarantee{
		{
			ID: "pumma-mistakes-printed", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaPrinted,
			Claim: "mistakes after the opening ≤ c^(q−1)(2R/gamma*)^q, in ℓ2 4(R/gamma*)²", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "omm.txt, Table 1, with the constant of Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-p1", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP1,
			Claim: "mistakes after the opening ≤ c^(q−1)((Delta/gamma*)^q − 2^q), in ℓ2 Delta²/gamma*² − 4", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P1; conjectured in omm.txt, Section 5.2", Status: Proved,
		},
		{
			ID: "pumma-p1-r", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP1R,
			Claim: "mistakes after the opening ≤ c^(q−1)·2^q((r+1)^q − 1), in ℓ2 4r(r+2)", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-p1-updates", Learner: "pumma", Quantity: LaterUpdates, Bound: UpdatesPummaP1,
			Claim: "updates after the opening ≤ c^(q−1)((Delta/gamma*)^q − 2^q)/delta^q, in ℓ2 (Delta²/gamma*² − 4)/delta²", View: asGiven, Norms: AnyNorm, Assumption: "separable; delta > 0",
			Source: "Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-violations", Learner: "pumma", Quantity: ViolationsBelow, Bound: ViolationsPummaP1,
			Claim: "m(phi) ≤ c^(q−1)((Delta/gamma*)^q − 2^q)/(1−phi)^q, in ℓ2 (Delta²/gamma*² − 4)/(1−phi)²", View: asGiven, Norms: AnyNorm, Assumption: "separable; phi < 1−delta",
			Source: "Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-violations-printed", Learner: "pumma", Quantity: ViolationsBelow, Bound: ViolationsPummaPrinted,
			Claim: "m(phi) ≤ c^(q−1)(2R/((1−phi)gamma*))^q, in ℓ2 4(R/gamma*)²/(1−phi)²", View: asGiven, Norms: AnyNorm, Assumption: "separable; phi < 1−delta",
			Source: "omm.txt, Table 1, second column, with the constant of Theorem P1", Status: Proved,
		},
		{
			ID: "pumma-p2", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP2,
			Claim: "mistakes after the opening ≤ 0 if K < k, else K − k + k/K, K = 4cr², k = 16c²/(4c−1); in ℓ2 0 if r < 2/√3, else 4r² − 16/3 + 4/(3r²)", View: asGiven, Norms: SquareSmooth, Assumption: separable,
			Source: "Theorem P2", Status: Proved,
		},
		{
			ID: "pumma-p2-power", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP2,
			Claim: "mistakes after the opening ≤ 0 if fr^s < 1, else 1 + (1 − (fr^s)^(1−q))/((1 − (s−1)/K)^(1−q) − 1), K = (2^s c)^(q−1)·r^q, f = min_β 1 − sβ/2 + cβ^s", View: asGiven, Norms: PowerSmooth, Assumption: separable,
			Source: "Theorem P2", Status: Proved,
		},
		{
			ID: "pumma-p2-recursion", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaP2Recursion,
			Claim: "mistakes after the opening ≤ max{m : r^s b_m ≥ 1}, b₀ = 1, b_k+1 = min_β b_k(1 − sβ/2) + cβ^s; in ℓ2 b₁ = 3/4, b_k+1 = b_k − b_k²/4", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P2, before the closed form", Status: Proved,
		},
		{
			ID: "pumma-square", Learner: "pumma", Quantity: Mistakes, Bound: MistakesPummaSquare,
			Claim: "mistakes after the opening ≤ r² if r ≥ 2", View: asGiven, Assumption: "separable; r ≥ 2",
			Source: "a question, see adversarial.Open", Status: Conjectured,
		},
		{
			ID: "pumma-norm", Learner: "pumma", Quantity: OwnMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Claim: "norm of w_t ≤ 1/gamma*", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P1, proof", Status: Proved, Tight: "OneMistake",
		},
		{
			ID: "pumma-norm-growth", Learner: "pumma", Quantity: SquaredNorm, AtLeast: true, Bound: SquaredNormPumma,
			Claim: "‖w_t+1‖² ≥ (‖w_t‖^q + ((1−a)/Delta)^q/c^(q−1))^(2/q), in ℓ2 ‖w_t‖² + (1−a)²/Delta²", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem P1, proof", Status: Proved,
		},
		{
			ID: "pumma-rest", Learner: "pumma", Quantity: RestMargin, AtLeast: true, Bound: RestPumma,
			Claim: "margin at rest ≥ (1−delta)gamma*", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Ishibashi, Hatano, Takeda 2008; omm.txt, Section B.3", Status: Proved,
		},
	}
}
