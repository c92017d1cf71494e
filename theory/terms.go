package theory

import (
	"math"
	"slices"
	"sync"
)

// Unit is the unit of a term.
type Unit int

// The units.
const (
	Ratio  Unit = iota
	Count       // an integer, known exactly
	Length      // grows with the features
)

// Scope is where a term has a value. A claim is read in the greatest scope of its terms.
type Scope int

// The scopes.
const (
	OfStream Scope = iota
	OfRun
	OfComparator // at each of several lengths of each comparator u
	OfPhi        // at each φ at which a count jumps
	OfStep       // at each step, and after the last one
	OfIterate    // at each iterate of a batch algorithm
)

// Needs is a set of what a term takes from a learner that is a program, or from the stream.
type Needs int

// The needs.
const (
	NeedsClassifier Needs = 1 << iota // w: without it steps have no norm and no a_t, and may have no score
	NeedsMargin                       // the learner's own γ_t: without it steps have no target
	NeedsOpening                      // the initialisation phase: without it no step is of it
	NeedsLogDet                       // log det(A/a)
	NeedsStream                       // evidence on the stream: all terms of the stream and of a comparator need it
	NeedsSteps                        // the steps, not only the counts of the run
	Separates                         // the maximum margin: the stream is separable
	SeparatesOrigin                   // the same through the origin
)

// Term is a number that claims can name. What a claim needs, how often it is read, and how exact its numbers are
// follow from its terms.
type Term struct {
	Name, Help string
	Unit       Unit
	Scope      Scope
	Needs      Needs
	Hunted     bool // a term of hunted and certified claims
	Stated     bool // not one of these, but a statement has its value: the learner's, or a given one
	Batch      bool // of batch algorithms only
	Arg        bool // written with a constant, as in m(1/2)

	// rounding bounds the error of a reading, relative to the bound and absolute; nil if the geometry's error is all.
	rounding func(*Setting) (relative, absolute float64)
	of       func(*Setting) float64
	has      func(*Setting) bool // whether the term has a value; nil: always. A value of NaN is a fault.
	count    *count              // of steps, within a constant φ or each; nil for other terms
}

// AtPhi reports whether the term is read at each φ, as m(phi) is, not at a constant.
func (t Term) AtPhi() bool { return t.count != nil && !t.Arg }

const (
	needsScores     = NeedsClassifier | NeedsSteps
	needsMargin     = NeedsClassifier | NeedsMargin
	needsViolations = needsMargin | NeedsOpening | NeedsSteps
)

// Terms returns the table of terms. Terms of a step end in _t, terms of an iterate in _k. In claims on batch
// algorithms gamma is the parameter of that name.
func Terms() []Term { return slices.Clone(terms()) }

var terms = sync.OnceValue(func() []Term {
	run := in(OfRun, termsOfRun)
	phi := []Term{{Name: "phi", Help: "φ of m(φ)", Stated: true, of: func(s *Setting) float64 { return s.Phi }}}
	for _, t := range run {
		if t.Arg {
			t.Arg, t.Stated, t.Hunted, t.Help = false, t.Hunted, false, t.Name+" at each φ at which it jumps"
			t.Name += "(phi)"
			phi = append(phi, t)
		}
	}
	return slices.Concat(in(OfStream, termsOfStream), run, in(OfComparator, termsOfComparator), in(OfPhi, phi),
		in(OfStep, termsOfStep), in(OfIterate, termsOfIterate))
})

// in returns terms of that scope, with what follows from it.
func in(scope Scope, terms []Term) []Term {
	for i := range terms {
		t := &terms[i]
		t.Scope, t.Batch = scope, t.Batch || scope == OfIterate
		if scope == OfStream || scope == OfComparator {
			t.Needs |= NeedsStream
		}
	}
	return terms
}

