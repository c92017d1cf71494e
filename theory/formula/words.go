package formula

import (
	"fmt"
	"math/big"
	"slices"
)

// Term is a fact that an expression speaks of, or a parameter of the learner.
type Term struct {
	Name string
	Arg  *big.Rat // the constant of a word with one, else nil
}

// String returns the term as it is written, such as gamma or m(9/10).
func (t Term) String() string {
	if t.Arg == nil {
		return t.Name
	}
	return t.Name + "(" + t.Arg.RatString() + ")"
}

func (t Term) equal(u Term) bool {
	return t.Name == u.Name && (t.Arg == nil) == (u.Arg == nil) && (t.Arg == nil || t.Arg.Cmp(u.Arg) == 0)
}

// Word is a name that an expression may have for a term.
type Word struct {
	Name, Help string
	Arg        bool // written with a constant, as m in m(1/2), or with the word phi
}

// Words are the names of terms, of parameters of a learner, and of functions. They do not change.
type Words struct {
	list   []entry
	byName map[string]entry
	such   string
	hint   func(name string, words Words) string
	near   float64
}

// entry is one of the words.
type entry struct {
	Word
	param    bool
	function *function // nil if it is none
}

// NewWords returns the words of a list. Errors name some of them as an example, such as
// "gamma or r". What hint, nil for none, says of a name that is no word is the error where
// that stands, "" for the usual one.
func NewWords(such string, hint func(name string, words Words) string, list ...Word) Words {
	words := Words{such: such, hint: hint}
	for _, w := range list {
		words.list = append(words.list, entry{Word: w})
	}
	return words.and()
}

// With returns the words and the names of a learner's parameters.
func (w Words) With(params ...string) Words {
	var list []entry
	for _, p := range params {
		list = append(list, entry{Word: Word{Name: p, Help: "a parameter of the learner"}, param: true})
	}
	return w.and(list...)
}

// Near returns the words for expressions whose == and != in float64 take numbers for equal that are so up to
// a relative difference. With exact terms they are equal or not.
func (w Words) Near(relative float64) Words {
	w.near = relative
	return w
}

// and returns the words and more. It panics at a name that has a meaning already.
func (w Words) and(more ...entry) Words {
	w.list, w.byName = slices.Concat(w.list, more), map[string]entry{}
	for _, word := range w.list {
		if w.Has(word.Name) || w.isFunction(word.Name) || isWordOperator(word.Name) {
			panic(fmt.Sprintf("formula: a word is called %s, which has a meaning of its own", word.Name))
		}
		w.byName[word.Name] = word
	}
	return w
}

func (w Words) isFunction(name string) bool {
	return operations[name].args > 0 || w.byName[name].function != nil
}

// Has reports whether a name is one of the words.
func (w Words) Has(name string) bool {
	_, ok := w.byName[name]
	return ok
}

func isWordOperator(name string) bool { return name == "and" || name == "or" || name == "not" }
