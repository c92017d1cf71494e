package benchdata_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/internal/num"
)

// Dense points are as far from their plane as the recipe says, and sparse ones have length 1. The first two
// hashes are of the first 200 lines of the files that results/memory.md names.
func TestText(t *testing.T) {
	t.Parallel()
	plane := slices.Repeat([]float64{1 / math.Sqrt(96)}, 96)
	for _, c := range []struct {
		recipe Text
		hash   string
	}{
		{Text{Examples: 200, Dim: 96, Present: 96, Seed: 1}, "c17b3c6e"},
		{Text{Examples: 200, Dim: 47_236, Present: 74, Seed: 1}, "750990c5"},
		{Text{Examples: 20, Dim: 3, Present: 2, Seed: 7}, "a026746f"},
	} {
		set, err := c.recipe.Generate()
		require.NoError(t, err)
		require.Equal(t, c.recipe.String(), set.Name)
		require.Len(t, set.Examples, c.recipe.Examples)
		sum := 0
		for _, e := range set.Examples {
			require.NoError(t, e.Check(c.recipe.Dim))
			require.Len(t, e.X.Value, c.recipe.Present)
			if e.X.IsSparse() {
				require.InDelta(t, 1, num.Norm(e.X.Value), 1e-5)
			} else {
				require.GreaterOrEqual(t, float64(e.Y)*e.X.Dot(plane), 0.499)
			}
			sum += int(e.Y)
		}
		require.InDelta(t, 0, sum, float64(c.recipe.Examples)/2)
		var text bytes.Buffer
		require.NoError(t, WriteLIBSVM(&text, set.Examples))
		hash := sha256.Sum256(text.Bytes())
		require.Equal(t, c.hash, fmt.Sprintf("%x", hash[:4]), c.recipe)
	}
	for _, wrong := range []Text{{Dim: 1, Present: 1}, {Examples: 1}, {Examples: 1, Dim: 3}, {Examples: 1, Dim: 3, Present: 4}, {Examples: math.MaxInt, Dim: 3, Present: 3}} {
		_, err := wrong.Generate()
		require.ErrorContains(t, err, wrong.String()+": ")
	}
}