var termsOfStream = []Term{
	{Name: "d", Help: "the dimension", Unit: Count, Hunted: true,
		of: func(s *Setting) float64 { return float64(s.Dim) }},
	{Name: "R", Help: "max ‖x‖", Unit: Length, Hunted: true, of: func(s *Setting) float64 { return s.DBar }},
	{Name: "Dbar", Help: "max ‖x‖, as the papers on PUMMA write it", Unit: Length, Hunted: true,
		of: func(s *Setting) float64 { return s.DBar }},
	{Name: "shortest", Help: "min ‖x‖", Unit: Length, Hunted: true, of: (*Setting).shortest},
	{Name: "Dplus", Help: "the diameter of the positive class, 0 for an empty one", Unit: Length, Hunted: true,
		of: func(s *Setting) float64 { return s.DPlus }},
	{Name: "Dminus", Help: "the diameter of the negative class, 0 for an empty one", Unit: Length, Hunted: true,
		of: func(s *Setting) float64 { return s.DMinus }},
	{Name: "D", Help: "max(Dplus, Dminus)", Unit: Length, Hunted: true, of: func(s *Setting) float64 { return s.D }},
	{Name: "Delta", Help: "max ‖x₊ − x₋‖ over examples of opposite labels", Unit: Length, Hunted: true,
		of: func(s *Setting) float64 { return s.Delta }},
	{Name: "gamma", Help: "γ*, the maximum margin with a bias; 0 where inseparable; no value where a class is missing",
		Unit: Length, Needs: Separates, Hunted: true, of: func(s *Setting) float64 { return s.Gamma }},
	{Name: "gamma0", Help: "the maximum margin through the origin; 0 where inseparable", Unit: Length,
		Needs: SeparatesOrigin, Hunted: true, of: func(s *Setting) float64 { return s.Gamma }},
	{Name: "r", Help: "D/gamma", Needs: Separates, Hunted: true, of: func(s *Setting) float64 { return s.R() }},
	{Name: "s", Help: "of the norm: ‖u−z‖^s ≤ ‖u‖^s − s‖u‖^(s−1)ℓ(u)·z + c‖z‖^s; 2 in ℓ2", Stated: true,
		of: func(s *Setting) float64 { power, _ := smoothness(s.Trace.Space); return power }},
	{Name: "c", Help: "of the norm, see s; 1 in ℓ2", Stated: true,
		of: func(s *Setting) float64 { _, c := smoothness(s.Trace.Space); return c }},
	{Name: "q", Help: "1/s + 1/q = 1; 2 in ℓ2", Stated: true,
		of: func(s *Setting) float64 { power, _ := smoothness(s.Trace.Space); return power / (power - 1) }},
	{Name: "lift", Help: "the constant coordinate that the learner appends to every x", Stated: true,
		of: func(s *Setting) float64 { return s.Trace.Lift }},
	{Name: "rho", Help: "of a batch algorithm: γ* of the normalised features, 0 where inseparable", Batch: true,
		Stated: true, of: func(s *Setting) float64 { return choose(s.Separable, s.Gamma, 0) }},
	{Name: "inradius", Help: "|ρ|, how far the origin is inside the hull of the normalised yx; 0 if unknown",
		Batch: true, of: func(s *Setting) float64 { return choose(s.Separable, 0, s.Inradius) }},
}

