// Package external runs learners that are programs of their own, in any language. It sends them streams over
// standard input and reads what they decided from standard output, as PROTOCOL.md specifies. Folder adapters
// has what a learner needs for that in Python, C and JavaScript.
//
// A learner is written exec(COMMAND), as in exec(python3 mine.py,as=perceptron); see [Kind].
// [Parse] makes an [algos.Spec] of it, which is run as any other. Its programs are started
// when they are first needed, one for each run that goes on at once, and are used again for
// other streams. [Stop] ends them; whoever parses such learners defers it.
//
// What a program does against the protocol is an *[Error], which names the example and shows
// the message and the end of standard error. Nothing that a program does makes a run hang:
// each answer has a time limit, a length limit, and one example in which it first failed.
package external
