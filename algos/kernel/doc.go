// Package kernel holds the online learners in kernel form: what they keep is not
// a w in ℝ^d but functions f = Σ_i α_i K(x_i,·) of the reproducing kernel Hilbert
// space of a kernel K, where w·x is f(x) and ‖w‖² is Σ_ij α_i α_j K(x_i,x_j).
//
//	symbol      Go                meaning
//	K           Kernel            a kernel: gaussian, poly, linear, mnist
//	K(x_i,·)    Gram.Row          a row of the Gram matrix over points known beforehand
//	f, α        Function          Σ_i α_i K(x_i,·), with its values at all the points
//	f(x_i)      Function.At
//	‖f‖²        Function.SqNorm
//	φ(x_i)      Embedding.Point   vectors of ℝ^r with the same inner products
//
// Points are known beforehand and are called by their index: an update adds a row
// to the values of f at all of them, so that a prediction is to look a value up,
// and every point to be tested on is among them; [Gram.Evaluate] serves others, one
// kernel value a support point. Rows are computed in blocks, and kept under a limit
// of memory.
//
// A theorem on a learner of package algos holds in every Hilbert space. To hold
// it against a run in kernel form, the points are embedded: their geometry is that
// of the vectors φ(x_i).
package kernel
