package exact

import "math/big"

// nearest is the point v + β(x−v) of the segment [v, x] that is nearest to o:
//
//	β = u·z/‖z‖² clipped to [0, 1], and 0 where z = 0,  u = v−o,  z = v−x.
//
// This is the update of OMM, where o is the other class's certificate, and of
// ROMMA and PUMMA, where o = 0. It is nil where β has more bits than given. Inside says
// that 0 < β < 1.
//
// The three points are taken to a common denominator k, so that β is a ratio of
// integers n/m and the point is (m v − n z)/(k m): only results are reduced to
// lowest terms, and not, as by [Vector.Plus], every product on the way.
func nearest(v, x, o Vector, bits int) (p Vector, inside bool) {
	mustMatch(len(v), len(x))
	mustMatch(len(v), len(o))
	k := commonDenominator(v, x, o)
	vk, xk, ok := numerators(v, k), numerators(x, k), numerators(o, k)
	n, m := new(big.Int), new(big.Int) // u·z, ‖z‖²
	z := make([]*big.Int, len(v))
	for i := range v {
		z[i] = new(big.Int).Sub(vk[i], xk[i])
		u := new(big.Int).Sub(vk[i], ok[i])
		n.Add(n, u.Mul(u, z[i]))
		m.Add(m, new(big.Int).Mul(z[i], z[i]))
	}
	switch {
	case n.Sign() <= 0:
		return v, false
	case n.Cmp(m) >= 0:
		return x, false
	}
	beta := new(big.Rat).SetFrac(n, m)
	if n, m = beta.Num(), beta.Denom(); m.BitLen() > bits {
		return nil, true
	}
	k.Mul(k, m)
	p = make(Vector, len(v))
	for i := range v {
		mv := vk[i].Mul(m, vk[i])
		p[i] = new(big.Rat).SetFrac(mv.Sub(mv, z[i].Mul(n, z[i])), k)
	}
	return p, true
}
