// Package trial runs anything that learns on anything that it can learn from, and gathers
// the evidence of its run: the margin of its last classifier, when it first separated the
// examples, and what every theorem of the table of guarantees says of it.
//
// A learner is an [algos.Spec] of any task: online of two classes, of many classes, or a
// batch algorithm. The data are examples of two classes or of several, as they are or in
// the Hilbert space of a kernel, measured in ℓ2 or in another norm.
package trial
