package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// mapped is c with the points f(x), stored as c's are.
func (c Case) mapped(f func([]float64) []float64) Case {
	stream := make([]theory.Example, len(c.Stream))
	for t, e := range c.Stream {
		x := vec.Dense(f(expand(e.X, c.Dim))...)
		if e.X.IsSparse() {
			x = x.Sparsify()
		} else if n := len(e.X.Value); norm(x.Value[n:]) == 0 {
			x.Value = x.Value[:n]
		}
		stream[t] = theory.Example{X: x, Y: e.Y}
	}
	c.Stream = stream
	return c
}

// tell runs the case's learner, and returns its steps as it tells them, and its
// own margin after the last, NaN if it has none.
func tell(c Case) ([]theory.Step, float64, error) {
	l := c.Learner.New(c.Dim)
	var steps []theory.Step
	for t, e := range c.Stream {
		steps = append(steps, l.Step(e.X, e.Y))
		if f, ok := l.(algos.Failing); ok && f.Err() != nil {
			return nil, 0, fmt.Errorf("t=%d: the learner gave up on a separable stream: %w", t+1, f.Err())
		}
	}
	if m, ok := l.(interface{ Gamma() float64 }); ok {
		return steps, m.Gamma(), nil
	}
	return steps, math.NaN(), nil
}

// comparison counts the steps that two runs could be compared in, and those
// that were left: from the first on whose decision rounding made, in one of them
// at least.
type comparison struct{ compared, left int }

// likeness is how the run of a second case is to be that of the first.
type likeness struct {
	first, second Case
	f             float64 // lengths are f times as long
	slack         float64 // relative, of γ_t, beside the rounding
	exact         bool    // bit by bit
}

// check compares the two runs: γ_t and a_t up to rounding; predictions and
// updates, unless a_t is so near to where they turn that rounding may have
// turned them.
func (k likeness) check() (n comparison, err error) {
	a, lastA, err := tell(k.first)
	if err != nil {
		return n, err
	}
	b, lastB, err := tell(k.second)
	if err != nil {
		return n, err
	}
	look := k.look()
	for t := range a {
		p, q := a[t], b[t]
		v := look(t, p, q)
		if v.noise > q.Gamma() && !p.Opening {
			n.left = len(a) - t // rounding hides the margin
			return n, nil
		}
		switch {
		case p.Opening != q.Opening:
			return n, fmt.Errorf("t=%d: in the opening: %v on the one, %v on the other", t+1, p.Opening, q.Opening)
		case !p.Opening && !math.IsNaN(p.Target) && !near(p.Gamma()*k.f, q.Gamma(), v.noise):
			return n, fmt.Errorf("t=%d: gamma_t is %v on the one and %v on the other, expected %v", t+1, p.Gamma(), q.Gamma(), p.Gamma()*k.f)
		case !p.Opening && !near(v.expected, v.got, v.room):
			return n, fmt.Errorf("t=%d: a_t is %v on the one and %v on the other, expected %v", t+1, p.A(), q.A(), p.A()*k.f)
		}
		tied := !p.Opening && !k.exact && (near(v.got, 0, v.room) || near(v.got, v.turn, v.room))
		if same := p.Predicted == q.Predicted && p.Updated == q.Updated; !same && !tied {
			return n, fmt.Errorf("t=%d: predicted %+d (updated: %v) on the one, %+d (%v) on the other, at a_t = %v", t+1, p.Predicted, p.Updated, q.Predicted, q.Updated, p.A())
		} else if !same {
			n.left = len(a) - t
			return n, nil
		}
		n.compared++
		if keeps(p) != keeps(q) && in(k.first.Learner, "n-omm(keep=violating)") { // the difference shows later
			n.left = len(a) - t - 1
			return n, nil
		}
	}
	if v := look(0, theory.Step{}, theory.Step{Target: lastB, Norm: 1}); math.Abs(lastA*k.f-lastB) > v.noise {
		return n, fmt.Errorf("the last gamma_t is %v on the one and %v on the other, expected %v", lastA, lastB, lastA*k.f)
	}
	return n, nil
}

// sight is what of a step decides, in both runs.
type sight struct {
	got, expected float64 // a_t; y(w·x+b) of a learner without γ_t
	room          float64 // how far rounding may take them from each other
	turn          float64 // where an update begins, beside at 0
	noise         float64 // as room, of γ_t
}

// look returns the function that sees what decides in the steps t of both runs.
func (k likeness) look() func(t int, p, q theory.Step) sight {
	x, y := lifted(k.first.Stream, k.first.Dim, k.first.Learner.Lift()), lifted(k.second.Stream, k.second.Dim, k.second.Learner.Lift())
	length := rounding{c: k.second, reach: max(k.f*longest(x), longest(y)), solved: isNaive(k.first.Learner)}
	spread, rho := widest(y, y), k.first.Learner.Params()["rho"]
	noise := func(gamma float64) float64 { return 4 * length.of(gamma) } // of two runs, and of mapping the points
	return func(t int, p, q theory.Step) sight {
		var v sight
		if gamma := q.Gamma(); !math.IsNaN(q.Target) {
			v = sight{got: q.A(), expected: p.A() * k.f, turn: rho * gamma, noise: k.slack*gamma + noise(gamma)}
			// The foot of a perpendicular of length 2γ on a short segment may be
			// off by √(2γ·noise), which turns w, and x is as far out as spread.
			v.room = (v.noise + math.Sqrt(2*gamma*noise(gamma))) * (1 + spread/gamma)
		} else { // w is a sum of up to t points
			v = sight{got: q.Score, expected: p.Score * k.f * k.f, room: noise(length.reach) * length.reach * float64(t+1)}
		}
		if k.exact {
			v.room, v.noise = 0, 0
		}
		return v
	}
}

