package theory

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"marginlab/theory/formula"
	"marginlab/theory/vec"
)

// Claim makes a caller's own guarantee, on the learners of a family, from a line such as
//
//	eager: updates <= 3*(R/gamma0)^2
//	eager: mistakes <= beta*r^2 where r >= 2
//	eager: margin > gamma/2
//
// A learner is of the families that its Kind names, or else of one with its own name. The claim is in the language of
// package formula, over the terms of [Terms]; the names of params are parameters of the learner. The guarantee's ID
// is the line, and its Status a conjecture.
//
// Claim panics at a line that it cannot read; the message says what is wrong, and what was expected.
func Claim(line string, params ...string) Guarantee {
	family, text, found := strings.Cut(line, ":")
	g := Guarantee{
		ID: strings.TrimSpace(line), Learner: strings.TrimSpace(family), Norms: AnyNorm,
		Claim: strings.TrimSpace(text), Source: "a claim of one's own", Status: Conjectured,
	}
	err := errors.New("no colon, expected a family of learners, a colon and what is claimed, " +
		"as in perceptron: updates <= (R/gamma0)^2")
	if found {
		g.claim, err = readClaim(g.Claim, "", Online, wordsIn(Online, params))
	}
	for _, name := range params {
		if name == "s" || name == "c" || name == "q" {
			err = fmt.Errorf(
				"parameter %s, expected another name: in guarantees it is of the smoothness of a norm", name)
		}
	}
	if err != nil {
		panic(fmt.Sprintf("theory: claim %q: %v", line, err))
	}
	return g
}

// claim is the content of a guarantee, read from its text.
type claim struct {
	Quantity string // the bounded quantity
	Relation string // of the quantity and the bound: <=, <, >= or >
	Where    string // the condition, "" if there is none
	Scope    Scope  // where in a run the claim is read
	Needs    Needs  // the needs of its terms
	Relative bool   // whether it compares the learner with a vector u
	IsCount  bool   // whether its quantity is an integer
	Unlifted bool   // whether it is about the features before the learner appends a coordinate to them

	quantity, bound, l2, where expression // l2 is the bound as it reads in ℓ2, where is true if there is no condition
	driver                     *count     // its jumps are the φ of the scope OfPhi; nil in other scopes
	rough                      []*Term    // the terms whose rounding adds to that of a reading
}

// expression is a part of a claim; it computes its value at a setting.
type expression struct {
	*formula.Expr         // nil for a missing condition
	terms         []*Term // including parameters
}

// Read returns g with its claim read. A guarantee written by hand needs this before any use. Read panics at a claim
// that it cannot read.
func (g Guarantee) Read() Guarantee {
	var err error
	if g.claim, err = readClaim(oneLine(g.Claim), g.L2, g.Task, rowWords()[g.Task]); err != nil {
		panic(fmt.Sprintf("theory: row %s: %v", g.ID, err))
	}
	return g
}

// readClaim reads a claim and, where it has another text, its bound in ℓ2. Names that are no terms must be
// parameters.
func readClaim(text, l2 string, task Task, words formula.Words) (*claim, error) {
	parsed, err := formula.ParseClaim(text, words)
	if err != nil {
		return nil, err
	}
	inL2 := parsed.Bound
	if l2 != "" {
		if inL2, err = formula.Parse(l2, words); err != nil {
			return nil, err
		}
	}
	c := &claim{
		Quantity: parsed.Quantity.String(), Relation: parsed.Relation, quantity: compile(parsed.Quantity, task),
		bound: compile(parsed.Bound, task), l2: compile(inL2, task), where: compile(parsed.Where, task),
	}
	if parsed.Where != nil {
		c.Where = parsed.Where.String()
	}
	current, drivers := map[Scope]bool{}, 0 // the scopes with more than one reading in a run
	for _, t := range c.terms() {
		if t.of == nil {
			return nil, fmt.Errorf("%s: expected a term of the stream, or of the learner's run alone", t.Name)
		}
		if t.Scope > OfComparator {
			current[t.Scope] = true
		}
		c.Needs, c.Scope = c.Needs|t.Needs, max(c.Scope, t.Scope)
		c.Relative = c.Relative || t.Scope == OfComparator
	}
	c.IsCount, c.Unlifted = c.quantity.isCount(), c.Names("lift")
	for _, t := range c.quantity.terms {
		if t.AtPhi() {
			c.driver, drivers = t.count, drivers+1
		}
		if t.rounding != nil && t.Unit != Count {
			c.rough = append(c.rough, t)
		}
	}
	for _, t := range c.bound.terms {
		if t.rounding != nil && t.Scope == OfRun {
			c.rough = append(c.rough, t)
		}
	}
	switch {
	case c.Needs&Separates != 0 && c.Needs&SeparatesOrigin != 0:
		err = errors.New("it has gamma0 and gamma, expected one of them: a guarantee looks at the stream in one way")
	case current[OfPhi] && drivers == 0:
		err = errors.New("it has phi, expected a quantity with m(phi), mbar(phi) or updates_within(phi)")
	case drivers > 1:
		err = errors.New("its quantity has two counts at a phi, expected one of them")
	case len(current) > 1:
		err = errors.New("it mixes terms of a phi, a step or an iterate, expected one kind")
	}
	return c, err
}

