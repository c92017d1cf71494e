package exact

import "marginlab/theory/real"

// NormedALMA is ALMA for ‖·‖_p, p > 2, through the origin.
//
//	θ_1 = 0, k = 1;  x̂ = x/‖x‖;  γ_k = B√(p−1)/√k, η_k = C/√((p−1)k)
//	update iff y(w·x̂) ≤ (1−α)γ_k, w = ∇½‖θ‖²:
//	  θ' = θ + η_k y x̂,  θ ← θ'/max{1, ‖θ'‖},  k ← k+1
//
// It implements Gentile (2001), with B = √8/α and C = √2, those of its Theorem 3, unless
// they are given. An x = 0 has no direction, and is no update. Scores are
// θ^⟨p−1⟩·x (see [norm]), which is ‖θ‖^{p−2}‖x‖ times w·x̂.
type NormedALMA struct {
	rates
	hyperplane // of u = θ
}

func newNormedALMA(n norm, dim int, r rates) *NormedALMA {
	return &NormedALMA{r, n.throughOrigin(pointOf(n.Field, NewVector(dim)))}
}

// Step implements [Learner].
func (l *NormedALMA) Step(x Vector, y int) (Step, error) {
	s, err := l.observe(x, y)
	if err != nil || x.IsZero() {
		return s, err
	}
	z := pointOf(l.Field, x)
	length := l.length(z)
	s.scaled = l.linked(length)
	gamma := root(l.Rational(l.sqGammaK())).Mul(length) // γ_k‖x‖
	s.Target = gamma.Mul(l.root(l.power, l.less(1)))
	s.Limit = gamma.Mul(l.root(l.power, l.less(2))).Times(l.phi)
	order, err := compare("the update", s.Score, s.Limit)
	if err != nil || order > 0 {
		return s, err
	}
	eta, err := root(l.Rational(l.sqEtaK())).Times(integer(y)).Quo(length)
	if err != nil {
		return s, uncomputed("the step", l.Bits, err)
	}
	s.Updated = true
	l.learn(l.u.plus(eta, z))
	return s, nil
}

// learn is θ ← θ'/max{1, ‖θ'‖}, which needs no decision.
func (l *NormedALMA) learn(theta Point) {
	by := l.length(theta).Max(l.Int(1))
	for i := range theta {
		theta[i] = quotient(theta[i], by)
	}
	l.hyperplane = l.throughOrigin(theta)
	l.k++
}

// Classifier is w = θ^⟨p−1⟩/‖θ‖^{p−2} itself, but where that cannot be computed.
func (l *NormedALMA) Classifier() (Point, real.Number) {
	if sign, decided := l.power.Sign(); !decided || sign == 0 {
		return l.w, l.b
	}
	by := l.root(l.power, l.less(2))
	w := make(Point, len(l.w))
	for i := range w {
		w[i] = quotient(l.w[i], by)
	}
	return w, l.b
}

// quotient is a/b by what is known to be other than 0.
func quotient(a, b real.Number) real.Number {
	z, err := a.Quo(b)
	if err != nil {
		panic(err)
	}
	return z
}

// SqGamma implements [Learner].
func (l *NormedALMA) SqGamma() real.Number { return l.Rational(l.sqGammaK()) }
