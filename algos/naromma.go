package algos

import "math"

// NAROMMARule is that of NAROMMA, whose τ is the best one:
//
//	update iff g < 1/ℓ:  if g ≥ ℓN:  w ← y x,  ℓ ← 1/√N,  else
//	                     τ = (1−ℓg)/(ℓN−g),  ℓ² ← ℓ² + (ℓg−1)²/(N−g²)
//
// It implements BH16, Fig. 1, without its step 4, with which Theorem 7, that NAROMMA has the
// direction and ℓ = ‖w‖ of aggressive ROMMA, fails.
func NAROMMARule(g, ell, xx float64) CosineStep {
	if g >= ell*xx || xx-float64(g*g) <= roundedSine*xx { // the second only for x antiparallel to w: not separable
		return CosineStep{g < 1/ell, math.Inf(1), 1 / xx}
	}
	d := 1 - float64(ell*g)
	return CosineStep{g < 1/ell, d / (float64(ell*xx) - g), float64(ell*ell) + d*d/(xx-float64(g*g))}
}

// roundedSine is the sin² of an angle to x below which N − g² is rounding alone:
// x is antiparallel to w.
const roundedSine = 0x1p-51

const narommaSteps = `  else if y(w·x)/‖w‖ < 1/ℓ and x ≠ 0:
    g = y(w·x)/‖w‖, N = ‖x‖²
    if g ≥ ℓN:
      w ← y x, ℓ ← 1/√N
    else:
      w ← w + (1 − ℓg)‖w‖/(ℓN − g) y x, ℓ² ← ℓ² + (ℓg − 1)²/(N − g²)`

// narommaKind describes NAROMMA.
func narommaKind() Kind {
	k := cosineKind("naromma", "aggressive ROMMA in the maximum cosine framework", "BH16, Fig. 1 without step 4", narommaSteps)
	k.Families = []string{"naromma", "cosine", "mcf"}
	k.Params, k.Falls = []Param{fixed("rho", 1)}, "a-romma"
	k.New = func(s Space, _ Args) Learner { return NewMaximumCosine(s, NAROMMARule) }
	return k
}
