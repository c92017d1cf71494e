package exact_test

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

func rat(s string) *big.Rat {
	q, ok := new(big.Rat).SetString(s)
	if !ok {
		panic("not a rational number: " + s)
	}
	return q
}

// point reads "1,-1/2".
func point(s string) exact.Vector {
	var x exact.Vector
	for v := range strings.SplitSeq(s, ",") {
		x = append(x, rat(v))
	}
	return x
}

// example reads a label and a point, "+1,0" or "--1,0".
func example(s string) exact.Example {
	y := map[byte]int{'+': +1, '-': -1}[s[0]]
	return exact.Example{X: point(s[1:]), Y: y}
}

func parse(s string) []exact.Example {
	var stream []exact.Example
	for e := range strings.FieldsSeq(s) {
		stream = append(stream, example(e))
	}
	return stream
}

func show(x exact.Vector) string {
	var s []string
	for _, v := range x {
		s = append(s, v.RatString())
	}
	return strings.Join(s, ",")
}

func showStream(stream []exact.Example) string {
	var s []string
	for _, e := range stream {
		s = append(s, map[int]string{+1: "+", -1: "-"}[e.Y]+show(e.X))
	}
	return strings.Join(s, " ")
}

// The tests' own arithmetic, so that they do not measure with what they test.

