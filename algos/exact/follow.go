package exact

import (
	"math/big"

	"marginlab/theory/real"
)

// Shown is the visible state of a float64 learner between two steps.
type Shown struct {
	W, Plus, Minus []float64 // its classifier, and v₊ and v₋ if it has them
	Gamma          float64   // its own margin
}

// Event is an example with the learner's decision there.
type Event struct {
	X Vector
	Decision
}

// Follower is a model whose state can be set to the state that a learner shows, with each number known to a relative ρ,
// which may be 0. The rest of the state, such as the number of updates and the examples kept, follows from the
// learner's own decisions. A step of the model is then the step that the learner should have made: where its result is
// an interval, the width bounds the effect of rounding.
type Follower interface {
	Learner
	Follow(s Shown, rho *big.Rat, past []Event)
	// State returns the numbers that a step changes, in one scale; none if there are none yet.
	State() Point
}

// Follower returns a model that follows a learner, in numbers of a precision, or nil if the model cannot follow.
func (s *Spec) Follower(prec uint, dim int) Follower {
	if s.Has(ManyClasses) {
		return nil
	}
	f, _ := s.New(real.Field{Bits: prec, Exact: 1 << 14}, dim).(Follower)
	return f
}

// near returns the point v, with each coordinate known to a relative ρ.
func (n norm) near(v []float64, rho *big.Rat) point {
	all := make(Point, len(v))
	for k, x := range v {
		all[k] = n.nearly(x, rho)
	}
	if z, rational := all.Rational(); rational {
		return at(z)
	}
	return point{x: all}
}

func (n norm) nearly(x float64, rho *big.Rat) real.Number {
	q := new(big.Rat).SetFloat64(x)
	d := new(big.Rat).Mul(rho, new(big.Rat).Abs(q))
	if d.Sign() == 0 {
		return n.Rational(q)
	}
	low, high := new(big.Rat).Sub(q, d), new(big.Rat).Add(q, d)
	return n.Enclosed(real.NewInterval(n.Bits, low).To(real.NewInterval(n.Bits, high)))
}

// dualNorm returns ‖·‖_q.
func (n norm) dualNorm() norm { return newNorm(n.Field, new(big.Rat).Quo(n.p, n.less(1))) }

// unlink returns ∇½‖w‖∗², the u whose w is ∇½‖u‖².
func (n norm) unlink(w point) point {
	h := n.dualNorm().through(w)
	if n.euclidean || h.size.IsZero() {
		return w
	}
	// ∇½‖w‖∗² is ‖w‖∗^{2−q} w^⟨q−1⟩.
	e := new(big.Rat).Sub(integer(2), h.p)
	length := h.root(h.size, new(big.Rat).Abs(e))
	if e.Sign() < 0 {
		length = quo(n.Int(1), length)
	}
	return h.w.times(length)
}

// State implements [Follower] for learners whose step changes u: θ, or v = ∇½‖w‖∗²/‖w‖∗².
func (h *plane) State() Point { return h.u.coordinates(h.Field) }

// withEll returns the state of cosine learners: w/‖w‖ and ℓ.
func (h *plane) withEll(sqL real.Number) Point {
	if h.size.IsZero() {
		return nil
	}
	return append(h.u.times(quo(h.Int(1), root(h.size))).coordinates(h.Field), root(sqL))
}

// Follow implements [Follower].
func (l *Perceptron) Follow(s Shown, rho *big.Rat, _ []Event) {
	l.plane = l.through(l.unlink(l.near(s.W, rho)))
}

// Follow implements [Follower].
func (l *Passive) Follow(s Shown, rho *big.Rat, _ []Event) { l.plane = l.through(l.near(s.W, rho)) }

// Follow implements [Follower].
func (l *ALMA) Follow(s Shown, rho *big.Rat, past []Event) {
	l.plane, l.f, l.k = l.through(l.unlink(l.near(s.W, rho))), l.Int(1), 1
	for _, e := range past {
		if e.Updated {
			l.k++
		}
	}
}

