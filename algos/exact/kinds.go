package exact

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"marginlab/algos/expr"
	"marginlab/theory/real"
)

// values are parameters by their names.
type values = map[string]*big.Rat

// kind describes a model: its name, with those options that are words, its parameters (see [parameters]), those
// that theorems speak of and the name stands for, as rho=1 or rho=1-eps, and how to make it.
type kind struct {
	name, params, also string
	traits
	learner func(space) Learner                 // nil for a batch algorithm
	solve   func(a hull, p values) *BatchResult // of that
}

// traits are what claims speak of, and what numbers a learner has.
type traits int

const (
	rational   traits = 1 << iota // in ℓ₂ all its numbers are
	doubling                      // their length may double at every update, so that they are enclosed when long
	normed                        // it learns in the norm of a parameter p too
	biased                        // it has a bias of its own
	margined                      // it has a margin γ_t of its own
	normalised                    // its margins are of the x/‖x‖
	random                        // it draws its labels
	many                          // it is of many classes
)

func (t traits) are(all traits) bool { return t&all == all }

// kinds are all models.
func kinds() []kind {
	const (
		p, odds, rho = "p=2 [1.02, 100]", "R? [0, inf); p=2 [1.02, 100]", "rho=1/2 [0, 1/2]"
		romma        = rational | doubling | margined
		omm          = romma | biased | normed
		naive        = rational | biased | margined
	)
	return []kind{
		{"perceptron", p, "", rational | normed, newPerceptron, nil},
		{"romma", "eps [0, 1]", "rho=1-eps", romma, newROMMA, nil},
		{"a-romma", "", "rho=1; eps=0", romma, newROMMA, nil},
		{"naromma", "", "rho=1", romma, newNAROMMA, nil},
		{"naromma(step4=printed)", "", "rho=1", romma, newNAROMMA, nil},
		{"pumma", "delta [0, 1); " + p, "rho=1-delta", omm, newPUMMA, nil},
		{"pa", "", "", rational, newPassive, nil},
		{"pa-i", "C (0, inf)", "", rational, newPassiveI, nil},
		{"pa-ii", "C (0, inf)", "", rational, newPassiveII, nil},
		{"mira", "", "eps=1", rational, newAMIRA, nil},
		{"amira", "eps [0, 1]", "", rational, newAMIRA, nil},
		{"e-omm", p, "rho=1", omm, newOMM, nil},
		{"ce-omm", p, "rho=0", omm, newOMM, nil},
		{"omm", "rho [0, 1]; " + p, "", omm, newOMM, nil},
		{"omm(rule=printed)", "rho [0, 1]; " + p, "", omm, newOMM, nil},
		{"n-omm", "rho=1 [0, 1]; " + p, "", naive, newNaiveOMM, nil},
		{"n-omm(keep=violating)", "rho=1 [0, 1]; " + p, "", naive, newNaiveOMM, nil},
		{"randomized", odds, "", rational | random, newRandomized, nil},
		{"randomized(psi=printed)", odds, "", rational | random, newRandomized, nil},
		{"randomized-omd", odds, "", random, newRandomizedDescent, nil},
		{"cmcp", "", "rho=0", margined, newMaximumCosine, nil},
		{"mcp", rho, "", margined, newMaximumCosine, nil},
		{"mcp(rule=strict)", rho, "", margined, newMaximumCosine, nil},
		{"mcp(rule=sharp)", rho, "", margined, newMaximumCosine, nil},
		{"alma", "alpha (0, 1]; B? (0, inf); C? (0, inf); p=2 [2, 100]", "", normed | margined | normalised, newALMA, nil},
		{"second-order", "a (0, inf)", "", rational, newSecondOrder, nil},
		{"arow", "a (0, inf)", "", rational, newAROW, nil},
		{"amira-1-best", "eps (0, 1]", "k=1", rational | many, newManyAMIRA, nil},
		{"amira-k-best", "eps (0, 1]; k? [1, 1000000] of integers", "", rational | many, newManyAMIRA, nil},
		{"np", "margin (0, 1]", "", 0, nil, hull.perceptron},
		{"np(rule=printed)", "margin (0, 1]", "", 0, nil, hull.perceptron},
		{"nkp", "margin (0, 1]", "", 0, nil, hull.perceptron},
		{"nvn", "eps (0, 1]", "", 0, nil, hull.vonNeumann},
		{"snkp-vn", "delta (0, 1]; ratio? [0, 1]", "", 0, nil, hull.smoothed},
		{"isnkp-vn", "gamma (1, inf); eps (0, 1]", "", 0, nil, hull.iterated},
	}
}

// Spec is a model with its parameters.
type Spec struct {
	kind
	given   values
	classes int // 0 for two, which are +1 and −1
}

// Find returns the model of that name, which has those options in it that are words,
// as omm(rule=printed). Its parameters must be given, but for those that have
// defaults, and no others. The error says what was expected.
func Find(name string, params map[string]*big.Rat) (*Spec, error) {
	var names []string
	for _, k := range kinds() {
		if k.name == name {
			return &Spec{kind: k, given: params}, k.check(params)
		}
		names = append(names, k.name)
	}
	return nil, fmt.Errorf("no exact learner is called %q, expected one of %s", name, strings.Join(names, ", "))
}

