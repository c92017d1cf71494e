package theory

import (
	"slices"
	"strings"
	"sync"

	"marginlab/theory/formula"
)

// Word is an entry of the vocabulary.
type Word struct {
	Name, Help string
	Arg        bool // written with a constant, as in m(1/2)
	Length     bool // grows with the features: a length or a margin
	Run        bool // of a run: there is the same of a second learner's, as their_mistakes
}

// Vocabulary returns the terms of claims, without the parameters of learners.
// Lengths are in the norm of the learner. Where a term has no value an expression has none.
func Vocabulary() []Word {
	words := []Word{
		// of the stream
		{Name: "d", Help: "the dimension"},
		{Name: "R", Help: "max ‖x‖", Length: true},
		{Name: "Dbar", Help: "max ‖x‖, as the papers on PUMMA write it", Length: true},
		{Name: "shortest", Help: "min ‖x‖", Length: true},
		{Name: "Dplus", Help: "the diameter of the positive class, 0 for an empty one", Length: true},
		{Name: "Dminus", Help: "the diameter of the negative class, 0 for an empty one", Length: true},
		{Name: "D", Help: "max(Dplus, Dminus)", Length: true},
		{Name: "Delta", Help: "max ‖x₊ − x₋‖ over examples of opposite labels", Length: true},
		{Name: "gamma", Help: "γ*, the maximum margin with a bias; 0 where inseparable; no value where a class is missing", Length: true},
		{Name: "gamma0", Help: "the maximum margin through the origin; 0 where inseparable", Length: true},
		{Name: "r", Help: "D/gamma"},
		// of the run
		{Name: "T", Help: "the steps of the run: examples times passes", Run: true},
		{Name: "mistakes", Help: "all mistakes; of the randomized learner, by its more probable label", Run: true},
		{Name: "opening_mistakes", Help: "mistakes in the initialisation phase", Run: true},
		{Name: "later_mistakes", Help: "mistakes after the initialisation phase", Run: true},
		{Name: "updates", Help: "all updates", Run: true},
		{Name: "later_updates", Help: "updates after the initialisation phase", Run: true},
		{Name: "m", Help: "m(φ), the steps after the initialisation phase with a_t ≤ φγ_t", Arg: true, Run: true},
		{Name: "mbar", Help: "m̄(φ), the same with γ* for γ_t: gamma, or gamma0 for a learner without a bias", Arg: true, Run: true},
		{Name: "gamma3", Help: "the learner's γ_t before the first step after the initialisation phase", Length: true, Run: true},
		{Name: "last_gamma", Help: "the learner's γ_t after the last step", Length: true, Run: true},
		{Name: "errors", Help: "examples of the stream that the last classifier misclassifies", Run: true},
		{Name: "margin", Help: "the margin of the last classifier on the stream, 0 where it does not separate it", Length: true, Run: true},
		{Name: "expected_mistakes", Help: "Σ ½|y − w·x|, of the randomized learner", Run: true},
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

// theirs begins the names of terms of the second learner's run.
const theirs = "their_"

// Theirs returns the term of a run that is asked of the second learner, such as m(1/2) of
// their_m(1/2), and whether the term is one.
func Theirs(t formula.Term) (formula.Term, bool) {
	name, is := strings.CutPrefix(t.Name, theirs)
	return formula.Term{Name: name, Arg: t.Arg}, is
}

// IsLength reports whether a term grows with the features.
func IsLength(name string) bool {
	return slices.ContainsFunc(Vocabulary(), func(w Word) bool { return w.Length && w.Name == name })
}

// Words are those of claims, without the parameters of learners.
var Words = sync.OnceValue(func() formula.Words { return wordsWith() })

// wordsWith are the words of claims and others.
func wordsWith(more ...formula.Word) formula.Words {
	var all []formula.Word
	for _, w := range Vocabulary() {
		all = append(all, formula.Word{Name: w.Name, Help: w.Help, Arg: w.Arg})
	}
	return formula.NewWords("gamma or r", unknown, append(all, more...)...).Define(functions()...)
}

// unknown explains some names that claims do not have, "" for others.
func unknown(name string, words formula.Words) string {
	if shared, is := strings.CutPrefix(name, theirs); is && words.Has(shared) {
		return "nothing is called " + name + ", as both learners have the same " + shared + ", expected " + shared
	}
	if !strings.HasSuffix(name, "_t") {
		return ""
	}
	msg := name + " is a term of a step, and a claim has terms of a whole run"
	if run := map[string]string{
		"a_t": "margin or m(1/2)", "gamma_t": "gamma3 or last_gamma", "updated_t": "updates", "updates_t": "updates", "D_t": "D",
	}[name]; run != "" {
		msg += ", expected " + run
	}
	return msg
}
