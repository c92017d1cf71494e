package theory

import (
	"iter"
	"math"
)

// Iterate is what is known of iterate k of an algorithm of the task [Batch]; see
// package algos/normalized for the symbols. What an algorithm has not is NaN or 0.
type Iterate struct {
	Loop, K int     // of an algorithm that calls another: the call; of ISNKP how often q was shrunk
	Start   float64 // ‖q‖_G, of the p that the call starts from
	Least   float64 // min_i q_i
	Delta   float64 // δ of the call
	Mu      float64 // μ_k
	Norm    float64 // ‖p_k‖_G, of an algorithm without p ‖α_k‖_G
	L, LMu  float64 // L(α_k), L_{μ_k}(α_k)
	Last    bool    // it ends the call
}

// The quantities of batch algorithms. Of a run that was stopped the counts are from
// below: see Quantity.ended.
var (
	// BatchUpdates are the iterations made after the first iterate, in all calls.
	BatchUpdates = Quantity{Name: Updates.Name, Term: Updates.Term, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		s.Iterate = s.Trace.lastIterate()
		return once(s, float64(s.Trace.Updates))
	}}
	// CallIterations are the iterations of each call.
	CallIterations = Quantity{Name: "updates of a call", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			for i, it := range s.Trace.Iterates {
				if stopped := i == len(s.Trace.Iterates)-1; it.Last || stopped {
					if s.Iterate = it; !yield(s, float64(it.K)) {
						return
					}
				}
			}
		}
	}}
	// Calls are the outer loops of an algorithm that calls another.
	Calls = Quantity{Name: "loops", Term: "loops", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		s.Iterate = s.Trace.lastIterate()
		calls := 0
		for _, it := range s.Trace.Iterates {
			calls = max(calls, it.Loop+1)
		}
		return once(s, float64(calls))
	}}
	// Shrunk are the combinations that ISNKP has made shorter by its γ.
	Shrunk = Quantity{Name: "shrunk combinations", Readings: func(s Setting) iter.Seq2[Setting, float64] {
		s.Iterate = s.Trace.lastIterate()
		return once(s, float64(s.Iterate.Loop))
	}}
	// IterateNorm is ‖p_k‖_G at every iterate, of an algorithm without p ‖α_k‖_G.
	IterateNorm = Quantity{Name: "norm of p_k", Real: true, Rounding: rootRounding, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return each(s, func(it Iterate) (float64, bool) { return it.Norm, true })
	}}
	// IterateSquaredNorm is ‖p_k‖_G² at every iterate.
	IterateSquaredNorm = Quantity{Name: "squared norm of p_k", Real: true, Rounding: batchRounding, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return each(s, func(it Iterate) (float64, bool) { return it.Norm * it.Norm, true })
	}}
	// Smoothing is L(α_k) − L_{μ_k}(α_k) at every iterate.
	Smoothing = Quantity{Name: "L − L_mu", Real: true, Rounding: batchRounding, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return each(s, func(it Iterate) (float64, bool) { return it.L - it.LMu, true })
	}}
	// SmoothDepth is −L_{μ_k}(α_k) at every iterate.
	SmoothDepth = Quantity{Name: "−L_mu", Real: true, Rounding: batchRounding, Readings: func(s Setting) iter.Seq2[Setting, float64] {
		return each(s, func(it Iterate) (float64, bool) { return -it.LMu, true })
	}}
)

// ended is the count q for a row of that bound. A run that was stopped before it had
// a certificate would have counted on: its last iterate is not marked as one, and the
// count is read only if it is above the bound already.
func (q Quantity) ended(bound func(Setting) float64) Quantity {
	readings := q.Readings
	q.Readings = func(s Setting) iter.Seq2[Setting, float64] {
		return func(yield func(Setting, float64) bool) {
			for s, count := range readings(s) {
				if (s.Iterate.Last || count > bound(s)) && !yield(s, count) {
					return
				}
			}
		}
	}
	return q
}

// lastIterate is the last iterate of tr. A run without one has ended, as it needed
// no call.
func (tr *Trace) lastIterate() Iterate {
	if n := len(tr.Iterates); n > 0 {
		return tr.Iterates[n-1]
	}
	return Iterate{Last: true}
}

func each(s Setting, value func(Iterate) (float64, bool)) iter.Seq2[Setting, float64] {
	return func(yield func(Setting, float64) bool) {
		for _, s.Iterate = range s.Trace.Iterates {
			if v, ok := value(s.Iterate); ok && !yield(s, v) {
				return
			}
		}
	}
}

// batchRounding is the error of a ⟨p,α⟩_G, p and α in Δ: sums of n terms, as many
// products, and what 64 iterations between two computations of Gα add.
func batchRounding(s Setting) float64 {
	const epsilon = 0x1p-52
	return 4 * epsilon * float64(s.Examples+s.Dim+64)
}

// rootRounding is that of ‖p‖_G: the root of it where p has cancelled.
func rootRounding(s Setting) float64 {
	return batchRounding(s) / max(math.Sqrt(batchRounding(s)), s.Iterate.Norm)
}
