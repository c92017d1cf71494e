package faults_test

// optima has mistakes in solvers for a margin, and in moves to the nearest point.
var optima = []fault{
	{"the foot on a segment may lie beyond its end", "theory/vec/segment.go",
		"s, step float64) {\n\tm := maxAbsAt(u, z, beta)\n\tif m == 0 {\n\t\treturn 0, 0",
		"s, step float64) {\n\tm := maxAbsAt(u, z, beta)\n\tif m == 0 {\n\t\treturn 1, 0",
		"./theory/vec TestLeastNormIsWhereTheSlopeChangesSign", 100},
	{"the solver leaves points a thousandth below the margin", "algos/maxmargin/solver.go",
		"0.9*s.tolerance*s.sq", "1e-3*s.sq", "./algos/maxmargin TestHardStreams", 0},
	{"hulls that overlap are undecided", "algos/maxmargin/certify.go",
		"if normOf(vec.L2{}, v) > touch {", "if normOf(vec.L2{}, v) >= 0*touch {",
		"./algos/maxmargin TestHullsThatOverlapByLessThanRounding", 0},
	{"the normalised Perceptron's steps are 2/(k+2)", "algos/normalized/perceptron.go",
		"toward(1/float64(k+1)", "toward(2/float64(k+2)", "./algos/normalized TestRowsHold", 10},
	{"a Von Neumann step is of half the length", "algos/normalized/nvn.go",
		"(s-c)/(s-2*c+1)", "(s-c)/(2*(s-2*c+1))", "./algos/normalized TestModelsAgree", 10},
	{"a smoothed algorithm smooths as much in each step", "algos/normalized/smoothed.go",
		"	s.mu *= 1 - theta\n", "", "./algos/normalized TestLemmasOfTheSmoothedAlgorithms", 10},
	{"the projection onto the simplex stops a coordinate early", "algos/normalized/simplex.go",
		"next := (sum - 1) / float64(i+1)", "next := (sum - 1) / float64(i+2)", "./algos/normalized TestProject", 0},
}
