package measure

import "math"

// Metric is a norm: ‖x‖_p, or √(xᵀMx) of a symmetric positive definite M, to which
// belongs the identity in the coordinates that it does not have (one that a learner
// appends).
type Metric struct {
	P    float64  // 2 with an M
	M    []Vector // nil for ‖·‖_p
	root []Vector // the lower triangular L of M = LLᵀ
}

// Power returns ‖·‖_p.
func Power(p float64) Metric { return Metric{P: p} }

// L2 returns ‖·‖₂.
func L2() Metric { return Power(2) }

// Mahalanobis returns √(xᵀMx), and false if M is not symmetric and positive definite.
func Mahalanobis(m []Vector) (Metric, bool) {
	in := Metric{P: 2, M: m}
	for i, row := range m {
		if len(row) != len(m) {
			return in, false
		}
		for j := range i {
			if row[j] != m[j][i] {
				return in, false
			}
		}
	}
	for i := range m {
		row := make(Vector, len(m))
		in.root = append(in.root, row)
		for j := range i {
			row[j] = (m[i][j] - row[:j].Dot(in.root[j][:j])) / in.root[j][j]
		}
		row[i] = math.Sqrt(m[i][i] - row[:i].Dot(row[:i]))
		if !(row[i]*row[i] > 1e-9*m[i][i]) {
			return in, false
		}
	}
	return in, true
}

// Euclidean says that it is ℓ2, where float64 is exact on small integers.
func (m Metric) Euclidean() bool { return m.P == 2 && m.M == nil }

// Norm returns ‖x‖.
func (m Metric) Norm(x Vector) float64 {
	switch {
	case m.Euclidean():
		return x.Norm()
	case m.P == 2:
		return math.Sqrt(x.Dot(m.times(x)))
	}
	return PowerNorm(x, m.P)
}

// Dual returns ‖w‖∗ = max_{‖x‖=1} w·x: ‖w‖_q, 1/p + 1/q = 1, or √(wᵀM⁻¹w).
func (m Metric) Dual(w Vector) float64 {
	if m.P != 2 {
		return PowerNorm(w, m.P/(m.P-1))
	}
	return m.forward(w).Norm()
}

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

// Link returns ∇½‖u‖² = ‖u‖ℓ(u): u in ℓ2, Mu, or sign(u_i)(|u_i|/‖u‖)^{p−1}‖u‖.
func (m Metric) Link(u Vector) Vector {
	if m.P == 2 {
		return m.times(u)
	}
	return powerLink(u, m.P)
}

// Unlink returns ∇½‖w‖∗², the u whose link is w.
func (m Metric) Unlink(w Vector) Vector {
	if m.P != 2 {
		return powerLink(w, m.P/(m.P-1))
	}
	return m.back(m.forward(w))
}

func powerLink(u Vector, p float64) Vector {
	length := PowerNorm(u, p)
	w := make(Vector, len(u))
	for i, v := range u {
		if v != 0 {
			w[i] = math.Copysign(math.Pow(math.Abs(v)/length, p-1)*length, v)
		}
	}
	return w
}

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

// Kappa returns κ∘(δ,η) in the norms of inner products, and else a number that is not
// below it: the least of 1 − sβη + cβ^sδ^s over β ∈ [0,1], to the power 1/s
// (theory.md's κ̄). That is a parabola for s = 2; its slope vanishes where
// β^{s−1} = η/(cδ^s).
//
// For an inner product it is the distance of e₁ from the segment [0, z] with z·e₁ = η
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

// Span returns a length that the rounding of x in this norm is in proportion to.
func (m Metric) Span(x Vector) float64 {
	if m.M == nil {
		return m.Norm(x)
	}
	trace := 1.0
	for i := range m.M {
		trace += m.M[i][i]
	}
	return math.Sqrt(trace) * x.Norm()
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

// Farthest returns the greatest span.
func (m Metric) Farthest(x ...Vector) float64 { return mostOf(m.Span, x) }

func mostOf(length func(Vector) float64, x []Vector) float64 {
	most := 0.0
	for _, a := range x {
		most = max(most, length(a))
	}
	return most
}
