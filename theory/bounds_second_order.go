package theory

import (
	"math"

	"marginlab/internal/num"
)

// MistakesSecondOrder bounds the mistakes of the second-order Perceptron by the theorem
// on second-order learners with U = 0, at several lengths of a rival; +Inf where it has
// no positive margin.
//
// Of a run let M count the mistakes and U the updates that were none. Sums are over these
// N = M + U steps, A = aI + Σxxᵀ, and u is any vector. Then
//
//	M ≤ Σ max(0, 1 − y u·x) + √((a‖u‖² + Σ(u·x)²)(log det(A/a) + U)) − U.
//
// It is Theorem 3.1 of Cesa-Bianchi, Conconi, Gentile (2005), where U = 0, u has length 1
// and γ is 1/‖u‖ here; and Theorem 2 of Crammer, Kulesza, Dredze (2009), where r is a.
//
// Proof: PROOFS.md, second-order-mistakes.
func MistakesSecondOrder(s Setting) float64 { return secondOrder(s, 0) }

func secondOrder(s Setting, marginErrors int) float64 {
	var margins []float64
	var squares float64
	for t := range s.Trace.Learned() {
		m := s.Rival.Margins[t]
		margins = append(margins, m)
		squares += float64(m * m)
	}
	extra := float64(marginErrors)
	learned := NewRival(margins)
	return learned.least(func(length float64) float64 {
		return learned.hinge(length, 1) + float64(length*math.Sqrt((s.Param("a")+squares)*(s.Trace.LogDet+extra))) - extra
	})
}

// MistakesSecondOrderSeparable bounds the mistakes of the second-order Perceptron on a
// stream of margin γ through the origin by √((a + NR²)·d log(1 + NR²/(ad)))/γ, where N
// counts its updates.
//
// Proof: PROOFS.md, second-order-separable.
func MistakesSecondOrderSeparable(s Setting) float64 { return secondOrderSeparable(s, 0) }

func secondOrderSeparable(s Setting, marginErrors int) float64 {
	a, d := s.Param("a"), float64(s.Dim)
	squares := float64(float64(s.Trace.Updates) * s.DBar * s.DBar)
	extra := float64(marginErrors)
	return math.Sqrt((a+squares)*(float64(d*num.Log1p(squares/(a*d)))+extra))/s.Gamma - extra
}

// MistakesAROW bounds the mistakes of AROW by the theorem of [MistakesSecondOrder], at
// several lengths of a rival; U counts its updates that were no mistakes.
//
// Proof: PROOFS.md, arow-mistakes.
func MistakesAROW(s Setting) float64 { return secondOrder(s, s.Trace.MarginErrors()) }

// MistakesAROWSeparable bounds the mistakes of AROW on a stream of margin γ through the
// origin by √((a + NR²)(d log(1 + NR²/(ad)) + U))/γ − U, where N counts its updates and U
// those that were no mistakes: N less the mistakes, as no x is 0.
//
// Proof: PROOFS.md, arow-separable.
func MistakesAROWSeparable(s Setting) float64 {
	return secondOrderSeparable(s, s.Trace.Updates-s.Trace.Mistakes)
}

// mistakesOfRegression are those of the whole run, read with the rounding of what a bound
// takes from the run: χ of an update is known to some ε√(1 + NR²/a) of it, by the
// condition of the root of A. Without a term they are of rows on log det A, of which no
// statement speaks.
func mistakesOfRegression(term string) Quantity {
	q := AllMistakes
	q.Term = term
	q.Rounding = func(s Setting) float64 {
		const epsilon = 0x1p-52
		n := float64(s.Trace.Updates)
		return 64 * epsilon * n * n * math.Sqrt(1+n*s.DBar*s.DBar/s.Param("a"))
	}
	return q
}

// tableSecondOrder is the part of the table on second-order learners.
func tableSecondOrder() []Guarantee {
	return []Guarantee{
		{
			ID: "second-order-mistakes", Learner: "second-order", Quantity: mistakesOfRegression(""), Bound: MistakesSecondOrder,
			AnyStream: true, Relative: true,
			Formula: "Lm + sqrt((a*U^2 + Vm)*logdet)", View: origin, Assumption: anyStream,
			Source: "Cesa-Bianchi, Conconi, Gentile 2005, Theorem 3.1", Status: Proved,
		},
		{
			ID: "second-order-separable", Learner: "second-order", Quantity: mistakesOfRegression(AllMistakes.Term), Bound: MistakesSecondOrderSeparable,
			Formula: "sqrt((a + updates*R^2)*d*log(1 + updates*R^2/(a*d)))/gamma0", View: origin, Assumption: separableOrigin,
			Source: "Cesa-Bianchi, Conconi, Gentile 2005, Theorem 3.1, with the trace of A", Status: Proved,
		},
		{
			ID: "arow-mistakes", Learner: "arow", Quantity: mistakesOfRegression(""), Bound: MistakesAROW,
			AnyStream: true, Relative: true,
			Formula: "Lm + sqrt((a*U^2 + Vm)*(logdet + margin_errors)) - margin_errors", View: origin, Assumption: anyStream,
			Source: "Crammer, Kulesza, Dredze 2009, Theorem 2", Status: Proved,
		},
		{
			ID: "arow-separable", Learner: "arow", Quantity: mistakesOfRegression(AllMistakes.Term), Bound: MistakesAROWSeparable,
			Formula: "sqrt((a + updates*R^2)*(d*log(1 + updates*R^2/(a*d)) + updates - mistakes))/gamma0 - (updates - mistakes)", View: origin, Assumption: separableOrigin,
			Source: "Crammer, Kulesza, Dredze 2009, Theorem 2, with the trace of A", Status: Proved,
		},
	}
}