// Parse reads an expression such as omm(rho=1/2, rule=printed), with the options in
// any order. Numbers are read exactly: 0.1 is 1/10.
func Parse(text string) (*Spec, error) {
	e, err := expr.Parse(text)
	if err != nil {
		return nil, err
	}
	params, name := values{}, expr.Expr{Name: e.Name}
	known := slices.ContainsFunc(kinds(), func(k kind) bool { return strings.HasPrefix(k.name+"(", e.Name+"(") })
	for _, option := range e.Args {
		key, value := option.Key, option.Value
		switch {
		case !known:
		case key == "" || value.Name == "" || value.Args != nil:
			return nil, fmt.Errorf("%q: option %q, expected key=value", text, option)
		case !value.IsNumber():
			name.Args = append(name.Args, option)
		case params[key] != nil:
			return nil, fmt.Errorf("%q: %s is given twice, expected it once", text, key)
		default:
			if params[key], err = value.Rat(); err != nil {
				return nil, fmt.Errorf("%q: %s is %w", text, key, err)
			}
		}
	}
	s, err := Find(name.String(), params)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	return s, nil
}

// Unlift splits the expression bias(L, c) of a learner L on the points (x, c) into L and c, which is 1 if it is
// left out. Of any other expression c is nil.
func Unlift(e expr.Expr) (learner expr.Expr, c *big.Rat, err error) {
	switch {
	case e.Name != "bias":
		return e, nil, nil
	case len(e.Args) == 1 && e.Args[0].Key == "":
		return e.Args[0].Value, integer(1), nil
	case len(e.Args) != 2 || e.Args[0].Key != "" || e.Args[1].Key != "" && e.Args[1].Key != "c":
		return e, nil, fmt.Errorf("%q, expected a learner and a constant, as in bias(perceptron,c=1)", e)
	}
	if c, err = e.Args[1].Value.Rat(); err == nil && c.Sign() == 0 {
		err = fmt.Errorf("0, expected another number")
	}
	if err != nil {
		return e, nil, fmt.Errorf("%q: the constant coordinate is %w", e, err)
	}
	return e.Args[0].Value, c, nil
}

// NewSpec returns a model of one's own, whose numbers are rational, with its parameters.
func NewSpec(name string, params map[string]*big.Rat, model func(params map[string]*big.Rat, dim int) Learner) *Spec {
	made := func(s space) Learner { return model(s.values, s.dim) }
	return &Spec{kind: kind{name: name, traits: rational, learner: made}, given: params}
}

// Name returns the name, with those options that are words.
func (s *Spec) Name() string { return s.name }

// word is the option of the name that is a word.
func (s *Spec) word() string {
	_, word, _ := strings.Cut(strings.TrimSuffix(s.name, ")"), "=")
	return word
}

// IsBatch reports that the model is of an algorithm that sees all examples at once; see [Spec.Solve].
func (s *Spec) IsBatch() bool { return s.solve != nil }

// ManyClasses reports that the model is of a learner of many classes; see [Spec.Of].
func (s *Spec) ManyClasses() bool { return s.are(many) }

// Of is the model of a learner of many classes for so many, at least 2. The labels of its
// examples are the classes 0, 1, … The points that it scores, and its classifier, are in the
// space of [Differences].
func (s *Spec) Of(classes int) *Spec { return &Spec{s.kind, s.given, classes} }

// Traits are what a learner has that claims speak of.
type Traits struct {
	Bias       bool // of its own
	Margin     bool // γ_t, of its own
	Normalises bool // its margins are of the x/‖x‖
	Random     bool // it draws its labels
}

// Traits returns those of the learner.
func (s *Spec) Traits() Traits {
	return Traits{s.are(biased), s.are(margined), s.are(normalised), s.are(random)}
}

// standsFor is a parameter of a name in "rho=1-eps; eps=0".
var standsFor = regexp.MustCompile(`(\w+)=(?:1-(\w+)|(\d))`)

// Params returns the parameters that were given, with those that the name stands for:
// rho = 1 of e-omm, 0 of ce-omm, 1−eps of romma, and so on, and p = 2 where the
// learner has others.
func (s *Spec) Params() map[string]*big.Rat {
	all := values{}
	for _, p := range s.parameters() {
		if p.otherwise != "" {
			all[p.name] = mustRat(p.otherwise)
		}
	}
	maps.Copy(all, s.given)
	for _, m := range standsFor.FindAllStringSubmatch(s.also, -1) {
		if name, other, number := m[1], m[2], m[3]; number != "" {
			all[name] = mustRat(number)
		} else {
			all[name] = new(big.Rat).Sub(integer(1), s.given[other])
		}
	}
	if most := integer(s.classes - 1); s.are(many) && s.classes > 0 && given(all, "k", most).Cmp(most) >= 0 {
		all["k"] = most // there are no more wrong classes
	}
	return all
}