// compile looks up the names in e. A nil e gives an expression without terms.
func compile(e *formula.Expr, task Task) expression {
	x := expression{Expr: e}
	if e == nil {
		return x
	}
	for _, name := range e.Terms() {
		x.terms = append(x.terms, TermIn(task, name))
	}
	return x
}

// TermIn returns the term of that name in claims of a task, with its constant, such as m(1/2). A name that is no term
// is a parameter of the learner.
func TermIn(task Task, name formula.Term) *Term {
	t := Term{Name: name.Name, Stated: true, of: func(s *Setting) float64 { return s.Param(name.Name) }}
	if known := termOf(task, name.Name); known != nil {
		t = *known
	}
	switch {
	case t.Arg:
		phi, _ := name.Arg.Float64()
		t.of = func(s *Setting) float64 { return t.count.at(s, phi) }
	case t.count != nil:
		t.of = func(s *Setting) float64 { return t.count.at(s, s.Phi) }
	}
	return &t
}

// Value returns the term's value at a setting, NaN where it has none.
func (t *Term) Value(s *Setting) float64 {
	if t.has != nil && !t.has(s) {
		return math.NaN()
	}
	return t.of(s)
}

// value computes the expression; a condition is 1 or 0. The value is NaN with a reason where a term has no value
// (NoValue), or where all have values but the result is no number (Undefined), as in 0/0 and log(-1). Where a term is
// NaN by a fault of the run or of its evidence, the value is NaN without a reason.
func (x expression) value(s *Setting) (float64, ReasonKind) {
	if x.Expr == nil {
		return 1, Applies
	}
	at, faulty := s.values[:0], false
	for _, t := range x.terms {
		if t.has != nil && !t.has(s) {
			return math.NaN(), NoValue
		}
		v := t.of(s)
		if v != v && t.count != nil { // some steps were not kept
			return v, NoValue
		}
		at, faulty = append(at, v), faulty || v != v
	}
	v := x.Float(at)
	switch {
	case faulty:
		return math.NaN(), Applies
	case v != v:
		return v, Undefined
	}
	return v, Applies
}

// names reports whether the expression has a term of that name.
func (x expression) names(name string) bool {
	return slices.ContainsFunc(x.terms, func(t *Term) bool { return t.Name == name })
}

// isCount reports whether all terms of the expression are integers.
func (x expression) isCount() bool {
	return !slices.ContainsFunc(x.terms, func(t *Term) bool { return t.Unit != Count })
}

// terms returns the terms of all parts of the claim.
func (c *claim) terms() []*Term {
	return slices.Concat(c.quantity.terms, c.bound.terms, c.l2.terms, c.where.terms)
}

// in returns the bound as it reads in the norm n, nil for ℓ2.
func (c *claim) in(n vec.Norm) expression {
	if Euclidean.Include(n) {
		return c.l2
	}
	return c.bound
}

// vacuous returns the bound that excludes nothing.
func (c *claim) vacuous() float64 { return choose(c.AtLeast(), math.Inf(-1), math.Inf(1)) }

// Bound returns the bound at a setting: infinite where the condition does not hold.
func (c *claim) Bound(s Setting) float64 {
	bound, _ := c.boundAt(&s)
	return bound
}

