package hunt

import (
	"math"
	"slices"

	"marginlab/theory"
	"marginlab/theory/formula"
)

// reader returns the function that reads a term off facts: NaN where it has no value. Lengths are
// measured in the fixed length if there is one, and U in its inverse.
func (t *target) reader(term formula.Term, at int) func(*facts) float64 {
	if term.Arg != nil {
		return t.counter(term, at)
	}
	read, unit := readers[term.Name], readers[t.conjecture.Fixed]
	own, theirs := theory.Theirs(term)
	switch {
	case theirs:
		of := readers[own.Name]
		read = func(f *facts) float64 { return of(f.their) }
	case t.batch && !slices.Contains(batchTerms, term.Name): // gamma and margin are parameters there
		read = batchReaders[term.Name]
	}
	switch {
	case read == nil:
		v, ok := t.learner.Params()[term.Name]
		if !ok {
			panic("hunt: no term " + term.Name) // the conjecture was compiled
		}
		return func(*facts) float64 { return v }
	case unit != nil && term.Name == "U":
		return func(f *facts) float64 { return read(f) * unit(f) }
	case unit != nil && theory.TermOf(own.Name).Unit == theory.Length:
		return func(f *facts) float64 {
			if unit(f) == 0 {
				return math.NaN()
			}
			return read(f) / unit(f)
		}
	}
	return read
}

// violation is m(φ) or m̄(φ), which a run counts step by step.
type violation struct {
	at  int // of its term
	phi float64
	bar bool
}

// counts reports whether it counts a step after the opening; optimum is γ∗.
func (v violation) counts(s theory.Step, optimum float64) bool {
	if v.bar {
		return s.Target == s.Target && s.A() <= v.phi*optimum
	}
	return s.Within(v.phi)
}

// counter has the runs count m(φ) or m̄(φ), the term at a position, and returns what reads it.
func (t *target) counter(term formula.Term, at int) func(*facts) float64 {
	own, theirs := theory.Theirs(term)
	v := violation{at: at, bar: own.Name == "mbar"}
	v.phi, _ = term.Arg.Float64()
	if theirs {
		t.theirs = append(t.theirs, v)
	} else {
		t.counted = append(t.counted, v)
	}
	return func(f *facts) float64 {
		if theirs {
			f = f.their
		}
		if v.bar && math.IsNaN(f.optimum) {
			return math.NaN()
		}
		return float64(f.counts[at])
	}
}

// readers are those of the terms that have no argument, by name.
var readers = map[string]func(*facts) float64{
	"T":                 func(f *facts) float64 { return float64(f.steps) },
	"d":                 func(f *facts) float64 { return float64(f.Dim) },
	"R":                 func(f *facts) float64 { return f.DBar },
	"Dbar":              func(f *facts) float64 { return f.DBar },
	"shortest":          func(f *facts) float64 { return f.Shortest },
	"Dplus":             func(f *facts) float64 { return f.DPlus },
	"Dminus":            func(f *facts) float64 { return f.DMinus },
	"D":                 func(f *facts) float64 { return f.D },
	"Delta":             func(f *facts) float64 { return f.Delta },
	"gamma":             func(f *facts) float64 { return f.Gamma },
	"gamma0":            func(f *facts) float64 { return f.gamma0 },
	"r":                 func(f *facts) float64 { return f.D / f.Gamma },
	"mistakes":          func(f *facts) float64 { return float64(f.mistakes) },
	"opening_mistakes":  func(f *facts) float64 { return float64(f.opening) },
	"later_mistakes":    func(f *facts) float64 { return float64(f.mistakes - f.opening) },
	"updates":           func(f *facts) float64 { return float64(f.updates) },
	"later_updates":     func(f *facts) float64 { return float64(f.updates - f.openingUpdates) },
	"gamma3":            func(f *facts) float64 { return f.gamma3 },
	"last_gamma":        func(f *facts) float64 { return f.lastGamma },
	"errors":            func(f *facts) float64 { return float64(f.errors) },
	"margin":            func(f *facts) float64 { return f.margin },
	"expected_mistakes": func(f *facts) float64 { return f.expected },
	"U":                 func(f *facts) float64 { return f.comparatorNorm },
	"L1":                func(f *facts) float64 { return f.comparatorL1 },
	"L2":                func(f *facts) float64 { return f.comparatorL2 },
}

// batchTerms are those of them that a claim about a batch algorithm may name, beside batchReaders.
var batchTerms = []string{"d", "R", "Dbar", "shortest", "gamma0", "updates"}

var batchReaders = map[string]func(*facts) float64{
	"n":     func(f *facts) float64 { return float64(f.examples) },
	"loops": func(f *facts) float64 { return float64(f.loops) },
	"rho":   func(f *facts) float64 { return f.rho },
}
