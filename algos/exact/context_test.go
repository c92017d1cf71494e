package exact_test

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// A run checks its context at every step.
func TestRunsEndWithTheContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	rule := exact.Rule(func(w, x exact.Vector, y int) exact.Vector {
		if steps++; steps == 3 {
			cancel()
		}
		return x
	})
	spec := exact.NewSpec("own", nil, 0, func(_ map[string]*big.Rat, dim int) exact.Learner { return rule.New(dim) })
	stream := parse("+3,4 --3,4")
	_, err := runOf(spec, 2, stream, exact.Repeat{Passes: 10}, exact.Limit{Context: ctx})
	require.ErrorIs(t, err, context.Canceled)
	require.Equal(t, 3, steps)
}
