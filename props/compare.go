package props

import (
	"cmp"
	"fmt"
	"math"

	"marginlab/algos"
	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/theory"
)

// comparison counts the steps that two runs could be compared in, and those
// that were left: from the first on whose decision rounding made, in one of them
// at least.
type comparison struct{ compared, left int }

// alike says how the run of a second case is to be that of the first.
type alike struct {
	first, second Case
	f             float64 // lengths are f times as long
	slack         float64 // relative, of γ_t, beside the rounding
	exact         bool    // bit by bit
	loose         float64 // how many times the rounding is that of one run, 4 if 0: of two, and of mapping the points

	move func(measure.Vector) measure.Vector // takes the points of the first to those of the second, affinely
}

// grows is how many times as great the scores are.
func (k alike) grows() float64 {
	if k.f == 1 {
		return 1
	}
	return math.Pow(k.f, k.first.Learner.Kind.Degree.Power())
}

// check compares the two runs: γ_t and a_t up to rounding; predictions and
// updates, unless a_t is so near to where they turn that rounding may have
// turned them.
func (k alike) check() (n comparison, err error) {
	a, err := replay.Run(k.first)
	if err != nil {
		return n, err
	}
	b, err := replay.Run(k.second)
	if err != nil {
		return n, err
	}
	if !k.exact && !(k.first.Metric().Euclidean() && k.second.Metric().Euclidean()) {
		return k.compareStates(a, b)
	}
	return k.compare(reportedSteps(a), reportedSteps(b))
}

// reportedSteps are the steps as they were reported, and one more with the learner's own margin
// and ‖w‖ after the last.
func reportedSteps(steps []replay.Step) (reported []theory.Step) {
	last := theory.Step{Target: math.NaN(), Norm: 1}
	for _, s := range steps {
		reported = append(reported, s.Reported)
		if last.Norm = 1; s.Next.Norm > 0 {
			last.Norm = s.Next.Norm
		}
		last.Target = s.Next.Gamma * last.Norm
	}
	return append(reported, last)
}

// compare compares runs as they were reported.
func (k alike) compare(a, b []theory.Step) (n comparison, err error) {
	r := k.rounded()
	steps := len(a) - 1
	for t := range steps {
		p, q := a[t], b[t]
		d := r.decision(t, p, q)
		if d.hidden && !p.Opening {
			n.left = steps - t // rounding hides the margin
			return n, nil
		}
		switch {
		case p.Opening != q.Opening:
			return n, fmt.Errorf("t=%d: in the opening: %v on the one, %v on the other", t+1, p.Opening, q.Opening)
		case p.Opening && math.IsNaN(q.Target): // w = 0
		case math.IsNaN(p.Target) != math.IsNaN(q.Target), !math.IsNaN(p.Target) && !near(d.margin, q.Gamma(), d.noise):
			return n, fmt.Errorf("t=%d: gamma_t is %v on the one and %v on the other, expected %v", t+1, p.Gamma(), q.Gamma(), d.margin)
		case !near(d.expected, d.got, d.room):
			return n, fmt.Errorf("t=%d: %s is %v on the other, expected %v", t+1, d.name, d.got, d.expected)
		}
		tied := !p.Opening && !k.exact && (near(d.got, 0, d.room) || near(d.got, d.turn, d.room) || r.hides(d.turn, p, q))
		if same := p.Predicted == q.Predicted && p.Updated == q.Updated; !same && !tied {
			return n, fmt.Errorf("t=%d: predicted %+d (updated: %v) on the one, %+d (%v) on the other, at a_t = %v", t+1, p.Predicted, p.Updated, q.Predicted, q.Updated, p.A())
		} else if !same {
			n.left = steps - t
			return n, nil
		}
		n.compared++
		if keeps(p) != keeps(q) && k.first.Solves() && !keepsAll(k.first.Learner) { // the difference shows later
			n.left = steps - t - 1
			return n, nil
		}
	}
	last := r.decision(steps, a[steps], b[steps])
	if got := b[steps].Gamma(); !last.hidden && (math.IsNaN(last.margin) != math.IsNaN(got) || math.Abs(last.margin-got) > last.noise) {
		return n, fmt.Errorf("the last gamma_t is %v on the one and %v on the other, expected %v", a[steps].Gamma(), got, last.margin)
	}
	return n, nil
}

// decision is what of a step decides, in both runs.
type decision struct {
	name          string
	got, expected float64 // a_t; y(w·x+b) of a learner that does not go by lengths
	room          float64 // how far rounding may take them from each other
	turn          float64 // where an update begins, beside at 0
	margin, noise float64 // the expected γ_t, and as room of it
	hidden        bool    // rounding hides γ_t
}

// rounded follows what rounding may have done to two runs, and to the points of one as
// those of the other.
type rounded struct {
	alike
	length  replay.Rounding
	extent  float64 // of the points of the second: from the origin, or from each other
	drift   float64 // of v, at the updates before
	longest float64 // the longest w so far
}

