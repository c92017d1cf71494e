package faults_test

// optima are mistakes in what solves for a margin, or moves to the nearest point.
var optima = []fault{
	{
		mistake: "the foot on a segment may lie beyond its end", file: "theory/vec/segment.go",
		old: "s, step float64) {\n\tm := maxAbsAt(u, z, beta)\n\tif m == 0 {\n\t\treturn 0, 0", new: "s, step float64) {\n\tm := maxAbsAt(u, z, beta)\n\tif m == 0 {\n\t\treturn 1, 0",
		test: "./theory/vec TestLeastNormIsWhereTheSlopeChangesSign", cases: 100,
	},
	{
		mistake: "the solver leaves points a thousandth below the margin", file: "algos/maxmargin/solver.go",
		old: "0.9*s.tolerance*s.sq", new: "1e-3*s.sq",
		test: "./algos/maxmargin TestHardStreams",
	},
	{
		mistake: "hulls that overlap are undecided", file: "algos/maxmargin/certify.go",
		old: "if normOf(vec.L2{}, v) > touch {", new: "if normOf(vec.L2{}, v) >= 0*touch {",
		test: "./algos/maxmargin TestHullsThatOverlapByLessThanRounding",
	},
	{
		mistake: "the normalised Perceptron's steps are 2/(k+2)", file: "algos/normalized/perceptron.go",
		old: "toward(1/float64(k+1)", new: "toward(2/float64(k+2)",
		test: "./algos/normalized TestRowsHold", cases: 10,
	},
	{
		mistake: "a Von Neumann step is of half the length", file: "algos/normalized/nvn.go",
		old: "(s-c)/(s-2*c+1)", new: "(s-c)/(2*(s-2*c+1))",
		test: "./algos/normalized TestModelsAgree", cases: 10,
	},
	{
		mistake: "a smoothed algorithm smooths as much in each step", file: "algos/normalized/smoothed.go",
		old: "	s.mu *= 1 - theta\n", new: "",
		test: "./algos/normalized TestLemmasOfTheSmoothedAlgorithms", cases: 10,
	},
	{
		mistake: "the projection onto the simplex stops a coordinate early", file: "algos/normalized/simplex.go",
		old: "next := (sum - 1) / float64(i+1)", new: "next := (sum - 1) / float64(i+2)",
		test: "./algos/normalized TestProject",
	},
}
