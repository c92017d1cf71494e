package faults_test

// checkers are mistakes in what certifies a counterexample or a margin, and in the
// properties that learners are held to.
var checkers = []fault{
	{
		mistake: "a key may be in a certificate twice", file: "adversarial/certificate/file.go",
		old: "seen[name] || !key.MatchString(name)", new: "!key.MatchString(name)",
		test: "./adversarial/certificate TestReadSaysWhatIsWrong",
	},
	{
		mistake: "a claim need not be refuted", file: "adversarial/certificate/verify.go",
		old: "		case order <= 0:\n", new: "		case order >= 0:\n",
		test: "./adversarial/certificate TestCertificatesAreValidAndComeBackTheSame",
	},
	{
		mistake: "a stream outside of the domain is certified", file: "adversarial/certificate/verify.go",
		old: "	if f.number(f.where).IsZero() {\n", new: "	if false && f.number(f.where).IsZero() {\n",
		test: "./adversarial/certificate TestRefuted",
	},
	{
		mistake: "multipliers below 0 are taken", file: "algos/exact/maxmargin.go",
		old: "if lambda[i] == nil || lambda[i].Sign() < 0 {", new: "if lambda[i] == nil {",
		test: "./algos/exact TestProveRefusesMultipliersThatAreNotConvex",
	},
	{
		mistake: "the multipliers of the negatives need not have the sum 1", file: "algos/exact/maxmargin.go",
		old: "sums[+1].Cmp(one) != 0 || !origin && sums[-1].Cmp(one) != 0", new: "sums[+1].Cmp(one) != 0",
		test: "./algos/exact TestProveRefusesMultipliersThatAreNotConvex",
	},
	{
		mistake: "points within the margin are verified", file: "algos/exact/maxmargin.go",
		old: "case margin.Cmp(least) < 0:", new: "case margin.Sign() < 0:",
		test: "./algos/exact TestProveRefuses",
	},
	{
		mistake: "hulls meet that have one coordinate in common", file: "algos/exact/maxmargin.go",
		old: "err != nil || s.W.IsZero()", new: "err != nil || s.W[0].Sign() == 0",
		test: "./algos/exact TestProveRefuses",
	},
	{
		mistake: "D of a certificate is between the classes", file: "adversarial/certificate/facts.go",
		old: "\"D\": e.Y == o.Y", new: "\"D\": e.Y != o.Y",
		test: "./adversarial/certificate TestPythonComputesTheSameValues",
	},
	{
		mistake: "losses of a comparator are of one pass", file: "adversarial/certificate/facts.go",
		old: "big.NewRat(int64(f.run(f.learner).Passes), 1)", new: "big.NewRat(int64(min(f.run(f.learner).Passes, 1)), 1)",
		test: "./adversarial/certificate TestTermsByHand",
	},
	{
		mistake: "later mistakes are all mistakes", file: "adversarial/certificate/facts.go",
		old: "return d.Mistake() && !d.Opening", new: "return d.Mistake()",
		test: "./adversarial/certificate TestCountsAreThoseOfTheSteps",
	},
	{
		mistake: "multipliers that a certificate states are not read", file: "adversarial/certificate/facts.go",
		old: "		if f.stated != nil {\n", new: "		if false && f.stated != nil {\n",
		test: "./adversarial/certificate TestMultipliersHaveToBeOptimal",
	},
	{
		mistake: "a property does not miss an update", file: "props/step.go",
		old: "at.Updated == r.Updated &&", new: "(at.Updated || !r.Updated) &&",
		test: "./props TestFailureIsShortAndReplays", cases: 5,
	},
	{
		mistake: "inner products of properties have the digits of float64", file: "props/measure/measure.go",
		old: "	return sum + low\n", new: "	return sum\n",
		test: "./props/measure TestDotHasTwiceTheDigits",
	},
}
