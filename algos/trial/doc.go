// Package trial runs anything that learns on anything that it can learn from, and gathers
// the evidence of its run: the margin of its last classifier, when it first separated the
// examples, and what every theorem of the table of guarantees says of it.
//
//	data := trial.NewData("xor", examples, 2)
//	err := data.InKernel(kernel.Poly(2, 1, 1), 1<<30)
//	learner, err := registry.Parse("e-omm")
//	runs, err := trial.Run(ctx, learner, data, trial.Options{})
//	verdicts, err := runs[0].Verdicts(ctx)
//
// A learner is an [algos.Spec] of any task: online of two classes, of many classes, or a
// batch algorithm. The data are examples of two classes or of several, as they are or in
// the Hilbert space of a kernel, measured in ℓ2 or in another norm.
package trial
