// Package real computes with real numbers so that no rounding can mislead.
//
//	[Interval]  two binary floating-point numbers, and a number between them: every
//	            operation rounds outward
//	[Number]    exactly q + b√r as long as it can be, else in an interval
//	[Real]      a number at any precision
//
// A comparison is decided or it is not: [Decide] doubles the precision until one is. An
// operation without a value is a [DomainError], a sign that no precision decides an
// [UndecidedError].
package real
