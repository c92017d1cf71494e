//go:build unix

package main

// law is how something grows along one axis, as its documentation says.
type law struct {
	what  string
	axis  string
	order string
	power float64 // the exponent of the order, along the axis
	where string  // the documentation
	// misses is what the exponent of a clock may be above that, where the data are looked up
	// at random, or a matrix of the learner's own outgrows the caches: a miss of these takes ten
	// times as long as a hit.
	misses float64
}

// The documented growth, all of it. The order is that of what is timed: a pass over n
// examples, one solution, all diameters, a file, a block of rows.
var (
	passOverMore    = law{"a pass of a learner", "n", "O(n·d)", 1, "README.md, algos", 0}
	denseStep       = law{"a pass of a learner", "d", "O(n·d)", 1, "README.md, algos", 0}
	secondOrderStep = law{"a pass of a second-order learner", "d", "O(n·d²)", 2, "algos/second_order.go", 0.3}
	sparseStep      = law{"a pass of a learner, sparse", "nnz", "O(n·nnz)", 1, "README.md, algos", 0}
	dimensionFree   = law{"a pass of a learner, sparse", "d", "O(n·nnz)", 0, "README.md, algos", 0.3}
	solverMore      = law{"the maximum margin", "n", "O(n·d) a round", 1, "algos/maxmargin", 0}
	solverLonger    = law{"the maximum margin", "d", "O(n·d) a round", 1, "algos/maxmargin", 0}
	diametersMore   = law{"the exact diameters", "n", "O(n²·d)", 2, "theory/farthest.go", 0}
	diametersLonger = law{"the exact diameters", "d", "O(n²·d)", 1, "theory/farthest.go", 0}
	solverSparse    = law{"the maximum margin, sparse", "nnz", "O(n·nnz) a round", 1, "algos/maxmargin", 0}
	diametersSparse = law{"the exact diameters, sparse", "nnz", "O(n²·nnz)", 1, "theory/farthest.go", 0}
	readingSparse   = law{"reading a file", "nnz", "O(bytes)", 1, "benchdata", 0}
	rowsSparse      = law{"rows of a kernel matrix, sparse", "nnz", "O(n·nnz) a row", 1, "algos/kernel", 0}
	readingMore     = law{"reading a file", "n", "O(bytes)", 1, "benchdata", 0}
	readingLonger   = law{"reading a file", "d", "O(bytes)", 1, "benchdata", 0}
	rowsMore        = law{"rows of a kernel matrix", "n", "O(n·d) a row", 1, "algos/kernel", 0}
	rowsLonger      = law{"rows of a kernel matrix", "d", "O(n·d) a row", 1, "algos/kernel", 0}
)