func (k alike) rounded() *rounded {
	x, y := k.first.Lifted(), k.second.Lifted()
	r := &rounded{alike: k, extent: measure.Longest(y)}
	r.length = replay.NewRounding(k.second, max(k.f*measure.Longest(x), r.extent))
	if hasBias(k.first.Learner) {
		r.extent = measure.Widest(y, y)
	}
	return r
}

func (r *rounded) noise(gamma float64) float64 { return cmp.Or(r.loose, 4) * r.length.Of(gamma) }

// hides reports whether rounding may decide on an update because nobody says where the rule
// turns. Where points and scores are small integers it does not.
func (r *rounded) hides(turn float64, p, q theory.Step) bool {
	if turn == turn {
		return false
	}
	return !measure.OnLattice(r.first.Lifted()...) || !measure.OnLattice(r.second.Lifted()...) ||
		!measure.OnLattice(measure.Vector{p.Score}) || !measure.OnLattice(measure.Vector{q.Score})
}

// decision is that of step t, the next one.
func (r *rounded) decision(t int, p, q theory.Step) decision {
	learner := r.first.Learner
	r.longest = max(r.longest, q.Norm)
	d := decision{name: "a_t", got: q.A(), expected: p.A() * r.f, margin: p.Gamma() * r.f}
	gamma := min(p.Gamma()*r.f, q.Gamma())
	switch {
	case learner.Kind.Degree != algos.Degree1:
		d = r.score(t, p, q)
	case math.IsNaN(q.Target) && math.IsNaN(p.Target):
		return d
	case in(learner, "cosine"):
		r.cosine(&d, t, q, gamma)
	default:
		r.distance(&d, q, gamma)
	}
	if r.exact {
		d.room, d.noise = 0, 0
	}
	return d
}

// distance is of a learner that goes by distances and finds the nearest point of
// a segment: OMM, ROMMA, PUMMA.
func (r *rounded) distance(d *decision, q theory.Step, gamma float64) {
	noise := r.noise(gamma)
	d.turn, d.noise = r.first.Learner.Params()["rho"]*gamma, r.slack*gamma+noise+r.drift
	d.hidden = !(d.noise <= gamma)
	// The foot of a perpendicular of length 2γ on a short segment may be
	// off by √(2γ·noise), which turns w, and x is as far out as the extent.
	foot := math.Sqrt(2 * gamma * noise)
	d.room = (d.noise + foot) * (1 + r.extent/gamma)
	if q.Updated && !showsCertificates(r.first) { // the segment is as long as γ_t − a_t at least
		r.drift += min(foot, gamma*noise/max(0, gamma-q.A()))
	}
}

// cosine is of a learner whose steps are in proportion to ‖w‖: what rounding
// was in the longest w is in the shortest.
func (r *rounded) cosine(d *decision, t int, q theory.Step, gamma float64) {
	reach := r.length.Reach
	turned := r.noise(reach) / reach * float64(t+1) * r.longest / q.Norm // w, relatively
	if r.second.Stream[0].X.IsSparse() || r.first.Stream[0].X.IsSparse() {
		turned *= r.longest / q.Norm // ‖w‖² is followed
	}
	lost := turned
	if in(r.first.Learner, "naromma") { // N − g² is no less than γ_t+1²
		lost *= 1 + (reach/gamma)*(reach/gamma)
	}
	d.turn, d.noise, d.room = r.first.Learner.Params()["rho"]*gamma, (r.slack+lost)*gamma, (r.slack+turned+lost)*reach
	d.hidden = !(turned < 0.1 && lost < 0.1)
}

// score is of a learner that goes by y(w·x): w is a sum of up to t terms, and
// each keeps the rounding of w as it was then.
func (r *rounded) score(t int, p, q theory.Step) decision {
	learner, reach, step := r.first.Learner, r.length.Reach, 0.0
	kind := learner.Kind
	switch {
	case kind.Degree == algos.Degree2, kind.Degree == algos.Unsaid: // w is a sum of the x, or may be
		step = reach
	case kind.Normalises, kind.Random: // these divide by ‖x‖, or by R
		reach = 1
	}
	d := decision{name: "y(w·x)", got: q.Score, expected: p.Score * r.grows(), margin: p.Gamma(), turn: learner.Turn(q.Gamma())}
	lost := r.second.Learner.Condition(float64(t+1) * reach * reach)
	d.room = 4 * r.noise(reach) * (r.longest + step) * float64(t+1) * lost
	d.hidden = lost > 0x1p50
	if d.noise = 1e-12 * d.margin; min(p.Norm, q.Norm) <= 1e-9*r.longest {
		d.noise = math.Inf(1) // w = 0 up to rounding, where a_t and γ_t are reported as 0
	}
	return d
}
