package faults_test

// checkers are mistakes in what certifies a counterexample or a margin, and in the
// properties that learners are held to.
var checkers = []fault{
	{
		mistake: "a certificate's stream may differ from the one sealed", file: "adversarial/certificate/verify.go",
		old: "		{\"stream\", c.Seal.Stream, sealed.Stream},\n", new: "",
		test: "./adversarial/certificate TestEveryTamperedLeafIsRefusedByName",
	},
	{
		mistake: "fields after the last that is expected are not looked at", file: "adversarial/certificate/verify.go",
		old: "	case len(stated) > len(is):\n		return fmt.Sprintf(\"%s: expected nothing more\", stated[len(is)].path), true\n", new: "",
		test: "./adversarial/certificate TestReadRefusesWhatIsNoCertificate",
	},
	{
		mistake: "a claim need not be refuted", file: "adversarial/certificate/certify.go",
		old: "	if !holds {\n		return nil\n	}\n", new: "	if holds {\n		return nil\n	}\n",
		test: "./adversarial/certificate TestCertificatesAreValidAndComeBackTheSame",
	},
	{
		mistake: "a stream outside of the domain is certified", file: "adversarial/certificate/certify.go",
		old: "	if !in {\n", new: "	if false && !in {\n",
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
		old: "pair = e.Y == o.Y", new: "pair = e.Y != o.Y",
		test: "./adversarial/certificate TestPythonAgreesOnCertificates",
	},
	{
		mistake: "losses of a comparator are of one pass", file: "adversarial/certificate/facts.go",
		old: "big.NewRat(int64(r.Passes), 1))), nil", new: "big.NewRat(int64(min(r.Passes, 1)), 1))), nil",
		test: "./adversarial/certificate TestPythonAgreesOnCertificates",
	},
	{
		mistake: "later mistakes are all mistakes", file: "adversarial/certificate/run.go",
		old: "n = r.Mistakes - r.OpeningMistakes", new: "n = r.Mistakes",
		test: "./adversarial/certificate TestPythonAgreesOnCertificates",
	},
	{
		mistake: "an enclosure's lower end is rounded up", file: "adversarial/certificate/enclosure.go",
		old: "		return between(under(lo, unit), over(hi, unit), unit), true\n", new: "		return between(over(lo, unit), over(hi, unit), unit), true\n",
		test: "./adversarial/certificate TestEnclosures",
	},
	{
		mistake: "a property does not miss an update", file: "props/law.go",
		old: "case l.must && !updated || l.mustNever && updated:", new: "case l.mustNever && updated:",
		test: "./props TestFailureIsShortAndReplays", cases: 5,
	},
	{
		mistake: "inner products of properties have the digits of float64", file: "props/measure/vector.go",
		old: "	return sum + low\n", new: "	return sum\n",
		test: "./props/measure TestDotHasTwiceTheDigits",
	},
}
