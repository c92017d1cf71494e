package vec

import "math"

// Norm is a norm on ℝ^d that is strictly convex and differentiable away from the origin (HKNS25, Assumption 1). Its
// values compare with ==. Lengths neither overflow nor vanish, because [Vector.Check] bounds examples where they
// enter.
type Norm interface {
	// Of returns ‖x‖.
	Of(x []float64) float64
	// Grad stores ℓ(x) = ∇‖x‖ in dst, which may be x itself. It satisfies
	// ‖ℓ(x)‖∗ = 1 and ℓ(x)·x = ‖x‖; ℓ(0) is set to 0.
	Grad(dst, x []float64)
	// Dual returns ‖·‖∗.
	Dual() Norm
	// Smoothness returns the power 1 < s ≤ 2 and the constant c with which, for all u ≠ 0 and z,
	//
	//	‖u−z‖^s ≤ ‖u‖^s − s‖u‖^{s−1} ℓ(u)·z + c‖z‖^s.
	//
	// They are 2 and 1 for the norms of an inner product, and only for these.
	Smoothness() (s, c float64)
	// String returns the norm as flags name it, such as 3.
	String() string
}

// L2 is the Euclidean norm, its own dual, with ℓ(x) = x/‖x‖.
type L2 struct{}

// Of returns ‖x‖₂.
func (L2) Of(x []float64) float64 { return math.Sqrt(Dot(x, x)) }

// Grad stores x/‖x‖₂ in dst.
func (l L2) Grad(dst, x []float64) {
	n := l.Of(x)
	if n == 0 {
		clear(dst)
		return
	}
	for i, v := range x {
		dst[i] = v / n
	}
}

// Dual returns L2 itself.
func (l L2) Dual() Norm { return l }

// Smoothness returns 2, 1: ‖u−z‖² = ‖u‖² − 2u·z + ‖z‖².
func (L2) Smoothness() (s, c float64) { return 2, 1 }

// String returns "2".
func (L2) String() string { return "2" }

// LeastNorm returns the β in [0,1] at which the point u − βz of the segment
// [u, u−z] has the least Euclidean norm, from uz = u·z and zz = ‖z‖²:
//
//	β = clip(u·z/‖z‖², 0, 1),  and 0 where z = 0.
//
// It is β∗(u,z) of HKNS25, Section 5.1 (the closed form of eq. (7)). OMM moves v₊ (or v₋) by it, with u = v₊−v₋.
func (L2) LeastNorm(uz, zz float64) float64 {
	switch {
	case uz <= 0 || zz == 0:
		return 0
	case uz >= zz:
		return 1
	}
	return uz / zz
}
