package exact_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos/exact"
)

// find parses a model.
func find(t require.TestingT, learner string) *exact.Spec {
	s, err := exact.Parse(learner)
	require.NoError(t, err)
	return s
}

func newLearner(t require.TestingT, learner string, dim int) exact.Learner {
	return find(t, learner).New(exact.Rationals(), dim)
}

// runNamed runs a learner, once over the stream.
func runNamed(learner string, dim int, stream []exact.Example, limit exact.Limit) (*result, error) {
	s, err := exact.Parse(learner)
	if err != nil {
		return nil, err
	}
	return runOf(s, dim, stream, exact.Repeat{}, limit)
}

// setting is a learner to test, by its expression.
type setting struct {
	*exact.Spec
	learner string
	bias    bool
}

func settings() []setting {
	return slices.Concat(
		settingsOf(false, "perceptron", "pa", "mira", "amira(eps=1/4)", "amira(eps=1/2)", "pa-i(C=1/8)", "pa-ii(C=2)",
			"romma(eps=1)", "romma(eps=1/2)", "a-romma", "naromma", "naromma(step4=printed)",
			"randomized", "randomized(psi=printed,R=4)"),
		settingsOf(true, "pumma(delta=0)", "pumma(delta=1/2)", "pumma(delta=3/4)", "e-omm", "ce-omm", "omm(rho=1/2)",
			"omm(rule=printed,rho=1/2)", "omm(rule=printed,rho=0)", "n-omm", "n-omm(keep=violating,rho=1/2)"))
}

// settingsOf returns learners to test, with a bias or through the origin.
func settingsOf(bias bool, learners ...string) (all []setting) {
	for _, learner := range learners {
		s, err := exact.Parse(learner)
		if err != nil {
			panic(err)
		}
		all = append(all, setting{s, learner, bias})
	}
	return all
}

// settingsNamed returns the settings of the given names.
func settingsNamed(names ...string) []setting {
	return slices.DeleteFunc(settings(), func(s setting) bool { return !slices.Contains(names, s.Name) })
}

func (s setting) String() string { return strings.ReplaceAll(s.learner, "/", "÷") }

// longest returns the number of examples that a stream may have: at each update of ROMMA, PUMMA and OMM the numbers'
// length may double, or more.
func (s setting) longest() int {
	switch s.Name {
	case "perceptron", "pa", "pa-i", "pa-ii", "mira", "amira", "randomized", "randomized(psi=printed)":
		return 45
	}
	return 18
}

// new makes the learner over the rational numbers.
func (s setting) new(dim int) exact.Learner { return s.New(exact.Rationals(), dim) }

func forEachSetting(t *testing.T, f func(t *rapid.T, s setting)) {
	for _, s := range settings() {
		t.Run(s.String(), rapid.MakeCheck(func(t *rapid.T) { f(t, s) }))
	}
}
