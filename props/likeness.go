package props

import (
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/theory"
)

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

	move func([]float64) []float64 // takes the points of the first to those of the second, affinely
}

// check compares the two runs: γ_t and a_t up to rounding; predictions and
// updates, unless a_t is so near to where they turn that rounding may have
// turned them.
func (k likeness) check() (n comparison, err error) {
	if !k.exact && !(k.first.metric().euclidean() && k.second.metric().euclidean()) {
		return k.march()
	}
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
	case learner.Core().Kind.Degree != 1:
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
	factor, norms, step := math.Pow(k.f, float64(learner.Core().Kind.Degree)), 0.0, 0.0
	switch {
	case isPerceptron(learner):
		step = reach
	case learner.Core().Kind.Normalises, learner.Core().Kind.Random:
		reach = 1 // these divide by ‖x‖, or by R
	}
	return func(t int, p, q theory.Step) sight {
		norms = max(norms, q.Norm)
		v := sight{name: "y(w·x)", got: q.Score, expected: p.Score * factor, margin: p.Gamma(), turn: learner.Turn(q.Gamma())}
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

// keeps reports a_t < γ_t as n-omm(keep=violating) sees it.
func keeps(s theory.Step) bool { return s.Score < (1-1e-12)*s.Target }