var termsOfRun = []Term{
	{Name: "T", Help: "the steps of the run: examples times passes", Unit: Count, Hunted: true,
		of: func(s *Setting) float64 { return float64(max(s.Trace.Seen, len(s.Trace.Steps))) }},
	{Name: "mistakes", Help: "all mistakes; of the randomized learner, by its more probable label", Unit: Count,
		Hunted: true, of: func(s *Setting) float64 { return float64(s.Trace.Mistakes) }},
	{Name: "opening_mistakes", Help: "mistakes in the initialisation phase", Unit: Count, Needs: NeedsOpening,
		Hunted: true, of: func(s *Setting) float64 { return float64(s.Trace.OpeningMistakes()) }},
	{Name: "later_mistakes", Help: "mistakes after the initialisation phase", Unit: Count, Needs: NeedsOpening,
		Hunted: true, of: func(s *Setting) float64 { return float64(s.Trace.Mistakes - s.Trace.OpeningMistakes()) }},
	{Name: "updates", Help: "all updates", Unit: Count, Hunted: true, rounding: ofUpdates,
		of: func(s *Setting) float64 { return float64(s.Trace.Updates) }},
	{Name: "later_updates", Help: "updates after the initialisation phase", Unit: Count,
		Needs: NeedsOpening | NeedsSteps, Hunted: true,
		of: numberOf(func(t Step) bool { return t.Updated && !t.Opening })},
	{Name: "m", Help: "m(φ), the steps after the initialisation phase with a_t ≤ φγ_t", Unit: Count,
		Needs: needsViolations, Hunted: true, Arg: true, count: &violations},
	{Name: "mbar", Help: "m̄(φ), the same with γ* for γ_t: gamma, or gamma0 for a learner without a bias",
		Unit: Count, Needs: needsViolations, Hunted: true, Arg: true, count: &violationsOfOptimum},
	{Name: "updates_within", Help: "updates_within(φ), the updates at y(w·x) ≤ φ", Unit: Count, Needs: needsScores,
		Arg: true, count: &updatesWithin},
	{Name: "gamma3", Help: "the learner's γ_t before the first step after the initialisation phase", Unit: Length,
		Needs: needsMargin | NeedsOpening, Hunted: true, rounding: ofSquare,
		has: (*Setting).opened, of: func(s *Setting) float64 { return s.Gamma3 }},
	{Name: "last_gamma", Help: "the learner's γ_t after the last step", Unit: Length, Needs: needsMargin, Hunted: true,
		rounding: ofSquare, has: func(s *Setting) bool { return !math.IsNaN(s.Trace.Gamma) },
		of: func(s *Setting) float64 { return s.Trace.Gamma }},
	{Name: "errors", Help: "examples of the stream that the last classifier misclassifies", Unit: Count,
		Needs: NeedsClassifier, Hunted: true},
	{Name: "margin", Help: "the margin of the last classifier on the stream, 0 where it does not separate it",
		Unit: Length, Needs: NeedsClassifier | NeedsStream, Hunted: true,
		has: func(s *Setting) bool { return !math.IsNaN(s.Margin) }, of: func(s *Setting) float64 { return s.Margin }},
	{Name: "expected_mistakes", Help: "Σ ½|y − w·x|, of the randomized learner", Needs: needsScores, Hunted: true,
		has: (*Setting).hasAllSteps,
		of:  sum(isAny, func(_ *Setting, _ int, t Step) float64 { return (1 - t.Score) / 2 })},
	{Name: "rest_margin", Help: "the margin of the classifier at which the learner is at rest; no value before",
		Unit: Length, Needs: NeedsClassifier | NeedsStream, Stated: true, rounding: ofRest,
		has: func(s *Setting) bool { return s.AtRest && !math.IsNaN(s.Margin) },
		of:  func(s *Setting) float64 { return s.Margin }},
	{Name: "cosine", Help: "of the angle between the last w and that of the maximum margin",
		Needs: NeedsClassifier | NeedsStream, rounding: ofSquare,
		has: func(s *Setting) bool { return s.Cosine != 0 }, of: func(s *Setting) float64 { return s.Cosine }},
	{Name: "last_norm", Help: "‖w‖ after the last step", Unit: Length, Needs: NeedsClassifier,
		has: (*Setting).saysLastNorm, of: func(s *Setting) float64 { return s.Trace.Norm }},
	{Name: "logdet", Help: "log det(A/a) of a second-order learner, A = aI + Σxxᵀ over its updates",
		Needs: NeedsLogDet, rounding: ofCondition, of: func(s *Setting) float64 { return s.Trace.LogDet }},
	{Name: "radius", Help: "the parameter R of the randomized learner, R where it is 0 or the same but for rounding",
		Unit: Length, Needs: NeedsStream, Stated: true, of: (*Setting).radius},
	{Name: "margin_errors", Help: "the updates that were no mistakes", Unit: Count, Needs: NeedsSteps,
		of: numberOf(func(t Step) bool { return t.Updated && !t.Mistake() })},
	{Name: "Uplus", Help: "U₊, the updates at y(w·x) > 0", Unit: Count, Needs: needsScores,
		of: numberOf(func(t Step) bool { return t.Updated && t.Score > 0 })},
	{Name: "Uzero", Help: "U₀, the updates at y(w·x) ≤ 0", Unit: Count, Needs: needsScores,
		of: numberOf(func(t Step) bool { return t.Updated && t.Score <= 0 })},
	{Name: "Xm", Help: "Σ ‖x‖² over the mistakes and updates of the run", Unit: Length,
		Needs: NeedsStream, rounding: ofLengths, has: (*Setting).knowsLengths,
		of: sum(Step.learned, func(s *Setting, t int, _ Step) float64 { return s.square(t) })},
	{Name: "squared_losses", Help: "Σ max(0, 1 − y(w_t·x_t))²", Needs: needsScores,
		of: sum(isAny, func(_ *Setting, _ int, t Step) float64 { return float64(t.loss() * t.loss()) })},
	{Name: "mean_objective", Help: "the mean of λ/2‖w_t‖² + max(0, 1 − y(w_t·x_t))", Needs: needsScores,
		has: (*Setting).hasAllSteps, of: func(s *Setting) float64 { return objective(s) / float64(len(s.Trace.Steps)) }},
	{Name: "weighted_gains", Help: "Σ (1−2η) over the updates, η = max(0, a_t/γ_t), 0 at the first",
		Needs: needsMargin | NeedsSteps,
		of:    sum(isUpdate, func(_ *Setting, _ int, t Step) float64 { return t.gain() })},
	{Name: "gains", Help: "Σ (1−2η)/‖x‖² over the updates, η = max(0, a_t/γ_t), 0 at the first",
		Needs: needsMargin | NeedsStream, rounding: ofSquare, has: (*Setting).knowsLengths,
		of: sum(isUpdate, func(s *Setting, t int, step Step) float64 { return step.gain() / s.square(t) })},
	{Name: "multipliers", Help: "Σ (1 − y(w·x))/‖x‖² over the updates", Needs: NeedsClassifier | NeedsStream,
		rounding: ofSquare, has: (*Setting).knowsLengths,
		of: sum(isUpdate, func(s *Setting, t int, step Step) float64 { return (1 - step.Score) / s.square(t) })},
	{Name: "loops", Help: "the calls that a batch algorithm made of another", Unit: Count, Batch: true, Stated: true,
		of: func(s *Setting) float64 { return float64(min(len(s.Trace.Iterates), 1) * (s.Iterate.Loop + 1)) }},
	{Name: "shrunk", Help: "how often ISNKP made its combination shorter by its γ", Unit: Count, Batch: true,
		of: func(s *Setting) float64 { return float64(s.Iterate.Loop) }},
}

