// Package expr reads the expressions by which learners, kernels and data sets are
// written.
//
//	list = expr { "," expr }
//	expr = text [ "(" [ arg { "," arg } ] ")" ]
//	arg  = [ key "=" ] expr
//
// A text is a name or a literal: all up to the next parenthesis or comma, without the
// spaces around it. Quotes, single or double, that begin a word of a text keep parentheses
// and commas in it, and stay, as in exec(sh -c 'a, b'). What a name or a literal means is for the reader of the
// expression to say.
package expr

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// Expr is a name with arguments, as omm(rho=1/2), or a name or literal alone, as yes
// or 0.1.
type Expr struct {
	Name string // or the literal, as written
	Args []Arg  // nil without parentheses
}

// Arg is an argument of an expression, with a key or by its position.
type Arg struct {
	Key   string // "" by position
	Value Expr
}

// String is the expression without spaces; [Parse] makes the same Expr from it.
func (e Expr) String() string {
	if e.Args == nil {
		return e.Name
	}
	args := make([]string, len(e.Args))
	for i, a := range e.Args {
		args[i] = a.String()
	}
	return e.Name + "(" + strings.Join(args, ",") + ")"
}

// String writes the argument as it stands in an expression.
func (a Arg) String() string {
	if a.Key == "" {
		return a.Value.String()
	}
	return a.Key + "=" + a.Value.String()
}

// IsNumber reports a literal that begins like a number and not like a word.
func (e Expr) IsNumber() bool {
	return e.Args == nil && e.Name != "" && strings.ContainsRune("+-.0123456789", rune(e.Name[0]))
}

// Float reads a number as [strconv.ParseFloat] does, or a ratio of two.
func (e Expr) Float() (float64, error) {
	if e.Args != nil {
		return 0, errors.New("expected a number")
	}
	above, below, ratio := strings.Cut(e.Name, "/")
	x, err := strconv.ParseFloat(strings.TrimSpace(above), 64)
	if err != nil || !ratio {
		return x, err
	}
	y, err := strconv.ParseFloat(strings.TrimSpace(below), 64)
	return x / y, err
}

var (
	// decimal has a short exponent: 1e999999999 is a number, but not one to write out.
	decimal = regexp.MustCompile(`^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$`)
	ratio   = regexp.MustCompile(`^-?\d+(/\d+)?$`)
)

// Rat reads a decimal number or a ratio of integers exactly: 0.1 is 1/10.
func (e Expr) Rat() (*big.Rat, error) {
	if e.Args != nil || !decimal.MatchString(e.Name) && !ratio.MatchString(e.Name) {
		return nil, fmt.Errorf("%q, expected a decimal number or a ratio of integers", e)
	}
	q, ok := new(big.Rat).SetString(e.Name)
	if !ok {
		return nil, fmt.Errorf("%q, expected a denominator other than 0", e)
	}
	return q, nil
}
