package certificate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// One mistake on one example with R = gamma0 = 1: exact arithmetic tells the sides apart, however near they are.
func TestSidesAreCompared(t *testing.T) {
	stream := []exact.Example{{X: exact.Floats(1), Y: -1}}
	for claim, want := range map[string]struct {
		order     int
		shortfall float64
	}{
		"mistakes <= (R/gamma0)^2":                  {0, 0},
		"mistakes <= (R/gamma0)^2 - 1/10^40":        {1, 0},
		"mistakes <= (R/gamma0)^2 + 1/10^40":        {-1, 1e-40},
		"mistakes <= sqrt(2)^2 - 1 + 1/10^12":       {-1, 1e-12},
		"mistakes >= (R/gamma0)^2":                  {0, 0},
		"mistakes >= (R/gamma0)^2 + 1/10^40":        {1, 0},
		"mistakes >= (R/gamma0)^2 - 3/10^20":        {-1, 3e-20},
		"mistakes <= 0 where T == 2":                {-1, 0},
		"mistakes <= sqrt(T - 2)":                   {-1, 0},
		"mistakes + r <= 1":                         {-1, 0}, // r has no value
		"2*mistakes <= 4*(R/gamma0)^2 where T == 1": {-1, 0.5},
	} {
		s, err := ParseStatement("perceptron: " + claim)
		require.NoError(t, err)
		p, err := Compile(s)
		require.NoError(t, err)
		order, err := p.Compare(stream, nil, Limit{})
		require.NoError(t, err)
		require.Equal(t, want.order, order, claim)
		if want.shortfall > 0 {
			short, err := p.Shortfall(stream, nil, Limit{})
			require.NoError(t, err)
			require.InEpsilon(t, want.shortfall, short, 1e-6, claim)
		}
	}
	s, err := ParseStatement("perceptron: mistakes <= (R/gamma0)^2")
	require.NoError(t, err)
	p, err := Compile(s)
	require.NoError(t, err)
	_, err = p.Shortfall(stream, nil, Limit{})
	require.Error(t, err, "there is none")
	_, err = p.Compare(nil, nil, Limit{})
	require.Error(t, err)
}
