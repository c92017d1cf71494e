package theory

import (
	"slices"
	"strings"
	"sync"

	"marginlab/theory/formula"
)

// Hunted returns the terms of claims that are hunted and certified, without the parameters of learners. Each term of
// a run also exists for a second learner, such as their_mistakes.
func Hunted() []Term { return slices.Clone(hunted()) }

var hunted = sync.OnceValue(func() (all []Term) {
	for _, t := range terms() {
		if t.Hunted {
			all = append(all, t)
		}
	}
	for _, t := range all {
		if t.Scope == OfRun {
			t.Name, t.Help = theirs+t.Name, "of the second learner: "+t.Help
			all = append(all, t)
		}
	}
	return all
})

// theirs is the prefix of terms of the second learner's run.
const theirs = "their_"

// Theirs returns the term of the second learner's run without its prefix, such as m(1/2) of their_m(1/2), and whether
// it has the prefix.
func Theirs(t formula.Term) (formula.Term, bool) {
	name, is := strings.CutPrefix(t.Name, theirs)
	return formula.Term{Name: name, Arg: t.Arg}, is
}

// Words returns the words of hunted claims, without the parameters of learners.
func Words() formula.Words { return huntedWords() }

var huntedWords = sync.OnceValue(func() formula.Words { return wordsOf(hunted()) })

func wordsOf(terms []Term) formula.Words {
	var words []formula.Word
	for _, t := range terms {
		words = append(words, formula.Word{Name: t.Name, Arg: t.Arg})
	}
	return formula.Words{Unknown: unknown}.And(words...).Define(functions()...)
}

// wordsIn returns the words of claims of a task: its terms and the parameters.
func wordsIn(task Task, params []string) formula.Words {
	own := slices.DeleteFunc(Terms(), func(t Term) bool { return termOf(task, t.Name) == nil || t.AtPhi() })
	names := slices.DeleteFunc(slices.Clone(params), func(name string) bool { return termOf(task, name) != nil })
	words := wordsOf(own).With(names...)
	words.Near = 1e-12 // A = C² + 2(1−α)BC of ALMA is 1 up to rounding
	return words
}

// rowWords returns the words of rows, by their task.
var rowWords = sync.OnceValue(func() map[Task]formula.Words {
	// The parameters of the learners that rows name.
	params := strings.Fields("rho delta eps alpha beta a B C lambda project n k gamma")
	online := wordsIn(Online, params)
	return map[Task]formula.Words{Online: online, ManyClasses: online, Batch: wordsIn(Batch, params)}
})

// unknown explains some names that claims lack; it returns "" for others.
func unknown(name string, words formula.Words) string {
	if shared, is := strings.CutPrefix(name, theirs); is && words.Has(shared) && words.Has(theirs+"T") {
		return "nothing is called " + name + ", as both learners have the same " + shared + ", expected " + shared
	}
	if !strings.HasSuffix(name, "_t") {
		return ""
	}
	msg := name + " is a term of a step, and a claim has terms of a whole run"
	if run := map[string]string{
		"a_t": "margin or m(1/2)", "gamma_t": "gamma3 or last_gamma", "updated_t": "updates", "updates_t": "updates",
		"D_t": "D",
	}[name]; run != "" {
		msg += ", expected " + run
	}
	return msg
}