func add(a, b *big.Rat) *big.Rat { return new(big.Rat).Add(a, b) }
func sub(a, b *big.Rat) *big.Rat { return new(big.Rat).Sub(a, b) }
func mul(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
func quo(a, b *big.Rat) *big.Rat { return new(big.Rat).Quo(a, b) }
func num(n int) *big.Rat         { return big.NewRat(int64(n), 1) }

func dot(x, y exact.Vector) *big.Rat {
	sum := new(big.Rat)
	for i := range x {
		sum = add(sum, mul(x[i], y[i]))
	}
	return sum
}

func square(x exact.Vector) *big.Rat { return dot(x, x) }

// combine is αx + βy.
func combine(alpha *big.Rat, x exact.Vector, beta *big.Rat, y exact.Vector) exact.Vector {
	z := make(exact.Vector, len(x))
	for i := range x {
		z[i] = add(mul(alpha, x[i]), mul(beta, y[i]))
	}
	return z
}

func minus(x, y exact.Vector) exact.Vector { return combine(num(1), x, num(-1), y) }

func times(alpha *big.Rat, x exact.Vector) exact.Vector { return combine(alpha, x, num(0), x) }

func equal(t require.TestingT, want, got *big.Rat, what string) {
	if want.Cmp(got) != 0 {
		require.Equal(t, want.RatString(), got.RatString(), what)
	}
}

func equalVectors(t require.TestingT, want, got exact.Vector, what string) {
	if show(want) != show(got) {
		require.Equal(t, show(want), show(got), what)
	}
}

func atMost(t require.TestingT, small, large *big.Rat, what string) {
	if small.Cmp(large) > 0 {
		require.Failf(t, what, "expected %s <= %s", small.RatString(), large.RatString())
	}
}

// drawn is a stream with a separator of it: y(u·x + b) ≥ 1.
type drawn struct {
	dim    int
	stream []exact.Example
	u      exact.Vector
	b      *big.Rat
}

func (d drawn) String() string { return showStream(d.stream) }

// GoString is how rapid tells of it.
func (d drawn) GoString() string { return d.String() }

// streams draws separable streams of small integers, with repeated examples and
// ties, through the origin (b = 0) or not.
func streams(bias bool, longest int) *rapid.Generator[drawn] {
	return rapid.Custom(func(t *rapid.T) drawn {
		dim := rapid.IntRange(1, 3).Draw(t, "dim")
		integers := rapid.SliceOfN(rapid.IntRange(-2, 2), dim, dim)
		d := drawn{dim: dim, u: vector(integers.Draw(t, "u")), b: new(big.Rat)}
		if d.u.IsZero() {
			d.u[0] = num(1)
		}
		if bias {
			// An odd number, so that no example is on the hyperplane.
			d.u = times(num(2), d.u)
			d.b = num(2*rapid.IntRange(-2, 2).Draw(t, "b") + 1)
		}
		n := 1 // a sum is seldom small
		for range 3 {
			n += rapid.IntRange(0, longest/3).Draw(t, "T/3")
		}
		for range n {
			x := vector(integers.Draw(t, "x"))
			score := add(dot(d.u, x), d.b)
			if score.Sign() == 0 {
				x = combine(num(1), x, num(1), d.u)
				score = square(d.u)
			}
			d.stream = append(d.stream, exact.Example{X: x, Y: score.Sign()})
		}
		return d
	})
}

func vector(n []int) exact.Vector {
	x := make(exact.Vector, len(n))
	for i, v := range n {
		x[i] = num(v)
	}
	return x
}

// ratio is ‖u‖²s for the separator u scaled so that min y(u·x + b) = 1, an upper
// bound of s/γ*².
func (d drawn) ratio(s *big.Rat) *big.Rat {
	var least *big.Rat
	for _, e := range d.stream {
		a := mul(num(e.Y), add(dot(d.u, e.X), d.b))
		if least == nil || a.Cmp(least) < 0 {
			least = a
		}
	}
	return quo(mul(s, square(d.u)), mul(least, least))
}

// sqRadius is R² = max ‖x‖².
func (d drawn) sqRadius() *big.Rat {
	r := new(big.Rat)
	for _, e := range d.stream {
		if n := square(e.X); n.Cmp(r) > 0 {
			r = n
		}
	}
	return r
}

// sqDiameter is max ‖x−x'‖² over pairs of one class (D²), or of both (Δ²).
func (d drawn) sqDiameter(across bool) *big.Rat {
	r := new(big.Rat)
	for _, e := range d.stream {
		for _, f := range d.stream {
			if n := square(minus(e.X, f.X)); (e.Y != f.Y) == across && n.Cmp(r) > 0 {
				r = n
			}
		}
	}
	return r
}

// at is a step with the classifiers before and after it.
type at struct {
	exact.Example
	exact.Step
	w, wNext exact.Vector
	b, bNext *big.Rat
	seen     []exact.Example // before the step
}

// each runs the learner over a drawn stream and calls check at each step.
func each(t *rapid.T, l exact.Learner, d drawn, check func(at)) exact.Trace {
	var tr exact.Trace
	for i, e := range d.stream {
		a := at{Example: e, seen: d.stream[:i]}
		a.w, a.b = l.Classifier()
		a.Step = l.Step(e.X, e.Y)
		a.wNext, a.bNext = l.Classifier()
		tr.Steps = append(tr.Steps, a.Step)
		if check != nil {
			check(a)
		}
	}
	return tr
}

func newLearner(t require.TestingT, name, param, value string, dim int) exact.Learner {
	var params map[string]*big.Rat
	if param != "" {
		params = map[string]*big.Rat{param: rat(value)}
	}
	l, err := exact.New(name, params, dim)
	require.NoError(t, err)
	return l
}

// setting is a learner to test, with its parameter.
type setting struct {
	name, param, value string
	bias               bool
}

func settings() []setting {
	return []setting{
		{"perceptron", "", "", false},
		{"pa", "", "", false},
		{"mira", "", "", false},
		{"amira", "eps", "1/4", false},
		{"amira", "eps", "1/2", false},
		{"pa-i", "C", "1/8", false},
		{"pa-ii", "C", "2", false},
		{"romma", "eps", "1", false},
		{"romma", "eps", "1/2", false},
		{"a-romma", "", "", false},
		{"naromma", "", "", false},
		{"naromma(step4=printed)", "", "", false},
		{"randomized", "", "", false},
		{"randomized(psi=printed)", "R", "4", false},
		{"pumma", "delta", "0", true},
		{"pumma", "delta", "1/2", true},
		{"pumma", "delta", "3/4", true},
		{"e-omm", "", "", true},
		{"ce-omm", "", "", true},
		{"omm", "rho", "1/2", true},
		{"omm(rule=printed)", "rho", "1/2", true},
		{"omm(rule=printed)", "rho", "0", true},
	}
}

// only are the settings of these names.
func only(names ...string) []setting {
	return slices.DeleteFunc(settings(), func(s setting) bool { return !slices.Contains(names, s.name) })
}

func (s setting) String() string {
	if s.param == "" {
		return s.name
	}
	return s.name + "," + s.param + "=" + strings.ReplaceAll(s.value, "/", "÷")
}

// longest is the number of examples that a stream may have: at each update of
// ROMMA, PUMMA and OMM the numbers' length may double, or more.
func (s setting) longest() int {
	switch s.name {
	case "perceptron", "pa", "pa-i", "pa-ii", "mira", "amira", "randomized", "randomized(psi=printed)":
		return 45
	}
	return 18
}

func (s setting) new(t require.TestingT, dim int) exact.Learner {
	return newLearner(t, s.name, s.param, s.value, dim)
}

func forEachSetting(t *testing.T, f func(t *rapid.T, s setting)) {
	for _, s := range settings() {
		t.Run(s.String(), rapid.MakeCheck(func(t *rapid.T) { f(t, s) }))
	}
}
