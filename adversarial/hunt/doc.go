// Package hunt looks for a stream on which a conjecture about a learner fails, and certifies in exact arithmetic that
// it fails there.
//
//	conjecture   QUANTITY <= CLAIM where CONDITION, of a learner, with ranges of dimensions and examples
//	ratio        quantity over claim on a stream: above 1 the stream refutes the conjecture
//	ease         what makes a refutation easy, as r or R/γ₀: of two equal ratios the smaller ease is the better
//	known        the streams of traps, records and certificates: a hunt starts from them and from drawn ones
//	island       one search: a front of its best streams, one at each ease, which it goes on from
//	epoch        the streams that an island scores between two states that are kept
//	record       the best stream of a conjecture that survived
//
// What a hunt does, in the order of its files: compile.go makes a program of the claim, draw.go and pattern.go draw
// streams, evaluate.go runs the learner and reads the claim in float64, as a score, search.go, front.go and descend.go
// improve the best streams, prove.go looks beside a refutation in float64 for a stream whose exact run refutes, run.go
// and plan.go keep islands and states. Begin with [Hunt] and its examples.
package hunt
