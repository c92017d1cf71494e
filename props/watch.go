package props

import (
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/theory"
)

// certified is a learner that shows its dual certificates v₊ and v₋.
type certified interface {
	algos.Learner
	Certificates() (plus, minus []float64)
	Gamma() float64
}

// moment is a step of an OMM learner as the learner told it, and as it is
// measured here from v₊, v₋ and x alone.
type moment struct {
	theory.Step
	in      metric
	t       int               // from 1 on
	y       float64           // the label
	x       []float64         // the example
	p, n    []float64         // v₊, v₋ before the step
	p2, n2  []float64         // after it
	score   float64           // y(w̃·x + b̃), w̃ = ∇½‖v₊−v₋‖², which is v₊−v₋ in ℓ2
	square  float64           // ‖v₊−v₋‖², ‖w̃‖∗²
	a, g    float64           // a_t = score/‖w̃‖∗ and γ_t = ‖w̃‖∗/2
	g2      float64           // γ_t+1
	told    float64           // γ_t+1 as the learner tells it
	noise   float64           // how far rounding may have moved γ_t, and v₊ and v₋
	after   float64           // and γ_t+1
	off     float64           // and v₊ and v₋ from their hulls, in ℓ2
	room    float64           // and a_t
	strict  bool              // not at all: all that was computed so far was exact
	changed bool              // Classifier gave something else after the step
	shows   theory.Classifier // after the step
}

// own is v_y, the certificate on the side of x, across the other one, and moved
// and stayed are the two after the step.
func (m moment) own() []float64    { return pick(m.y, m.p, m.n) }
func (m moment) across() []float64 { return pick(m.y, m.n, m.p) }
func (m moment) moved() []float64  { return pick(m.y, m.p2, m.n2) }
func (m moment) stayed() []float64 { return pick(m.y, m.n2, m.p2) }

// watch runs the case's learner over its stream, which has an opening and may
// have more, and returns the steps after the opening.
func watch(c Case) ([]moment, error) {
	l, ok := c.Learner.New(c.Dim).(certified)
	if !ok {
		return nil, fmt.Errorf("%s does not show its certificates: it needs Certificates and Gamma", c.Learner)
	}
	x := points(c.Stream, c.Dim)
	in := c.metric()
	length := rounding{c: c, solved: !isEfficient(c.Learner)}
	recent := memory{most: 2 * c.Dim}
	strict := onLattice(x) && isEfficient(c.Learner)
	var moments []moment
	p, n := l.Certificates()
	before := l.Classifier()
	for t, e := range c.Stream {
		m := moment{Step: l.Step(e.X, e.Y), in: in, t: t + 1, y: float64(e.Y), x: x[t]}
		if f, ok := l.(algos.Failing); ok && f.Err() != nil {
			return nil, fmt.Errorf("t=%d: the learner gave up on a separable stream: %w", t+1, f.Err())
		}
		p2, n2 := l.Certificates()
		after := l.Classifier()
		if p != nil && n != nil {
			m.p, m.n, m.p2, m.n2 = p, n, p2, n2
			m.measure(before, isEfficient(c.Learner))
			m.told = l.Gamma()
			length.reach = recent.longest(in.farthest([][]float64{m.p, m.n, m.p2, m.n2, m.x}))
			if m.Updated {
				recent.touched[len(recent.touched)-1] = len(e.X.Value)
			}
			m.noise, m.after, m.strict = length.of(m.g), length.of(m.g2), strict && in.euclidean() || m.exact(c)
			m.off = m.noise
			if !in.euclidean() {
				m.off = units(c.Dim) * longest([][]float64{m.p, m.n, m.p2, m.n2, m.x})
			}
			if m.room = m.noise; in.euclidean() && (!isEfficient(c.Learner) || c.Stream[0].X.IsSparse()) {
				// v₊ and v₋ are shown rounded, which turns w by noise/γ; a ‖w̃‖
				// that is followed does as much to what is far away.
				m.room *= 1 + norm(minus(m.x, m.n))/m.g
			}
			m.changed = !sameClassifier(before, after)
			m.shows = after
			moments = append(moments, m)
			if strict && m.Updated {
				_, beta := toSegment(m.across(), m.own(), m.x)
				strict = beta == 0 || beta == 1
			}
		}
		p, n, before = p2, n2, after
	}
	return moments, nil
}

// measure computes score, ‖v₊−v₋‖, a_t, γ_t and γ_t+1. In a norm in which ℓ is steep
// at 0 a solver finds v₊ and v₋, and w beside them: of one that shows a w of its own
// that is what predicts.
func (m *moment) measure(before theory.Classifier, efficient bool) {
	u := minus(m.p, m.n)
	w := m.in.link(u)
	m.square = dot(w, u)
	if !m.in.euclidean() {
		m.square = m.in.of(u) * m.in.of(u)
	}
	m.score = m.y * dot(w, along(minus(m.x, m.n), -0.5, u))
	if !efficient && !m.in.euclidean() {
		m.score = m.y * (dot(before.W, m.x) + before.B) * math.Sqrt(m.square)
	}
	m.a, m.g = m.score/math.Sqrt(m.square), math.Sqrt(m.square)/2
	m.g2 = m.in.of(minus(m.p2, m.n2)) / 2
}

