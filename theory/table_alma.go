package theory

// tableALMA is the part of the table on ALMA.
func tableALMA() []Guarantee {
	return []Guarantee{
		{
			ID: "alma-updates", Learner: "alma", Quantity: Updates, Bound: UpdatesALMA,
			Claim: "updates ≤ 2c/gamma²·(2/alpha−1)² + 8/alpha − 4, c = 1 in ℓ2", View: normalised, Norms: SquareSmooth, Assumption: "separable through the origin; B = √8/alpha, C = √2",
			Source: "Gentile 2001, Theorem 3 (1)", Status: Proved,
		},
		{
			ID: "alma-gamma-k", Learner: "alma", Quantity: SetMargin, AtLeast: true, Bound: MarginALMA,
			Claim: "gamma_k ≥ gamma", View: normalised, Norms: SquareSmooth, Assumption: "separable through the origin; B = √8/alpha, C = √2",
			Source: "Gentile 2001, Theorem 3 (2)", Status: Proved,
		},
		{
			ID: "alma-norm", Learner: "alma", Quantity: WeightNorm, Bound: NormALMA,
			AnyStream: true,
			Claim:     "norm of w ≤ 1", View: normalised, Norms: SquareSmooth, Assumption: anyStream,
			Source: "Gentile 2001, Fig. 1", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "alma-rest", Learner: "alma", Quantity: RestMargin, AtLeast: true, Bound: RestALMA,
			Claim: "margin at rest ≥ (1−alpha)gamma", View: normalised, Norms: SquareSmooth, Assumption: "separable through the origin; B = √8/alpha, C = √2",
			Source: "Gentile 2001, Theorem 3", Status: Proved,
		},
		{
			ID: "alma-inseparable", Learner: "alma", Quantity: Updates, Bound: UpdatesALMAInseparable,
			AnyStream: true, Relative: true,
			Claim: "updates ≤ D/g + ρ²/2 + √(ρ⁴/4 + ρ²D/g + ρ²), ρ² = 4c/(C²g²), any u of ‖u‖∗ = 1, g > 0", View: normalised, Norms: SquareSmooth, Assumption: "C² + 2(1−alpha)BC = 1, separable or not",
			Source: "Gentile 2001, Theorem 3 (3), with 4 times the ρ² there", Status: Proved,
		},
		{
			ID: "alma-inseparable-printed", Learner: "alma", Quantity: Updates, Bound: UpdatesALMAInseparablePrinted,
			AnyStream: true, Relative: true, Norms: SquareSmooth,
			Claim: "updates ≤ D/g + ρ²/2 + √(ρ⁴/4 + ρ²D/g + ρ²), ρ² = c/(C²g²), any u of ‖u‖∗ = 1, g > 0", View: normalised, Assumption: "C² + 2(1−alpha)BC = 1, separable or not",
			Source: "Gentile 2001, Theorem 3 (3)", Status: RefutedAsPrinted,
		},
	}
}
