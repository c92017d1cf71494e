package vec

import (
	"math"

	"marginlab/internal/num"
)

// LeastNorm returns the β in [0,1] at which the point u − βz of the segment [u, u−z] has the least norm, in ℓ2 or an
// ℓp, 0 where z = 0: β∗(u,z) of HKNS25, eq. (7). It panics in any other norm.
//
// ℓ2 has a closed form. Elsewhere β is 0 if the slope of β ↦ ‖u−βz‖ as computed is not negative at 0, 1 if it is not
// positive at 1, and else lies between two numbers less than 1e-12·β apart, or as near as rounding allows, at which
// the slope as computed has the two signs. The computed sign is that of Σ|t_i|^{p−1}sign(t_i)z_i, t = u−βz, where
// this exceeds the rounding of its terms; a flat norm or a sum that cancels therefore leaves an uncertainty in β that
// no tolerance bounds, but the norm there is least to a rounding, near p = 1 to some 1e-12.
func LeastNorm(n Norm, u, z []float64) float64 {
	if n == (L2{}) {
		return L2{}.LeastNorm(DotSq(u, z))
	}
	p, zs := n.(Lp).P, maxAbs(z)
	if zs == 0 {
		return 0
	}
	return descend(func(beta float64) (descent, step float64) { return descentP(p, u, z, zs, beta) })
}

// descentP returns −d‖t‖/dβ at t = u−βz, up to a positive factor, and Newton's step for ½‖t‖², which is exact for
// p = 2 and where u is a multiple of z. Coordinates with z_i = 0 are constant, and left out of the norm. With
// a_i = |t_i|/max|t| and y_i = sign(t_i)z_i/max|z|:
//
//	s = Σa_i^{p−1}y_i,  c = Σa_i^{p−2}y_i²,  f = Σa_i^p
//	step = (max|t|/max|z|)·s/((p−1)c − (p−2)s²/f).
func descentP(p float64, u, z []float64, zs, beta float64) (s, step float64) {
	m := maxAbsAt(u, z, beta)
	if m == 0 {
		return 0, 0
	}
	var c, f float64
	for i, v := range z {
		if v == 0 {
			continue
		}
		t := math.FMA(-beta, v, u[i])
		a, y := math.Abs(t)/m, math.Copysign(1, t)*(v/zs)
		switch {
		case a >= minNormal:
			w := Power(a, p-2)
			s += float64(w * a * y)
			c += float64(w * y * y)
			f += float64(w * a * a)
		case p < 2: // where the slope is vertical, and near it: the quotient vanishes, its power need not
			s += float64(num.Exp((p-1)*(num.Log(math.Abs(t))-num.Log(m))) * y)
			c = math.Inf(1)
		}
	}
	return s, m / zs * (s / (float64((p-1)*c) - (p-2)*s*s/f))
}

// maxAbsAt returns max|u_i−βz_i| over the i with z_i ≠ 0.
func maxAbsAt(u, z []float64, beta float64) float64 {
	var m uint64
	for i, v := range z {
		if v != 0 {
			m = max(m, math.Float64bits(math.Abs(math.FMA(-beta, v, u[i]))))
		}
	}
	return math.Float64frombits(m)
}