// exact says that in ℓp, too, the score of an efficient learner is exact: v₊−v₋ has
// one coordinate, and so has w̃.
func (m *moment) exact(c Case) bool {
	u := minus(m.p, m.n)
	others := 0
	for _, v := range u {
		if v != 0 {
			others++
		}
	}
	return m.in.m == nil && !m.in.euclidean() && isEfficient(c.Learner) && others == 1 && onLattice([][]float64{m.p, m.n, m.x})
}

// watchWithGeometry is watch, with the geometry of the stream as this package
// measures it, where there are steps after the opening.
func watchWithGeometry(c Case) ([]moment, theory.Geometry, error) {
	moments, err := watch(c)
	if err != nil || len(moments) == 0 {
		return nil, theory.Geometry{}, err
	}
	star, err := c.metric().offline(c.Stream, c.Dim, theory.View{})
	return moments, star, err
}

func sameClassifier(a, b theory.Classifier) bool {
	same := a.B == b.B
	for i := range a.W {
		same = same && a.W[i] == b.W[i]
	}
	return same
}

// rounding says how far a length that a learner computes may be from its true
// value. From differences of points as long as D̄ it is so many units in the
// last place of D̄: every sum has d terms, and each of w̃, c and the score adds a
// few. A learner that keeps sums of squares, as the sparse form does, has the
// rounding of D̄² in a_t‖w̃‖ and in ‖w̃‖², so that of D̄²/γ in a_t and γ_t. One
// that solves the offline problem is told to solve it to a relative 1e-9.
type rounding struct {
	c      Case
	reach  float64
	solved bool
}

func (r rounding) of(gamma float64) float64 {
	const ulp = 0x1p-52
	if r.reach == 0 {
		return 0
	}
	noise := 2 * float64(r.c.Dim+4) * ulp * r.reach
	in := r.c.metric()
	switch {
	case in.p != 2: // a power of a coordinate has p times its rounding
		noise *= 2 * in.p
	case in.m != nil: // a factor of M is applied, and its transpose
		noise *= float64(r.c.Dim)
	}
	if in.euclidean() && slices.ContainsFunc(r.c.Stream, func(e theory.Example) bool { return e.X.IsSparse() }) {
		noise *= 4 * max(1, r.reach/gamma)
	}
	if r.solved {
		noise += 4e-9 * gamma
		if in.p != 2 { // to 1e-8
			noise += 4e-8 * gamma
		}
	}
	return noise + 4e-12*gamma // and the learners' own tolerance at ties is 1e-12
}

// memory is how long the vectors were that a learner's running sums may still
// hold the rounding of: the sparse form renews them when the moves since the
// last time have touched as many coordinates as v₊ and v₋ have, 2d at most.
type memory struct {
	most    int
	reach   []float64 // of the steps
	touched []int     // coordinates moved in them
}

// longest adds a step, and returns the greatest reach of those remembered.
func (m *memory) longest(reach float64) float64 {
	m.reach, m.touched = append(m.reach, reach), append(m.touched, 0)
	longest, sum := 0.0, 0
	for t := len(m.reach) - 1; t >= 0 && sum <= m.most; t-- {
		longest = max(longest, m.reach[t])
		sum += m.touched[t]
	}
	return longest
}

// onLattice reports whether all coordinates are integers up to 2²⁰ times one
// power of two, so that inner products of a few of them are exact.
func onLattice(x [][]float64) bool {
	unit, most := math.MaxInt, math.MinInt
	for _, v := range slices.Concat(x...) {
		if v == 0 {
			continue
		}
		f, exponent := math.Frexp(v)
		most = max(most, exponent)
		for f != math.Trunc(f) {
			f, exponent = f*2, exponent-1
		}
		unit = min(unit, exponent)
	}
	return most <= unit+20 || most == math.MinInt
}

// isOMM, isMended, isEfficient and isNaive say which theorems and which update speak of a
// learner, by the families that it gives itself.
func isOMM(s *algos.Spec) bool        { return isMended(s) || in(s, "omm(rule=printed)") }
func isMended(s *algos.Spec) bool     { return in(s, "omm") }
func isEfficient(s *algos.Spec) bool  { return in(s, "e-omm") }
func isNaive(s *algos.Spec) bool      { return in(s, "n-omm") || in(s, "n-omm(keep=violating)") }
func isPerceptron(s *algos.Spec) bool { return in(s, "perceptron") }
func isCosine(s *algos.Spec) bool     { return in(s, "mcp") || in(s, "naromma") }

// hasBias reports whether the learner has a bias of its own, so that a
// translation of the features changes nothing.
func hasBias(s *algos.Spec) bool { return s.Core().Kind.OwnBias }

func in(s *algos.Spec, family string) bool { return slices.Contains(s.Families(), family) }

func anyLearner(*algos.Spec) bool { return true }

// showsPerceptron reports whether the learner shows the Perceptron's w.
func showsPerceptron(s *algos.Spec) bool { return isPerceptron(s) && !in(s, "averaged-perceptron") }