// boundAt returns the bound at a setting, the least over the comparator's lengths if the claim names one. It is NaN
// if a term is NaN by a fault. It is vacuous where the claim does not apply, and then why is not Applies.
func (c *claim) boundAt(s *Setting) (bound float64, why ReasonKind) {
	switch {
	case !c.AnyStream() && !s.Separable:
		return c.vacuous(), NoMargin
	case !c.Relative:
		return c.boundHere(s)
	}
	if bound, why = c.vacuous(), Alone; s.Comparator == nil {
		return bound, why
	}
	for _, s.Length = range c.lengths(s) {
		least, is := c.boundHere(s)
		if bound = min(bound, least); is == Applies || why == Applies {
			why = Applies
		} else {
			why = max(why, is)
		}
	}
	return bound, why
}

// boundHere returns the bound at the current length of the comparator, if there is one.
func (c *claim) boundHere(s *Setting) (bound float64, why ReasonKind) {
	met, is := c.where.value(s)
	switch {
	case is == NoValue || met == 0:
		return c.vacuous(), NotMet
	case met != met:
		return met, Applies
	}
	bound, is = c.in(s.Trace.Space).value(s)
	switch {
	case is != Applies || bound == -c.vacuous(): // as log(0)
		return c.vacuous(), Undefined
	case bound == c.vacuous():
		return bound, Infinite
	}
	return bound, Applies
}

// AtLeast reports whether the claim bounds its quantity from below.
func (c *claim) AtLeast() bool { return c.Relation[0] == '>' }

// AnyStream reports whether the claim is about inseparable streams too.
func (c *claim) AnyStream() bool { return c.Needs&(Separates|SeparatesOrigin) == 0 }

// NeedsMargin reports whether g does not apply where the maximum margin is unknown.
func (g Guarantee) NeedsMargin() bool { return !g.AnyStream() || g.Task == Batch && g.Names("rho") }

// Names reports whether the claim has a term of that name.
func (c *claim) Names(term string) bool {
	return slices.ContainsFunc(c.terms(), func(t *Term) bool { return t.Name == term })
}

// BoundsCount reports whether the claim bounds a count, by more than another count of the same run.
func (c *claim) BoundsCount() bool {
	return c.IsCount && (len(c.bound.terms) == 0 || !c.bound.isCount())
}

// Huntable reports whether the claim can be hunted and certified.
func (c *claim) Huntable() bool {
	return !slices.ContainsFunc(c.terms(), func(t *Term) bool { return !t.Hunted && !t.Stated })
}

// Text returns the text of the bound in the norm n, nil for ℓ2, without parentheses around it.
func (c *claim) Text(n vec.Norm) string {
	text, depth := c.in(n).String(), 0
	closes := strings.IndexFunc(text, func(sign rune) bool {
		depth += map[rune]int{'(': 1, ')': -1}[sign]
		return depth == 0
	})
	if text[0] == '(' && closes == len(text)-1 {
		return text[1:closes]
	}
	return text
}

// Plain returns the claim in any norm, without its condition.
func (c *claim) Plain() string { return c.Quantity + " " + c.Relation + " " + c.bound.String() }

// ClaimIn returns the claim as it reads in the norm n, nil for ℓ2.
func (c *claim) ClaimIn(n vec.Norm) string {
	return c.Quantity + " " + c.Relation + " " + c.in(n).String() + c.condition()
}

// String returns the claim, with the bound in ℓ2 if that is another text.
func (g Guarantee) String() string {
	g.View() // panics if g was not read
	if g.L2 != "" {
		return g.Plain() + ", in l2 " + g.L2 + g.condition()
	}
	return g.Plain() + g.condition()
}

func (c *claim) condition() string {
	if c.Where == "" {
		return ""
	}
	return " where " + c.Where
}

// At names the quantity at a setting, such as m(0.9).
func (c *claim) At(s Setting) string {
	if c.Scope != OfPhi {
		return c.Quantity
	}
	return strings.ReplaceAll(c.Quantity, "phi", fmt.Sprintf("%.3g", s.Phi))
}

// Assumption returns in words what g assumes of the stream and the run.
func (g Guarantee) Assumption() string {
	parts := []string{"any stream", g.Where, g.Note}
	if !g.AnyStream() {
		parts[0] = View{Origin: g.Needs&SeparatesOrigin != 0}.Separability(true)
	}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "; ")
}
