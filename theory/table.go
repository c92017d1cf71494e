package theory

import "iter"

// Table is the table of guarantees: every theorem the project holds its
// learners against, a row each. Tests, `marginlab check` and the README's table
// read it, and nothing else states a theorem.
func Table() (all []Guarantee) {
	for g := range rows() {
		all = append(all, g.stated())
	}
	return all
}

// rows are those of the table, without the claims that are made from formulas.
func rows() iter.Seq[Guarantee] {
	return func(yield func(Guarantee) bool) {
		for _, table := range tableList() {
			for _, g := range table() {
				if !yield(g) {
					return
				}
			}
		}
	}
}

// stated returns g with its claim.
func (g Guarantee) stated() Guarantee {
	if g.Claim == "" && g.Formula != "" {
		g.Claim = g.claim()
	}
	return g
}

// Row returns the row of that ID. It panics if there is none.
func Row(id string) Guarantee {
	for _, g := range Table() {
		if g.ID == id {
			return g
		}
	}
	panic("theory: no row " + id)
}

// The views that the rows speak of.
var (
	asGiven    = View{}
	origin     = View{Origin: true}
	normalised = View{Origin: true, Normalised: true}
)

const (
	separable       = "separable"
	separableOrigin = "separable through the origin"
	anyStream       = "any stream"
)

// Parts of formulas: Theorem 4.1 of HKNS25 in any norm and in ℓ2, the ℓ2 form of its Section 5.1, and
// the factor of the bounds on m̄(φ).
const (
	theorem41        = "phi < 1-r ? 0 : log(gamma3/gamma)/-log(kappa0(r/2, (1-phi)/2, s, c))"
	theorem41L2      = "phi < 1-r ? 0 : r^2 < 2*(1-phi) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) : 2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2)"
	excessFormula    = "(phi == 0 ? 1 : 2*(phi/(1-phi) + log(1-phi))/phi^2)" // E(φ) of [ViolationsOfOptimumOMM]
	theorem41Printed = "r/(1-phi) < 1 ? 0 : r/(1-phi) < sqrt(2) ? 2*log(gamma3/gamma)/-log(phi + r^2/4) : 2*log(gamma3/gamma)/-log(1 - ((1-phi)/r)^2)"
)

