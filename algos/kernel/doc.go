// Package kernel brings the Hilbert space of a kernel to the learners of package algos: the Gram matrix of
// points that are known beforehand, the learners that learn over it, and the points embedded.
//
//	symbol      Go                meaning
//	K           Kernel            a kernel: gaussian, poly, linear, mnist
//	K_ij        Gram              K(x_i,x_j), a row at a time
//	φ(x_i)      Gram.Unit         the unit vector e_i of ℝ^n, by which learners know the point
//	w, α        Classifier.W      w = Σ_i α_i φ(x_i), so that w·φ(x_i) = Σ_j α_j K_ji
//	φ(x_i)      Embedding.Point   vectors of ℝ^r with the same inner products
//
// An update adds a row of K to the values of w·φ(x_i) at all points, so that a prediction only looks up a value, and
// every test point is among them. Rows are computed in blocks and kept up to a limit of memory. For sparse points a
// row takes O(nnz) a value; x·x' has the same bits as for dense ones.
//
// A theorem on a learner of package algos holds in every Hilbert space. To check it on a run over a Gram matrix, the
// points are embedded: their geometry is that of the vectors of the embedding.
package kernel
