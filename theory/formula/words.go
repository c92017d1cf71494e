package formula

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"marginlab/algos/expr"
	"marginlab/theory/real"
)

// Term is a fact that an expression names, or a parameter of the learner.
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

// Words are the names of terms, of a learner's parameters, and of functions.
type Words struct {
	// Unknown returns the error text for a name that is no word, "" for the usual one.
	Unknown func(name string, words Words) string
	// Near is the relative difference up to which == and != in float64 treat numbers as equal. With exact terms there
	// is no such tolerance.
	Near float64

	list []Word
}

// Word is the name of a term, a parameter, an operator or a function.
type Word struct {
	Name string
	Arg  bool // written with a constant, as m in m(1/2), or with the word phi

	param    bool      // names a parameter of the learner
	level    int       // of an operator, else 0
	function *Function // what an operator or a function computes
}

// Function is a function that a caller adds to the language.
type Function struct {
	Name   string
	Params string // their names. A call may leave out the last ones, if they have a value, as in "delta eta s=2 c=1".
	Text   string // its definition, in the parameters and functions defined before
	// Float computes it in float64, where the text cancels. Zeros follow the last parameter.
	Float func(x [MaxParams]float64) float64
	// Exact computes it instead of a text. Its results have the bounds of [Expr.Number].
	Exact func(f real.Field, x []real.Number) (real.Number, error)

	pair func(x, y float64) float64 // a faster form of Float
}

// MaxParams is the greatest number of arguments of a [Function].
const MaxParams = 4

// And returns the words together with more. It panics at a name that already has a meaning.
func (w Words) And(more ...Word) Words {
	w.list = slices.Clip(w.list)
	for _, word := range more {
		if w.Has(word.Name) {
			panic(fmt.Sprintf("formula: a word is called %s, which has a meaning of its own", word.Name))
		}
		w.list = append(w.list, word)
	}
	return w
}

// With returns the words together with the names of a learner's parameters.
func (w Words) With(params ...string) Words {
	for _, name := range params {
		w = w.And(Word{Name: name, param: true})
	}
	return w
}

// Define returns the words together with more functions. It panics if it cannot read one of them.
func (w Words) Define(functions ...Function) Words {
	for _, f := range functions {
		if f.Exact == nil {
			var names []string
			for _, param := range strings.Fields(f.Params) {
				name, _, _ := strings.Cut(param, "=")
				names = append(names, name)
			}
			isTerm := func(word Word) bool { return word.function == nil }
			known := Words{list: slices.DeleteFunc(slices.Clone(w.list), isTerm)}.With(names...)
			body, err := parse(f.Text, known, false, names...)
			if err != nil {
				panic(fmt.Sprintf("formula: %s: %v", f.Name, err))
			}
			if f.Exact = body.Number; f.Float == nil {
				f.Float = func(x [MaxParams]float64) float64 { return body.Float(x[:]) }
			}
		}
		w = w.And(Word{Name: f.Name, function: &f})
	}
	return w
}

// Has reports whether a name is one of the words.
func (w Words) Has(name string) bool { return w.find(name).Name == name }

// find returns the word of that name, or one without a name if there is none.
func (w Words) find(name string) Word {
	for _, list := range [][]Word{operators, builtins, w.list} {
		for _, word := range list {
			if word.Name == name {
				return word
			}
		}
	}
	return Word{}
}

// calls reports whether the word takes arguments.
func (w Word) calls() bool { return w.Arg || w.function != nil }

// misused returns what is wrong with a name that stands alone or is called, "" if nothing is.
func (w Words) misused(name string, called bool) string {
	switch word := w.find(name); {
	case word.Name == name && word.calls() == called:
		return ""
	case word.Name == name && called:
		return name + " is not a function, expected an operator before ("
	case word.Name == name:
		return fmt.Sprintf("%s is a function, expected as in %[1]s(1/2)", name)
	}
	var all, params []string
	for _, word := range slices.Concat(builtins, w.list) {
		if word.calls() == called {
			all = append(all, word.Name)
		}
		if word.param {
			params = append(params, word.Name)
		}
	}
	what, expected := "nothing", "a term such as gamma or r"
	if called {
		what, expected = "no function", expr.OneOf(all)
	} else if len(params) > 0 {
		expected += ", or one of the parameters " + strings.Join(params, ", ")
	}
	msg := what + " is called " + name + cmp.Or(expr.DidYouMean(name, all), ", expected "+expected)
	if w.Unknown == nil || called {
		return msg
	}
	return cmp.Or(w.Unknown(name, w), msg)
}
