package props

import (
	"fmt"
	"math"
	"slices"

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

// tell runs the case's learner, and returns its steps as it tells them, and one
// more with its own margin and ‖w‖ after the last.
func tell(c Case) (steps []theory.Step, last theory.Step, err error) {
	l := c.Learner.New(c.Dim)
	for t, e := range c.Stream {
		steps = append(steps, l.Step(e.X, e.Y))
		if f, ok := l.(algos.Failing); ok && f.Err() != nil {
			return nil, last, fmt.Errorf("t=%d: the learner gave up on a separable stream: %w", t+1, f.Err())
		}
	}
	last = theory.Step{Target: math.NaN(), Norm: 1}
	if m, ok := l.(interface{ Norm() float64 }); ok && m.Norm() > 0 {
		last.Norm = m.Norm()
	}
	if m, ok := l.(interface{ Gamma() float64 }); ok {
		last.Target = m.Gamma() * last.Norm
	}
	return steps, last, nil
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
	return k.compare(append(a, lastA), append(b, lastB))
}

// compare is check of runs as they were told, each with one step more for what the
// learner is after the last.
func (k likeness) compare(a, b []theory.Step) (n comparison, err error) {
	look := k.look()
	a, lastA := a[:len(a)-1], a[len(a)-1]
	b, lastB := b[:len(b)-1], b[len(b)-1]
	for t := range a {
		p, q := a[t], b[t]
		v := look(t, p, q)
		if v.hidden && !p.Opening {
			n.left = len(a) - t // rounding hides the margin
			return n, nil
		}
		switch {
		case p.Opening != q.Opening:
			return n, fmt.Errorf("t=%d: in the opening: %v on the one, %v on the other", t+1, p.Opening, q.Opening)
		case math.IsNaN(p.Target) != math.IsNaN(q.Target):
			return n, fmt.Errorf("t=%d: gamma_t is %v on the one and %v on the other", t+1, p.Gamma(), q.Gamma())
		case !p.Opening && !math.IsNaN(p.Target) && !near(v.margin, q.Gamma(), v.noise):
			return n, fmt.Errorf("t=%d: gamma_t is %v on the one and %v on the other, expected %v", t+1, p.Gamma(), q.Gamma(), v.margin)
		case !p.Opening && !near(v.expected, v.got, v.room):
			return n, fmt.Errorf("t=%d: %s is %v on the other, expected %v", t+1, v.name, v.got, v.expected)
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
	last := look(len(a), lastA, lastB)
	if got := lastB.Gamma(); !last.hidden && (math.IsNaN(last.margin) != math.IsNaN(got) || math.Abs(last.margin-got) > last.noise) {
		return n, fmt.Errorf("the last gamma_t is %v on the one and %v on the other, expected %v", lastA.Gamma(), got, last.margin)
	}
	return n, nil
}

// sight is what of a step decides, in both runs.
type sight struct {
	name          string
	got, expected float64 // a_t; y(w·x+b) of a learner that does not go by lengths
	room          float64 // how far rounding may take them from each other
	turn          float64 // where an update begins, beside at 0
	margin, noise float64 // the expected γ_t, and as room of it
	hidden        bool    // rounding hides γ_t
}

// look returns the function that sees what decides in the steps t of both runs,
// asked for one step after the other.
func (k likeness) look() func(t int, p, q theory.Step) sight {
	learner := k.first.Learner
	x, y := lifted(k.first.Stream, k.first.Dim, learner.Lift()), lifted(k.second.Stream, k.second.Dim, k.second.Learner.Lift())
	length := rounding{c: k.second, reach: max(k.f*longest(x), longest(y)), solved: isNaive(learner)}
	spread := longest(y) // from the origin
	if hasBias(learner) {
		spread = widest(y, y)
	}
	noise := func(gamma float64) float64 { return 4 * length.of(gamma) } // of two runs, and of mapping the points
	see := k.seeLength
	switch {
	case isCosine(learner):
		see = k.seeCosine
	case degreeOf(learner) != 1:
		see = k.seeScore
	}
	return see(length.reach, spread, noise)
}

// seeLength is of a learner that goes by distances and finds the nearest point of
// a segment: OMM, ROMMA, PUMMA.
func (k likeness) seeLength(_, spread float64, noise func(float64) float64) func(t int, p, q theory.Step) sight {
	learner := k.first.Learner
	rho, drift := learner.Params()["rho"], 0.0
	return func(_ int, p, q theory.Step) sight {
		v := sight{name: "a_t", got: q.A(), expected: p.A() * k.f, margin: p.Gamma() * k.f}
		if math.IsNaN(q.Target) && math.IsNaN(p.Target) {
			return v
		}
		gamma := min(p.Gamma()*k.f, q.Gamma())
		v.turn, v.noise = rho*gamma, k.slack*gamma+noise(gamma)+drift
		v.hidden = !(v.noise <= gamma)
		// The foot of a perpendicular of length 2γ on a short segment may be
		// off by √(2γ·noise), which turns w, and x is as far out as spread.
		foot := math.Sqrt(2 * gamma * noise(gamma))
		v.room = (v.noise + foot) * (1 + spread/gamma)
		if q.Updated && !isOMM(learner) { // the segment is as long as γ_t − a_t at least
			drift += min(foot, gamma*noise(gamma)/max(0, gamma-q.A()))
		}
		return v.unless(k.exact)
	}
}

// seeCosine is of a learner whose steps are in proportion to ‖w‖: what rounding
// was in the longest w is in the shortest.
func (k likeness) seeCosine(reach, _ float64, noise func(float64) float64) func(t int, p, q theory.Step) sight {
	rho, norms := k.first.Learner.Params()["rho"], 0.0
	return func(t int, p, q theory.Step) sight {
		v := sight{name: "a_t", got: q.A(), expected: p.A() * k.f, margin: p.Gamma() * k.f}
		if math.IsNaN(q.Target) && math.IsNaN(p.Target) {
			return v
		}
		norms = max(norms, q.Norm)
		turned := noise(reach) / reach * float64(t+1) * norms / q.Norm // w, relatively
		if k.second.Stream[0].X.IsSparse() || k.first.Stream[0].X.IsSparse() {
			turned *= norms / q.Norm // ‖w‖² is followed
		}
		gamma := min(p.Gamma()*k.f, q.Gamma())
		lost := turned
		if in(k.first.Learner, "naromma") { // N − g² is no less than γ_t+1²
			lost *= 1 + (reach/gamma)*(reach/gamma)
		}
		v.turn, v.noise, v.room = rho*gamma, (k.slack+lost)*gamma, (k.slack+turned+lost)*reach
		v.hidden = !(turned < 0.1 && lost < 0.1)
		return v.unless(k.exact)
	}
}

// seeScore is of a learner that goes by y(w·x): w is a sum of up to t terms, and
// each keeps the rounding of w as it was then.
func (k likeness) seeScore(reach, _ float64, noise func(float64) float64) func(t int, p, q theory.Step) sight {
	learner := k.first.Learner
	factor, norms, step := math.Pow(k.f, float64(degreeOf(learner))), 0.0, 0.0
	switch {
	case isPerceptron(learner):
		step = reach
	case in(learner, "alma"), in(learner, "randomized"), in(learner, "randomized(printed)"):
		reach = 1 // these divide by ‖x‖, or by R
	}
	return func(t int, p, q theory.Step) sight {
		norms = max(norms, q.Norm)
		v := sight{name: "y(w·x)", got: q.Score, expected: p.Score * factor, margin: p.Gamma(), turn: turnOf(learner, q.Gamma())}
		v.room = 4 * noise(reach) * (norms + step) * float64(t+1)
		v.noise = 1e-12 * v.margin
		if min(p.Norm, q.Norm) <= 1e-9*norms {
			v.noise = math.Inf(1) // w = 0 up to rounding, where a_t and γ_t are told as 0
		}
		return v.unless(k.exact)
	}
}

// unless leaves no room where the two runs are to be the same bit by bit.
func (v sight) unless(exact bool) sight {
	if exact {
		v.room, v.noise = 0, 0
	}
	return v
}

// degreeOf is the power of the features' unit that y(w·x+b) is in: a_t and γ_t
// are lengths where it is 1, for learners that go by distances.
func degreeOf(s *algos.Spec) int {
	switch {
	case isPerceptron(s):
		return 2
	case isOMM(s), in(s, "romma"), in(s, "naromma"), in(s, "pumma"), in(s, "mcp"):
		return 1
	}
	return 0
}

// turnOf is where y(w·x) makes an update, of a learner that does not go by
// distances; gamma is its γ_t.
func turnOf(s *algos.Spec, gamma float64) float64 {
	p := s.Params()
	switch {
	case isPerceptron(s):
		return 0
	case in(s, "alma"):
		return (1 - p["alpha"]) * gamma
	}
	return 1 - p["eps"] // 1 of those that have none
}

// keeps reports a_t < γ_t as n-omm(keep=violating) sees it.
func keeps(s theory.Step) bool { return s.Score < (1-1e-12)*s.Target }

// TranslationInvariance: OMM's and PUMMA's γ_t, predictions and updates are the same on x+u
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

// enlarged is the learner with what is a length in its parameters times f.
func enlarged(s *algos.Spec, f float64) *algos.Spec {
	e := *s
	e.Values = slices.Clone(s.Values)
	for i, p := range e.Kind.Params {
		switch at := e.Kind.Name + " " + p.Name; at {
		case "bias c", "randomized R":
			e.Values[i] *= f
		case "pegasos lambda":
			e.Values[i] *= f * f
		case "pa-i C", "pa-ii C":
			e.Values[i] /= f * f
		}
	}
	if s.Inner != nil {
		e.Inner = enlarged(s.Inner, f)
	}
	return &e
}

// scales reports whether the learner does the same on cx as on x.
func scales(s *algos.Spec) bool { return !in(s, "randomized(printed)") }

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
