package theory

// theorem3ALMA are the parameters of Theorem 3 (1) and (2) of Gentile (2001).
const theorem3ALMA = "B == sqrt(8)/alpha && C == sqrt(2)"

// The A of the proofs, where it is at least 2, and k of one correction more than there can be.
const (
	whereALMA = "C^2 + 2*(1-alpha)*B*C >= 2"
	lastALMA  = "(c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) + (7 - C^2 - 2*(1-alpha)*B*C)/4)"
	assumesA  = "separable through the origin; A = C² + 2(1−alpha)BC ≥ 2"
)

// tableALMA is the part of the table on ALMA.
func tableALMA() []Guarantee {
	return []Guarantee{
		{
			ID: "alma-updates", Learner: "alma", Quantity: Updates, Bound: UpdatesALMA,
			Formula: "2*c/gamma0^2*(2/alpha - 1)^2 + 8/alpha - 4", Where: theorem3ALMA, View: normalised, Norms: SquareSmooth, Assumption: "separable through the origin; B = √8/alpha, C = √2",
			Source: "Gentile 2001, Theorem 3 (1)", Status: Proved,
		},
		{
			ID: "alma-updates-constant", Learner: "alma", Quantity: Updates, Bound: UpdatesALMAConstant,
			Formula: "2*c/gamma0^2*(2/alpha - 1)^2 + min((8/alpha - 6)^2/4, 8/alpha - 4)", Where: theorem3ALMA, View: normalised, Norms: SquareSmooth, Assumption: "separable through the origin; B = √8/alpha, C = √2",
			Source: "Gentile 2001, proof of Theorem 3 (1)", Status: Proved,
		},
		{
			ID: "alma-updates-sharp", Learner: "alma", Quantity: Updates, Bound: UpdatesALMASharp,
			Formula: "c*(C^2 + 2*(1-alpha)*B*C + 1)^2/(4*C^2*gamma0^2) - (C^2 + 2*(1-alpha)*B*C - 3)/4", Where: whereALMA, View: normalised, Norms: SquareSmooth, Assumption: assumesA,
			Source: "Gentile 2001, Theorem 3 (1), sharpened", Status: Proved,
		},
		{
			ID: "alma-gamma-k-sharp", Learner: "alma", Quantity: SetMargin, AtLeast: true, Bound: MarginALMASharp,
			Formula: "B*sqrt(c)/sqrt" + lastALMA, Where: whereALMA, View: normalised, Norms: SquareSmooth, Assumption: assumesA,
			Source: "Gentile 2001, Theorem 3 (2), sharpened", Status: Proved,
		},
		{
			ID: "alma-rest-sharp", Learner: "alma", Quantity: RestMargin, AtLeast: true, Bound: RestALMASharp,
			Formula: "(1-alpha)*B*sqrt(c)/sqrt" + lastALMA, Where: whereALMA, View: normalised, Norms: SquareSmooth, Assumption: assumesA,
			Source: "Gentile 2001, Theorem 3, sharpened", Status: Proved,
		},
		{
			ID: "alma-gamma-k", Learner: "alma", Quantity: SetMargin, AtLeast: true, Bound: MarginALMA,
			Formula: "gamma0", Where: theorem3ALMA, View: normalised, Norms: SquareSmooth, Assumption: "separable through the origin; B = √8/alpha, C = √2",
			Source: "Gentile 2001, Theorem 3 (2)", Status: Proved,
		},
		{
			ID: "alma-norm", Learner: "alma", Quantity: WeightNorm, Bound: NormALMA,
			AnyStream: true,
			Formula:   "1", View: normalised, Norms: SquareSmooth, Assumption: anyStream,
			Source: "Gentile 2001, Fig. 1", Status: Proved, Tight: "UnitVectors", TightAt: "alpha",
		},
		{
			ID: "alma-rest", Learner: "alma", Quantity: RestMargin, AtLeast: true, Bound: RestALMA,
			Formula: "(1-alpha)*gamma0", Where: theorem3ALMA, View: normalised, Norms: SquareSmooth, Assumption: "separable through the origin; B = √8/alpha, C = √2",
			Source: "Gentile 2001, Theorem 3", Status: Proved,
		},
		{
			ID: "alma-inseparable", Learner: "alma", Quantity: Updates, Bound: UpdatesALMAInseparable,
			AnyStream: true, Relative: true,
			Formula: "L1 + 2*c*(U/C)^2 + sqrt(4*c^2*(U/C)^4 + 4*c*(U/C)^2*(L1 + 1))", Where: "C^2 + 2*(1-alpha)*B*C == 1", View: normalised, Norms: SquareSmooth, Assumption: "C² + 2(1−alpha)BC = 1, separable or not",
			Source: "Gentile 2001, Theorem 3 (3), with 4 times the ρ² there", Status: Proved,
		},
		{
			ID: "alma-inseparable-printed", Learner: "alma", Quantity: Updates, Bound: UpdatesALMAInseparablePrinted,
			AnyStream: true, Relative: true, Norms: SquareSmooth,
			Formula: "L1 + c*(U/C)^2/2 + sqrt(c^2*(U/C)^4/4 + c*(U/C)^2*(L1 + 1))", Where: "C^2 + 2*(1-alpha)*B*C == 1", View: normalised, Assumption: "C² + 2(1−alpha)BC = 1, separable or not",
			Source: "Gentile 2001, Theorem 3 (3)", Status: RefutedAsPrinted,
		},
	}
}
