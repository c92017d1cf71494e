package hunt

import (
	"context"
	"errors"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/maxmargin"
	"marginlab/internal/num"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// evaluator scores streams. It is not for concurrent use. Its memory serves every stream anew.
type evaluator struct {
	t          *target
	ctx        context.Context // after its end every stream is outside
	streams    int             // that were scored
	met        int             // of them, inside the domain
	comparator []float64       // the one that the last score was read with, nil if none

	// Of the stream that was scored.
	margins   [views]float64 // γ∗ in each view
	runs      []run          // of the learner, and of the second one
	separator []float64
	loss      struct{ norm, l1, l2 float64 }   // of a comparator: U, L1 and L2
	solvers   [views]map[int]*maxmargin.Solver // by dimension
	terms     []float64                        // values of the terms of an expression
}

// run is the run of a learner over a stream, as the terms of theory read it.
type run struct {
	learner *algos.Spec
	made    map[int]algos.Learner // by dimension, on points that have their constant coordinates
	trace   theory.Trace          // with its steps, if a term is read of them
	seen    [views]theory.Setting
	errors  int // of the last classifier
}

// mostKept is the number of steps that are kept of a run at most, in 32 MiB. A conjecture that reads more is refused;
// where a run is to come to rest, a longer one is outside its domain.
const mostKept = 1 << 20

// solved is the relative error of γ∗, at most.
const solved = 4 * maxmargin.DefaultTolerance

// The views of a stream: separated with a bias, and through the origin.
const (
	biased = iota
	origin
	views
)

func newEvaluator(ctx context.Context, t *target) *evaluator {
	learners := []*algos.Spec{t.learner, t.against}[:1+one(t.against != nil)]
	e := &evaluator{
		t: t, ctx: ctx, terms: make([]float64, len(t.terms)),
		solvers: [views]map[int]*maxmargin.Solver{{}, {}}, runs: make([]run, len(learners)),
	}
	for i := range e.runs {
		r := &e.runs[i]
		r.learner, r.made, r.trace.Params = learners[i], map[int]algos.Learner{}, learners[i].Params()
		for v := range r.seen {
			r.seen[v].Trace = &r.trace
		}
	}
	return e
}

// score runs the learner over the stream and reads the conjecture.
func (e *evaluator) score(s stream) score {
	got := e.scored(s)
	e.streams++
	e.met += one(got.Inside)
	return got
}

func (e *evaluator) scored(s stream) score {
	if e.comparator, e.separator = nil, nil; len(s) == 0 || !s.finite() || e.ctx.Err() != nil {
		return outside
	}
	var about stream // what the statement is about: the points of the first learner
	for i := range e.runs {
		points := s.lifted(e.runs[i].learner.Bias)
		theirs := e.t.about(points)
		if i == 0 {
			about = theirs
		}
		if !e.follow(i, points, theirs) {
			return outside
		}
	}
	if !e.measure(about) {
		return outside
	}
	if e.t.comparators {
		return e.leastComparator(about)
	}
	return e.read()
}

// follow lets a learner learn from the points, as often as the statement says. Its classifier is one of the
// points that the statement is about. It reports false where the run is outside the domain.
func (e *evaluator) follow(who int, points, about stream) (ok bool) {
	r, t := &e.runs[who], e.t
	tr := &r.trace
	tr.Steps, tr.Seen, tr.Mistakes, tr.Updates = tr.Steps[:0], 0, 0, 0
	gamma3 := math.NaN()
	l := r.made[points.dim()]
	if l == nil {
		l = r.learner.Lifted(0).New(points.dim())
		r.made[points.dim()] = l
	}
	defer l.Reset() // a program's process others may have then
	streamed, _ := l.(algos.Streamed)
	var answers []theory.Step
	random, rest := r.learner.Kind.Random, !t.conjecture.AtRest
	for pass := range max(1, t.conjecture.Passes) {
		if pass > 0 {
			if e.ctx.Err() != nil {
				return false
			}
			algos.Repeats(l)
		}
		if streamed != nil {
			if answers, _ = streamed.Steps(points, false); len(answers) < len(points) {
				if broken, ok := errors.AsType[*external.Error](l.State().Err); ok {
					t.breaks(broken) // which ends the hunt
				}
				return false
			}
		}
		before := tr.Updates
		for i := range points {
			var step theory.Step
			if streamed != nil {
				step = answers[i]
			} else {
				step = l.Step(points[i].X, points[i].Y)
			}
			if !step.Made() { // it cannot go on
				return false
			}
			if random { // without the coin: the more probable label
				step.Predicted = theory.Sign(step.Score * float64(step.Y))
			}
			if math.IsNaN(gamma3) && !step.Opening && !math.IsNaN(step.Target) {
				gamma3 = step.Gamma()
			}
			if !t.steps[who] {
				tr.Seen++
				tr.Count(&step)
			} else if tr.Add(step); tr.Seen > mostKept {
				return false
			}
		}
		if t.conjecture.AtRest && tr.Updates == before {
			rest = true
			break
		}
	}
	if t.ends {
		e.end(r, l.State(), points, about, gamma3)
	}
	return rest
}

// end notes what of the run's end the conjecture is about.
func (e *evaluator) end(r *run, at algos.State, points, about stream, gamma3 float64) {
	margin := math.NaN()
	r.trace.Gamma, r.trace.Classifier, r.errors = at.Gamma, at.Classifier, 0
	if e.t.classifiers {
		margin = at.Classifier.MarginIn(e.t.norm, about)
		for _, example := range points {
			r.errors += one(e.t.predict(at.Classifier, example.X) != example.Y)
		}
	}
	for v := range r.seen {
		r.seen[v].Gamma3, r.seen[v].Margin = gamma3, margin
	}
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// measure measures what of the stream's geometry the conjecture is about. It reports false where
// rounding hides a margin.
func (e *evaluator) measure(s stream) (ok bool) {
	var g theory.Geometry
	if e.t.lengths != (theory.Lengths{}) {
		g = e.t.lengths.In(e.t.norm, s, s.dim(), nil)
	}
	g.Dim = s.dim()
	for view, asked := range e.t.views {
		if e.margins[view] = math.NaN(); asked {
			if e.margins[view], ok = e.separate(s, view); !ok {
				return false
			}
		}
		g.Separable = e.margins[view] > 0
		for i := range e.runs {
			e.runs[i].seen[view].Geometry = g
		}
	}
	e.widen(1)
	return true
}

// widen multiplies the margins of the stream by a factor for the terms that are read of them.
func (e *evaluator) widen(factor float64) {
	for i := range e.runs {
		for view, gamma := range e.margins {
			e.runs[i].seen[view].Gamma = gamma * factor
		}
	}
}

// separate returns γ∗ of the stream in a view, 0 where it is not separable and NaN where a class is missing; ok is
// false where rounding hides it. It keeps the separator through the origin.
func (e *evaluator) separate(s stream, view int) (gamma float64, ok bool) {
	solver := e.solvers[view][s.dim()]
	if solver == nil {
		solver = maxmargin.NewSolver(s.dim(), maxmargin.Options{Origin: view == origin, Norm: e.t.norm})
		e.solvers[view][s.dim()] = solver
	}
	solver.Reset()
	for _, example := range s {
		solver.Keep(example.X, example.Y)
	}
	if !solver.Ready() {
		return math.NaN(), true
	}
	_, err := solver.Settle(context.Background())
	if err == nil {
		gamma, err = solver.Upper()
	}
	if err != nil {
		return 0, errors.As(err, new(*maxmargin.NotSeparableError))
	}
	if view == origin {
		e.separator = solver.Classifier().W
	}
	return gamma, true
}

// read evaluates the expressions; a ratio above 1 is the least over what is known of the margins, but at
// least 1: exact arithmetic decides whether it is above.
func (e *evaluator) read() score {
	got := e.readAt()
	for _, factor := range []float64{1 - solved, 1 + solved} {
		if got.Ratio > 1 {
			e.widen(factor)
			got.Ratio = max(1, min(got.Ratio, e.readAt().Ratio))
		}
	}
	e.widen(1)
	return got
}

// readAt evaluates the expressions. A claim that is infinite on the side where it bounds nothing, a logarithm of 0
// or a division by 0, has no value.
func (e *evaluator) readAt() score {
	t := e.t
	below, nowhere, where := t.conjecture.FromBelow(), -1, 1.
	if below {
		nowhere = 1
	}
	q, c := e.value(t.quantity), e.value(t.claim)
	if t.where.expr != nil {
		where = e.value(t.where)
	}
	if math.IsNaN(q) || math.IsNaN(c) || math.IsNaN(where) || math.IsInf(c, nowhere) {
		return outside
	}
	got := score{Ratio: ratio(q, c), Ease: e.ease(), Inside: where == 1}
	if below {
		got.Ratio = ratio(c, q)
	}
	if q == c && t.conjecture.Strict() {
		got.Ratio = 1
	}
	return got
}

// value evaluates an expression, NaN where one of its terms has no value.
func (e *evaluator) value(r reading) float64 {
	for i, read := range r.reads {
		if e.terms[i] = read(e); math.IsNaN(e.terms[i]) {
			return math.NaN()
		}
	}
	return r.expr.Float(e.terms[:len(r.reads)])
}

func (e *evaluator) ease() float64 {
	seen := &e.runs[0].seen
	switch e.t.ease {
	case "R U":
		return seen[origin].DBar * e.loss.norm
	case "r":
		return seen[biased].R()
	case "R/gamma0":
		return seen[origin].DBar / seen[origin].Gamma
	}
	return float64(e.runs[0].trace.Seen)
}

// leastComparator reads the conjecture with several comparators: 0, the separator through the origin,
// the last classifier and Σyx, at the lengths where a hinge ends; and keeps the one that refutes most.
func (e *evaluator) leastComparator(s stream) score {
	best, sum := outside, make([]float64, s.dim())
	for _, example := range s {
		example.X.AddTo(sum, float64(example.Y))
	}
	for _, direction := range directions(s.dim(), e.separator, e.runs[0].trace.Classifier.W, sum) {
		var margins []float64
		for differences := range slices.Chunk(s, max(1, e.t.classes-1)) { // of an example
			least := math.Inf(1)
			for _, example := range differences {
				least = min(least, float64(example.Y)*example.X.Dot(direction))
			}
			margins = append(margins, least)
		}
		passes, norm := float64(e.runs[0].trace.Seen/len(margins)), e.t.norm.Dual().Of(direction)
		for _, length := range lengths(margins) {
			e.loss.norm, e.loss.l1, e.loss.l2 = length*norm, 0, 0
			for _, m := range margins {
				if loss := 1 - float64(length*m); loss > 0 {
					e.loss.l1 += loss
					e.loss.l2 += float64(loss * loss)
				}
			}
			e.loss.l1 *= passes
			e.loss.l2 *= passes
			if got := e.read(); got.better(best) {
				best, e.comparator = got, make([]float64, s.dim())
				num.AddScaled(e.comparator, length, direction)
			}
		}
	}
	return best
}

// directions are 0, those given that are not 0, with length 1, and the sums of two.
func directions(dim int, given ...[]float64) [][]float64 {
	all := [][]float64{make([]float64, dim)}
	for _, w := range given {
		norm := vec.L2{}.Of(w)
		if norm == 0 {
			continue
		}
		u := make([]float64, dim)
		for k, v := range w {
			u[k] = v / norm
		}
		for _, other := range all {
			both := slices.Clone(u)
			num.AddScaled(both, 1, other)
			all = append(all, both)
		}
	}
	return all
}

// lengths are 1/m for up to 8 of the positive margins m, from the least to the greatest, and 1 where
// there are none.
func lengths(margins []float64) (lengths []float64) {
	positive := slices.DeleteFunc(slices.Clone(margins), func(m float64) bool { return !(m > 0) })
	if len(positive) == 0 {
		return []float64{1}
	}
	slices.Sort(positive)
	positive = slices.Compact(positive)
	n := min(8, len(positive))
	for k := range n {
		lengths = append(lengths, 1/positive[k*(len(positive)-1)/max(1, n-1)])
	}
	return lengths
}
