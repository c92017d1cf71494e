package faults_test

// hunters are mistakes in the search for counterexamples, and in what shrinks them.
var hunters = []fault{
	{
		mistake: "islands draw from one seed", file: "adversarial/island.go",
		old: "uint64(n.Rounds)<<16|uint64(number)", new: "uint64(n.Rounds)<<16",
		test: "./adversarial TestRoundsArePure",
	},
	{
		mistake: "epochs draw from one seed", file: "adversarial/island.go",
		old: "uint64(n.Rounds)<<16|uint64(number)", new: "uint64(number)",
		test: "./adversarial TestRoundsArePure",
	},
	{
		mistake: "an arm is never shortened", file: "adversarial/search.go",
		old: "less.compare(a) < 0", new: "false",
		test: "./adversarial TestPatternsAreShortened",
	},
	{
		mistake: "a state that was edited is trusted", file: "adversarial/seal.go",
		old: "if hash := fmt.Sprintf(\"%x\", sha256.Sum256(text[:at])); string(text[at:]) != sealKey+hash+\"\\\"}\\n\" {", new: "if hash := fmt.Sprintf(\"%x\", sha256.Sum256(text[:at])); text == nil {",
		test: "./adversarial TestWrongStatesAreRefused",
	},
	{
		mistake: "a hunt goes on from the state of another seed", file: "adversarial/state.go",
		old: "case old.Seed != s.Seed || old.Workers != s.Workers:", new: "case old.Workers != s.Workers:",
		test: "./adversarial TestWrongStatesAreRefused",
	},
	{
		mistake: "of streams as good the harder is better", file: "adversarial/score.go",
		old: "return a.Ease < b.Ease", new: "return a.Ease > b.Ease",
		test: "./adversarial TestNearMissesAreBetter",
	},
	{
		mistake: "a population keeps the worst of a bin", file: "adversarial/population.go",
		old: "range slices.Insert(slices.Clone(all), at, m) {", new: "range slices.Insert(slices.Clone(all), at, m)[max(0, len(all)+1-perBin):] {",
		test: "./adversarial TestPopulationKeepsEveryEase",
	},
	{
		mistake: "the mistakes of an opening are counted with the others", file: "adversarial/evaluate.go",
		old: "				f.opening += one(mistake)\n", new: "",
		test: "./adversarial TestScoresAreThoseOfTheExactModels",
	},
	{
		mistake: "gamma3 is the last margin, not the first", file: "adversarial/evaluate.go",
		old: "if gamma3 != gamma3 && step.Target == step.Target {", new: "if step.Target == step.Target {",
		test: "./adversarial TestScoresAreThoseOfTheExactModels",
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
