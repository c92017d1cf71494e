package main

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHelpOfACommand(t *testing.T) {
	t.Parallel()
	require.Equal(t, printed(t, "--help"), printed(t, "help"))
	require.Equal(t, printed(t, "hunt", "--help"), printed(t, "help", "hunt"))
	require.Equal(t, printed(t, "reproduce", "adult", "--help"), printed(t, "help", "reproduce", "adult"))
	status, out, errs := ran(t, "help", "train")
	require.Equal(t, 2, status)
	require.Equal(t, "marginlab: help: unexpected argument train (see marginlab --help)\n", errs)
	require.Empty(t, out)
	require.Equal(t, printed(t, "version"), printed(t, "--version"))
	require.Regexp(t, `^marginlab .+\n$`, printed(t, "--version"))
}
