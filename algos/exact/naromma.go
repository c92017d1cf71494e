package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// NAROMMA is aggressive ROMMA in the maximum cosine framework. It keeps a w and a
// lower bound ℓ of cos(w, w∗)/γ. With g = y w·x/‖w‖ and N = ‖x‖²
//
//	g ≥ 1/ℓ:       no update
//	1/ℓ > g ≥ ℓN:  w ← y x,  ℓ ← 1/√N
//	otherwise:     w ← w + (1−ℓg)‖w‖/(ℓN−g) y x,  ℓ² ← ℓ² + (ℓg−1)²/(N−g²)
//
// and w = y x, ℓ = 1/‖x‖ at the first x that is not 0. It implements BH16,
// Fig. 1.
//
// Only the direction of w matters to it. At the length ‖w‖ = ℓ all is rational: ℓg is
// s = y w·x, and the length ℓ' is reached by a rational factor (the c of Li and
// Long's ROMMA)
//
//	w' = c (w + τ y x),  τ = (1−s)ℓ²/(ℓ²N−s),  c = (ℓ²N−s)/(ℓ²N−s²),  ‖w'‖ = ℓ'.
//
// Step 4, an option here, makes an x along ±w no update whatever g and y are. Without it
// NAROMMA has the direction of aggressive ROMMA (BH16, Theorem 7), and its ℓ is that
// one's ‖w‖.
type NAROMMA struct {
	hyperplane             // of w, ‖w‖ = ℓ
	length     real.Number // how many times as long as that the paper's w is
	printed    bool
}

func narommaKinds() []kind {
	naromma := func(name string, printed bool) kind {
		return kind{
			name: name, also: always("rho", integer(1)), rational: true, doubling: true,
			learner: func(n norm, dim int, _ values) Learner {
				return &NAROMMA{n.throughOrigin(pointOf(n.Field, NewVector(dim))), n.Int(1), printed}
			},
		}
	}
	return []kind{naromma("naromma", false), naromma("naromma(step4=printed)", true)}
}

// Step implements [Learner]. γ_t is 1/ℓ, which is 1 in the scale of the score: that of the
// example of an update then, which may touch.
func (l *NAROMMA) Step(x Vector, y int) (Step, error) {
	s, err := l.observe(x, y)
	s.Limit = l.Int(0)
	if err != nil || x.IsZero() {
		return s, err
	}
	z, sqX := pointOf(l.Field, x.Times(integer(y))), x.SqNorm()
	if l.power.IsZero() {
		w, length := l.straight(z, sqX)
		err = l.place(x, y, w, length)
		s.Updated = err == nil
		return s, err
	}
	before := l.length
	s.scaled = func(score real.Number) (real.Number, error) { return score.Mul(before), nil }
	one := l.Int(1)
	s.Target, s.Limit, s.Beyond = one, one, s.Score.Sub(one)
	if l.y == y && l.contains(x) {
		s.Beyond = l.Int(0)
	}
	w, length, err := l.next(s, z, sqX)
	if err == nil && w != nil {
		err = l.place(x, y, w, length)
		s.Updated = err == nil
	}
	return s, err
}

// straight is z/‖z‖², and how many times as long z is.
func (l *NAROMMA) straight(z Point, sqZ *big.Rat) (Point, real.Number) {
	return z.times(l.Rational(new(big.Rat).Inv(sqZ))), l.Rational(sqZ)
}

// next is the w after a step, nil where there is no update, and how many times as long the
// paper's is.
func (l *NAROMMA) next(s Step, z Point, n *big.Rat) (w Point, length real.Number, err error) {
	if order, err := s.against("the update", integer(1), s.Limit); err != nil || order >= 0 { // step 5, which may come before step 4
		return nil, length, err
	}
	nl := l.power.Times(n)
	across := nl.Sub(s.Score.Mul(s.Score)) // ℓ²N − s², 0 where z is along w
	if l.printed {
		if along, err := compare("x along w", across, l.Int(0)); err != nil || along == 0 { // step 4
			return nil, length, err
		}
	}
	if order, err := compare("g ≥ ℓN", s.Score, nl); err != nil || order >= 0 { // step 6
		w, length = l.straight(z, n)
		return w, length, err
	}
	if across.IsZero() { // z = −αw
		return nil, length, errInfeasible
	}
	c, err := nl.Sub(s.Score).Quo(across) // step 7
	if err != nil {
		return nil, length, uncomputed("c", l.Bits, err)
	}
	cTau, err := l.power.Mul(s.Beyond.Neg()).Quo(across)
	if err != nil {
		return nil, length, uncomputed("cτ", l.Bits, err)
	}
	if length, err = l.length.Quo(c); err != nil {
		return nil, length, uncomputed("‖w‖", l.Bits, err)
	}
	return l.u.times(c).plus(cTau, z), length, nil
}

// place makes w the classifier. The example of the update has a score of 1 by it.
func (l *NAROMMA) place(x Vector, y int, w Point, length real.Number) error {
	l.length = length
	h := l.throughOrigin(w)
	h.target, h.touching = l.Int(1), touching{y, flat{at: x}}
	return l.move(h)
}

// SqGamma implements [Learner]: γ_t² = 1/ℓ².
func (l *NAROMMA) SqGamma() real.Number {
	if l.power.IsZero() {
		return real.Number{}
	}
	return quotient(l.Int(1), l.power)
}
