package adversarial

import (
	"context"
	"errors"
	"math"

	"marginlab/algos"
	"marginlab/algos/maxmargin"
	"marginlab/theory"
)

// evaluator scores streams for one conjecture. It is not for concurrent use.
type evaluator struct {
	*target
	ctx         context.Context // after its end every stream is outside
	evaluations int
	met         int       // of them, inside the domain
	comparator  []float64 // the one that the last score was read with, nil if none

	lifted [2]*algos.Spec // learner and against on points that have their constant coordinates

	// What the statement asks for.
	optimum, expects, own bool   // m̄(φ), expected_mistakes, last_gamma
	margin, origin        bool   // γ∗, and that through the origin
	rho                   bool   // the normalised margin
	eased                 string // see target.easeName

	// Memory that each score uses again, so that it allocates nothing.
	facts        facts // of the stream that is scored
	values, room []float64
	made         map[made]algos.Learner
	latest       made // of made, with its learner
	last         algos.Learner
	solvers      map[space]*maxmargin.Solver
}

func newEvaluator(t *target) *evaluator {
	against := t.against
	if against != nil {
		against = against.Lifted(0)
	}
	return &evaluator{
		target:  t,
		lifted:  [2]*algos.Spec{t.learner.Lifted(0), against},
		ctx:     context.Background(),
		optimum: t.usesAny("mbar", "their_mbar"),
		expects: t.usesAny("expected_mistakes", "their_expected_mistakes"),
		own:     t.usesAny("last_gamma", "their_last_gamma"),
		margin:  !t.batch && (t.speaks("gamma") || t.uses["r"] || t.bounds("gamma")),
		rho:     t.batch && t.uses["rho"],
		origin:  t.speaks("gamma0") || t.comparators || t.bounds("gamma0"),
		eased:   t.easeName(),
		values:  make([]float64, len(t.terms)),
		room:    make([]float64, len(t.terms)),
		made:    map[made]algos.Learner{},
		solvers: map[space]*maxmargin.Solver{},
	}
}

// facts are what a statement may speak of, NaN where there is no value.
type facts struct {
	// Of the run.
	steps                   int
	mistakes, opening       int // all, and those of the initialisation phase
	updates, openingUpdates int
	gamma3, lastGamma       float64
	expected                float64     // expected mistakes, of the randomized classifier
	violations              []violation // that the run counts: its steps may be many
	counts                  []int       // of them, by the position of the term
	optimum                 float64     // γ∗, as the learner has a bias or not; only for m̄(φ)
	near                    float64     // the least a_t of a right prediction after the opening
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
	e.evaluations++
	e.met += one(got.Inside)
	return got
}

func (e *evaluator) scored(s stream) score {
	e.comparator = nil
	if len(s) == 0 || !s.finite() || e.ctx.Err() != nil {
		return outside
	}
	if e.guarantee != nil {
		got, _ := e.check(s)
		return got
	}
	e.facts = facts{violations: e.violations}
	f := &e.facts
	given := s
	s = given.lifted(e.learner.Bias)
	about := e.about(s)
	if e.against != nil {
		f.their = &facts{violations: e.theirs}
	}
	if e.optimum && !e.measure(about, f) || !e.end(s, about, f) {
		return outside
	}
	if e.against != nil {
		s := given.lifted(e.against.Bias)
		if !e.run(e.lifted[1], s, e.about(s), f.their) {
			return outside
		}
	}
	if !e.optimum && !e.measure(about, f) {
		return outside
	}
	if e.comparators {
		return e.leastComparator(about, f)
	}
	return e.read(f)
}

// end runs the learner to its end, as run does.
func (e *evaluator) end(s, about stream, f *facts) bool {
	if e.batch {
		return e.solve(s, f)
	}
	return e.run(e.lifted[0], s, about, f)
}

