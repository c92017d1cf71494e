package exact

import "math/big"

// opening is the initialisation phase of OMM and PUMMA. It implements HKNS25, Algorithm 1, lines 1 to 10: predict +1 on
// x_1, then y_1 until the other class appears. It keeps the first example of each class, drops the others, and makes at
// most two mistakes.
type opening struct {
	plane                // a constant while it lasts
	kept  map[int]Vector // the first example of each class, by its label
}

func newOpening(s space) opening { return opening{s.constant(s.dim, +1), map[int]Vector{}} }

// over reports whether both classes have appeared.
func (o *opening) over() bool { return len(o.kept) == 2 }

// open predicts the label of x and learns y. At the first example of the other class the opening ends, and start makes
// the first classifier from both.
func (o *opening) open(x Vector, y int, start func()) Step {
	s := o.observe(x, y)
	s.Opening, s.Updated = true, s.Mistake()
	if len(o.kept) == 0 {
		o.b = o.Int(y)
	}
	if o.kept[y] == nil {
		o.kept[y] = x
	}
	if o.over() {
		start()
	}
	return s
}

// OMM is the efficient implementation of online maximum margin classification in a norm ‖·‖_p. It keeps one point of
// each class's convex hull, v₊ and v₋:
//
//	u = v₊−v₋,  w = u^⟨p−1⟩ (see [norm]),  b = −w·(v₊+v₋)/2,  γ_t = ½‖u‖,  a_t = y(w·x+b)/‖w‖∗
//
// An update moves v₊ (v₋ if y = −1) to the point of the segment [v₊, x] that is nearest v₋. It implements HKNS25,
// Algorithm 1. Its e-OMM (Section 6) has ρ = 1, and ce-OMM has ρ = 0.
//
// As printed, Algorithm 1 updates only at a_t < ργ_t, and for ρ < 1 may then err for ever without an update. OMM
// updates at a_t ≤ ργ_t, except at a_t = γ_t, where nothing would change. With A = y(w·x+b), no root is needed: a_t ≤
// ργ_t is A ≤ ½ρ‖u‖^p.
//
// The example of an update then has the margin γ_t, as w is orthogonal to the segment, or v₊ is x; and where v₊ is on a
// line through examples, the whole line has it. Such ties are common in streams, and no precision would decide them
// once the numbers are long.
type OMM struct {
	opening // on are v₊ and v₋
	rho     *big.Rat
	printed bool
	lines   map[int]level // the point or line that is known to contain v₊ or v₋, if any
}

func newOMM(s space) Learner {
	return &OMM{newOpening(s), s.values["rho"], s.word == "printed", map[int]level{}}
}

// Step implements [Learner].
func (l *OMM) Step(x Vector, y int) Step {
	if !l.over() {
		return l.open(x, y, func() { l.place(at(l.kept[+1]), at(l.kept[-1])) })
	}
	s := l.weigh(x, y, !l.printed && l.rho.Cmp(integer(1)) < 0)
	if s.Updated {
		v := l.on[y]
		moved, inside := l.nearest(v, at(x), l.on[-y])
		if y > 0 {
			l.place(moved, l.on[-1])
		} else {
			l.place(l.on[+1], moved)
		}
		l.touch(v, x, y, inside)
	}
	return s
}

// weigh returns the step at an example after the opening: an update iff a_t < ργ_t, or iff a_t = ργ_t and tie is set.
func (l *OMM) weigh(x Vector, y int, tie bool) Step {
	s := l.measure(x, y)
	order := s.compare("the update", l.rho)
	s.Updated = order < 0 || order == 0 && tie
	return s
}

// touch records which points have the margin after v, of the label y, has moved toward x.
func (l *OMM) touch(v point, x Vector, y int, inside bool) {
	l.level = level{y: y, at: x}
	from, known := l.lines[y]
	if v.isRational() {
		from, known = level{y: y, at: v.q}, true
	}
	delete(l.lines, y)
	if !known {
		return
	}
	if line, ok := from.through(x); ok {
		l.lines[y] = line
		if inside {
			l.level = line
		}
	}
}

// place sets the plane half way between v₊ and v₋.
func (l *OMM) place(plus, minus point) {
	h := l.between(plus, minus, plus.minus(l.Field, minus))
	h.target = h.size.Times(big.NewRat(1, 2))
	h.sqGamma = l.root(h.size, integer(2)).Times(big.NewRat(1, 4))
	l.move(h)
}

// Certified is a learner that exposes a point of each class's hull, the nearest two that it knows: half their distance
// is its margin. They are nil in the opening.
type Certified interface {
	Certificates() (plus, minus Point)
}

// Certificates returns v₊ and v₋.
func (l *OMM) Certificates() (plus, minus Point) {
	if !l.over() {
		return nil, nil
	}
	return l.on[+1].coordinates(l.Field), l.on[-1].coordinates(l.Field)
}

// NaiveOMM is the naive implementation of online maximum margin classification. It keeps the examples, and solves the
// offline problem over them at each update:
//
//	(w, b) = that of [MaxMargin],  γ_t = ‖w‖/2,  a_t = y(w·x+b)/‖w‖,
//	update iff a_t < γ_t, for ρ < 1 iff a_t ≤ ργ_t.
//
// It implements HKNS25, Algorithm 1 (naive, any ρ, the norm ℓ₂), which has two readings. By the text it keeps every
// example, and then for ρ = 1 γ_t = γ∗ after a pass. As printed it keeps only the examples of updates, and the first of
// each class from the initialisation phase; the last classifier may err on a dropped one. A mistake has a_t ≤ 0, and is
// an update in both, as in [OMM].
type NaiveOMM struct {
	OMM       // with the v₊ and v₋ of the solution
	violating bool
	examples  []Example // kept
}

func newNaiveOMM(s space) Learner {
	return &NaiveOMM{OMM: OMM{opening: newOpening(s), rho: s.values["rho"]}, violating: s.word == "violating"}
}

// Step implements [Learner].
func (l *NaiveOMM) Step(x Vector, y int) Step {
	e := Example{X: x, Y: y}
	if !l.over() {
		if !l.violating || l.kept[y] == nil {
			l.examples = append(l.examples, e)
		}
		return l.open(x, y, l.solve)
	}
	s := l.weigh(x, y, l.rho.Cmp(integer(1)) < 0)
	if s.Updated || !l.violating {
		l.examples = append(l.examples, e)
	}
	if s.Updated {
		l.solve()
	}
	return s
}

// solve computes the classifier from the examples kept.
func (l *NaiveOMM) solve() {
	s, _ := MaxMargin(l.examples, false)
	l.place(at(s.Plus), at(s.Minus))
}

// Kept returns the examples kept. The caller must not change them.
func (l *NaiveOMM) Kept() []Example { return l.examples }
