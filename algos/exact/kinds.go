package exact

import (
	"cmp"
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

// values maps names of parameters to their values.
type values = map[string]*big.Rat

// Traits are properties of a model, on which claims and the choice of numbers depend.
type Traits int

const (
	OwnBias     Traits = 1 << iota // a bias of its own
	OwnMargin                      // a margin γ_t of its own
	Normalises                     // margins of the x/‖x‖
	DrawsLabels                    // odds, by which it draws its labels
	ManyClasses                    // many classes; see [Spec.Of]
	rational                       // rational numbers in ℓ₂
	doubling                       // numbers whose length may double at every update, so that long ones are enclosed
)

// Has reports whether the model has all of these traits.
func (t Traits) Has(all Traits) bool { return t&all == all }

// kind describes a model: its name, with the options that are words; its parameters with their domains (see
// [kind.complete]), and those that the name implies, such as rho=1 or rho=1-eps; and its constructor.
type kind struct {
	Name, params string
	Traits
	learner func(space) Learner
}

// kinds returns all models.
func kinds() []kind {
	const (
		p, two    = "p=2 [1.02, 100]", "p=2 [2, 2]" // in norms, and in ℓ₂ alone
		odds, rho = "R? [0, inf); " + two, "rho=1/2 [0, 1/2]"
		romma     = rational | doubling | OwnMargin
		omm       = rational | doubling | OwnMargin | OwnBias
		naive     = rational | OwnMargin | OwnBias
	)
	return []kind{
		{"perceptron", p, rational, newPerceptron},
		{"margin-perceptron", "beta [0, inf)", rational, newMarginPerceptron},
		{"romma", "eps [0, 1]; rho=1-eps", romma, newROMMA},
		{"a-romma", "rho=1; eps=0", romma, newROMMA},
		{"naromma", "rho=1", romma, newNAROMMA},
		{"naromma(step4=printed)", "rho=1", romma, newNAROMMA},
		{"pumma", "delta [0, 1); " + p + "; rho=1-delta", omm, newPUMMA},
		{"pa", "", rational, newPassive},
		{"pa-i", "C (0, inf)", rational, newPassiveI},
		{"pa-ii", "C (0, inf)", rational, newPassiveII},
		{"mira", "eps=1", rational, newAMIRA},
		{"amira", "eps [0, 1]", rational, newAMIRA},
		{"e-omm", p + "; rho=1", omm, newOMM},
		{"ce-omm", p + "; rho=0", omm, newOMM},
		{"omm", "rho [0, 1]; " + p, omm, newOMM},
		{"omm(rule=printed)", "rho [0, 1]; " + p, omm, newOMM},
		{"n-omm", "rho=1 [0, 1]; " + two, naive, newNaiveOMM},
		{"n-omm(keep=violating)", "rho=1 [0, 1]; " + two, naive, newNaiveOMM},
		{"randomized", odds, rational | DrawsLabels, newRandomized},
		{"randomized(psi=printed)", odds, rational | DrawsLabels, newRandomized},
		{"randomized-omd", odds, DrawsLabels, newRandomizedDescent},
		{"cmcp", "rho=0", OwnMargin, newMaximumCosine},
		{"mcp", rho, OwnMargin, newMaximumCosine},
		{"mcp(rule=strict)", rho, OwnMargin, newMaximumCosine},
		{"mcp(rule=sharp)", rho, OwnMargin, newMaximumCosine},
		{"alma", "alpha (0, 1]; B? (0, inf); C? (0, inf); p=2 [2, 100]", OwnMargin | Normalises, newALMA},
		{"second-order", "a (0, inf)", rational, newSecondOrder},
		{"arow", "a (0, inf)", rational, newAROW},
		{"amira-1-best", "eps (0, 1]; k=1", rational | ManyClasses, newManyAMIRA},
		{"amira-k-best", "eps (0, 1]; k? [1, 1000000] of integers", rational | ManyClasses, newManyAMIRA},
		{"multiclass-perceptron", "", rational | ManyClasses, newManyPerceptron},
	}
}

// Spec is a model with its parameters.
type Spec struct {
	kind
	Params  map[string]*big.Rat // given ones, defaults, and those that the name implies
	Lift    *big.Rat            // the constant coordinate that bias(L, c) appends to every point; nil for none
	classes int                 // 0 for the labels +1 and −1
}

// Find returns the model of a name, which includes the options that are words, as in omm(rule=printed). All parameters
// without a default must be given, and no unknown ones. The error says what was expected.
func Find(name string, params map[string]*big.Rat) (*Spec, error) {
	var names []string
	for _, k := range kinds() {
		if k.Name == name {
			all, err := k.complete(params)
			return &Spec{kind: k, Params: all}, err
		}
		names = append(names, k.Name)
	}
	return nil, fmt.Errorf("no exact learner is called %q, expected one of %s", name, strings.Join(names, ", "))
}

// Parse parses an expression such as omm(rho=1/2, rule=printed), with the options in any order, or bias(pa, 1/2) of a
// learner through the origin. Numbers are read exactly: 0.1 is 1/10.
func Parse(text string) (*Spec, error) {
	e, lift, err := Unlift(text)
	if err != nil {
		return nil, err
	}
	params, name := values{}, expr.Expr{Name: e.Name}
	known := slices.ContainsFunc(kinds(), func(k kind) bool { return strings.HasPrefix(k.Name+"(", e.Name+"(") })
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
	if err == nil && lift != nil && s.Has(OwnBias) {
		err = fmt.Errorf("%s has a bias of its own, expected a learner through the origin", s.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	s.Lift = lift
	return s, nil
}

// Unlift splits the expression bias(L, c) of a learner L on the points (x, c) into L and c, which is 1 if it is left
// out. For any other expression c is nil.
func Unlift(text string) (learner expr.Expr, c *big.Rat, err error) {
	e, err := expr.Parse(text)
	switch {
	case err != nil || e.Name != "bias":
		return e, nil, err
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

// Lifted returns the stream as the learner sees it, with its constant coordinate.
func (s *Spec) Lifted(stream []Example) []Example {
	if s.Lift == nil {
		return stream
	}
	points := slices.Clone(stream)
	for i, e := range points {
		points[i].X = append(e.X[:len(e.X):len(e.X)], s.Lift)
	}
	return points
}

// NewSpec returns a user's own model, whose numbers are rational, with its parameters and traits.
func NewSpec(name string, params map[string]*big.Rat, traits Traits,
	model func(params map[string]*big.Rat, dim int) Learner) *Spec {
	made := func(s space) Learner { return model(s.values, s.dim) }
	return &Spec{kind: kind{Name: name, Traits: traits | rational, learner: made}, Params: params}
}

// word returns the option of the name that is a word.
func (s *Spec) word() string {
	_, word, _ := strings.Cut(strings.TrimSuffix(s.Name, ")"), "=")
	return word
}

// Of returns the model of a learner of many classes for a given number of them, at least 2. The labels of its examples
// are the classes 0, 1, … The points that it scores, and its classifier, are in the space of [Differences].
func (s *Spec) Of(classes int) *Spec {
	of := *s
	of.classes = classes
	if most := integer(classes - 1); strings.Contains(s.params, "k? ") && cmp.Or(s.Params["k"], most).Cmp(most) >= 0 {
		of.Params = maps.Clone(s.Params)
		of.Params["k"] = most // there are no more wrong classes
	}
	return &of
}

// Exponent returns the p of the model's norm.
func (s *Spec) Exponent() *big.Rat { return cmp.Or(s.Params["p"], integer(2)) }

// IsRational reports whether all numbers of the model are rational.
func (s *Spec) IsRational() bool { return s.Has(rational) && s.Exponent().Cmp(integer(2)) == 0 }

// space has what a learner is made from: ℚ^dim in a norm of a field, the number of classes, all parameters, and the
// option of its name that is a word.
type space struct {
	norm
	dim, classes int
	values
	word string
}

// New makes the learner for ℚ^dim in numbers of a field, [Rationals] if all are to be rational.
func (s *Spec) New(f real.Field, dim int) Learner {
	return s.learner(space{newNorm(f, s.Exponent()), dim, s.classes, s.Params, s.word()})
}

// Rationals returns the field of rational numbers of any length.
func Rationals() real.Field { return real.Field{Bits: 64, Exact: math.MaxInt} }

// Field returns the field of a precision. The rational numbers of a learner whose numbers double may be 16 times as
// long as intervals: up to that length they cost no more.
func (s *Spec) Field(prec uint, limit Limit) real.Field {
	f, limit := real.NewField(prec), limit.OrDefault()
	switch {
	case !s.IsRational():
	case !s.Has(doubling):
		f.Exact = math.MaxInt
	case prec >= limit.Prec:
		f.Exact = limit.Bits
	default:
		f.Exact = min(16*int(prec), limit.Bits)
	}
	return f
}

// zero returns the classifier with w = 0 through the origin.
func (s space) zero() plane { return s.constant(s.dim, 0) }

// oneLess returns 1 − a parameter.
func (s space) oneLess(name string) *big.Rat { return new(big.Rat).Sub(integer(1), s.values[name]) }

// form matches the parameters in "alpha (0, 1]; B? (0, inf); p=2 [2, 100]; k? [1, 9] of integers; rho=1-eps". A domain
// is an interval as written in mathematics. The last parameter has no domain: the name implies its value.
var form = regexp.MustCompile(`(\w+)(?:=(1-\w+|[\d/]+))?(\?)?(?: ([^;]+))?`)

// complete returns all parameters. The error says what is wrong with the given ones.
func (k kind) complete(of values) (values, error) {
	all, known, missing, expected := values{}, 0, false, []string(nil)
	for _, m := range form.FindAllStringSubmatch(k.params, -1) {
		name, otherwise, optional, domain := m[1], m[2], m[2]+m[3] != "", m[4]
		value, one := of[name], name+" in "+domain
		if optional {
			one += " (or none)"
		}
		switch base, isLess := strings.CutPrefix(otherwise, "1-"); {
		case isLess:
			all[name] = new(big.Rat).Sub(integer(1), cmp.Or(all[base], integer(1)))
			continue
		case domain == "" || value == nil && otherwise != "":
			all[name] = mustRat(otherwise)
		case value == nil:
			missing = missing || !optional
		case !inDomain(value, domain):
			return nil, fmt.Errorf("learner %q: parameter %s is %s, expected it in %s",
				k.Name, name, value.RatString(), domain)
		default:
			all[name] = value
			known++
		}
		if domain != "" {
			expected = append(expected, one)
		}
	}
	switch {
	case len(expected) == 0 && len(of) > 0:
		return nil, fmt.Errorf("learner %q: %d parameters given, expected none", k.Name, len(of))
	case missing || known < len(of):
		return nil, fmt.Errorf("learner %q: expected the parameters %s", k.Name, strings.Join(expected, ", "))
	}
	return all, nil
}

// inDomain reports whether q is in the domain, an interval to a number or to infinity, or the integers in one.
func inDomain(q *big.Rat, domain string) bool {
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
