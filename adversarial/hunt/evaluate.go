package hunt

import (
	"context"
	"errors"
	"math"
	"slices"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// score is what a conjecture is worth on a stream, in float64.
type score struct {
	Ratio  float64 // quantity/claim (claim/quantity if from below): above 1 it is refuted
	Ease   float64 // what the adversary wants small: R‖u‖, r, R/γ₀ or T, the first that is spoken of
	Near   float64 // how near the learner was to one more mistake: the least a_t of its right predictions, over the stream's size
	Inside bool    // the stream is in the domain
}

// outside is the score of a stream that the statement says nothing of.
var outside = score{Ratio: math.Inf(-1), Ease: math.Inf(1)}

// better reports whether a refutes more than b: inside the domain first, then by the ratio, but for its
// last digits; then, inside, by what one more mistake lacks, and by the ease.
func (a score) better(b score) bool {
	switch p, q := rounded(a.Ratio), rounded(b.Ratio); {
	case a.Inside != b.Inside:
		return a.Inside
	case p != q:
		return p > q
	case a.Inside && a.Near != b.Near:
		return a.Near < b.Near
	}
	return a.Ease < b.Ease
}

// rounded is a ratio in whole billionths, without what rounding may have made of it.
func rounded(ratio float64) float64 { return math.Round(1e9 * ratio) }

// tieBand is how far from 1 rounding alone may move a ratio, beside what it does to margins, which
// [evaluator.read] allows for.
const tieBand = 1e-9

// refuting reports a ratio above 1, by more than rounding, inside the domain.
func (a score) refuting() bool { return a.Inside && a.Ratio > 1+tieBand }

// tied reports that float64 cannot tell the ratio from 1.
func (a score) tied() bool { return a.Inside && math.Abs(a.Ratio-1) <= tieBand }

// barred reports that the stream would refute the conjecture if it were in the domain.
func (a score) barred() bool { return !a.Inside && a.Ratio > 1 }

// evaluator scores streams. It is not for concurrent use.
type evaluator struct {
	t          *target
	ctx        context.Context // after its end every stream is outside
	streams    int             // that were scored
	met        int             // of them, inside the domain
	comparator []float64       // the one that the last score was read with, nil if none

	// Memory that each score uses again, so that it allocates nothing.
	facts        facts // of the stream that was scored
	their        facts
	values, room []float64
	learners     map[learnerOf]algos.Learner // on points that have their constant coordinates
	solvers      map[space]*maxmargin.Solver
}

type learnerOf struct {
	spec *algos.Spec
	dim  int
}

type space struct {
	dim    int
	origin bool
}

func newEvaluator(ctx context.Context, t *target) *evaluator {
	return &evaluator{
		t: t, ctx: ctx, values: make([]float64, len(t.terms)), room: make([]float64, len(t.terms)),
		learners: map[learnerOf]algos.Learner{}, solvers: map[space]*maxmargin.Solver{},
	}
}

// facts are what a statement may speak of, NaN where there is no value.
type facts struct {
	// Of the run.
	steps                   int
	mistakes, opening       int // all, and those of the initialisation phase
	updates, openingUpdates int
	gamma3, lastGamma       float64
	expected                float64 // expected mistakes, of the randomized classifier
	counts                  []int   // of violations, by the position of the term
	optimum                 float64 // γ∗, as the learner has a bias or not; only for m̄(φ)
	near                    float64 // the least a_t of a right prediction after the opening
	last                    theory.Classifier
	errors                  int
	margin                  float64
	their                   *facts // of the second learner
	loops, examples         int    // of a batch algorithm, whose updates are its iterations

	// Of the stream.
	theory.Geometry           // γ∗ is NaN where it was not asked for or a class is missing
	size            float64   // see stream.size
	gamma0          float64   // through the origin
	rho             float64   // and that of the x/‖x‖
	separator       []float64 // of gamma0

	comparatorNorm, comparatorL1, comparatorL2 float64
}

// score runs the learner over the stream and reads the conjecture.
func (e *evaluator) score(s stream) score {
	got := e.scored(s)
	e.streams++
	e.met += one(got.Inside)
	return got
}

func (e *evaluator) scored(s stream) score {
	t, f := e.t, &e.facts
	e.comparator = nil
	if len(s) == 0 || !s.finite() || e.ctx.Err() != nil {
		return outside
	}
	*f = facts{counts: f.counts[:0]}
	points := s.lifted(t.learner.Bias)
	about := t.about(points)
	if t.against != nil {
		e.their = facts{counts: e.their.counts[:0]}
		f.their = &e.their
	}
	if t.optimal && !e.measure(about) || !e.end(points, about) {
		return outside
	}
	if t.against != nil {
		points := s.lifted(t.against.Bias)
		if !e.run(t.against, points, t.about(points), f.their, t.theirs) {
			return outside
		}
	}
	if !t.optimal && !e.measure(about) {
		return outside
	}
	if t.comparators {
		return e.leastComparator(about)
	}
	return e.read()
}

// end runs the learner to its end.
func (e *evaluator) end(s, about stream) bool {
	if e.t.batch {
		return e.solve(s)
	}
	return e.run(e.t.learner, s, about, &e.facts, e.t.counted)
}

// run lets a learner learn from the stream s, as often as the statement says. Its classifier is one of
// the points that the statement is about. It reports false where the run is outside the domain.
func (e *evaluator) run(spec *algos.Spec, s, about stream, f *facts, counted []violation) bool {
	l := e.learner(spec, s.dim())
	streamed, _ := l.(algos.Streamed)
	var answers []theory.Step
	if streamed != nil {
		defer streamed.Reset() // others may have its process
	}
	f.gamma3, f.near = math.NaN(), math.Inf(1)
	f.counts = f.counts[:0]
	if counted != nil {
		f.counts = append(f.counts, make([]int, len(e.t.terms))...)
	}
	random, expected, atRest := spec.Kind.Random, e.t.expected, e.t.conjecture.AtRest
	gamma3, near, mistakes, updates, rest := f.gamma3, f.near, 0, 0, !atRest
	for pass := range max(1, e.t.conjecture.Passes) {
		if pass > 0 {
			if e.ctx.Err() != nil {
				return false
			}
			algos.Repeats(l)
		}
		changed := false
		if streamed != nil {
			if answers, _ = streamed.Steps(s, false); len(answers) < len(s) {
				e.t.fail(l.State().Err)
				return false
			}
		}
		for i := range s {
			var step theory.Step
			if streamed != nil {
				step = answers[i]
			} else {
				step = l.Step(s[i].X, s[i].Y)
			}
			if !step.Made() { // it cannot go on
				return false
			}
			mistake := step.Mistake()
			if random { // without the coin: the more probable label
				mistake = theory.Sign(step.Score*float64(step.Y)) != step.Y
			}
			if expected {
				f.expected += float64(math.Abs(1-step.Score) / 2)
			}
			mistakes += one(mistake)
			updates += one(step.Updated)
			changed = changed || step.Updated
			if step.Opening {
				f.opening += one(mistake)
				f.openingUpdates += one(step.Updated)
				continue
			}
			if a := step.A(); !mistake && a < near { // a program may not say
				near = a
			}
			for _, v := range counted {
				f.counts[v.at] += one(v.counts(step, f.optimum))
			}
			if gamma3 != gamma3 && step.Target == step.Target {
				gamma3 = step.Gamma()
			}
		}
		f.steps += len(s)
		if atRest && !changed {
			rest = true
			break
		}
	}
	f.mistakes, f.updates, f.gamma3, f.near = mistakes, updates, gamma3, near
	if e.t.usesAny("last_gamma", "their_last_gamma") {
		f.lastGamma = l.State().Gamma
	}
	if e.t.classifiers {
		f.last = l.State().Classifier
		f.margin = f.last.MarginIn(e.t.norm, about)
		for _, example := range s {
			f.errors += one(e.t.predict(f.last, example.X) != example.Y)
		}
	}
	return rest
}

// learner is a fresh one, in the memory of the last of its kind and dimension.
func (e *evaluator) learner(spec *algos.Spec, dim int) algos.Learner {
	key := learnerOf{spec, dim}
	l := e.learners[key]
	if l == nil {
		l = spec.Lifted(0).New(dim)
		e.learners[key] = l
		return l
	}
	l.Reset()
	return l
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// measure measures what of the stream's geometry the conjecture speaks of. It reports false where
// rounding hides a margin.
func (e *evaluator) measure(s stream) (ok bool) {
	t, f := e.t, &e.facts
	if t.lengths != (theory.Lengths{}) {
		f.Geometry = t.lengths.In(t.norm, s, s.dim(), nil)
	}
	f.Dim, f.size = s.dim(), s.size()
	f.Gamma, f.gamma0 = math.NaN(), math.NaN()
	if t.margin {
		if f.Gamma, _, ok = e.separate(s, false); !ok {
			return false
		}
	}
	if t.origin {
		if f.gamma0, f.separator, ok = e.separate(s, true); !ok {
			return false
		}
	}
	if t.optimal {
		margins := map[string]float64{"gamma": f.Gamma, "gamma0": f.gamma0}
		f.optimum = margins[optimum(t.learner.Kind)]
		if f.their != nil {
			f.their.optimum = margins[optimum(t.against.Kind)]
		}
	}
	if t.batch && t.uses["rho"] {
		directions, ok := s.directions()
		if !ok {
			return false
		}
		if f.rho, _, ok = e.separate(directions, true); !ok {
			return false
		}
	}
	return true
}

// separate returns γ∗ of the stream, 0 where it is not separable and NaN where a class is missing, with
// the separator, which stays until the next stream; ok is false where rounding hides it.
func (e *evaluator) separate(s stream, origin bool) (gamma float64, separator []float64, ok bool) {
	key := space{s.dim(), origin}
	solver := e.solvers[key]
	if solver == nil {
		solver = maxmargin.NewSolver(s.dim(), maxmargin.Options{Origin: origin, Norm: e.t.norm})
		e.solvers[key] = solver
	}
	solver.Reset()
	for _, example := range s {
		solver.Keep(example.X, example.Y)
	}
	if !solver.Ready() {
		return math.NaN(), nil, true
	}
	_, err := solver.Settle(context.Background())
	if err == nil {
		gamma, err = solver.Upper()
	}
	if err != nil {
		return 0, nil, errors.As(err, new(*maxmargin.NotSeparableError))
	}
	return gamma, solver.Classifier().W, true
}

// read evaluates the expressions; a ratio above 1 is the least over what is known of the margins, but at
// least 1: exact arithmetic decides whether it is above.
func (e *evaluator) read() score {
	const solved = 4 * maxmargin.DefaultTolerance
	got := e.readAt(&e.facts)
	for _, factor := range []float64{1 - solved, 1 + solved} {
		if !(got.Ratio > 1) {
			break
		}
		g := e.facts
		g.Gamma, g.gamma0, g.rho = g.Gamma*factor, g.gamma0*factor, g.rho*factor
		got.Ratio = max(1, min(got.Ratio, e.readAt(&g).Ratio))
	}
	return got
}

// readAt fills in the terms and evaluates the expressions. A claim that is infinite on the side where it
// bounds nothing, a logarithm of 0 or a division by 0, has no value.
func (e *evaluator) readAt(f *facts) score {
	t := e.t
	for i, read := range t.reads {
		if e.values[i] = read(f); math.IsNaN(e.values[i]) {
			return outside
		}
	}
	below, nowhere := t.conjecture.FromBelow(), -1
	if below {
		nowhere = 1
	}
	q, c := t.quantity.of(e.values, e.room), t.claim.of(e.values, e.room)
	if math.IsNaN(q) || math.IsNaN(c) || math.IsInf(c, nowhere) {
		return outside
	}
	result := score{Ratio: ratio(q, c), Ease: t.easeOf(f), Near: f.near / f.size, Inside: true}
	if below {
		result.Ratio = ratio(c, q)
	}
	if q == c && t.conjecture.Strict() {
		result.Ratio = 1
	}
	if t.where.expr != nil {
		result.Inside = t.where.of(e.values, e.room) == 1
	}
	return result
}

// ratio is q/c; where c is not positive it is 0 up to c, and above it 1, or +Inf if that is by more than
// rounding.
func ratio(q, c float64) float64 {
	const rounding = 1e-9
	switch {
	case c > rounding:
		return q / c
	case q > c+float64(rounding*max(1, -c)):
		return math.Inf(1)
	case q > c:
		return 1
	}
	return 0
}

func (t *target) easeOf(f *facts) float64 {
	switch t.ease {
	case "1/rho":
		return 1 / f.rho
	case "n":
		return float64(f.examples)
	case "R U":
		return f.DBar * f.comparatorNorm
	case "r":
		return f.D / f.Gamma
	case "R/gamma0":
		return f.DBar / f.gamma0
	}
	return float64(f.steps)
}

// leastComparator reads the conjecture with several comparators: 0, the separator through the origin,
// the last classifier and Σyx, at the lengths where a hinge ends; and keeps the one that refutes most.
func (e *evaluator) leastComparator(s stream) score {
	best, f := outside, &e.facts
	sum := make([]float64, s.dim())
	for _, example := range s {
		example.X.AddTo(sum, float64(example.Y))
	}
	for _, direction := range directions(s.dim(), f.separator, f.last.W, sum) {
		var margins []float64
		for differences := range slices.Chunk(s, max(1, e.t.classes-1)) { // of an example
			least := math.Inf(1)
			for _, example := range differences {
				least = min(least, float64(example.Y)*example.X.Dot(direction))
			}
			margins = append(margins, least)
		}
		passes := float64(f.steps / len(margins))
		for _, length := range lengths(margins) {
			f.comparatorL1, f.comparatorL2 = 0, 0
			for _, m := range margins {
				if loss := 1 - float64(length*m); loss > 0 {
					f.comparatorL1 += loss
					f.comparatorL2 += float64(loss * loss)
				}
			}
			f.comparatorL1 *= passes
			f.comparatorL2 *= passes
			f.comparatorNorm = length * e.t.norm.Dual().Of(direction)
			if got := e.read(); got.better(best) {
				best = got
				e.comparator = make([]float64, s.dim())
				for k, v := range direction {
					e.comparator[k] = length * v
				}
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
			for k, v := range other {
				both[k] += v
			}
			all = append(all, both)
		}
	}
	return all
}

// lengths are 1/m for up to 8 of the positive margins m, from the least to the greatest, and 1 where
// there are none.
func lengths(margins []float64) (lengths []float64) {
	const most = 8
	positive := slices.DeleteFunc(slices.Clone(margins), func(m float64) bool { return !(m > 0) })
	if len(positive) == 0 {
		return []float64{1}
	}
	slices.Sort(positive)
	positive = slices.Compact(positive)
	n := min(most, len(positive))
	for k := range n {
		lengths = append(lengths, 1/positive[k*(len(positive)-1)/max(1, n-1)])
	}
	return lengths
}
