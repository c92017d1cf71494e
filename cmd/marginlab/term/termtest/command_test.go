package termtest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestShown(t *testing.T) {
	t.Parallel()
	const got = "a 1\nb 2.5\nc 3\n"
	require.NoError(t, Shown("a 1\nb 2.5\nc 3\n", got))
	require.NoError(t, Shown("a 1\nb …\nc 3\n", got))
	require.NoError(t, Shown("a 1\n…\n", got))
	require.NoError(t, Shown("…\nc 3\n", got))
	require.Error(t, Shown("a 1\nb 2.6\nc 3\n", got))
	require.Error(t, Shown("a 1\nb …\n", got))
	require.Error(t, Shown("b …\nc 3\n", got))
	require.Error(t, Shown("a 1\nb 2x5\nc 3\n", got))
	require.Error(t, Shown("", got))
}
