package num

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// The draws, and what they leave of the source, are those of package rand on amd64.
func TestNormalIsThatOfRand(t *testing.T) {
	t.Parallel()
	if runtime.GOARCH != "amd64" {
		t.Skip("package rand has other bits here")
	}
	a, b := rand.New(rand.NewPCG(18, 4)), rand.New(rand.NewPCG(18, 4))
	most := 0.
	for i := range 3_000_000 {
		want, got := a.NormFloat64(), Normal(b)
		if want != got {
			require.Equal(t, want, got, "draw %d", i)
		}
		most = max(most, got)
	}
	require.Greater(t, most, tail, "the tail was reached")
	require.Equal(t, a.Uint64(), b.Uint64())
}
