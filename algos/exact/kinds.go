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

// kind describes a model: its name, with those options that are words, its parameters, as
// [paramsOf] reads them, those that theorems speak of and the name stands for, as rho=1 or
// rho=1-eps, and how to make it.
type kind struct {
	name, params, also string
	traits
	learner func(space) Learner
}

// traits are what numbers a learner has.
type traits struct {
	rational bool // in ℓ₂ all are
	doubling bool // their length may double at every update, so that they are enclosed when long
	normed   bool // it learns in the norm of a parameter p too
	many     bool // it is of many classes
}

// space is where a learner is made: ℚ^dim in a norm of a field, with so many classes, given all parameters
// and the option of its name that is a word.
type space struct {
	norm
	dim, classes int
	values
	word string
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

// kinds are all models.
func kinds() []kind {
	const p, odds, rho = "p=2 [1.02, 100]", "R? [0, inf); p=2 [1.02, 100]", "rho=1/2 [0, 1/2]"
	short, double := traits{rational: true}, traits{rational: true, doubling: true}
	normed, ofOMM := traits{rational: true, normed: true}, traits{rational: true, doubling: true, normed: true}
	many := traits{rational: true, many: true}
	return []kind{
		{"perceptron", p, "", normed, newPerceptron},
		{"romma", "eps [0, 1]", "rho=1-eps", double, newROMMA},
		{"a-romma", "", "rho=1; eps=0", double, newROMMA},
		{"naromma", "", "rho=1", double, newNAROMMA},
		{"naromma(step4=printed)", "", "rho=1", double, newNAROMMA},
		{"pumma", "delta [0, 1); " + p, "rho=1-delta", ofOMM, newPUMMA},
		{"pa", "", "", short, newPassive},
		{"pa-i", "C (0, inf)", "", short, newPassiveI},
		{"pa-ii", "C (0, inf)", "", short, newPassiveII},
		{"mira", "", "eps=1", short, newAMIRA},
		{"amira", "eps [0, 1]", "", short, newAMIRA},
		{"e-omm", p, "rho=1", ofOMM, newOMM},
		{"ce-omm", p, "rho=0", ofOMM, newOMM},
		{"omm", "rho [0, 1]; " + p, "", ofOMM, newOMM},
		{"omm(rule=printed)", "rho [0, 1]; " + p, "", ofOMM, newOMM},
		{"n-omm", "rho=1 [0, 1]; " + p, "", short, newNaiveOMM},
		{"n-omm(keep=violating)", "rho=1 [0, 1]; " + p, "", short, newNaiveOMM},
		{"randomized", odds, "", short, newRandomized},
		{"randomized(psi=printed)", odds, "", short, newRandomized},
		{"randomized-omd", odds, "", traits{}, newRandomizedDescent},
		{"cmcp", "", "rho=0", traits{}, newMaximumCosine},
		{"mcp", rho, "", traits{}, newMaximumCosine},
		{"mcp(rule=strict)", rho, "", traits{}, newMaximumCosine},
		{"mcp(rule=sharp)", rho, "", traits{}, newMaximumCosine},
		{"alma", "alpha (0, 1]; B? (0, inf); C? (0, inf); p=2 [2, 100]", "", traits{normed: true}, newALMA},
		{"second-order", "a (0, inf)", "", short, newSecondOrder},
		{"arow", "a (0, inf)", "", short, newAROW},
		{"amira-1-best", "eps (0, 1]", "k=1", many, newManyAMIRA},
		{"amira-k-best", "eps (0, 1]; k? [1, 1000000] of integers", "", many, newManyAMIRA},
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
	k, err := named("exact learner", kinds(), name, func(k kind) string { return k.name })
	if err != nil {
		return nil, err
	}
	return &Spec{kind: k, given: params}, check(k.name, k.params, params)
}

// named is the one of that name. The error lists all.
func named[K any](what string, all []K, name string, of func(K) string) (k K, err error) {
	if i := slices.IndexFunc(all, func(k K) bool { return of(k) == name }); i >= 0 {
		return all[i], nil
	}
	var names []string
	for _, k := range all {
		names = append(names, of(k))
	}
	return k, fmt.Errorf("no %s is called %q, expected one of %s", what, name, strings.Join(names, ", "))
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

// NewSpec returns a model of one's own, whose numbers are rational, with its parameters.
func NewSpec(name string, params map[string]*big.Rat, model func(params map[string]*big.Rat, dim int) Learner) *Spec {
	made := func(s space) Learner { return model(s.values, s.dim) }
	return &Spec{kind: kind{name: name, traits: traits{rational: true}, learner: made}, given: params}
}

// ManyClasses reports that the model is of a learner of many classes; see [Spec.Of].
func (s *Spec) ManyClasses() bool { return s.many }

// Of is the model of a learner of many classes for so many, at least 2. The labels of its
// examples are the classes 0, 1, … The points that it scores, and its classifier, are in the
// space of [Differences].
func (s *Spec) Of(classes int) *Spec { return &Spec{s.kind, s.given, classes} }

// Name returns the name, with those options that are words.
func (s *Spec) Name() string { return s.name }

// Params returns the parameters that were given, with those that the name stands for:
// rho = 1 of e-omm, 0 of ce-omm, 1−eps of romma, and so on, and p = 2 where the
// learner has others.
func (s *Spec) Params() map[string]*big.Rat {
	all := values{}
	for _, p := range paramsOf(s.params) {
		if p.otherwise != nil {
			all[p.name] = p.otherwise
		}
	}
	maps.Copy(all, s.given)
	for text := range strings.SplitSeq(s.also, "; ") {
		if name, value, ok := strings.Cut(text, "="); ok {
			if other, complement := strings.CutPrefix(value, "1-"); complement {
				all[name] = new(big.Rat).Sub(integer(1), s.given[other])
			} else {
				all[name] = mustRat(value)
			}
		}
	}
	if s.many && s.classes > 0 { // there are no more wrong classes
		most := integer(s.classes - 1)
		if k := given(all, "k", most); k.Cmp(most) >= 0 {
			all["k"] = most
		}
	}
	return all
}

// exponent is the p of the norm that the model is in.
func (s *Spec) exponent() *big.Rat { return given(s.given, "p", integer(2)) }

// IsRational reports that all numbers of the model are rational.
func (s *Spec) IsRational() bool { return s.rational && s.exponent().Cmp(integer(2)) == 0 }

// doubles reports that they are, and that their length may double at every update.
func (s *Spec) doubles() bool { return s.IsRational() && s.doubling }

// New makes the learner for ℚ^dim in numbers of a field. Where they are all to be rational it is that of [Rationals].
func (s *Spec) New(f real.Field, dim int) Learner {
	_, word, _ := strings.Cut(strings.TrimSuffix(s.name, ")"), "=")
	return s.learner(space{newNorm(f, s.exponent()), dim, s.classes, s.Params(), word})
}

// Exists is nil if there is a model in the norm of p, else a *[NoModelError].
func (s *Spec) Exists() error {
	if p := s.exponent(); p.Cmp(integer(2)) != 0 && !s.normed {
		return &NoModelError{Learner: s.name, P: p}
	}
	return nil
}

// Rationals is the field of rational numbers of any length.
func Rationals() real.Field { return real.Field{Bits: 64, Exact: math.MaxInt} }

// NoModelError says that there is no exact model, nor one in intervals, of a learner in
// the norm ‖·‖_p.
type NoModelError struct {
	Learner string
	P       *big.Rat
}

func (e *NoModelError) Error() string {
	return fmt.Sprintf("learner %q: there is no exact model of it in the norm of p = %s, expected p = 2", e.Learner,
		e.P.RatString())
}

// param is a parameter of a learner, a rational number of its domain, an interval as written in
// mathematics.
type param struct {
	name, domain string
	optional     bool
	otherwise    *big.Rat // its default, nil for none
}

// paramForm is that of a parameter in "alpha (0, 1]; B? (0, inf); p=2 [2, 100]; k? [1, 9] of integers".
var paramForm = regexp.MustCompile(`(\w+)(?:=([\d/]+)|(\?))? ([^;]+)`)

// paramsOf reads parameters.
func paramsOf(text string) (all []param) {
	for _, m := range paramForm.FindAllStringSubmatch(text, -1) {
		p := param{name: m[1], domain: m[4], optional: m[2]+m[3] != ""}
		if m[2] != "" {
			p.otherwise = mustRat(m[2])
		}
		all = append(all, p)
	}
	return all
}

// check says what is wrong with the parameters of a learner.
func check(name, text string, given values) error {
	params := paramsOf(text)
	if len(params) == 0 && len(given) > 0 {
		return fmt.Errorf("learner %q: %d parameters given, expected none", name, len(given))
	}
	known, missing := 0, false
	var all []string
	for _, p := range params {
		one := p.name + " in " + p.domain
		if p.optional {
			one += " (or none)"
		}
		all = append(all, one)
		switch value := given[p.name]; {
		case value == nil:
			missing = missing || !p.optional
		case !lies(value, p.domain):
			return fmt.Errorf("learner %q: parameter %s is %s, expected it in %s", name, p.name, value.RatString(), p.domain)
		default:
			known++
		}
	}
	if missing || known < len(given) {
		return fmt.Errorf("learner %q: expected the parameters %s", name, strings.Join(all, ", "))
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
