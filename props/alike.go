package props

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/stream"
	"marginlab/theory"
)

// alike describes how the run of a second case must agree with that of the first.
type alike struct {
	first, second Case
	f             float64 // lengths are f times as long
	exact         bool    // whether the runs agree bit by bit
	swapped       bool    // whether the labels are swapped
	loose         bool    // whether the second has inner products only known to 1e-12
}

// comparison counts the steps in which two runs could be compared, and those that were left: from the first step on
// whose decision rounding made, in at least one of them.
type comparison struct{ compared, left int }

// agree returns the property that two runs are alike.
func agree(compare func(Case) (comparison, error)) func(Case) error {
	return func(c Case) error { _, err := compare(c); return err }
}

// grows returns how many times as great the scores are.
func (k alike) grows() float64 {
	if k.f == 1 {
		return 1
	}
	return math.Pow(k.f, k.first.Learner.Kind.Degree.Power())
}

func (k alike) check() (n comparison, err error) {
	if !k.exact && !k.first.Metric().Euclidean() {
		return n, nil
	}
	a, err := replay(k.first)
	b, err2 := replay(k.second)
	if err = cmp.Or(err, err2); err != nil {
		return n, err
	}
	return k.compare(reportedSteps(a), reportedSteps(b))
}

const (
	same = 1e-6    // the relative agreement of γ_t and a_t required of runs about different points
	tie  = 1.6e-11 // 16 times the relative distance at which learners assume a tie
)

// compare compares runs as reported: γ_t and the scores agree, and so do the decisions up to the first step at which
// rounding may have turned one of them.
func (k alike) compare(a, b []theory.Step) (n comparison, err error) {
	learner, last := k.first.Learner, len(a)-1
	r := k.rounded()
	for t, p := range a {
		q := b[t]
		byLength := learner.Kind.Degree == algos.Degree1
		what, got, expected, turn, gamma := "y(w·x)", q.Score, p.Score*k.grows(), learner.Turn(q.Gamma()), p.Gamma()
		if byLength {
			what, got, expected, turn, gamma = "a_t", q.A(), p.A()*k.f, learner.Params()["rho"]*q.Gamma(), p.Gamma()*k.f
		}
		noise, room := r.next(t, p, q, min(gamma, q.Gamma()))
		if k.exact {
			noise, room = 0, 0
		}
		switch {
		case math.IsInf(room, 1) && !p.Opening:
			n.left = last - t
			return n, nil
		case p.Opening != q.Opening:
			return n, fmt.Errorf("t=%d: in the opening: %v on the one, %v on the other", t+1, p.Opening, q.Opening)
		case p.Opening && math.IsNaN(q.Target): // w = 0
		case math.IsNaN(p.Target) != math.IsNaN(q.Target), !math.IsNaN(p.Target) && !isNear(gamma, q.Gamma(), noise):
			return n, fmt.Errorf("t=%d: gamma_t is %v on the one and %v on the other, expected %v", t+1, p.Gamma(), q.Gamma(), gamma)
		case t < last && !isNear(expected, got, room):
			return n, fmt.Errorf("t=%d: %s is %v on the other, expected %v", t+1, what, got, expected)
		}
		if t == last {
			break
		}
		predicted := q.Predicted
		if k.swapped && q.Score != 0 {
			predicted *= -1
		}
		hidden := turn != turn && !(r.lattice && measure.OnLattice(measure.Vector{p.Score}) && measure.OnLattice(measure.Vector{q.Score}))
		tied := !k.exact && !p.Opening && (isNear(got, 0, room) || isNear(got, turn, room) || hidden)
		switch agree := p.Predicted == predicted && p.Updated == q.Updated; {
		case k.swapped && p.Opening: // where both runs predict +1 on x_1
		case !agree && !tied:
			return n, fmt.Errorf("t=%d: predicted %+d (updated: %v) on the one, %+d (%v) on the other, at a_t = %v", t+1, p.Predicted, p.Updated, q.Predicted, q.Updated, p.A())
		case !agree:
			n.left = last - t
			return n, nil
		}
		n.compared++
	}
	return n, nil
}

// rounded follows the possible effects of rounding on two runs.
type rounded struct {
	alike
	units, reach, extent float64 // of points with lengths up to reach and distances, or lengths, up to extent
	sparse               bool
	lattice              bool    // whether points are small integers: float64 then decides if the turn is unknown
	drift, longest       float64 // of v, at the updates before; the longest w so far
}

func (k alike) rounded() *rounded {
	x, y := k.first.Lifted(), k.second.Lifted()
	r := &rounded{alike: k, units: measure.Units(len(x[0])) / 2, extent: measure.Longest(y), sparse: k.first.Sparse() || k.second.Sparse()}
	r.reach, r.lattice = max(k.f*measure.Longest(x), r.extent), measure.OnLattice(x...) && measure.OnLattice(y...)
	if k.loose {
		r.units *= 250
	}
	if hasBias(k.first.Learner) {
		r.extent = measure.Widest(y, y)
	}
	return r
}

