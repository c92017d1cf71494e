// Package num computes with the same bits on every machine: sums of products, elementary
// functions, draws, and the linear algebra of small dense matrices.
//
// Packages math and gonum do not. They have assembly for some machines, gonum adds in an order of its own
// there, and their Go code leaves products to be fused with sums. Here one operation has one order of
// summation, and every rounding is written out. On amd64 the bits are those of packages math and rand and of
// gonum's assembly, but for those of [Sum], [Log1p], [Expm1] and [Eigen].
//
// Algorithms and constants of [Exp], [Exp2], [Log] and [Pow] are those of the Go authors
// (src/math, see LICENSE) and, by them, of FreeBSD's msun (© 1993 Sun Microsystems), Cephes
// (© 1984–2000 Stephen L. Moshier) and SLEEF (Naoki Shibata, public domain).
package num
