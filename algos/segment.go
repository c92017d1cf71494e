package algos

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory/vec"
)

// leastSquare is far below the γ² of checked examples, whose ‖x‖² is at least [vec.MinSqNorm], or 0. With
// ‖v‖² ≥ leastSquare, w = v/‖v‖² has ‖w‖ ≤ 1e140, and with ‖x‖² ≤ [vec.MaxSqNorm] a finite w·x.
const leastSquare = 1e-280

// Nearest moves v to the point of least norm of the segment [v, αx], given v·x and ‖x‖² in ℓ2, and from
// v = 0 to αx itself. It reports whether v moved.
//
//	v ← (1−β)v + βαx,  β = argmin_{0≤β≤1} ‖v − β(v−αx)‖
//
// ROMMA and PUMMA keep this v in place of w: with w = v/‖v‖² (its dual in a norm) the constraints w'·αx ≥ 1 and w'·v
// ≥ 1, which is w'·w ≥ ‖w‖² in ℓ2, are least in norm at the point to which v moves. Unlike the formula for w itself,
// no term cancels where αx is nearly parallel to w. ‖v‖ = 1/‖w‖∗ is the learner's own margin, and never grows. On
// examples that are not separable v shrinks by a factor at each of many steps: a ‖v‖² below leastSquare counts as 0.
func (v *Comb) Nearest(alpha float64, x vec.Vector, vx, xx float64) bool {
	if len(v.lo) > 0 {
		return v.nearestTwice(alpha, x)
	}
	beta := 1.0
	switch {
	case v.vv == 0:
	case v.norm != nil:
		beta = v.search(alpha, x)
	default:
		vz, zz := float64(alpha*vx), float64(alpha*alpha*xx)
		vd, dd := v.vv-vz, max(0, v.vv-float64(2*vz)+zz) // v·d and ‖d‖² of d = v − αx
		if beta = (vec.L2{}).LeastNorm(vd, dd); dd == 0 && vd > roundedTie*v.vv {
			beta = 1 // ‖d‖² is lost beside ‖v‖², so less than v·d, of an αx with a margin below 1 − roundedTie
		}
		if after := v.vv - float64(2*beta*vd) + float64(beta*beta*dd); v.careful && lostDigits(after, math.Sqrt(zz*dd),
			max(touching*v.vv, vanishing*zz)) {
			v.double()
			return v.nearestTwice(alpha, x)
		}
	}
	if beta == 0 {
		return false
	}
	was := v.vv
	v.Scale(1 - beta)
	v.Grow(float64(beta*alpha), x, (1-beta)*vx, xx)
	if v.vv < leastSquare {
		v.Clear()
	}
	return v.vv > 0 || was > 0
}

// search returns β in a norm other than ℓ2.
func (v *Comb) search(alpha float64, x vec.Vector) float64 {
	n := len(v.a)
	room := v.take(2 * n)
	at, d := room[:n], room[n:2*n]
	floats.ScaleTo(at, v.s, v.a)
	copy(d, at)
	x.AddTo(d, -alpha)
	return vec.LeastNorm(v.norm, at, d)
}

// lostDigits reports whether a squared length has lost digits against terms of this size: they are more than 2¹⁸
// times as large. At or below a least value the square is only rounding, as where hulls touch: a tie remains a tie.
func lostDigits(square, terms, least float64) bool { return terms > 1<<18*square && square > least }

const (
	touching  = 0x1p-48 // the part of a squared length that a step leaves by rounding alone
	vanishing = 0x1p-88 // the same for the squares of points, in twice the digits
)

// double gives v twice the digits, in ℓ2. Only the methods that ROMMA uses support them.
func (v *Comb) double() {
	v.lo = slices.Grow(v.lo[:0], len(v.a))[:len(v.a)]
	for i, a := range v.a {
		at := vec.Double{Hi: a}.Times(v.s)
		v.a[i], v.lo[i] = at.Hi, at.Lo
	}
	v.s = 1
}

func (v *Comb) dotTwice(x vec.Vector) float64 {
	d := v.space.Dim
	vx := x.DotDouble(v.a[:d], v.lo[:d])
	if c := v.space.Bias; c != 0 {
		vx = vx.Add(vec.Double{Hi: v.a[d], Lo: v.lo[d]}.Times(c))
	}
	return vx.Hi
}

// nearestTwice is Nearest in twice the digits, in O(d).
func (v *Comb) nearestTwice(alpha float64, x vec.Vector) bool {
	at, z := func(i int) vec.Double { return vec.Double{Hi: v.a[i], Lo: v.lo[i]} }, v.take(len(v.a))
	x.CopyTo(z[:v.space.Dim])
	if c := v.space.Bias; c != 0 {
		z[v.space.Dim] = c
	}
	floats.Scale(alpha, z)    // exact: α is ±1
	var vd, dd, vv vec.Double // v·d and ‖d‖² of d = v − z, and ‖v‖² after the step
	for i, z := range z {
		d := at(i).Sub(vec.Double{Hi: z})
		vd, dd = vd.Add(at(i).Mul(d)), dd.Add(d.Mul(d))
	}
	if vd.Hi <= 0 {
		return false
	}
	beta := vec.Double{Hi: 1}
	if vd.Less(dd) {
		beta = vd.Quo(dd)
	}
	for i, z := range z {
		to := vec.Double{Hi: z}
		if beta.Hi < 1 {
			to = at(i).Sub(beta.Mul(at(i).Sub(to)))
		}
		v.a[i], v.lo[i] = to.Hi, to.Lo
		vv = vv.Add(to.Mul(to))
	}
	if v.vv = vv.Hi; v.vv < leastSquare || v.vv <= vanishing*vec.Dot(z, z) { // no digit is left
		v.Clear()
	}
	return true
}
