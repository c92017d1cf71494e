package adversarial

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
	Near   float64 // how near the learner was to one more mistake: the least a_t/R of its right predictions
	Inside bool    // the stream is in the domain
}

// outside is the score of a stream that the statement says nothing of.
var outside = score{Ratio: math.Inf(-1), Ease: math.Inf(1)}

// better reports whether a refutes more than b: inside the domain first, then by
// the ratio, but for its last digits; then, inside, by what one more mistake lacks,
// and by the ease.
func (a score) better(b score) bool {
	switch p, q := a.rounded(), b.rounded(); {
	case a.Inside != b.Inside:
		return a.Inside
	case p != q:
		return p > q
	case a.Inside && a.Near != b.Near:
		return a.Near < b.Near
	}
	return a.Ease < b.Ease
}

// rounded is the ratio without what rounding may have made of it.
func (a score) rounded() float64 { return math.Round(a.Ratio*1e9) / 1e9 }

// evaluator scores streams for one conjecture. It is not for concurrent use.
type evaluator struct {
	*target
	values, room []float64
	evaluations  int
	rival        []float64 // the one that the last score was read with, nil if none
}

func newEvaluator(t *target) *evaluator {
	return &evaluator{target: t, values: make([]float64, len(t.terms)), room: make([]float64, len(t.terms))}
}

// facts are the values of terms, NaN where there is none.
type facts struct {
	steps                       int
	near, size                  float64
	mistakes, opening           int
	updates, openingUpdates     int
	gamma3, lastGamma, expected float64
	last                        theory.Classifier
	theory.Geometry             // γ∗ is NaN where it was not asked for or a class is missing
	gamma0                      float64
	separator                   []float64 // through the origin
	errors                      int
	margin                      float64
	their                       *facts
	within                      []theory.Step // the steps after the opening, where m(φ) is read
	rivalNorm, rivalL1, rivalL2 float64
}

// score runs the learner over the stream and reads the conjecture.
func (e *evaluator) score(s stream) score {
	e.evaluations++
	e.rival = nil
	if len(s) == 0 || !s.finite() {
		return outside
	}
	if e.guarantee != nil {
		got, _ := e.check(s)
		return got
	}
	f := facts{}
	if !e.run(e.learner, s, &f) {
		return outside
	}
	if e.against != nil {
		f.their = &facts{}
		if !e.run(e.against, s, f.their) {
			return outside
		}
	}
	if !e.measure(s, &f) {
		return outside
	}
	if e.usesAny("U", "L1", "L2") {
		return e.leastRival(s, &f)
	}
	return e.read(&f)
}

