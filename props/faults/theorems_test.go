package faults_test

// theorems are mistakes in bounds, in what is measured for them, and in how a run is held
// to them.
var theorems = []fault{
	{
		mistake: "Lemma 4.4 has the diameter of the other class", file: "theory/readings.go",
		old: "choose(s.Step.Y == Negative,", new: "choose(s.Step.Y == Positive,",
		test: "./theory TestBoundsAreTheGoldenOnes",
	},
	{
		mistake: "kappa0 has no middle branch", file: "theory/functions.go",
		old: "? 0 : eta <= 0 ? 1 : eta <= c*delta^s", new: "? 0 : eta <= 0 ? 1 : eta <= 0",
		test: "./theory TestKappa0IsTheMaximumOfItsDefinition",
	},
	{
		mistake: "kappa0 changes branch at delta", file: "theory/functions.go",
		old: "? 0 : eta <= 0 ? 1 : eta <= c*delta^s", new: "? 0 : eta <= 0 ? 1 : eta <= delta",
		test: "./theory TestKappa0IsTheMaximumOfItsDefinition",
	},
	{
		mistake: "Novikoff counts an update less", file: "theory/table_perceptron.go",
		old:  "Table 1\").in(AnyNorm).\n\t\tinL2(\"(R/gamma0)^2\")",
		new:  "Table 1\").in(AnyNorm).\n\t\tinL2(\"(R/gamma0)^2 - 1\")",
		test: "./props TestProperties/guarantees", cases: 10,
	},
	{
		mistake: "Novikoff's R is the shortest example", file: "theory/table_perceptron.go",
		old: "updates <= c^(q-1)*(R/gamma0)^q", new: "updates <= c^(q-1)*(shortest/gamma0)^q",
		test: "./theory TestBoundsAreTheGoldenOnes",
	},
	{
		mistake: "updates within and above the margin change places", file: "theory/table_aggressive.go",
		old:  "amira-joint-updates\", \"eps*Uplus + Uzero <= R/gamma0*sqrt((2-eps)*eps*Uplus + Uzero)",
		new:  "amira-joint-updates\", \"eps*Uplus + Uzero <= R/gamma0*sqrt((2-eps)*eps*Uzero + Uplus)",
		test: "./theory TestBoundsAreTheGoldenOnes",
	},
	{
		mistake: "PA-I's bound takes the smaller of R² and 1/C", file: "theory/table_aggressive.go",
		old: "max(R^2, 1/C)", new: "min(R^2, 1/C)",
		test: "./props TestProperties/guarantees-any", cases: 5,
	},
	{
		mistake: "ALMA's bound has B for C", file: "theory/table_perceptron.go",
		old: "/(4*C^2*gamma0^2) - (C^2", new: "/(4*B^2*gamma0^2) - (C^2",
		test: "./theory TestBoundsAreTheGoldenOnes",
	},
	{
		mistake: "the smoothness of lp below 2 is that of the square", file: "theory/vec/lp.go",
		old: "return n.P, num.Exp2(2 - n.P)", new: "return 2, n.P - 1",
		test: "./theory/vec TestSmoothnessHolds", cases: 10,
	},
	{
		mistake: "the dual of lp is lp", file: "theory/vec/lp.go",
		old: "Norm { return Lp{n.P / (n.P - 1)} }", new: "Norm { return n }",
		test: "./theory/vec TestGradientAndDual", cases: 10,
	},
	{
		mistake: "every step of an opening is a mistake", file: "theory/trace.go",
		old: "return s.Opening && s.Mistake()", new: "return s.Opening",
		test: "./theory TestTraceCounts",
	},
	{
		mistake: "a_t at its target is no violation", file: "theory/readings.go",
		old: "return value <= phi*unit", new: "return value < phi*unit",
		test: "./theory TestTraceCounts",
	},
	{
		mistake: "a learner rests though its last step was an update", file: "theory/trace.go",
		old: "range tr.Steps[len(tr.Steps)-n:]", new: "range tr.Steps[len(tr.Steps)-n : len(tr.Steps)-1]",
		test: "./theory TestRests",
	},
	{
		mistake: "a bound that fails once holds", file: "theory/check.go",
		old: "v.Holds = v.Holds && holds", new: "v.Holds = holds",
		test: "./theory TestCheckTakesTheWorstReading",
	},
	{
		mistake: "a value of NaN holds", file: "theory/check.go",
		old: "return low < high || low == high && len(c.Relation) == 2", new: "return !(low > high) && (low != high || len(c.Relation) == 2)",
		test: "./theory TestNaNNeverHolds",
	},
	{
		mistake: "an infinite bound from below counts", file: "theory/claim.go",
		old: "case bound == c.vacuous():", new: "case bound == c.vacuous() && bound > 0:",
		test: "./theory TestWhyAGuaranteeDoesNotApply",
	},
	{
		mistake: "a gap of gamma excuses counts twice over", file: "theory/check.go",
		old: "low.Gamma, high.Gamma = g.Lower*(1-tol),", new: "low.Gamma, high.Gamma = g.Lower*(1-tol)/2,",
		test: "./theory TestCheckIsExactOnCountsUpToTheGapOfGamma",
	},
	{
		mistake: "a view is normalised before its lift", file: "theory/evidence.go",
		old: "		if norm := v.Base().Of(y.Value); norm > 0 {", new: "		if norm := v.Base().Of(y.Value[:min(dim, len(y.Value))]); norm > 0 {",
		test: "./theory TestViewOf",
	},
	{
		mistake: "a pass appended forgets the mistakes before it", file: "theory/trace.go",
		old: "	next.Mistakes += tr.Mistakes\n", new: "",
		test: "./theory TestPassesAddUp",
	},
	{
		mistake: "the diameter of a class leaves out its first point", file: "theory/diameter/diameter.go",
		old: "for j := range i {", new: "for j := 1; j < i; j++ {",
		test: "./theory/diameter TestDiametersByHand",
	},
	{
		mistake: "a distance in lp is that of l2", file: "theory/diameter/distance.go",
		old: "vec.Power(math.Abs(t)/largest, p)", new: "vec.Power(math.Abs(t)/largest, 2)",
		test: "./theory/diameter TestDistance",
	},
	{
		mistake: "the corner's bound has no room for rounding", file: "theory/diameter/images.go",
		old: "row[corner] += delta", new: "row[corner] += 0",
		test: "./theory/diameter TestPairsWithoutACommonFeature",
	},
	{
		mistake: "the residuals have no room for rounding", file: "theory/diameter/images.go",
		old: "math.Sqrt(row[k] + delta)", new: "math.Sqrt(row[k] + 0*delta)",
		test: "./theory/diameter TestDiametersAreTheLargestOfAllPairs",
	},
	{
		mistake: "a box with itself forgets the pairs between its halves", file: "theory/diameter/search.go",
		old: "f.pair(left, left), f.pair(right, right), f.pair(left, right)", new: "f.pair(left, left), f.pair(right, right)",
		test: "./theory/diameter TestDiametersAreTheLargestOfAllPairs",
	},
}
