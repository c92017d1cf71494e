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

// Words are the names of terms, and of parameters of a learner. They do not change.
type Words struct {
	list   []Word
	byName map[string]Word
	params []string
	such   string
	hint   func(name string, words Words) string
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

func (w Words) and(list []Word) Words {
	w.list, w.byName = slices.Concat(w.list, list), map[string]Word{}
	for _, word := range w.list {
		if w.Has(word.Name) || isFunction(word.Name) || isWordOperator(word.Name) {
			panic(fmt.Sprintf("formula: a word is called %s, which has a meaning of its own", word.Name))
		}
		w.byName[word.Name] = word
	}
	return w
}

// Has reports whether a name is one of the words.
func (w Words) Has(name string) bool {
	_, ok := w.byName[name]
	return ok
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
