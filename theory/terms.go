package theory

import (
	"iter"
	"math"
	"slices"
	"sync"
)

// Unit is what a term is counted or measured in.
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

// Needs is what a term takes from a learner that is a program, or from the stream.
type Needs int

// The needs.
const (
	NeedsClassifier Needs = 1 << iota // w, without which steps have no norm and no a_t
	NeedsMargin                       // the learner's own γ_t
	NeedsOpening                      // which steps are of the initialisation phase
	NeedsLogDet                       // log det(A/a)
	NeedsLengths                      // the ‖x_t‖ of all steps
	NeedsStream                       // evidence on the stream, as all terms of the stream and of a comparator do
	NeedsSteps                        // the steps, and not the counts of the run alone
	Separates                         // is about the maximum margin: the stream is separable
	SeparatesOrigin                   // through the origin
)

// Term is a number that claims name. What a claim needs, how often it is read, and how far its
// numbers are off follow from its terms.
type Term struct {
	Name, Help string
	Unit       Unit
	Scope      Scope
	Needs      Needs
	Hunted     bool // a term of the claims that are hunted and certified
	Stated     bool // not one of these, but a statement has its value: of the learner, or one that is given
	Batch      bool // of batch algorithms alone
	Arg        bool // written with a constant, as in m(1/2)

	// rounding is how far a reading may be off, relative to the bound and absolutely; nil: by no more
	// than the geometry.
	rounding func(*Setting) (relative, absolute float64)
	// jumps are the φ at which a count of the scope OfPhi jumps, with the count there.
	jumps func(*Setting) iter.Seq2[float64, float64]
	of    func(*Setting) float64
	at    func(*Setting, float64) float64 // of one with a constant
	has   func(*Setting) bool             // whether it has a value; nil: always. A value that is NaN is a fault.
}

// AtPhi reports whether the term is one with a constant, read at each φ, as m(phi) is.
func (t Term) AtPhi() bool { return t.jumps != nil }

const (
	needsMargin     = NeedsClassifier | NeedsMargin
	needsViolations = needsMargin | NeedsOpening | NeedsSteps
)

// Terms returns the table of terms. Those of a step end in _t, those of an iterate in _k. In claims
// on batch algorithms gamma is the parameter of that name.
func Terms() []Term { return slices.Clone(terms()) }

