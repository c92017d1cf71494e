package adversarial

import (
	"math"
	"slices"

	"marginlab/theory/formula"
)

// reader returns the function that reads a term off facts: NaN where it has no value.
// Lengths are measured in the fixed length if there is one, and U in its inverse.
func (t *target) reader(term formula.Term) func(*facts) float64 {
	read, unit := raw(term), raw(formula.Term{Name: t.Fixed})
	if t.batch {
		read = batchReader(term.Name)
	}
	switch {
	case read == nil:
		v, ok := t.learner.Params()[term.Name]
		if !ok {
			panic("adversarial: no term " + term.Name) // the conjecture was compiled
		}
		return func(*facts) float64 { return v }
	case unit != nil && term.Name == "U":
		return func(f *facts) float64 { return read(f) * unit(f) }
	case unit != nil && slices.Contains(formula.Lengths(), term.Name):
		return func(f *facts) float64 {
			if unit(f) == 0 {
				return math.NaN()
			}
			return read(f) / unit(f)
		}
	}
	return read
}

// raw reads a term that is no parameter, not measured in anything; it is nil for a parameter.
func raw(term formula.Term) func(*facts) float64 {
	if own, theirs := term.Theirs(); theirs {
		read := raw(own)
		return func(f *facts) float64 { return read(f.their) }
	}
	if term.Arg == nil {
		return readers()[term.Name]
	}
	phi, _ := term.Arg.Float64()
	return func(f *facts) float64 {
		if term.Name == "mbar" && math.IsNaN(f.optimum) {
			return math.NaN()
		}
		n := 0
		for _, step := range f.within {
			if term.Name == "m" {
				n += one(step.Within(phi))
			} else {
				n += one(step.Target == step.Target && step.A() <= phi*f.optimum)
			}
		}
		return float64(n)
	}
}

// readers are those of the terms that have no argument, by name.
func readers() map[string]func(*facts) float64 {
	return map[string]func(*facts) float64{
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
		"U":                 func(f *facts) float64 { return f.rivalNorm },
		"L1":                func(f *facts) float64 { return f.rivalL1 },
		"L2":                func(f *facts) float64 { return f.rivalL2 },
	}
}