// next bounds how far rounding may have separated γ_t and the score of the two runs at a step; the bound for the
// score is infinite where rounding hides γ_t.
func (r *rounded) next(t int, p, q theory.Step, gamma float64) (noise, room float64) {
	learner, steps := r.first.Learner, float64(t+1)
	kind := learner.Kind
	r.longest = max(r.longest, q.Norm)
	if r.reach == 0 || kind.Degree == algos.Degree1 && p.Norm == 0 && q.Norm == 0 {
		return 0, 0
	}
	short := r.longest / q.Norm // the length of the longest w, in units of this one
	switch {
	case kind.Degree != algos.Degree1: // w is a sum of t terms
		size := r.longest
		if kind.Degree == algos.Degree2 || kind.Degree == algos.Unsaid {
			size += r.reach
		}
		reach := r.reach
		if kind.Normalises || kind.Random { // these divide by ‖x‖, or by R
			reach = 1
		}
		lost := r.second.Learner.Condition(steps * reach * reach)
		noise, room = 1e-12*gamma, 4*(r.units+tie)*reach*size*steps*lost
		if r.sparse {
			room *= 4
		}
		if !(lost < 0x1p50) {
			room = math.Inf(1)
		}
		if !(short < 1e9) {
			noise = math.Inf(1) // w = 0 up to rounding, where a_t and γ_t are reported as 0
		}
		return noise, room
	case in(learner, "cosine"):
		turned := (r.units + tie) * steps * short // w, relatively
		if r.sparse {
			turned *= 4 * short // ‖w‖² is followed
		}
		lost := turned
		if in(learner, "naromma") { // N − g² is no less than γ_t+1²
			lost *= 1 + (r.reach/gamma)*(r.reach/gamma)
		}
		if noise, room = (1e-9+lost)*gamma, (1e-9+turned+lost)*r.reach; !(lost < 0.1) {
			room = math.Inf(1)
		}
		return noise, room
	}
	length := r.units*r.reach + tie*gamma
	if r.sparse {
		length += 4 * r.units * r.reach * max(1, r.reach/gamma)
	}
	if r.first.Solves() {
		length += solved * gamma
	}
	// The foot of a perpendicular of length 2γ on a short segment may be off by √(2γ·noise), which turns w, and x is
	// at a distance of up to the extent.
	foot := math.Sqrt(2 * gamma * length)
	noise = same*gamma + length + r.drift
	if room = (noise + foot) * (1 + r.extent/gamma); !(noise <= gamma) {
		room = math.Inf(1)
	}
	if q.Updated && q.Target == q.Target && !showsDualPoints(learner) {
		r.drift += min(foot, gamma*length/max(0, gamma-q.A()))
	}
	return noise, room
}

// translation: OMM's and PUMMA's γ_t, predictions and updates are the same on x+u as on x (HKNS25, Remark 3.4), to a
// relative 1e-6 in γ_t for ‖u‖ up to 10⁶·D.
func translation(c Case) (comparison, error) {
	c = c.Stored(stream.Dense) // far from the origin nothing is sparse
	u := measure.Vector(c.A).In(c.Dim)
	return alike{first: c, second: c.Mapped(func(x measure.Vector) measure.Vector { return x.Plus(1, u) }), f: 1}.check()
}

// reflection: on the stream mapped by x ↦ ‖v‖²x − 2(v·x)v, a reflection times ‖v‖², predictions and updates are the
// same, and γ_t and a_t are multiplied by ‖v‖².
func reflection(c Case) (comparison, error) {
	turned, f := c, 1.0
	for v := range slices.Chunk(c.A, c.Dim) {
		v = v.In(c.Dim)
		if vv := v.Dot(v); vv > 0 {
			turned = turned.Mapped(func(x measure.Vector) measure.Vector { return stream.Reflected(x, v) })
			f *= vv
		}
	}
	turned.Learner = c.Learner.Scaled(f)
	return alike{first: c, second: turned, f: f}.check()
}

// scale: on cx predictions and updates are the same as on x, and γ_t and a_t are c times as large; bit by bit if c is
// a power of two.
func scale(c Case) (comparison, error) {
	by := c.A[0]
	big := c.Mapped(func(x measure.Vector) measure.Vector { return x.Times(by) })
	big.Learner = c.Learner.Scaled(by)
	f, _ := math.Frexp(by)
	return alike{first: c, second: big, f: by, exact: f == 0.5 && !c.Solves()}.check()
}

// axes: in ℓp a learner does the same, bit by bit, if every other coordinate of the stream changes its sign.
func axes(c Case) (comparison, error) {
	return alike{first: c, second: c.Mapped(func(x measure.Vector) measure.Vector {
		y := x.Times(1)
		for k := 0; k < c.Dim; k += 2 {
			y[k] = 0 - x[k]
		}
		return y
	}), f: 1, exact: !c.Solves()}.check()
}

// scales reports whether the learner does the same on cx as on x.
func scales(s *algos.Spec) bool {
	return s.Kind.Degree != algos.Unsaid && !in(s, "randomized(printed)")
}

// storage: a learner does the same on a stream stored as sparse vectors as on one stored as dense ones.
func storage(c Case) (comparison, error) {
	return alike{first: c.Stored(stream.Dense), second: c.Stored(stream.Sparse), f: 1}.check()
}

// swap: with all labels swapped the γ_t, a_t and updates of OMM and PUMMA are the same, bit by bit for dense data.
// The predictions after the opening are swapped except at w·x+b = 0, where both are +1 because sign(0) = +1; in the
// opening both runs predict +1 on x_1, and after that their own y_1.
func swap(c Case) (comparison, error) {
	return alike{first: c, second: c.Swapped(), f: 1, exact: !c.Sparse() && !c.Solves(), swapped: true}.check()
}
