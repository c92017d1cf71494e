// Package stream draws what properties are held against: separable streams, by
// construction, and what else a property wants.
//
//	Case     a learner, a norm, a stream and numbers; a line of text
//	Streams  separable streams, on small integers first
//	Draws    what a property wants beside the stream
//	Parse    the case whose String a line of text is
//
// A stream begins on the integer lattice, in coordinates in which the first axis
// separates it, with ties, repeats, ends of segments and points on lines among its
// examples. It is then divided by a denominator, reflected, translated, scaled and
// stored dense or sparse. What comes up, and how often, is held by a test.
package stream