var termsOfComparator = []Term{
	{Name: "U", Help: "‖u‖ of the comparator u", Hunted: true, of: func(s *Setting) float64 { return s.Length }},
	{Name: "L1", Help: "Σ max(0, 1 − y u·x) over the steps of the run", Hunted: true,
		of: func(s *Setting) float64 { return s.Comparator.hinge(s.Length, 1) }},
	{Name: "L2", Help: "Σ max(0, 1 − y u·x)² over the steps of the run", Hunted: true,
		of: func(s *Setting) float64 { return s.Comparator.hinge(s.Length, 2) }},
	{Name: "h", Help: "the power of the losses in Lh, at least 1; bounds with it are least at 1, where they are read",
		Stated: true, of: func(*Setting) float64 { return 1 }},
	{Name: "Lh", Help: "Σ max(0, 1 − y u·x)^h over the steps of the run", Stated: true,
		of: func(s *Setting) float64 { return s.Comparator.hinge(s.Length, 1) }},
	{Name: "Lm", Help: "Σ max(0, 1 − y u·x) over the mistakes and updates of the run",
		of: sum(Step.learned, func(s *Setting, t int, _ Step) float64 { return max(0, 1-s.product(t)) })},
	{Name: "Vm", Help: "Σ (u·x)² over the mistakes and updates of the run",
		of: sum(Step.learned, func(s *Setting, t int, _ Step) float64 { return float64(s.product(t) * s.product(t)) })},
}