// State implements [Follower]: θ = √f u.
func (l *ALMA) State() Point { return l.u.times(root(l.f)).coordinates(l.Field) }

// Follow implements [Follower].
func (l *ROMMA) Follow(s Shown, rho *big.Rat, _ []Event) {
	if l.plane = l.through(l.near(s.W, rho)); !l.size.IsZero() {
		l.place(l.u.times(quo(l.Int(1), l.size)), level{}) // v = w/‖w‖²
	}
}

// Follow implements [Follower].
func (l *NAROMMA) Follow(s Shown, rho *big.Rat, _ []Event) {
	if l.plane = l.through(l.near(s.W, rho)); !l.size.IsZero() {
		l.place(l.u.times(quo(quo(l.Int(1), l.nearly(s.Gamma, rho)), root(l.size))), level{}) // ‖w‖ = ℓ = 1/γ_t
	}
}

// State implements [Follower].
func (l *NAROMMA) State() Point { return l.withEll(l.size) }

// Follow implements [Follower].
func (l *MaximumCosine) Follow(s Shown, rho *big.Rat, _ []Event) {
	l.plane, l.sqL = l.through(l.near(s.W, rho)), real.Number{}
	if !l.size.IsZero() {
		g := l.nearly(s.Gamma, rho)
		l.sqGamma = g.Mul(g)
		l.sqL = quo(l.Int(1), l.sqGamma)
	}
}

// State implements [Follower].
func (l *MaximumCosine) State() Point { return l.withEll(l.sqL) }

// follow keeps the first example of each class, and reports whether there are both. Until then the classifier is the
// opening's.
func (o *opening) follow(past []Event) (over bool) {
	o.kept = map[int]Vector{}
	for _, e := range past {
		if o.kept[e.Y] == nil {
			o.kept[e.Y] = e.X
		}
	}
	if !o.over() {
		o.plane = o.constant(o.u.dim(), +1)
		if len(past) > 0 {
			o.b = o.Int(past[0].Y)
		}
	}
	return o.over()
}

// Follow implements [Follower].
func (l *OMM) Follow(s Shown, rho *big.Rat, past []Event) {
	if l.lines = map[int]level{}; l.follow(past) {
		l.place(l.near(s.Plus, rho), l.near(s.Minus, rho))
	}
}

// State implements [Follower].
func (l *OMM) State() Point {
	plus, minus := l.Certificates()
	return append(plus[:len(plus):len(plus)], minus...)
}

// Follow implements [Follower]. The examples kept are known, and so is the solution over them.
func (l *NaiveOMM) Follow(s Shown, rho *big.Rat, past []Event) {
	l.OMM.Follow(s, rho, past)
	l.examples = nil
	first := map[int]bool{}
	for _, e := range past {
		if !l.violating || e.Updated && !e.Opening || e.Opening && !first[e.Y] {
			l.examples = append(l.examples, Example{X: e.X, Y: e.Y})
		}
		first[e.Y] = true
	}
}

// State implements [Follower]: γ_t, as v₊ and v₋ are not unique.
func (l *NaiveOMM) State() Point {
	if !l.over() {
		return nil
	}
	return Point{root(l.sqGamma)}
}

// Follow implements [Follower].
func (l *PUMMA) Follow(s Shown, rho *big.Rat, past []Event) {
	if !l.follow(past) {
		return
	}
	for _, e := range past {
		if e.Updated && !e.Opening {
			l.kept[e.Y] = e.X
		}
	}
	w := l.dualNorm().through(l.near(s.W, rho))
	v := w.w.times(quo(l.Int(1), w.size)) // ∇½‖w‖∗²/‖w‖∗²
	l.place(v)
	// Rounding may leave the margins of the examples kept above γ_t. The middle ± v has the margin γ_t.
	middle := at(l.kept[+1].Plus(integer(1), l.kept[-1]).Times(big.NewRat(1, 2)))
	l.on = map[int]point{+1: middle.plus(l.Int(1), v), -1: middle.minus(l.Field, v)}
}
