package formula

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"marginlab/theory/real"
)

// MaxParams is how many arguments a [Function] has at most.
const MaxParams = 4

// Function is a function that is given to the language.
type Function struct {
	Name   string
	Params string // their names. A call may leave out those at the end with a value, as in "delta eta s=2 c=1".
	Text   string // its definition, in the parameters and functions defined before
	// Float computes it in float64, as accurately as no text does. Behind the last parameter
	// there are zeros.
	Float func(x [MaxParams]float64) float64
	// Exact computes it instead of a text. Results are bounded as those of [Expr.Interval].
	Exact func(f real.Field, x []real.Number) (real.Number, error)
}

// function is one that has been read.
type function struct {
	Function
	names    []string
	defaults []*big.Rat // of the last parameters
}

// Define returns the words with more functions. It panics where one cannot be read.
func (w Words) Define(functions ...Function) Words {
	for _, f := range functions {
		read := &function{Function: f}
		for _, param := range strings.Fields(f.Params) {
			name, value, _ := strings.Cut(param, "=")
			read.names = append(read.names, name)
			if q, ok := new(big.Rat).SetString(value); ok {
				read.defaults = append(read.defaults, q)
			}
		}
		if len(read.names) > MaxParams {
			panic(fmt.Sprintf("formula: %s has %d parameters, expected at most %d", f.Name, len(read.names), MaxParams))
		}
		if f.Exact == nil {
			body, err := parse(f.Text, w.functions().With(read.names...), false, read.names...)
			if err != nil {
				panic(fmt.Sprintf("formula: %s: %v", f.Name, err))
			}
			read.Exact = body.Number
		}
		w = w.and(entry{Word: Word{Name: f.Name}, function: read})
	}
	return w
}

// functions are the words that are functions.
func (w Words) functions() Words {
	list := slices.DeleteFunc(slices.Clone(w.list), func(e entry) bool { return e.function == nil })
	return Words{}.and(list...)
}

// defined is a call of a function.
func (p *parser) defined(name token, f *function, args []*node) *node {
	least := len(f.names) - len(f.defaults)
	if len(args) == least {
		for _, q := range f.defaults {
			args = append(args, number(name.pos, q))
		}
	}
	if len(args) != len(f.names) {
		expected := []string{strings.Join(f.names[:least], ", ")}
		if least < len(f.names) {
			expected = append(expected, strings.Join(f.names, ", "))
		}
		return p.fail(name.pos, "%d arguments of %s, expected %s(%s)", len(args), f.Name, f.Name, strings.Join(expected, ") or "+f.Name+"("))
	}
	n := p.node(f.Name, name.pos, args...)
	n.function = f
	return n
}
