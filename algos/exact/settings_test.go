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

func newLearner(t require.TestingT, name, param, value string, dim int) exact.Learner {
	return find(t, name, options(param+"="+value)).New(exact.Rationals(), dim)
}

func find(t require.TestingT, name string, params map[string]*big.Rat) *exact.Spec {
	s, err := exact.Find(name, params)
	require.NoError(t, err)
	return s
}

// options reads "rho=1/2,p=3".
func options(s string) map[string]*big.Rat {
	params := map[string]*big.Rat{}
	for option := range strings.SplitSeq(s, ",") {
		if name, value, ok := strings.Cut(option, "="); ok && name != "" {
			params[name] = rat(value)
		}
	}
	return params
}

// runNamed runs a learner, once over the stream.
func runNamed(name string, params map[string]*big.Rat, dim int, stream []exact.Example, limit exact.Limit) (*result, error) {
	s, err := exact.Find(name, params)
	if err != nil {
		return nil, err
	}
	return runOf(s, dim, stream, exact.Repeat{}, limit)
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
		{"n-omm", "", "", true},
		{"n-omm(keep=violating)", "rho", "1/2", true},
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