// run lets a learner learn from the stream s, as often as the statement says. Its classifier is
// one of the points that the statement is about. It reports false where the run is outside the
// domain.
func (e *evaluator) run(spec *algos.Spec, s, about stream, f *facts) bool {
	l := e.learnerOf(spec, s.dim())
	streamed, _ := l.(algos.Streamed)
	var answers []theory.Step
	if streamed != nil {
		defer streamed.Reset() // others may have its process
	}
	random := spec.Kind.Random
	gamma3, near := math.NaN(), math.Inf(1)
	rest := !e.AtRest
	mistakes, updates := 0, 0
	if f.violations != nil {
		f.counts = make([]int, len(e.terms))
	}
	for pass := range max(1, e.Passes) {
		if pass > 0 {
			if e.ctx.Err() != nil {
				return false
			}
			algos.Repeats(l)
		}
		changed := false
		if streamed != nil {
			if answers, _ = streamed.Steps(s, false); len(answers) < len(s) {
				e.fail(l.State().Err)
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
			if e.expects {
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
			for _, v := range f.violations {
				f.counts[v.at] += one(v.counts(step, f.optimum))
			}
			if gamma3 != gamma3 && step.Target == step.Target {
				gamma3 = step.Gamma()
			}
		}
		f.steps += len(s)
		if e.AtRest && !changed {
			rest = true
			break
		}
	}
	f.mistakes, f.updates = mistakes, updates
	f.gamma3, f.near, f.lastGamma = gamma3, near, math.NaN()
	if e.own {
		f.lastGamma = l.State().Gamma
	}
	if e.classifiers {
		f.last = l.State().Classifier
		f.margin = f.last.MarginIn(e.norm, about)
		for _, example := range s {
			f.errors += one(e.predict(f.last, example.X) != example.Y)
		}
	}
	return rest
}

// learnerOf makes the learner, in the memory of the last of its kind and dimension
// where it has a way to.
func (e *evaluator) learnerOf(spec *algos.Spec, dim int) algos.Learner {
	if key := (made{spec, dim}); key != e.latest {
		if e.made[key] == nil {
			e.made[key] = spec.New(dim)
		}
		e.latest, e.last = key, e.made[key]
	}
	return spec.Renew(e.last, dim)
}

// made is what a learner was made of.
type made struct {
	*algos.Spec
	dim int
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
	if e.lengths != (theory.Lengths{}) {
		f.Geometry = e.lengths.In(e.norm, s, s.dim(), nil)
	}
	f.Dim, f.size = s.dim(), s.size()
	f.Gamma, f.gamma0 = math.NaN(), math.NaN()
	if e.margin {
		var ok bool
		if f.Gamma, _, ok = e.separate(s, false); !ok {
			return false
		}
	}
	if e.origin {
		var ok bool
		if f.gamma0, f.separator, ok = e.separate(s, true); !ok {
			return false
		}
	}
	margins := map[string]float64{"gamma": f.Gamma, "gamma0": f.gamma0}
	f.optimum = margins[optimum(e.learner.Kind)]
	if f.their != nil {
		f.their.optimum = margins[optimum(e.against.Kind)]
	}
	if e.rho {
		directions, ok := s.directions()
		if ok {
			f.rho, _, ok = e.separate(directions, true)
		}
		if !ok {
			return false
		}
	}
	return true
}

// speaks reports whether a length is a term or what lengths are measured in.
func (t *target) speaks(length string) bool { return t.uses[length] || t.Fixed == length }

// optimum is the name of the γ∗ that m̄(φ) of a learner is about.
func optimum(k algos.Kind) string {
	if k.OwnBias {
		return "gamma"
	}
	return "gamma0"
}

// bounds reports whether m̄(φ) is read at the γ∗ of a name.
func (t *target) bounds(gamma string) bool {
	own := t.uses["mbar"] && optimum(t.learner.Kind) == gamma
	return own || t.uses["their_mbar"] && optimum(t.against.Kind) == gamma
}

// separate returns γ∗ of the stream, 0 where it is not separable and NaN where a class
// is missing, with the separator, which stays until the next stream; ok is false where
// rounding hides it.
func (e *evaluator) separate(s stream, origin bool) (gamma float64, separator []float64, ok bool) {
	key := space{s.dim(), origin}
	solver := e.solvers[key]
	if solver == nil {
		solver = maxmargin.NewSolver(s.dim(), maxmargin.Options{Origin: origin, Norm: e.norm})
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

// space is what a solver was made for.
type space struct {
	dim    int
	origin bool
}
