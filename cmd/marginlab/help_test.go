package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
)

// printed is what a command prints, which ends well.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), args, term.Streams{In: strings.NewReader(""), Out: term.NewOut(&out),
		Err: &errs}), errs.String())
	return out.String()
}

func TestHelpOfACommand(t *testing.T) {
	t.Parallel()
	require.Equal(t, printed(t, "--help"), printed(t, "help"))
	require.Equal(t, printed(t, "hunt", "--help"), printed(t, "help", "hunt"))
	require.Equal(t, printed(t, "reproduce", "adult", "--help"), printed(t, "help", "reproduce", "adult"))
	var out, errs bytes.Buffer
	require.Equal(t, 2, run(t.Context(), []string{"help", "train"}, term.Streams{Out: term.NewOut(&out), Err: &errs}))
	require.Equal(t, "marginlab: help: unexpected argument train (see marginlab --help)\n", errs.String())
	require.Empty(t, out.String())
	require.Equal(t, printed(t, "version"), printed(t, "--version"))
	require.Regexp(t, `^marginlab .+\n$`, printed(t, "--version"))
}
