package theory

// Table is the table of guarantees: every theorem the project holds its
// learners against, a row each. Tests, `marginlab check` and the README's table
// read it, and nothing else states a theorem.
func Table() []Guarantee {
	var all []Guarantee
	for _, table := range tableList() {
		all = append(all, table()...)
	}
	return all
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

// tableOMM is the part of the table on OMM.
func tableOMM() []Guarantee {
	return []Guarantee{
		{
			ID: "omm-lemma-4.1", Learner: "omm", Quantity: OwnMargin, AtLeast: true, Bound: AtLeastGammaStar,
			Claim: "gamma_t ≥ gamma*", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "omm.txt, Lemma 4.1", Status: Proved, Tight: "OneMistake",
		},
		{
			ID: "omm-no-growth", Learner: "omm", Quantity: Shrinkage, Bound: NoGrowth,
			Claim: "gamma_t+1 ≤ gamma_t", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "omm.txt, proof of Theorem 4.1", Status: Proved, Tight: "Tie",
		},
		{
			ID: "omm-lemma-4.4", Learner: "omm", Quantity: Shrinkage, Bound: ShrinkageLemma44,
			Claim: "gamma_t+1/gamma_t ≤ kappa0(D_y/2gamma_t, (gamma_t−a_t)/2gamma_t)", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "omm.txt, Lemma 4.4, first inequality, with the diameter of the class", Status: Proved, Tight: "OneMistake",
		},
		{
			ID: "omm-lemma-4.4-kappa", Learner: "omm", Quantity: Shrinkage, Bound: ShrinkageLemma44Kappa,
			Claim: "gamma_t+1/gamma_t ≤ kappa(r, a_t/gamma_t)", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "omm.txt, Lemma 4.4, second inequality", Status: Proved,
		},
		{
			ID: "omm-theorem-4.1", Learner: "omm", Quantity: Violations, Bound: ViolationsTheorem41,
			Claim: "m(phi) ≤ 0 if phi < 1−r, else log(gamma_3/gamma*)/−log kappa(r,phi)", View: asGiven, Norms: AnyNorm,
			Assumption: "separable; phi ≤ rho, phi < 1; an update at every counted step",
			Source:     "omm.txt, Theorem 4.1", Status: Proved,
		},
		{
			ID: "omm-theorem-4.1-printed", Learner: "omm(rule=printed)", Quantity: Violations, Bound: ViolationsTheorem41,
			Claim: "m(phi) ≤ 0 if phi < 1−r, else log(gamma_3/gamma*)/−log kappa(r,phi)", View: asGiven,
			Assumption: "separable; phi ≤ rho, phi < 1; updates at a_t < rho gamma_t alone",
			Source:     "omm.txt, Theorem 4.1, of Algorithm 1 as printed", Status: RefutedAsPrinted,
		},
		{
			ID: "omm-theorem-4.1-l2-printed", Learner: "omm", Quantity: Violations, Bound: ViolationsTheorem41Printed,
			Claim: "m(phi) ≤ 2log(gamma_3/gamma*)/−log(phi+r²/4) if 1 ≤ r/(1−phi) < √2", View: asGiven,
			Assumption: "separable; phi ≤ rho, phi < 1; an update at every counted step",
			Source:     "omm.txt, Section 5.1", Status: RefutedAsPrinted,
		},
		{
			ID: "omm-table-1-mistakes", Learner: "omm", Quantity: AllMistakes, Bound: MistakesTable1,
			Claim: "mistakes ≤ 2 if r < 1, 2 + log(gamma_3/gamma*)/−log(r/2) if r < √2, else 2 + 2log(gamma_3/gamma*)/−log(1−1/r²)",
			View:  asGiven, Assumption: separable,
			Source: "omm.txt, Table 1, first column", Status: Proved,
		},
		{
			ID: "omm-table-1-iterations-printed", Learner: "omm", Quantity: ViolationsAndOpening, Bound: IterationsTable1Printed,
			Claim: "opening mistakes + m(phi) ≤ 2 + 2log(gamma_3/gamma*)/−log(phi+r²/4) if 1 ≤ r/(1−phi) < √2", View: asGiven,
			Assumption: "separable; phi ≤ rho, phi < 1",
			Source:     "omm.txt, Table 1, second column", Status: RefutedAsPrinted,
		},
		{
			ID: "omm-table-1-iterations", Learner: "omm", Quantity: ViolationsAndOpening, Bound: IterationsTable1,
			Claim: "opening mistakes + m(phi) ≤ 2 + log(gamma_3/gamma*)/−log kappa(r,phi)", View: asGiven, Norms: AnyNorm,
			Assumption: "separable; phi ≤ rho, phi < 1",
			Source:     "omm.txt, Table 1, second column, with the split of kappa0", Status: Proved,
		},
		{
			ID: "omm-opening", Learner: "omm", Quantity: OpeningMistakes, Bound: OpeningAtMostTwo,
			AnyStream: true,
			Claim:     "opening mistakes ≤ 2", View: asGiven, Norms: AnyNorm, Assumption: "none",
			Source: "omm.txt, Section 4", Status: Proved, Tight: "OneMistake",
		},
		{
			ID: "omm-gamma-3-printed", Learner: "omm", Quantity: FirstMargin, Bound: FirstMarginPrinted,
			Claim: "gamma_3 ≤ 2(D + gamma*)", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "omm.txt, Appendix A", Status: Proved,
		},
		{
			ID: "omm-gamma-3", Learner: "omm", Quantity: FirstMargin, Bound: FirstMarginSharp,
			Claim: "gamma_3 ≤ (D₊+D₋)/2 + gamma*", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "triangle inequality over the dual certificates", Status: Proved, Tight: "FarPairFirst",
		},
		{
			ID: "omm-s1", Learner: "omm", Quantity: Mistakes, Bound: MistakesS1,
			Claim: "mistakes after the opening ≤ 0 if K < k, else K − k + k/K, K = cr², k = 4 (c²/(c−1) if c ≥ 2); in ℓ2 0 if r < 2, else (r − 2/r)²", View: asGiven, Norms: SquareSmooth, Assumption: separable,
			Source: "Theorem S1", Status: Proved, Tight: "OneMistake",
		},
		{
			ID: "omm-s1-power", Learner: "omm", Quantity: Mistakes, Bound: MistakesS1,
			Claim: "mistakes after the opening ≤ 0 if fr^s < 1, else 1 + (1 − (fr^s)^(1−q))/((1 − (s−1)/K)^(1−q) − 1), K = c^(q−1)·r^q, f = min_β 1 − sβ/2 + cβ^s/2^s", View: asGiven, Norms: PowerSmooth, Assumption: separable,
			Source: "Theorem S1", Status: Proved,
		},
		{
			ID: "omm-s1-recursion", Learner: "omm", Quantity: Mistakes, Bound: MistakesS1Recursion,
			Claim: "mistakes after the opening ≤ max{m : r^s α_m ≥ 1}, α₀ = 1, α_k+1 = min_β α_k(1 − sβ/2) + cβ^s/2^s; in ℓ2 α₁ = 1/4, α_k+1 = α_k − α_k²", View: asGiven, Norms: AnyNorm, Assumption: separable,
			Source: "Theorem S1, before the closed form", Status: Proved, Tight: "OneMistake",
		},
		{
			ID: "omm-half", Learner: "omm", Quantity: Mistakes, Bound: MistakesHalf,
			Claim: "mistakes after the opening ≤ r²/2", View: asGiven, Assumption: separable,
			Source: "a question, see adversarial.Open", Status: Conjectured,
		},
		{
			ID: "omm-s2", Learner: "omm", Quantity: Violations, Bound: ViolationsS2,
			Claim: "m(phi) ≤ K/(1−phi)^q + (1 + log Q/−log(1−(s−1)(1−phi)/2) if Q > 1), K = c^(q−1)·r^q, Q = (2/(1−phi))^(s−1)/c; in ℓ2 r²/(1−phi)² + 1 + log(2/(1−phi))/log(2/(1+phi))", View: asGiven, Norms: AnyNorm,
			Assumption: "separable; 0 ≤ phi ≤ rho, phi < 1; an update at every counted step",
			Source:     "Theorem S2", Status: Proved,
		},
		{
			ID: "n-omm-optimal", Learner: "n-omm", Quantity: LastMargin, Bound: AtMostGammaStar,
			Claim: "last gamma_t ≤ gamma*", View: asGiven, Norms: AnyNorm, Assumption: "separable; the whole stream was seen",
			Source: "omm.txt, Lemma 3.1", Status: Proved, Tight: "OneMistake",
		},
		{
			ID: "n-omm-printed-optimal", Learner: "n-omm(keep=violating)", Quantity: LastMargin, Bound: AtMostGammaStar,
			Claim: "last gamma_t ≤ gamma*, of the points that violated only", View: asGiven, Assumption: "separable; the whole stream was seen",
			Source: "omm.txt, Section 6, of Algorithm 1 as printed", Status: RefutedAsPrinted,
		},
	}
}