// tableOMM is the part of the table on OMM.
func tableOMM() []Guarantee {
	return []Guarantee{
		{
			ID: "omm-lemma-4.1", Learner: "omm", Quantity: OwnMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Formula: "gamma", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "HKNS25, Lemma 4.1", Status: Proved, Tight: "OneMistake", TightAt: "rho p",
		},
		{
			ID: "omm-no-growth", Learner: "omm", Quantity: Shrinkage, Bound: NoGrowth,
			Formula: "1", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "HKNS25, proof of Theorem 4.1", Status: Proved, Tight: "Tie", TightAt: "rho p",
		},
		{
			ID: "omm-lemma-4.4", Learner: "omm", Quantity: Shrinkage, Bound: ShrinkageLemma44,
			Formula: "updated_t == 0 ? 1 : kappa0(D_t/(2*gamma_t), (gamma_t - a_t)/(2*gamma_t), s, c)", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "HKNS25, Lemma 4.4, first inequality, with the diameter of the class", Status: Proved, Tight: "OneMistake", TightAt: "rho",
		},
		{
			ID: "omm-lemma-4.4-kappa", Learner: "omm", Quantity: Shrinkage, Bound: ShrinkageLemma44Kappa,
			Formula: "updated_t == 0 ? 1 : kappa0(r/2, (1 - a_t/gamma_t)/2, s, c)", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "HKNS25, Lemma 4.4, second inequality", Status: Proved,
		},
		{
			ID: "omm-theorem-4.1", Learner: "omm", Quantity: Violations, Bound: ViolationsTheorem41,
			Formula: theorem41, L2: theorem41L2, View: asGiven, Norms: AnyNorm,
			Assumption: "separable; phi ≤ rho, phi < 1; an update at every counted step",
			Source:     "HKNS25, Theorem 4.1", Status: Proved,
		},
		{
			ID: "omm-theorem-4.1-printed", Learner: "omm(rule=printed)", Quantity: Violations, Bound: ViolationsTheorem41,
			Formula: theorem41L2, View: asGiven,
			Assumption: "separable; phi ≤ rho, phi < 1; updates at a_t < rho gamma_t alone",
			Source:     "HKNS25, Theorem 4.1, of Algorithm 1 as printed", Status: RefutedAsPrinted,
		},
		{
			ID: "omm-theorem-4.1-l2-printed", Learner: "omm", Quantity: Violations, Bound: ViolationsTheorem41Printed,
			Formula: theorem41Printed, View: asGiven,
			Assumption: "separable; phi ≤ rho, phi < 1; an update at every counted step",
			Source:     "HKNS25, Section 5.1", Status: RefutedAsPrinted,
		},
		{
			ID: "omm-table-1-mistakes", Learner: "omm", Quantity: AllMistakes, Bound: MistakesTable1,
			Formula: "r < 1 ? 2 : r^2 < 2 ? 2 + log(gamma3/gamma)/-log(r/2) : 2 + 2*log(gamma3/gamma)/-log(1 - 1/r^2)",
			View:    asGiven, Assumption: separable,
			Source: "HKNS25, Table 1, first column", Status: Proved,
		},
		{
			ID: "omm-appendix-a-seven", Learner: "omm", Quantity: AllMistakes, Bound: MistakesAppendixASeven,
			Formula: "7", Where: "r^2 < 2", View: asGiven, Assumption: "separable; r < √2",
			Source: "HKNS25, Appendix A", Status: Proved,
		},
		{
			ID: "omm-appendix-a", Learner: "omm", Quantity: AllMistakes, Bound: MistakesAppendixA,
			Formula: "2 + 2*r^2*log(2*(r+1))", View: asGiven, Assumption: separable,
			Source: "HKNS25, Appendix A", Status: Proved,
		},
		{
			ID: "omm-table-1-iterations-printed", Learner: "omm", Quantity: ViolationsAndOpening, Bound: IterationsTable1Printed,
			Formula: "2 + (" + theorem41Printed + ")", View: asGiven,
			Assumption: "separable; phi ≤ rho, phi < 1",
			Source:     "HKNS25, Table 1, second column", Status: RefutedAsPrinted,
		},
		{
			ID: "omm-table-1-iterations", Learner: "omm", Quantity: ViolationsAndOpening, Bound: IterationsTable1,
			Formula: "2 + (" + theorem41 + ")", L2: "2 + (" + theorem41L2 + ")", View: asGiven, Norms: AnyNorm,
			Assumption: "separable; phi ≤ rho, phi < 1",
			Source:     "HKNS25, Table 1, second column, with the split of kappa0", Status: Proved,
		},
		{
			ID: "omm-rest", Learner: "omm", Quantity: RestMargin, AtLeast: true, Bound: Rest,
			Formula: "rho*gamma", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "HKNS25, Table 1, second column", Status: Proved,
		},
		{
			ID: "omm-opening", Learner: "omm", Quantity: OpeningMistakes, Bound: OpeningAtMostTwo,
			AnyStream: true,
			Formula:   "2", View: asGiven, Norms: AnyNorm, Assumption: "none",
			Source: "HKNS25, Section 4", Status: Proved, Tight: "OneMistake", TightAt: "rho p",
		},
		{
			ID: "omm-gamma-3-printed", Learner: "omm", Quantity: FirstMargin, Bound: FirstMarginPrinted,
			Formula: "2*(D + gamma)", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "HKNS25, Appendix A", Status: Proved,
		},
		{
			ID: "omm-gamma-3", Learner: "omm", Quantity: FirstMargin, Bound: FirstMarginSharp,
			Formula: "(Dplus + Dminus)/2 + gamma", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "triangle inequality over the dual certificates", Status: Proved, Tight: "FarPairFirst", TightAt: "rho p",
		},
		{
			ID: "omm-s1", Learner: "omm", Quantity: Mistakes, Bound: MistakesS1,
			Formula: "c*r^2 < (c <= 2 ? 4 : c^2/(c-1)) ? 0 : c <= 2 ? c*r^2 - 4 + 4/(c*r^2) : c*r^2 - c^2/(c-1) + c/((c-1)*r^2)", L2: "r < 2 ? 0 : (r-2/r)^2", View: asGiven, Norms: SquareSmooth, Assumption: separable,
			Source: "Theorem S1", Status: Proved, Tight: "OneMistake", TightAt: "rho",
		},
		{
			ID: "omm-s1-power", Learner: "omm", Quantity: Mistakes, Bound: MistakesS1,
			Formula: "r*kappa0(1/2, 1/2, s, c) < 1 ? 0 : 1 + (1 - (r*kappa0(1/2, 1/2, s, c))^-q)/((1 - (s-1)/(c^(q-1)*r^q))^(1-q) - 1)", View: asGiven, Norms: PowerSmooth, Assumption: separable,
			Source: "Theorem S1", Status: Proved,
		},
		{
			ID: "omm-s1-recursion", Learner: "omm", Quantity: Mistakes, Bound: MistakesS1Recursion,
			Claim: "mistakes after the opening ≤ max{m : r^s α_m ≥ 1}, α₀ = 1, α_k+1 = min_β α_k(1 − sβ/2) + cβ^s/2^s; in ℓ2 α₁ = 1/4, α_k+1 = α_k − α_k²", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem S1, before the closed form", Status: Proved, Tight: "OneMistake", TightAt: "rho",
		},
		{
			ID: "omm-s3", Learner: "omm(rho<1)", Quantity: Mistakes, Bound: MistakesS3,
			Formula: "r < 2 ? 0 : rho <= 3/5 ? 3/4*r^2 - 1 : ((3-rho)*r^2 + 1 - 7*rho)/(5 - 3*rho)", Where: "rho < 1", View: asGiven, Assumption: "separable; rho < 1",
			Source: "Theorem S3", Status: Proved,
		},
		{
			ID: "omm-s3-thirds", Learner: "omm(rho<1)", Quantity: Mistakes, Bound: MistakesS3Thirds,
			Formula: "r < 2 ? 0 : 2/3*r^2 + 2/3*log(r/2)/log(2) - 1/3", Where: "rho <= 1/3", View: asGiven, Assumption: "separable; rho ≤ 1/3",
			Source: "Theorem S3", Status: Proved,
		},
		{
			ID: "omm-half", Learner: "omm", Quantity: Mistakes, Bound: MistakesHalf,
			Formula: "r^2/2", View: asGiven, Assumption: separable,
			Source: "a conjecture, see adversarial.Open", Status: Refuted,
		},
		{
			ID: "omm-s2", Learner: "omm", Quantity: Violations, Bound: ViolationsS2,
			Formula: "c^(q-1)*(r/(1-phi))^q + ((2/(1-phi))^(s-1) > c ? 1 + log((2/(1-phi))^(s-1)/c)/-log(1 - (s-1)*(1-phi)/2) : 0)", L2: "r^2/(1-phi)^2 + 1 + log(2/(1-phi))/log(2/(1+phi))", Where: "phi >= 0", View: asGiven, Norms: AnyNorm,
			Assumption: "separable; 0 ≤ phi ≤ rho, phi < 1; an update at every counted step",
			Source:     "Theorem S2", Status: Proved,
		},
		{
			ID: "omm-updates", Learner: "omm(rho<1)", Quantity: LaterUpdates, Bound: UpdatesS2,
			Formula: "c^(q-1)*(r/(1-rho))^q + ((2/(1-rho))^(s-1) > c ? 1 + log((2/(1-rho))^(s-1)/c)/-log(1 - (s-1)*(1-rho)/2) : 0)", L2: "r^2/(1-rho)^2 + 1 + log(2/(1-rho))/log(2/(1+rho))", Where: "rho < 1", View: asGiven, Norms: AnyNorm,
			Assumption: "separable; rho < 1",
			Source:     "Theorem S2, at phi = rho", Status: Proved,
		},
		{
			ID: "omm-eq-4", Learner: "omm", Quantity: ViolationsOfOptimum, Bound: ViolationsEq4,
			Formula: ofRun, View: asGiven, Norms: AnyNorm, Assumption: "separable; 0 ≤ phi ≤ rho, phi < 1",
			Source: "HKNS25, after eq. (4b)", Status: Proved,
		},
		{
			ID: "omm-optimum", Learner: "omm", Quantity: ViolationsOfOptimum, Bound: ViolationsOfOptimumOMM,
			Formula: "phi < 1-r ? 0 : " + excessFormula + "*r^2 + (r >= 2*phi ? 0 : max(1, 2 + log(min(r/(2*(1-phi)), 2*phi/r))/log(3/2)))", View: asGiven,
			Assumption: "separable; 0 ≤ phi ≤ rho, phi < 1; an update at every counted step",
			Source:     "HKNS25, eq. (4a), without the logarithm: Theorem S4", Status: Proved,
		},
		{
			ID: "n-omm-optimal", Learner: "n-omm", Quantity: LastMargin, Bound: AtMostGammaStar,
			Formula: "gamma", View: asGiven, Norms: AnyNorm, Assumption: "separable; the whole stream was seen",
			Source: "HKNS25, Section 6, with Lemma 3.1", Status: Proved, Tight: "OneMistake", TightAt: "p",
		},
		{
			ID: "n-omm-printed-optimal", Learner: "n-omm(keep=violating)", Quantity: LastMargin, Bound: AtMostGammaStar,
			Formula: "gamma", View: asGiven, Assumption: "separable; the whole stream was seen",
			Source: "HKNS25, Section 6, of Algorithm 1 as printed", Status: RefutedAsPrinted,
		},
	}
}
