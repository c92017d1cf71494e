package trial

import (
	"errors"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/algos/normalized"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// stopping is a learner that stops at its first example.
type stopping struct {
	algos.Learner
	begun bool
}

func (s *stopping) Step(x vec.Vector, y theory.Label) theory.Step {
	s.begun = true
	return theory.NoStep
}

func (s *stopping) State() algos.State {
	state := s.Learner.State()
	if s.begun {
		state.Err = errors.New("broken")
	}
	return state
}

// stops describes such a learner, to which theorems on OMM apply.
func stops() *algos.Spec {
	return algos.Kind{
		Name: "stopping",
		New: func(s algos.Space, _ algos.Args) algos.Learner {
			return &stopping{Learner: algos.MustParse("e-omm").Over(s)}
		},
		Traits: algos.Traits{Families: []string{"omm"}},
	}.Spec()
}

// A stop on separable examples is unexplained; on inseparable ones it is explained.
func TestUnexplainedStop(t *testing.T) {
	t.Parallel()
	d := line(20)
	r := learned(t, d, stops(), Options{})
	require.EqualError(t, r.Stop, "example 1: broken")
	require.False(t, r.Refused)
	require.EqualError(t, r.Unexplained(t.Context()), "stopping stopped on examples that are separable: example 1: broken")
	for _, e := range d.Examples[:10] {
		d.Examples = append(d.Examples, theory.Example{X: e.X, Y: -e.Y})
	}
	r = learned(t, NewData("crossed", d.Examples, d.Dim), stops(), Options{})
	require.EqualError(t, r.Stop, "example 1: broken")
	require.NoError(t, r.Unexplained(t.Context()))
}

// A space that a learner refuses does not fit it, and needs no explanation.
func TestRefusedSpace(t *testing.T) {
	t.Parallel()
	arow, x := spec(t, "arow"), slices.Repeat([]float64{1}, 1<<14+1)
	d := NewData("wide", []theory.Example{{X: vec.Dense(x...), Y: theory.Positive}}, len(x))
	r := learned(t, d, arow, Options{})
	require.ErrorContains(t, r.Stop, "expected at most 16384 dimensions")
	require.True(t, r.Refused)
	together, err := NewTogether([]*algos.Spec{arow}, d)
	require.NoError(t, err)
	require.True(t, together.Runs()[0].Refused)
}

// A batch algorithm may stop at its limit, unless its theorem says that it does not get there; a false certificate is
// unexplained.
func TestUnexplainedLimit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		stop  error
		rho   float64
		found string
	}{
		{nil, 0.5, ""},
		{&normalized.LimitError{Algorithm: "snkp", Below: 0.1}, 0.05, ""},
		{&normalized.LimitError{Algorithm: "snkp", Below: 0.1}, 0, ""},
		{&normalized.LimitError{Algorithm: "snkp", Below: 0.1}, 0.1, ""},
		{&normalized.LimitError{Algorithm: "np"}, 0.5, ""},
		{&normalized.LimitError{Algorithm: "snkp", Below: 0.1}, 0.2, "the normalised margin is below 0.1, or the points are not separable, but it is 0.2"},
		{errors.New("not a separator"), 0.5, "snkp: not a separator"},
	} {
		r := &Run{Learner: spec(t, "snkp"), Label: "snkp", Stop: c.stop,
			evidence: evidence{known: &Survey{known: map[theory.View]surveyed{
				{Origin: true, Normalised: true}: {Geometry: theory.Geometry{Gamma: c.rho, Lower: c.rho, Separable: c.rho > 0}}}}}}
		if c.found == "" {
			require.NoError(t, r.Unexplained(t.Context()))
			continue
		}
		require.ErrorContains(t, r.Unexplained(t.Context()), c.found)
	}
}