// keeps reports a_t < γ_t as n-omm(keep=violating) sees it.
func keeps(s theory.Step) bool { return s.Score < (1-1e-12)*s.Target }

// TranslationInvariance: OMM's γ_t, predictions and updates are the same on x+u
// as on x (omm.txt, Remark 3.4), to a relative 1e-6 in γ_t for ‖u‖ up to 10⁶·D.
func TranslationInvariance(c Case) error { _, err := translation(c); return err }

func translation(c Case) (comparison, error) {
	c = c.stored(vec.Vector.Clone) // far from the origin nothing is sparse
	moved := c.mapped(func(x []float64) []float64 { return along(x, 1, c.U) })
	return likeness{first: c, second: moved, f: 1, slack: 1e-6}.check()
}

// ReflectionInvariance: on the stream turned by x ↦ ‖v‖²x − 2(v·x)v, a
// reflection times ‖v‖², predictions and updates stay, and γ_t and a_t are
// multiplied by ‖v‖².
func ReflectionInvariance(c Case) error { _, err := reflection(c); return err }

func reflection(c Case) (comparison, error) {
	turned, f := c, 1.0
	for _, v := range c.V {
		if vv := dot(v, v); vv > 0 {
			turned = turned.mapped(func(x []float64) []float64 {
				return along(along(make([]float64, len(x)), vv, x), -2*dot(v, x), v)
			})
			f *= vv
		}
	}
	turned.Learner = enlarged(c.Learner, f)
	return likeness{first: c, second: turned, f: f, slack: 1e-9}.check()
}

// ScaleEquivariance: on cx predictions and updates are those on x, and γ_t and
// a_t are c times as large; bit by bit if c is a power of two.
func ScaleEquivariance(c Case) error { _, err := scaling(c); return err }

func scaling(c Case) (comparison, error) {
	big := c.mapped(func(x []float64) []float64 { return along(make([]float64, len(x)), c.C, x) })
	big.Learner = enlarged(c.Learner, c.C)
	f, _ := math.Frexp(c.C)
	return likeness{first: c, second: big, f: c.C, slack: 1e-9, exact: f == 0.5 && !isNaive(c.Learner)}.check()
}

// enlarged is the learner with the constant coordinate that it appends, if it
// does, times f.
func enlarged(s *algos.Spec, f float64) *algos.Spec {
	if s.Lift() == 0 {
		return s
	}
	e := *s
	e.Values = []float64{s.Lift() * f}
	return &e
}

// StorageIsNoMatter: on the stream stored as sparse vectors a learner does what
// it does on the stream stored as dense ones, to 1e-9.
func StorageIsNoMatter(c Case) error { _, err := storing(c); return err }

func storing(c Case) (comparison, error) {
	full, thin := c.stored(vec.Vector.Clone), c.stored(vec.Vector.Sparsify)
	return likeness{first: full, second: thin, f: 1, slack: 1e-9}.check()
}

// stored is c with its points as store makes them of dense ones.
func (c Case) stored(store func(vec.Vector) vec.Vector) Case {
	stream := make([]theory.Example, len(c.Stream))
	for t, e := range c.Stream {
		stream[t] = theory.Example{X: store(vec.Dense(expand(e.X, c.Dim)...)), Y: e.Y}
	}
	c.Stream = stream
	return c
}

// LabelSwap: with all labels swapped OMM's v₊ and v₋ swap, after every step, so
// that γ_t, a_t and the updates stay. The predictions after the opening are
// swapped except at w·x+b = 0, where both are +1 because sign(0) = +1; in the
// opening both runs predict +1 on x_1, and y_1 of their own after that.
func LabelSwap(c Case) error {
	swapped := c
	swapped.Stream = nil
	for _, e := range c.Stream {
		swapped.Stream = append(swapped.Stream, theory.Example{X: e.X, Y: -e.Y})
	}
	a, err := watch(c)
	if err != nil {
		return err
	}
	b, err := watch(swapped)
	if err != nil {
		return err
	}
	if len(a) != len(b) {
		return fmt.Errorf("%d steps after the opening, %d with the labels swapped", len(a), len(b))
	}
	rho := c.Learner.Params()["rho"]
	for i, m := range a {
		s := b[i]
		// The dense form adds the same numbers, with the other sign; the sparse
		// one in another order, and the solver takes another way.
		slack := 0.0
		if isNaive(c.Learner) || c.Stream[0].X.IsSparse() {
			slack = m.noise * (1 + norm(m.x)/m.g)
		}
		tied := near(m.A(), rho*m.g, slack) && slack > 0
		switch {
		case slack == 0 && (distance(m.p, s.n) > 0 || distance(m.n, s.p) > 0):
			return fmt.Errorf("t=%d: v+, v- = %v, %v, and %v, %v with the labels swapped", m.t, m.p, m.n, s.p, s.n)
		case !near(m.Gamma(), s.Gamma(), slack), !near(m.A(), s.A(), slack), m.Updated != s.Updated && !tied:
			return fmt.Errorf("t=%d: gamma_t, a_t = %v, %v (updated: %v), and %v, %v (%v) with the labels swapped", m.t, m.Gamma(), m.A(), m.Updated, s.Gamma(), s.A(), s.Updated)
		case m.Predicted == s.Predicted && math.Abs(m.A()) > slack, m.Predicted != s.Predicted && slack == 0 && m.Score == 0:
			return fmt.Errorf("t=%d: predicted %+d at a_t = %v, and %+d with the labels swapped", m.t, m.Predicted, m.A(), s.Predicted)
		case tied:
			return nil // rounding decides what comes after
		}
	}
	return nil
}
