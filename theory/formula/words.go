package formula

import (
	"fmt"
	"maps"
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

// Words are the names of terms, and of parameters of a learner. They do not change.
type Words struct {
	list      []Word
	byName    map[string]Word
	params    []string
	functions map[string]*function
	such      string
	hint      func(name string, words Words) string
}

// NewWords returns the words of a list. Errors name some of them as an example, such as
// "gamma or r". What hint, nil for none, says of a name that is no word is the error where
// that stands, "" for the usual one.
func NewWords(such string, hint func(name string, words Words) string, list ...Word) Words {
	return Words{such: such, hint: hint}.and(list)
}

// With returns the words and the names of a learner's parameters.
func (w Words) With(params ...string) Words {
	var list []Word
	for _, p := range params {
		list = append(list, Word{Name: p, Help: "a parameter of the learner"})
	}
	w.params = slices.Concat(w.params, params)
	return w.and(list)
}

func (w Words) and(list []Word, functions ...*function) Words {
	old := w
	w.list, w.byName, w.functions = slices.Concat(w.list, list), map[string]Word{}, map[string]*function{}
	maps.Copy(w.byName, old.byName)
	maps.Copy(w.functions, old.functions)
	for _, word := range list {
		w.mustBeNew(word.Name)
		w.byName[word.Name] = word
	}
	for _, f := range functions {
		w.mustBeNew(f.Name)
		w.functions[f.Name] = f
	}
	return w
}

func (w Words) mustBeNew(name string) {
	if w.Has(name) || w.isFunction(name) || isWordOperator(name) {
		panic(fmt.Sprintf("formula: a word is called %s, which has a meaning of its own", name))
	}
}

func (w Words) isFunction(name string) bool {
	return operations[name].args > 0 || w.functions[name] != nil
}

// Has reports whether a name is one of the words.
func (w Words) Has(name string) bool {
	_, ok := w.byName[name]
	return ok
}

func isWordOperator(name string) bool { return name == "and" || name == "or" || name == "not" }