// exponent is the p of the norm that the model is in.
func (s *Spec) exponent() *big.Rat { return given(s.given, "p", integer(2)) }

// IsRational reports that all numbers of the model are rational.
func (s *Spec) IsRational() bool { return s.are(rational) && s.exponent().Cmp(integer(2)) == 0 }

// Exists is nil if there is a model in the norm of p, exact or in intervals.
func (s *Spec) Exists() error {
	if p := s.exponent(); p.Cmp(integer(2)) != 0 && !s.are(normed) {
		return fmt.Errorf("learner %q: there is no exact model of it in the norm of p = %s, expected p = 2", s.name, p.RatString())
	}
	return nil
}

// space is where a learner is made: ℚ^dim in a norm of a field, with so many classes, given all parameters
// and the option of its name that is a word.
type space struct {
	norm
	dim, classes int
	values
	word string
}

// New makes the learner for ℚ^dim in numbers of a field. Where they are all to be rational it is that of [Rationals].
func (s *Spec) New(f real.Field, dim int) Learner {
	return s.learner(space{newNorm(f, s.exponent()), dim, s.classes, s.Params(), s.word()})
}

// Rationals is the field of rational numbers of any length.
func Rationals() real.Field { return real.Field{Bits: 64, Exact: math.MaxInt} }

// Field is that of a precision. The rational numbers of a learner whose numbers double may be 16 times as long
// as intervals: so long they are no dearer.
func (s *Spec) Field(prec uint, limit Limit) real.Field {
	f, limit := real.NewField(prec), limit.OrDefault()
	switch {
	case !s.IsRational():
	case !s.are(doubling):
		f.Exact = math.MaxInt
	case prec >= limit.Prec:
		f.Exact = limit.Bits
	default:
		f.Exact = min(16*int(prec), limit.Bits)
	}
	return f
}

// zero is the classifier of w = 0 through the origin.
func (s space) zero() plane { return s.constant(s.dim, 0) }

// oneLess is 1 − a parameter.
func (s space) oneLess(name string) *big.Rat { return new(big.Rat).Sub(integer(1), s.values[name]) }

// given is a parameter, or its default.
func given(p values, name string, otherwise *big.Rat) *big.Rat {
	if v := p[name]; v != nil {
		return v
	}
	return otherwise
}

// parameter is a rational number of its domain, an interval as written in mathematics. Where it is optional it may
// have a default.
type parameter struct {
	name, otherwise, domain string
	optional                bool
}

// parameterForm is that of a parameter in "alpha (0, 1]; B? (0, inf); p=2 [2, 100]; k? [1, 9] of integers".
var parameterForm = regexp.MustCompile(`(\w+)(?:=([\d/]+)|(\?))? ([^;]+)`)

// parameters are those that the kind is given.
func (k kind) parameters() (all []parameter) {
	for _, m := range parameterForm.FindAllStringSubmatch(k.params, -1) {
		all = append(all, parameter{m[1], m[2], m[4], m[2]+m[3] != ""})
	}
	return all
}

// check says what is wrong with the parameters that are given.
func (k kind) check(given values) error {
	if k.params == "" && len(given) > 0 {
		return fmt.Errorf("learner %q: %d parameters given, expected none", k.name, len(given))
	}
	known, missing := 0, false
	var all []string
	for _, p := range k.parameters() {
		one := p.name + " in " + p.domain
		if p.optional {
			one += " (or none)"
		}
		all = append(all, one)
		switch value := given[p.name]; {
		case value == nil:
			missing = missing || !p.optional
		case !lies(value, p.domain):
			return fmt.Errorf("learner %q: parameter %s is %s, expected it in %s", k.name, p.name, value.RatString(), p.domain)
		default:
			known++
		}
	}
	if missing || known < len(given) {
		return fmt.Errorf("learner %q: expected the parameters %s", k.name, strings.Join(all, ", "))
	}
	return nil
}

// lies reports whether q is in the domain, an interval to a number or to infinity, or the integers of one.
func lies(q *big.Rat, domain string) bool {
	domain, integers := strings.CutSuffix(domain, " of integers")
	low, high, _ := strings.Cut(domain[1:len(domain)-1], ", ")
	if c := q.Cmp(mustRat(low)); c < 0 || c == 0 && domain[0] == '(' || integers && !q.IsInt() {
		return false
	}
	return high == "inf" || q.Cmp(mustRat(high)) < 0 || q.Cmp(mustRat(high)) == 0 && strings.HasSuffix(domain, "]")
}

func mustRat(text string) *big.Rat {
	q, ok := new(big.Rat).SetString(text)
	if !ok {
		panic("exact: no number: " + text)
	}
	return q
}

func mustLie(param string, q *big.Rat, domain string) {
	if !lies(q, domain) {
		panic(fmt.Sprintf("exact: %s is %s, expected it in %s", param, q.RatString(), domain))
	}
}
