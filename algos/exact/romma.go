package exact

import "math/big"

// ROMMA is the relaxed online maximum margin algorithm. At y w·x ≤ 1−ε (below 1, if ε = 0: aggressive ROMMA)
//
//	w ← argmin ‖w'‖²  s.t.  y w'·x ≥ 1,  w'·w ≥ ‖w‖²;
//
// the first example that is not 0 is an update to w = y x/‖x‖²; x = 0 is never an update. It implements Li and Long
// (2002), with the parameter of ZH13, Section 4.1: ε = 1 is ROMMA itself, which updates at mistakes and ties.
//
// The maximum margin problem of the two points v = w/‖w‖² and y x has the same constraints, so that the solution's v is
// the least-norm point of the segment between them. Steps are in the scale of v, which needs no division: y w·x ≤ 1−ε
// is y v·x ≤ (1−ε)‖v‖², and γ_t = ‖v‖. The example of an update then has this margin, as v is orthogonal to the
// segment, or is y x.
type ROMMA struct {
	plane          // of v, 0 for w = 0
	limit *big.Rat // 1−ε
}

func newROMMA(s space) Learner { return &ROMMA{s.zero(), s.values["rho"]} }

// Step implements [Learner].
func (l *ROMMA) Step(x Vector, y int) Step {
	z := at(x.Times(integer(y)))
	if x.IsZero() || l.size.IsZero() {
		s := l.observe(x, y)
		if s.Updated = !x.IsZero(); s.Updated {
			l.place(z, level{y: y, at: x})
		}
		return s
	}
	s := l.measure(x, y)
	if order := s.compare("the update", l.limit); order > 0 || order == 0 && l.limit.Cmp(integer(1)) == 0 {
		return s
	}
	v, _ := l.nearest(l.u, z, at(NewVector(len(x))))
	l.place(v, level{y: y, at: x}) // v = 0 where y x = −αv, α ≥ 0
	s.Updated = true
	return s
}

// place makes v the classifier, and records which points have its margin.
func (l *ROMMA) place(v point, level level) {
	h := l.through(v)
	h.sqGamma, h.target = h.size, h.size
	h.on = map[int]point{+1: v, -1: v.times(l.Int(-1))}
	h.level = level
	l.move(h)
}

// NAROMMA is aggressive ROMMA in the maximum cosine framework. It keeps a w and a
// lower bound ℓ of cos(w, w∗)/γ. With g = y w·x/‖w‖ and N = ‖x‖²
//
//	g ≥ 1/ℓ:       no update
//	1/ℓ > g ≥ ℓN:  w ← y x,  ℓ ← 1/√N
//	otherwise:     w ← w + (1−ℓg)‖w‖/(ℓN−g) y x,  ℓ² ← ℓ² + (ℓg−1)²/(N−g²)
//
// and w = y x, ℓ = 1/‖x‖ at the first x that is not 0. It implements BH16, Fig. 1.
//
// Only the direction of w matters. At the length ‖w‖ = ℓ all numbers are rational: ℓg is s = y w·x, and a rational
// factor gives the length ℓ' (the c of Li and Long's ROMMA)
//
//	w' = c (w + τ y x),  τ = (1−s)ℓ²/(ℓ²N−s),  c = (ℓ²N−s)/(ℓ²N−s²),  ‖w'‖ = ℓ'.
//
// Step 4, an option here, excludes updates at an x along ±w, whatever g and y are. Without it NAROMMA has the direction
// of aggressive ROMMA (BH16, Theorem 7), and its ℓ is ROMMA's ‖w‖.
type NAROMMA struct {
	plane // of w, ‖w‖ = ℓ
	step4 bool
}

func newNAROMMA(s space) Learner { return &NAROMMA{s.zero(), s.word == "printed"} }

// Step implements [Learner]. γ_t is 1/ℓ, which is 1 in the scale of the score. The example of an update then has this
// score, and so is level.
func (l *NAROMMA) Step(x Vector, y int) Step {
	s, z, n := l.observe(x, y), at(x.Times(integer(y))), l.Rational(x.SqNorm())
	if x.IsZero() {
		return s
	}
	w := z.times(quo(l.Int(1), n)) // y x, scaled to its length 1/√N
	if !l.size.IsZero() {
		s.Target = l.Int(1)
		if s.beyond = s.Score.Sub(s.Target); l.level.y == y && l.level.holds(x) {
			s.beyond = l.Int(0)
		}
		if s.compare("the update", integer(1)) >= 0 { // step 5, which may come before step 4
			return s
		}
		nl := l.size.Mul(n)
		across := nl.Sub(s.Score.Mul(s.Score)) // ℓ²N − s², 0 where z is along w
		switch {
		case l.step4 && sign("x along w", across) == 0:
			return s
		case Compare("g ≥ ℓN", s.Score, nl) >= 0: // step 6
		case across.IsZero(): // z = −αw
			failInfeasible()
		default: // step 7
			w = l.u.times(quo(nl.Sub(s.Score), across)).plus(quo(l.size.Mul(s.beyond.Neg()), across), z)
		}
	}
	l.place(w, level{y: y, at: x})
	s.Updated = true
	return s
}

// place makes w the classifier, and records which points have the score 1.
func (l *NAROMMA) place(w point, level level) {
	h := l.through(w)
	h.target, h.level = l.Int(1), level
	l.move(h)
	l.sqGamma = quo(h.target, h.size)
}