// run lets a learner learn from the stream, as often as the statement says. It
// reports false where the run is outside the domain.
func (e *evaluator) run(spec *algos.Spec, s stream, f *facts) bool {
	l := spec.New(s.dim())
	failing, _ := l.(algos.Failing)
	f.gamma3, f.lastGamma, f.near = math.NaN(), math.NaN(), math.Inf(1)
	violations := e.uses["m"]
	rest := !e.AtRest
	for range max(1, e.Passes) {
		changed := false
		for _, example := range s {
			step := l.Step(example.X, example.Y)
			if failing != nil && failing.Err() != nil {
				return false
			}
			f.steps++
			if !step.Mistake() && !step.Opening {
				f.near = min(f.near, step.A())
			}
			changed = changed || step.Updated
			if step.Mistake() {
				f.mistakes++
			}
			if step.Updated {
				f.updates++
			}
			f.expected += math.Abs(1-step.Score) / 2
			switch {
			case step.Opening:
				f.opening += one(step.Mistake())
				f.openingUpdates += one(step.Updated)
			case violations:
				f.within = append(f.within, step)
				fallthrough
			default:
				if math.IsNaN(f.gamma3) && !math.IsNaN(step.Target) {
					f.gamma3 = step.Gamma()
				}
			}
		}
		if e.AtRest && !changed {
			rest = true
			break
		}
	}
	if own, ok := l.(interface{ Gamma() float64 }); ok {
		f.lastGamma = own.Gamma()
	}
	if e.usesAny("errors", "margin", "their_errors", "their_margin", "U", "L1", "L2") {
		f.last = l.Classifier()
		f.margin = f.last.Margin(s)
		for _, example := range s {
			f.errors += one(theory.Sign(f.last.Score(example.X)) != example.Y)
		}
	}
	return rest
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// measure measures what of the stream's geometry the conjecture speaks of. It
// reports false where rounding hides a margin.
func (e *evaluator) measure(s stream, f *facts) bool {
	if e.lengths {
		f.Geometry = theory.Diameters(s, s.dim())
	}
	f.Dim, f.size = s.dim(), s.size()
	f.Gamma, f.gamma0 = math.NaN(), math.NaN()
	if e.speaks("gamma") || e.uses["r"] {
		m, _, ok := margin(s, false)
		if !ok {
			return false
		}
		f.Gamma = m
	}
	if e.speaks("gamma0") || e.usesAny("U", "L1", "L2") {
		var ok bool
		if f.gamma0, f.separator, ok = margin(s, true); !ok {
			return false
		}
	}
	return true
}

// speaks reports whether a length is a term or what lengths are measured in.
func (t *target) speaks(length string) bool { return t.uses[length] || t.Fixed == length }

// margin is γ∗ of the stream, 0 where it is not separable and NaN where a class is
// missing, with the separator; ok is false where rounding hides it.
func margin(s stream, origin bool) (gamma float64, separator []float64, ok bool) {
	m, err := maxmargin.Solve(context.Background(), s, s.dim(), maxmargin.Options{Origin: origin})
	switch {
	case err == nil:
		return m.Gamma, m.Classifier.W, true
	case errors.As(err, new(*maxmargin.OneClassError)):
		return math.NaN(), nil, true
	case errors.As(err, new(*maxmargin.NotSeparableError)):
		return 0, nil, true
	}
	return 0, nil, false
}

// solved is what a margin is known to, relatively: a claim that is refuted only
// within that of γ∗ is not.
const solved = 4 * maxmargin.DefaultTolerance

// read evaluates the expressions; a ratio above 1 is the least over what is known
// of the margins.
func (e *evaluator) read(f *facts) score {
	got := e.readAt(f)
	for _, factor := range []float64{1 - solved, 1 + solved} {
		if !(got.Ratio > 1) {
			break
		}
		g := *f
		g.Gamma, g.gamma0 = f.Gamma*factor, f.gamma0*factor
		got.Ratio = min(got.Ratio, e.readAt(&g).Ratio)
	}
	return got
}

// readAt fills in the terms and evaluates the expressions.
func (e *evaluator) readAt(f *facts) score {
	for i, term := range e.terms {
		e.values[i] = e.value(f, term.Name)
		if term.Name == "m" {
			phi, _ := term.Arg.Float64()
			e.values[i] = 0
			for _, step := range f.within {
				e.values[i] += float64(one(step.Within(phi)))
			}
		}
		if math.IsNaN(e.values[i]) {
			return outside
		}
	}
	q, c := e.quantity.of(e.values, e.room), e.claim.of(e.values, e.room)
	if math.IsNaN(q) || math.IsNaN(c) {
		return outside
	}
	result := score{Ratio: ratio(q, c), Ease: e.ease(f), Near: f.near / f.size, Inside: true}
	if e.Relation == ">=" {
		result.Ratio = ratio(c, q)
	}
	if e.where.expr != nil {
		result.Inside = e.where.of(e.values, e.room) == 1
	}
	return result
}

// ratio is q/c; where c is not positive it is +Inf if q is above c, by more than
// rounding, else 0.
func ratio(q, c float64) float64 {
	const rounding = 1e-9
	switch {
	case c > rounding:
		return q / c
	case q > c+rounding*max(1, -c):
		return math.Inf(1)
	}
	return 0
}

func (e *evaluator) ease(f *facts) float64 {
	switch {
	case e.usesAny("U", "L1", "L2"):
		return f.DBar * f.rivalNorm
	case e.usesAny("r", "gamma"):
		return f.D / f.Gamma
	case e.usesAny("gamma0"):
		return f.DBar / f.gamma0
	}
	return float64(f.steps)
}

// value is the value of a term of a name, NaN if it has none.
func (e *evaluator) value(f *facts, name string) float64 {
	if v, ok := e.length(f, name); ok {
		if e.Fixed != "" {
			unit, _ := e.length(f, e.Fixed)
			if unit == 0 {
				return math.NaN()
			}
			v /= unit
		}
		return v
	}
	switch name {
	case "T":
		return float64(f.steps)
	case "d":
		return float64(f.Dim)
	case "r":
		return f.D / f.Gamma
	case "mistakes":
		return float64(f.mistakes)
	case "opening_mistakes":
		return float64(f.opening)
	case "later_mistakes":
		return float64(f.mistakes - f.opening)
	case "updates":
		return float64(f.updates)
	case "later_updates":
		return float64(f.updates - f.openingUpdates)
	case "errors":
		return float64(f.errors)
	case "expected_mistakes":
		return f.expected
	case "their_mistakes":
		return float64(f.their.mistakes)
	case "their_updates":
		return float64(f.their.updates)
	case "their_errors":
		return float64(f.their.errors)
	case "U":
		u := f.rivalNorm
		if unit, ok := e.length(f, e.Fixed); ok {
			u *= unit
		}
		return u
	case "L1":
		return f.rivalL1
	case "L2":
		return f.rivalL2
	case "m":
		return 0 // by its φ
	}
	if v, ok := e.learner.Params()[name]; ok {
		return v
	}
	return math.NaN()
}

// length is the value of a term that is a length.
func (e *evaluator) length(f *facts, name string) (v float64, ok bool) {
	switch name {
	case "R", "Dbar":
		return f.DBar, true
	case "shortest":
		return f.Shortest, true
	case "Dplus":
		return f.DPlus, true
	case "Dminus":
		return f.DMinus, true
	case "D":
		return f.D, true
	case "Delta":
		return f.Delta, true
	case "gamma":
		return f.Gamma, true
	case "gamma0":
		return f.gamma0, true
	case "gamma3":
		return f.gamma3, true
	case "last_gamma":
		return f.lastGamma, true
	case "margin":
		return f.margin, true
	case "their_margin":
		return f.their.margin, true
	}
	return 0, false
}

// leastRival reads the conjecture with several rivals: 0, the separator through
// the origin, the last classifier and Σyx, at the lengths where a hinge ends; and
// keeps the one that refutes most.
func (e *evaluator) leastRival(s stream, f *facts) score {
	best := outside
	sum := make([]float64, s.dim())
	for _, example := range s {
		example.X.AddTo(sum, float64(example.Y))
	}
	for _, direction := range directions(s.dim(), f.separator, f.last.W, sum) {
		margins := make([]float64, len(s))
		for i, example := range s {
			margins[i] = float64(example.Y) * example.X.Dot(direction)
		}
		for _, length := range lengths(margins) {
			f.rivalL1, f.rivalL2 = 0, 0
			for _, m := range margins {
				if loss := 1 - length*m; loss > 0 {
					f.rivalL1 += loss
					f.rivalL2 += loss * loss
				}
			}
			passes := float64(f.steps / len(s))
			f.rivalL1 *= passes
			f.rivalL2 *= passes
			f.rivalNorm = length * vec.L2{}.Of(direction)
			if got := e.read(f); got.better(best) {
				best = got
				e.rival = make([]float64, s.dim())
				for k, v := range direction {
					e.rival[k] = length * v
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

// lengths are 1/m for up to 8 of the positive margins m, from the least to the
// greatest, and 1 where there are none.
func lengths(margins []float64) []float64 {
	positive := slices.DeleteFunc(slices.Clone(margins), func(m float64) bool { return !(m > 0) })
	if len(positive) == 0 {
		return []float64{1}
	}
	slices.Sort(positive)
	positive = slices.Compact(positive)
	const most = 8
	n := min(most, len(positive))
	var lengths []float64
	for k := range n {
		lengths = append(lengths, 1/positive[k*(len(positive)-1)/max(1, n-1)])
	}
	return lengths
}