var termsOfStep = []Term{
	{Name: "a_t", Help: "the distance y(w_t·x_t + b_t)/‖w_t‖", Unit: Length, Needs: NeedsClassifier,
		has: (*Setting).isStep, of: func(s *Setting) float64 { return s.Step.A() }},
	{Name: "gamma_t", Help: "the learner's own margin γ_t; after the last step, that of the end", Unit: Length,
		Needs: needsMargin, rounding: ofSquare, has: func(s *Setting) bool { return hasMargin(s.Step) },
		of: func(s *Setting) float64 { return s.Step.Gamma() }},
	{Name: "next_gamma_t", Help: "γ_{t+1}", Unit: Length, Needs: needsMargin, rounding: ofSquare,
		has: func(s *Setting) bool { return s.isStep() && hasMargin(s.Step) },
		of:  func(s *Setting) float64 { return s.NextGamma }},
	{Name: "score_t", Help: "y(w_t·x_t + b_t)", Needs: NeedsClassifier, has: (*Setting).isStep,
		of: func(s *Setting) float64 { return s.Step.Score }},
	{Name: "norm_t", Help: "‖w_t‖; after the last step, that of the end", Unit: Length, Needs: NeedsClassifier,
		rounding: ofNorm, has: func(s *Setting) bool { return s.isStep() || s.saysLastNorm() }, of: (*Setting).norm},
	{Name: "next_norm_t", Help: "‖w_{t+1}‖, where there was a classifier before", Unit: Length,
		Needs: NeedsClassifier, rounding: ofSquare,
		has: func(s *Setting) bool {
			return s.isStep() && !s.Step.Opening && s.Step.Norm != 0 && (s.saysLastNorm() || !math.IsNaN(s.NextNorm))
		},
		of: func(s *Setting) float64 { return s.NextNorm }},
	{Name: "updated_t", Help: "1 where the step was an update, else 0", Unit: Count,
		of: func(s *Setting) float64 { return choose(s.Step.Updated, 1, 0) }},
	{Name: "updates_t", Help: "the updates before the step", Unit: Count,
		of: func(s *Setting) float64 { return float64(s.Updates) }},
	{Name: "D_t", Help: "the diameter of the class of x_t", Unit: Length, Needs: NeedsStream,
		of: (*Setting).ownDiameter},
}

var termsOfIterate = []Term{
	{Name: "k", Help: "the number of the iterate", Unit: Count,
		of: func(s *Setting) float64 { return float64(s.Iterate.K) }},
	{Name: "call_updates", Help: "the iterations of a call, at its last iterate", Unit: Count,
		has: func(s *Setting) bool { return s.stops }, of: func(s *Setting) float64 { return float64(s.Iterate.K) }},
	{Name: "norm_k", Help: "‖p_k‖, of an algorithm without p ‖α_k‖", rounding: ofRoot,
		of: func(s *Setting) float64 { return s.Iterate.Norm }},
	{Name: "L_k", Help: "L(α_k)", rounding: ofProduct, of: func(s *Setting) float64 { return s.Iterate.L }},
	{Name: "Lmu_k", Help: "L_μ(α_k)", rounding: ofProduct, of: func(s *Setting) float64 { return s.Iterate.LMu }},
	{Name: "mu_k", Help: "μ_k", of: func(s *Setting) float64 { return s.Iterate.Mu }},
	{Name: "last_k", Help: "1 where the iterate ends the call, else 0", Unit: Count,
		of: func(s *Setting) float64 { return choose(s.Iterate.Last, 1, 0) }},
	{Name: "start_k", Help: "‖q‖ of the point that the call starts from",
		of: func(s *Setting) float64 { return s.Iterate.Start }},
	{Name: "least_k", Help: "min q_i there", of: func(s *Setting) float64 { return s.Iterate.Least }},
	{Name: "delta_k", Help: "δ of the call", of: func(s *Setting) float64 { return s.Iterate.Delta }},
}

// Hides returns why a term with these needs has no value, since a program does not show them; "" if it has one.
func (unseen Needs) Hides(needs Needs) string {
	for i, why := range [...]string{
		"the program shows no classifier", "the program shows no margin of its own",
		"the program does not show which steps are of its opening", "programs show no log det(A/a)",
	} {
		if unseen&needs&(NeedsClassifier<<i) != 0 {
			return why
		}
	}
	return ""
}

// termOf returns the term of that name in claims of a task, nil for a parameter of the learner.
func termOf(task Task, name string) *Term {
	all := terms()
	i := slices.IndexFunc(all, func(t Term) bool {
		return t.Name == name && (t.Batch == (task == Batch) || !t.Batch && name != "gamma")
	})
	if i < 0 {
		return nil
	}
	return &all[i]
}
