// Package multiclass holds the learners of M classes: AMIRA with one best and
// with k best wrong classes, linear and over a kernel, and one-vs-rest over any
// binary learner.
//
//	symbol       Go               meaning
//	M            classes          the number of classes, 0, …, M−1, at least 2
//	w            AMIRA            (w^(0), …, w^(M−1)) in ℝ^{dM}
//	Φ(x,z)                        x in the place of w^(z), 0 elsewhere
//	s_z          scores[z]        w·Φ(x,z) = w^(z)·x
//	ΔΦ(x,y,z)    Differences      Φ(x,y) − Φ(x,z), of norm √2‖x‖
//	w·ΔΦ         Step.Score       s_y − s_z, of the best wrong class z
//	ε, k         eps, k           update at w·ΔΦ ≤ 1−ε, of the k best wrong classes
//	Z, η         AMIRA            the violations, and the multipliers of their constraints
//
// The class predicted is that of the greatest score, of several the lowest: what
// sign(0) = +1 is to two classes, of which 0 is the positive one. A theorem on
// many classes speaks of the stream of the differences, each with the label +1,
// separated through the origin of ℝ^{dM}: the traces of this package are runs over
// it, a step an example.
//
// Reference: Zhao and Huang, Simple Online Learning with Approximate Max Margin
// and Fast Convergence, 2013 (ZH13).
package multiclass
