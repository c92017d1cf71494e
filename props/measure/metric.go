package measure

import "math"

// Metric is the norm ‖x‖_p.
type Metric struct{ P float64 }

// Power returns ‖·‖_p.
func Power(p float64) Metric { return Metric{P: p} }

// L2 returns ‖·‖₂.
func L2() Metric { return Power(2) }

// Euclidean reports whether it is ℓ2, where float64 is exact on small integers.
func (m Metric) Euclidean() bool { return m.P == 2 }

// Norm returns ‖x‖.
func (m Metric) Norm(x Vector) float64 {
	if m.Euclidean() {
		return x.Norm()
	}
	return PowerNorm(x, m.P)
}

// Dual returns ‖w‖∗ = max_{‖x‖=1} w·x: ‖w‖_q, 1/p + 1/q = 1.
func (m Metric) Dual(w Vector) float64 { return Power(m.P / (m.P - 1)).Norm(w) }

// PowerNorm returns ‖x‖_p, also where squares overflow or vanish.
func PowerNorm(x Vector, p float64) float64 {
	most, sum := 0.0, 0.0
	for _, v := range x {
		most = max(most, math.Abs(v))
	}
	if most == 0 {
		return 0
	}
	for _, v := range x {
		sum += math.Pow(math.Abs(v)/most, p)
	}
	return most * math.Pow(sum, 1/p)
}

// Link returns ∇½‖u‖² = ‖u‖ℓ(u): u in ℓ2, else sign(u_i)(|u_i|/‖u‖)^{p−1}‖u‖.
func (m Metric) Link(u Vector) Vector {
	if m.Euclidean() {
		return u.Times(1)
	}
	length := m.Norm(u)
	w := make(Vector, len(u))
	for i, v := range u {
		if v != 0 {
			w[i] = math.Copysign(math.Pow(math.Abs(v)/length, m.P-1)*length, v)
		}
	}
	return w
}

// Unlink returns ∇½‖w‖∗², the u whose link is w.
func (m Metric) Unlink(w Vector) Vector { return Power(m.P / (m.P - 1)).Link(w) }

// Point returns f(w)/‖w‖∗², f = ∇½‖·‖∗², nil for w = 0; it is w/‖w‖² in ℓ2.
func (m Metric) Point(w Vector) Vector {
	if m.Euclidean() {
		return inverse(w)
	}
	if size := m.Dual(w); size > 0 { // w/‖w‖∗ first: ‖w‖∗² may underflow
		return m.Unlink(w.Times(1 / size)).Times(1 / size)
	}
	return nil
}

// Weight returns the w whose point is v: ℓ(v)/‖v‖.
func (m Metric) Weight(v Vector) Vector {
	if m.Euclidean() {
		return inverse(v)
	}
	size := m.Norm(v)
	return m.Link(v.Times(1 / size)).Times(1 / size)
}

func inverse(w Vector) Vector {
	if ww := w.Dot(w); ww > 0 {
		return w.Times(1 / ww)
	}
	return nil
}

// Unit returns x/‖x‖, and 0 of 0.
func (m Metric) Unit(x Vector) Vector {
	if length := m.Norm(x); length > 0 {
		return x.Times(1 / length)
	}
	return x
}

// Smoothness returns the s and c of ‖u−z‖^s ≤ ‖u‖^s − s‖u‖^{s−1}ℓ(u)·z + c‖z‖^s.
func (m Metric) Smoothness() (s, c float64) {
	if m.P >= 2 {
		return 2, m.P - 1
	}
	return m.P, math.Pow(2, 2-m.P)
}

// Kappa returns κ∘(δ,η) in ℓ2, and else a number that is not
// below it: the least of 1 − sβη + cβ^sδ^s over β ∈ [0,1], to the power 1/s
// (theory.md's κ̄). That is a parabola for s = 2; its slope vanishes where
// β^{s−1} = η/(cδ^s).
//
// In ℓ2 it is the distance of e₁ from the segment [0, z] with z·e₁ = η
// and ‖z‖ = δ: the pair (u, z) of HKNS25, Section 5.1, at which the maximum is
// attained; 1 where η ≤ 0.
func (m Metric) Kappa(delta, eta float64) float64 {
	switch {
	case eta > delta:
		return math.Inf(-1)
	case eta <= 0:
		return 1
	case m.P == 2:
		z := Vector{eta, math.Sqrt(max(0, (delta-eta)*(delta+eta)))}
		dist, _ := L2().ToSegment(Vector{1, 0}, Vector{0, 0}, z)
		return dist
	}
	s, c := m.Smoothness()
	beta := min(1, math.Pow(eta/(c*math.Pow(delta, s)), 1/(s-1)))
	return math.Pow(max(0, 1-s*beta*eta+c*math.Pow(beta*delta, s)), 1/s)
}

// Widest returns the greatest distance of a point of x from one of y.
func (m Metric) Widest(x, y []Vector) float64 {
	most := 0.0
	for _, a := range x {
		most = max(most, mostOf(func(b Vector) float64 { return m.Norm(a.Minus(b)) }, y))
	}
	return most
}

// Longest returns max ‖x‖.
func (m Metric) Longest(x []Vector) float64 { return mostOf(m.Norm, x) }

func mostOf(length func(Vector) float64, x []Vector) float64 {
	most := 0.0
	for _, a := range x {
		most = max(most, length(a))
	}
	return most
}
