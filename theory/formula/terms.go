package formula

import (
	"math/big"
	"slices"
	"strings"
)

// Term is a fact that an expression speaks of, or a parameter of the learner.
type Term struct {
	Name string
	Arg  *big.Rat // of m(φ) and m̄(φ), else nil
}

// String returns the term as it is written, such as gamma or m(9/10).
func (t Term) String() string {
	if t.Arg == nil {
		return t.Name
	}
	return t.Name + "(" + t.Arg.RatString() + ")"
}

// theirs begins the names of terms of the second learner's run.
const theirs = "their_"

// Theirs returns the term of a run that is asked of the second learner, such as m(1/2) of
// their_m(1/2), and whether the term is one.
func (t Term) Theirs() (Term, bool) {
	name, is := strings.CutPrefix(t.Name, theirs)
	return Term{Name: name, Arg: t.Arg}, is
}

func (t Term) equal(u Term) bool {
	return t.Name == u.Name && (t.Arg == nil) == (u.Arg == nil) && (t.Arg == nil || t.Arg.Cmp(u.Arg) == 0)
}

// Word is an entry of the vocabulary.
type Word struct {
	Name, Help string
	Arg        bool // written with a constant, as in m(1/2)
	Length     bool // grows with the features: a length or a margin
	Run        bool // of a run: there is the same of a second learner's, as their_mistakes
}

// Vocabulary returns the terms of the language, without the parameters of learners.
// Lengths are in the norm of the learner. Where a term has no value an expression has none.
func Vocabulary() []Word {
	words := []Word{
		// of the stream
		{Name: "d", Help: "the dimension"},
		{Name: "R", Length: true, Help: "max ‖x‖"},
		{Name: "Dbar", Length: true, Help: "max ‖x‖, as the papers on PUMMA write it"},
		{Name: "shortest", Length: true, Help: "min ‖x‖"},
		{Name: "Dplus", Length: true, Help: "the diameter of the positive class, 0 for an empty one"},
		{Name: "Dminus", Length: true, Help: "the diameter of the negative class, 0 for an empty one"},
		{Name: "D", Length: true, Help: "max(Dplus, Dminus)"},
		{Name: "Delta", Length: true, Help: "max ‖x₊ − x₋‖ over examples of opposite labels"},
		{Name: "gamma", Length: true, Help: "γ*, the maximum margin with a bias; 0 where inseparable; no value where a class is missing"},
		{Name: "gamma0", Length: true, Help: "the maximum margin through the origin; 0 where inseparable"},
		{Name: "r", Help: "D/gamma"},
		// of the run
		{Name: "T", Run: true, Help: "the steps of the run: examples times passes"},
		{Name: "mistakes", Run: true, Help: "all mistakes; of the randomized learner, by its more probable label"},
		{Name: "opening_mistakes", Run: true, Help: "mistakes in the initialisation phase"},
		{Name: "later_mistakes", Run: true, Help: "mistakes after the initialisation phase"},
		{Name: "updates", Run: true, Help: "all updates"},
		{Name: "later_updates", Run: true, Help: "updates after the initialisation phase"},
		{Name: "m", Run: true, Arg: true, Help: "m(φ), the steps after the initialisation phase with a_t ≤ φγ_t"},
		{Name: "mbar", Run: true, Arg: true, Help: "m̄(φ), the same with γ* for γ_t: gamma, or gamma0 for a learner without a bias"},
		{Name: "gamma3", Run: true, Length: true, Help: "the learner's γ_t before the first step after the initialisation phase"},
		{Name: "last_gamma", Run: true, Length: true, Help: "the learner's γ_t after the last step"},
		{Name: "errors", Run: true, Help: "examples of the stream that the last classifier misclassifies"},
		{Name: "margin", Run: true, Length: true, Help: "the margin of the last classifier on the stream, 0 where it does not separate it"},
		{Name: "expected_mistakes", Run: true, Help: "Σ ½|y − w·x|, of the randomized learner"},
		// of a rival u
		{Name: "U", Help: "‖u‖ of the rival u"},
		{Name: "L1", Help: "Σ max(0, 1 − y u·x) over the steps of the run"},
		{Name: "L2", Help: "Σ max(0, 1 − y u·x)² over the steps of the run"},
	}
	for _, w := range words {
		if w.Run {
			w.Name, w.Help, w.Run = theirs+w.Name, "of the second learner: "+w.Help, false
			words = append(words, w)
		}
	}
	return words
}

// Lengths are the names of the terms that grow with the features.
func Lengths() []string {
	var names []string
	for _, w := range Vocabulary() {
		if w.Length {
			names = append(names, w.Name)
		}
	}
	return names
}

// known reports whether a name is a term or one of the parameters.
func known(params []string, name string) bool {
	return slices.Contains(params, name) || slices.ContainsFunc(Vocabulary(), func(w Word) bool { return w.Name == name })
}

func takesConstant(name string) bool {
	return slices.ContainsFunc(Vocabulary(), func(w Word) bool { return w.Name == name && w.Arg })
}

// function is a function of the language, of least to most arguments.
type function struct {
	name        string
	least, most int
}

func functions() []function {
	const any = maxText
	return []function{
		{"sqrt", 1, 1}, {"log", 1, 1}, {"exp", 1, 1}, {"pow", 2, 2}, {"min", 2, any}, {"max", 2, any},
		{"floor", 1, 1}, {"ceil", 1, 1}, {"abs", 1, 1}, {"kappa0", 2, 4},
	}
}

func isFunction(name string) bool {
	return slices.ContainsFunc(functions(), func(f function) bool { return f.name == name })
}

func isWordOperator(name string) bool { return name == "and" || name == "or" || name == "not" }