var terms = sync.OnceValue(func() []Term {
	return []Term{
		// of the stream
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
		{Name: "D", Help: "max(Dplus, Dminus)", Unit: Length, Hunted: true,
			of: func(s *Setting) float64 { return s.D }},
		{Name: "Delta", Help: "max ‖x₊ − x₋‖ over examples of opposite labels", Unit: Length, Hunted: true,
			of: func(s *Setting) float64 { return s.Delta }},
		{Name: "gamma", Help: "γ*, the maximum margin with a bias; 0 where inseparable; no value where a class " +
			"is missing", Unit: Length, Needs: Separates, Hunted: true,
			of: func(s *Setting) float64 { return s.Gamma }},
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
			Stated: true, of: (*Setting).normalisedMargin},
		{Name: "inradius", Help: "|ρ|, how far the origin is inside the hull of the normalised yx; 0 if unknown",
			Batch: true, of: (*Setting).insideBy},
		// of the run
		{Name: "T", Help: "the steps of the run: examples times passes", Unit: Count, Scope: OfRun, Hunted: true,
			of: func(s *Setting) float64 { return s.steps() }},
		{Name: "mistakes", Help: "all mistakes; of the randomized learner, by its more probable label", Unit: Count,
			Scope: OfRun, Hunted: true, of: func(s *Setting) float64 { return float64(s.Trace.Mistakes) }},
		{Name: "opening_mistakes", Help: "mistakes in the initialisation phase", Unit: Count, Scope: OfRun,
			Needs: NeedsOpening, Hunted: true,
			of: func(s *Setting) float64 { return float64(s.Trace.OpeningMistakes()) }},
		{Name: "later_mistakes", Help: "mistakes after the initialisation phase", Unit: Count, Scope: OfRun,
			Needs: NeedsOpening, Hunted: true,
			of: func(s *Setting) float64 { return float64(s.Trace.Mistakes - s.Trace.OpeningMistakes()) }},
		{Name: "updates", Help: "all updates", Unit: Count, Scope: OfRun, Hunted: true, rounding: ofUpdates,
			of: func(s *Setting) float64 { return float64(s.Trace.Updates) }},
		{Name: "later_updates", Help: "updates after the initialisation phase", Unit: Count, Scope: OfRun,
			Needs: NeedsOpening | NeedsSteps, Hunted: true, of: (*Setting).laterUpdates},
		{Name: "m", Help: "m(φ), the steps after the initialisation phase with a_t ≤ φγ_t", Unit: Count,
			Scope: OfRun, Needs: needsViolations, Hunted: true, Arg: true, at: (*Setting).violations},
		{Name: "mbar", Help: "m̄(φ), the same with γ* for γ_t: gamma, or gamma0 for a learner without a bias",
			Unit: Count, Scope: OfRun, Needs: needsViolations, Hunted: true, Arg: true,
			at: (*Setting).violationsOfOptimum},
		{Name: "updates_within", Help: "updates_within(φ), the updates at y(w·x) ≤ φ", Unit: Count, Scope: OfRun,
			Needs: NeedsClassifier | NeedsSteps, Arg: true, at: (*Setting).updatesWithin},
		{Name: "gamma3", Help: "the learner's γ_t before the first step after the initialisation phase",
			Unit: Length, Scope: OfRun, Needs: needsMargin | NeedsOpening, Hunted: true, rounding: ofSquare,
			has: func(s *Setting) bool { return !math.IsNaN(s.Gamma3) },
			of:  func(s *Setting) float64 { return s.Gamma3 }},
		{Name: "last_gamma", Help: "the learner's γ_t after the last step", Unit: Length, Scope: OfRun,
			Needs: needsMargin, Hunted: true, rounding: ofSquare,
			has: func(s *Setting) bool { return !math.IsNaN(s.Trace.Gamma) },
			of:  func(s *Setting) float64 { return s.Trace.Gamma }},
		{Name: "errors", Help: "examples of the stream that the last classifier misclassifies", Unit: Count,
			Scope: OfRun, Needs: NeedsClassifier, Hunted: true},
		{Name: "margin", Help: "the margin of the last classifier on the stream, 0 where it does not separate it",
			Unit: Length, Scope: OfRun, Needs: NeedsClassifier | NeedsStream, Hunted: true,
			has: (*Setting).hasMeasuredMargin, of: func(s *Setting) float64 { return s.Margin }},
		{Name: "expected_mistakes", Help: "Σ ½|y − w·x|, of the randomized learner", Scope: OfRun,
			Needs: NeedsClassifier | NeedsSteps, Hunted: true, has: (*Setting).hasAllSteps,
			of: overSteps(func(t Step) float64 { return (1 - t.Score) / 2 })},
		{Name: "rest_margin", Help: "the margin of the classifier at which the learner is at rest; no value before",
			Unit: Length, Scope: OfRun, Needs: NeedsClassifier | NeedsStream, Stated: true, has: (*Setting).rests,
			of: func(s *Setting) float64 { return s.Margin }},
		{Name: "cosine", Help: "of the angle between the last w and that of the maximum margin", Scope: OfRun,
			Needs: NeedsClassifier | NeedsStream, rounding: ofSquare,
			has: func(s *Setting) bool { return s.Cosine != 0 }, of: func(s *Setting) float64 { return s.Cosine }},
		{Name: "last_norm", Help: "‖w‖ after the last step", Unit: Length, Scope: OfRun, Needs: NeedsClassifier,
			has: func(s *Setting) bool { return !math.IsNaN(s.Trace.Norm) },
			of:  func(s *Setting) float64 { return s.Trace.Norm }},
		{Name: "logdet", Help: "log det(A/a) of a second-order learner, A = aI + Σxxᵀ over its updates",
			Scope: OfRun, Needs: NeedsLogDet, rounding: ofCondition,
			of: func(s *Setting) float64 { return s.Trace.LogDet }},
		{Name: "radius", Help: "the parameter R of the randomized learner, R where it is 0 or the same but for " +
			"rounding", Unit: Length, Needs: NeedsStream, Scope: OfRun, Stated: true, of: (*Setting).radius},
		{Name: "margin_errors", Help: "the updates that were no mistakes", Unit: Count, Scope: OfRun,
			Needs: NeedsSteps, of: func(s *Setting) float64 { return float64(s.Trace.MarginErrors()) }},
		{Name: "Uplus", Help: "U₊, the updates at y(w·x) > 0", Unit: Count, Scope: OfRun,
			Needs: NeedsClassifier | NeedsSteps,
			of:    overSteps(func(t Step) float64 { return isTrue(t.Updated && t.Score > 0) })},
		{Name: "Uzero", Help: "U₀, the updates at y(w·x) ≤ 0", Unit: Count, Scope: OfRun,
			Needs: NeedsClassifier | NeedsSteps,
			of:    overSteps(func(t Step) float64 { return isTrue(t.Updated && t.Score <= 0) })},
		{Name: "Xm", Help: "Σ ‖x‖² over the mistakes and updates of the run", Unit: Length, Scope: OfRun,
			Needs: NeedsLengths | NeedsStream, rounding: ofLengths, has: (*Setting).knowsLengths,
			of: (*Setting).learnedSquares},
		{Name: "squared_losses", Help: "Σ max(0, 1 − y(w_t·x_t))²", Scope: OfRun,
			Needs: NeedsClassifier | NeedsSteps,
			of:    overSteps(func(t Step) float64 { l := max(0, 1-t.Score); return float64(l * l) })},
		{Name: "mean_objective", Help: "the mean of λ/2‖w_t‖² + max(0, 1 − y(w_t·x_t))", Scope: OfRun,
			Needs: NeedsClassifier | NeedsSteps, has: (*Setting).hasAllSteps, of: (*Setting).meanObjective},
		{Name: "weighted_gains", Help: "Σ (1−2η) over the updates, η = max(0, a_t/γ_t), 0 at the first",
			Scope: OfRun, Needs: needsMargin | NeedsSteps, of: overSteps(Step.gain)},
		{Name: "gains", Help: "Σ (1−2η)/‖x‖² over the updates, η = max(0, a_t/γ_t), 0 at the first", Scope: OfRun,
			Needs: needsMargin | NeedsLengths | NeedsStream, rounding: ofSquare, has: (*Setting).knowsLengths,
			of: overSquares(Step.gain)},
		{Name: "multipliers", Help: "Σ (1 − y(w·x))/‖x‖² over the updates", Scope: OfRun,
			Needs: NeedsClassifier | NeedsLengths | NeedsStream, rounding: ofSquare, has: (*Setting).knowsLengths,
			of: overSquares(func(t Step) float64 { return 1 - t.Score })},
		{Name: "loops", Help: "the calls that a batch algorithm made of another", Unit: Count, Scope: OfRun,
			Batch: true, Stated: true, of: (*Setting).calls},
		{Name: "shrunk", Help: "how often ISNKP made its combination shorter by its γ", Unit: Count, Scope: OfRun,
			Batch: true, of: func(s *Setting) float64 { return float64(s.Iterate.Loop) }},
		// of a comparator u
		{Name: "U", Help: "‖u‖ of the comparator u", Scope: OfComparator, Hunted: true,
			of: func(s *Setting) float64 { return s.Length }},
		{Name: "L1", Help: "Σ max(0, 1 − y u·x) over the steps of the run", Scope: OfComparator, Hunted: true,
			of: func(s *Setting) float64 { return s.Comparator.hinge(s.Length, 1) }},
		{Name: "L2", Help: "Σ max(0, 1 − y u·x)² over the steps of the run", Scope: OfComparator, Hunted: true,
			of: func(s *Setting) float64 { return s.Comparator.hinge(s.Length, 2) }},
		{Name: "h", Help: "the power of the losses in Lh, at least 1; bounds with it are least at 1, where " +
			"they are read", Scope: OfComparator, Stated: true, of: func(*Setting) float64 { return 1 }},
		{Name: "Lh", Help: "Σ max(0, 1 − y u·x)^h over the steps of the run", Scope: OfComparator, Stated: true,
			of: func(s *Setting) float64 { return s.Comparator.hinge(s.Length, 1) }},
		{Name: "Lm", Help: "Σ max(0, 1 − y u·x) over the mistakes and updates of the run", Scope: OfComparator,
			of: (*Setting).learnedLosses},
		{Name: "Vm", Help: "Σ (u·x)² over the mistakes and updates of the run", Scope: OfComparator,
			of: (*Setting).learnedProducts},
		// at a φ
		{Name: "phi", Help: "φ of m(φ)", Scope: OfPhi, Stated: true, of: func(s *Setting) float64 { return s.Phi }},
		{Name: "m(phi)", Help: "m(φ) at each φ at which it jumps", Unit: Count, Scope: OfPhi,
			Needs: needsViolations, jumps: violationJumps, Stated: true,
			of: func(s *Setting) float64 { return s.violations(s.Phi) }},
		{Name: "mbar(phi)", Help: "m̄(φ) at each φ at which it jumps", Unit: Count, Scope: OfPhi,
			Needs: needsViolations, jumps: optimumJumps, Stated: true,
			of: func(s *Setting) float64 { return s.violationsOfOptimum(s.Phi) }},
		{Name: "updates_within(phi)", Help: "the updates at y(w·x) ≤ φ", Unit: Count, Scope: OfPhi,
			Needs: NeedsClassifier | NeedsSteps, jumps: updateJumps,
			of: func(s *Setting) float64 { return s.updatesWithin(s.Phi) }},
		// of a step
		{Name: "a_t", Help: "the distance y(w_t·x_t + b_t)/‖w_t‖", Unit: Length, Scope: OfStep,
			Needs: NeedsClassifier, has: func(s *Setting) bool { return !s.ends },
			of: func(s *Setting) float64 { return s.Step.A() }},
		{Name: "gamma_t", Help: "the learner's own margin γ_t; after the last step, that of the end", Unit: Length,
			Scope: OfStep, Needs: needsMargin, rounding: ofSquare, has: (*Setting).hasOwnMargin,
			of: func(s *Setting) float64 { return s.Step.Gamma() }},
		{Name: "next_gamma_t", Help: "γ_{t+1}", Unit: Length, Scope: OfStep, Needs: needsMargin, rounding: ofSquare,
			has: (*Setting).hasNextMargin, of: func(s *Setting) float64 { return s.NextGamma }},
		{Name: "score_t", Help: "y(w_t·x_t + b_t)", Scope: OfStep, Needs: NeedsClassifier,
			has: func(s *Setting) bool { return !s.ends }, of: func(s *Setting) float64 { return s.Step.Score }},
		{Name: "norm_t", Help: "‖w_t‖; after the last step, that of the end", Unit: Length, Scope: OfStep,
			Needs: NeedsClassifier, rounding: ofNorm, has: (*Setting).hasNorm, of: (*Setting).norm},
		{Name: "next_norm_t", Help: "‖w_{t+1}‖, where there was a classifier before", Unit: Length, Scope: OfStep,
			Needs: NeedsClassifier, rounding: ofSquare, has: (*Setting).hasNextNorm,
			of: func(s *Setting) float64 { return s.NextNorm }},
		{Name: "updated_t", Help: "1 where the step was an update, else 0", Unit: Count, Scope: OfStep,
			of: func(s *Setting) float64 { return isTrue(s.Step.Updated) }},
		{Name: "updates_t", Help: "the updates before the step", Unit: Count, Scope: OfStep,
			of: func(s *Setting) float64 { return float64(s.Updates) }},
		{Name: "D_t", Help: "the diameter of the class of x_t", Unit: Length, Needs: NeedsStream, Scope: OfStep,
			of: (*Setting).ownDiameter},
		// of an iterate of a batch algorithm
		{Name: "k", Help: "the number of the iterate", Unit: Count, Scope: OfIterate, Batch: true,
			of: func(s *Setting) float64 { return float64(s.Iterate.K) }},
		{Name: "call_updates", Help: "the iterations of a call, at its last iterate", Unit: Count, Scope: OfIterate,
			Batch: true, has: func(s *Setting) bool { return s.stops },
			of: func(s *Setting) float64 { return float64(s.Iterate.K) }},
		{Name: "norm_k", Help: "‖p_k‖, of an algorithm without p ‖α_k‖", Scope: OfIterate, Batch: true,
			rounding: ofRoot, of: func(s *Setting) float64 { return s.Iterate.Norm }},
		{Name: "L_k", Help: "L(α_k)", Scope: OfIterate, Batch: true, rounding: ofProduct,
			of: func(s *Setting) float64 { return s.Iterate.L }},
		{Name: "Lmu_k", Help: "L_μ(α_k)", Scope: OfIterate, Batch: true, rounding: ofProduct,
			of: func(s *Setting) float64 { return s.Iterate.LMu }},
		{Name: "mu_k", Help: "μ_k", Scope: OfIterate, Batch: true,
			of: func(s *Setting) float64 { return s.Iterate.Mu }},
		{Name: "last_k", Help: "1 where the iterate ends the call, else 0", Unit: Count, Scope: OfIterate,
			Batch: true, of: func(s *Setting) float64 { return isTrue(s.Iterate.Last) }},
		{Name: "start_k", Help: "‖q‖ of the point that the call starts from", Scope: OfIterate, Batch: true,
			of: func(s *Setting) float64 { return s.Iterate.Start }},
		{Name: "least_k", Help: "min q_i there", Scope: OfIterate, Batch: true,
			of: func(s *Setting) float64 { return s.Iterate.Least }},
		{Name: "delta_k", Help: "δ of the call", Scope: OfIterate, Batch: true,
			of: func(s *Setting) float64 { return s.Iterate.Delta }},
	}
})

// parameters are those of the learners that rows name.
const parameters = "rho delta eps alpha a B C lambda project n k gamma"

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

// NeedsOf is what the term of that name needs, nothing of a name that is none.
func NeedsOf(name string) Needs {
	if t := termOf(Online, name); t != nil {
		return t.Needs
	}
	return 0
}

func isTrue(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
