package measure

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDotHasTwiceTheDigits(t *testing.T) {
	require.Equal(t, 2., Vector{1e20, 1, 1e20, 1}.Dot(Vector{1, 1, -1, 1}))
	a := 1 + 0x1p-52
	require.Equal(t, 0x1p-104, Vector{a, a, 1}.Dot(Vector{a, -1, -0x1p-52}))
}
