package faults_test

// hunters are mistakes in the search for counterexamples, and in what shrinks them.
var hunters = []fault{
	{
		mistake: "islands draw from one seed", file: "adversarial/hunt/search.go",
		old: "uint64(n.Rounds)<<16|uint64(number)", new: "uint64(n.Rounds)<<16",
		test: "./adversarial/hunt TestRoundsArePure",
	},
	{
		mistake: "epochs draw from one seed", file: "adversarial/hunt/search.go",
		old: "uint64(n.Rounds)<<16|uint64(number)", new: "uint64(number)",
		test: "./adversarial/hunt TestRoundsArePure",
	},
	{
		mistake: "an arm is never shortened", file: "adversarial/hunt/search.go",
		old: "less.compare(a) < 0", new: "false",
		test: "./adversarial/hunt TestPatternsAreShortened",
	},
	{
		mistake: "a hunt goes on from the state of another seed", file: "adversarial/hunt/run.go",
		old: "case old.Seed != p.Seed || old.Islands != p.Islands || old.Streams != p.Streams:", new: "case old.Islands != p.Islands || old.Streams != p.Streams:",
		test: "./adversarial/hunt TestWrongStatesAreRefused",
	},
	{
		mistake: "of streams as good the harder is better", file: "adversarial/hunt/evaluate.go",
		old: "return a.Ease < b.Ease", new: "return a.Ease > b.Ease",
		test: "./adversarial/hunt TestNearMissesAreBetter",
	},
	{
		mistake: "a pool prefers the lower ratio", file: "adversarial/hunt/pool.go",
		old: "order = cmp.Compare(q.Ratio, p.Ratio)", new: "order = cmp.Compare(p.Ratio, q.Ratio)",
		test: "./adversarial/hunt TestPoolsKeepTheBest",
	},
	{
		mistake: "terms of the second learner are read of the first", file: "adversarial/hunt/compile.go",
		old: "return own, 1, t.against", new: "return own, 0, t.against",
		test: "./adversarial/hunt TestScoresAreThoseOfTheExactModels",
	},
	{
		mistake: "gamma3 is the last margin, not the first", file: "adversarial/hunt/evaluate.go",
		old: "math.IsNaN(gamma3) && !step.Opening", new: "!step.Opening",
		test: "./adversarial/hunt TestScoresAreThoseOfTheExactModels",
	},
	{
		mistake: "a shrunk stream need not violate", file: "internal/shrink/candidates.go",
		old: "compare(c, x) < 0 && fails(c); found {", new: "compare(c, x) < 0; found {",
		test: "./internal/shrink TestMinimiseIsMinimal",
	},
	{
		mistake: "streams that differ in a label are taken for one", file: "internal/shrink/shrink.go",
		old: "		name = binary.AppendVarint(name, int64(row.Y))\n", new: "",
		test: "./internal/shrink TestNamesTellStreamsApart",
	},
}
