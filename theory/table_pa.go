package theory

// Theorems A1 and A2 on the updates of AMIRA by their margins.
const (
	violationsAMIRA            = "(1+phi)/(1-phi)*(R/gamma0)^2"
	violationsAMIRAInseparable = "sqrt(L2) <= R*U*sqrt((1-phi)/(1+phi)) ? (sqrt(1+phi)*R*U + sqrt((1-phi)*L2))^2/(1-phi) : 2*(R^2*U^2 + L2)/(1-phi)"
	violationsOf               = "; updates(phi) are those at y(w·x) ≤ phi, 0 ≤ phi < 1"
	jointUpdatesAMIRA          = "R/gamma0*sqrt((2-eps)*eps*Uplus + Uzero)"
)

// tablePassiveAggressive is the part of the table on the passive-aggressive family.
func tablePassiveAggressive() []Guarantee {
	return []Guarantee{
		{
			ID: "pa-squared-losses", Learner: "pa", Quantity: SquaredLosses, Bound: SquaredLossesPA,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "Crammer et al. 2006, Theorem 2", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-squared-losses-relative", Learner: "pa", Quantity: SquaredLosses, Bound: SquaredLossesPARelative,
			AnyStream: true, Relative: true,
			Formula: "(R*U + 2*sqrt(L2))^2", Where: "shortest == R", View: origin, Assumption: "equal norms R, separable or not",
			Source: "Crammer et al. 2006, Theorem 3", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-mistakes", Learner: "pa", Quantity: AllMistakes, Bound: MistakesAMIRA,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "Crammer et al. 2006, Theorem 2; Theorem A1", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-violations", Learner: "pa", Quantity: UpdatesWithin, Bound: ViolationsAMIRA,
			Formula: violationsAMIRA, View: origin, Assumption: separableOrigin + violationsOf,
			Source: "Theorem A1", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-inseparable-violations", Learner: "pa", Quantity: UpdatesWithin, Bound: ViolationsAMIRAInseparable,
			AnyStream: true, Relative: true,
			Formula: violationsAMIRAInseparable, Where: "shortest == R", View: origin, Assumption: "equal norms R, separable or not" + violationsOf,
			Source: "Theorem A2", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-i-mistakes", Learner: "pa-i", Quantity: AllMistakes, Bound: MistakesPA1,
			AnyStream: true, Relative: true,
			Formula: "max(R^2, 1/C)*(U^2 + 2*C*L1)", View: origin, Assumption: anyStream,
			Source: "Crammer et al. 2006, Theorem 4", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "pa-ii-squared-losses", Learner: "pa-ii", Quantity: SquaredLosses, Bound: SquaredLossesPA2,
			AnyStream: true, Relative: true,
			Formula: "(R^2 + 1/(2*C))*(U^2 + 2*C*L2)", View: origin, Assumption: anyStream,
			Source: "Crammer et al. 2006, Theorem 5", Status: Proved,
		},
		{
			ID: "amira-updates", Learner: "amira", Quantity: Updates, Bound: UpdatesAMIRA,
			Formula: "(2-eps)/eps*(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Theorem 1", Status: Proved, Tight: "TiedUnitVectors",
		},
		{
			ID: "amira-weighted-updates", Learner: "amira", Quantity: WeightedUpdates, Bound: WeightedUpdatesAMIRA,
			Formula: "(2-eps)*(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Theorem 1, sharpened", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "amira-mistakes", Learner: "amira", Quantity: AllMistakes, Bound: MistakesAMIRA,
			Formula: "(R/gamma0)^2", View: origin, Assumption: separableOrigin,
			Source: "Theorem A1", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "amira-violations", Learner: "amira", Quantity: UpdatesWithin, Bound: ViolationsAMIRA,
			Formula: violationsAMIRA, View: origin, Assumption: separableOrigin + violationsOf,
			Source: "Theorem A1", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "amira-joint-updates", Learner: "amira", Quantity: WeightedUpdates, Bound: JointUpdatesAMIRA,
			Formula: jointUpdatesAMIRA, View: origin, Assumption: separableOrigin,
			Source: "Theorem A1", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "amira-norm", Learner: "amira", Quantity: WeightNorm, Bound: NormAMIRA,
			Formula: "(2-eps)/gamma0", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Corollary 1", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "amira-rest", Learner: "amira", Quantity: RestMargin, AtLeast: true, Bound: RestAMIRA,
			Formula: "(1-eps)/(2-eps)*gamma0", View: origin, Assumption: separableOrigin,
			Source: "ZH13, Theorem 3", Status: Proved, Tight: "Spiral",
		},
		{
			ID: "amira-multipliers", Learner: "amira", Quantity: Multipliers, Bound: MultipliersAMIRA, OfLengths: true,
			Formula: "(2-eps)/gamma0^2", View: origin, Assumption: separableOrigin,
			Source: "ZH13, eq. (6)", Status: Proved, Tight: "Spiral",
		},
		{
			ID: "amira-cosine", Learner: "amira", Quantity: TargetCosine, AtLeast: true, Bound: CosineMultipliers, OfLengths: true, TightAt: "eps",
			Formula: "gamma0*multipliers/last_norm", View: origin, Assumption: separableOrigin,
			Source: "ZH13, eq. (4); BH16, Lemma 1, at every step", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "amira-bias", Learner: "amira", Quantity: AllMistakes, Bound: BiasedNovikoff,
			Formula: biasedNovikoff, Where: "lift != 0", View: asGiven, Unlifted: true, Assumption: separableBias,
			Source: "BH16, Section 2.1; ZH13, Section 3.5", Status: Proved,
		},
		{
			ID: "amira-inseparable", Learner: "amira", Quantity: Updates, Bound: UpdatesAMIRAInseparable,
			AnyStream: true, Relative: true,
			Formula: "sqrt(L2) <= R*U*sqrt(eps/(2-eps)) ? (sqrt(2-eps)*R*U + sqrt(eps*L2))^2/eps : 2*(R^2*U^2 + L2)/eps", Where: "shortest == R && eps > 0", View: origin, Assumption: "equal norms R, separable or not",
			Source: "ZH13, Theorem 4, what holds of it", Status: Proved, Tight: "UnitVectors",
		},
		{
			ID: "amira-inseparable-mistakes", Learner: "amira", Quantity: AllMistakes, Bound: MistakesAMIRAInseparable,
			AnyStream: true, Relative: true,
			Formula: "sqrt(L2) <= R*U ? (R*U + sqrt(L2))^2 : 2*(R^2*U^2 + L2)", Where: "shortest == R", View: origin, Assumption: "equal norms R, separable or not",
			Source: "Theorem A2", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "amira-inseparable-violations", Learner: "amira", Quantity: UpdatesWithin, Bound: ViolationsAMIRAInseparable,
			AnyStream: true, Relative: true,
			Formula: violationsAMIRAInseparable, Where: "shortest == R", View: origin, Assumption: "equal norms R, separable or not" + violationsOf,
			Source: "Theorem A2", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "amira-inseparable-joint-updates", Learner: "amira", Quantity: WeightedUpdates, Bound: JointUpdatesAMIRAInseparable,
			AnyStream: true, Relative: true,
			Formula: "L2*((2-eps)*eps*Uplus + Uzero) <= R^2*U^2*(eps^2*Uplus + Uzero) ? R*U*sqrt((2-eps)*eps*Uplus + Uzero) + sqrt(L2*(eps^2*Uplus + Uzero)) : sqrt(2*(eps*Uplus + Uzero)*(R^2*U^2 + L2))", Where: "shortest == R", View: origin, Assumption: "equal norms R, separable or not",
			Source: "Theorem A2", Status: Proved, Tight: "UnitVectors", TightAt: "eps",
		},
		{
			ID: "amira-inseparable-printed", Learner: "amira", Quantity: AllMistakes, Bound: MistakesAMIRAInseparablePrinted,
			AnyStream: true, Relative: true,
			Formula: "(2-eps)/eps*(R*U + sqrt(U*L1))^2", View: origin, Assumption: anyStream,
			Source: "ZH13, Theorem 4", Status: RefutedAsPrinted,
		},
	}
}
