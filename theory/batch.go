package theory

import "math"

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

// lastIterate is the last iterate of tr. A run without one has ended, as it needed
// no call.
func (tr *Trace) lastIterate() Iterate {
	if n := len(tr.Iterates); n > 0 {
		return tr.Iterates[n-1]
	}
	return Iterate{Last: true}
}

// normalisedMargin is γ∗ of the normalised features, 0 where they are not separable.
func (s *Setting) normalisedMargin() float64 {
	if !s.Separable {
		return 0
	}
	return s.Gamma
}

// insideBy is |ρ| where the features are not separable.
func (s *Setting) insideBy() float64 {
	if s.Separable {
		return 0
	}
	return s.Inradius
}

// calls are the outer loops of an algorithm that calls another.
func (s *Setting) calls() (calls float64) {
	for _, it := range s.Trace.Iterates {
		calls = max(calls, float64(it.Loop+1))
	}
	return calls
}

// ofProduct is the error of a ⟨p,α⟩_G, p and α in Δ: sums of n terms, as many
// products, and what 64 iterations between two computations of Gα add.
func ofProduct(s *Setting) (relative, absolute float64) {
	const epsilon = 0x1p-52
	return 0, 4 * epsilon * float64(s.Examples+s.Dim+64)
}

// ofRoot is that of ‖p‖_G: the root of it where p has cancelled.
func ofRoot(s *Setting) (relative, absolute float64) {
	_, product := ofProduct(s)
	return 0, product / max(math.Sqrt(product), s.Iterate.Norm)
}
