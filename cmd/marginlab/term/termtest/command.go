// Package termtest runs commands in tests.
package termtest

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
)

// Out returns the output of a command in a form.
func Out(w io.Writer, form term.Form) *term.Out {
	out := term.NewOut(w)
	out.Form = form
	return out
}

// Shown compares output with an excerpt of it: … in a line stands for any
// part of a line, and a line that is just … for any lines.
func Shown(want, got string) error {
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for line := range strings.Lines(want) {
		if strings.TrimSpace(line) == "…" {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		parts := strings.Split(strings.TrimRight(line, "\n"), "…")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		pattern.WriteString(strings.Join(parts, `.*`) + `\n`)
	}
	pattern.WriteString(`\z`)
	if !regexp.MustCompile(pattern.String()).MatchString(got) {
		return fmt.Errorf("it prints\n%s\nexpected\n%s", got, want)
	}
	return nil
}

// Root returns the folder of the module.
func Root(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		require.NotEqual(t, dir, filepath.Dir(dir), "no go.mod")
		dir = filepath.Dir(dir)
	}
}

// DataDir returns the folder where tests look for data sets.
func DataDir(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv(benchdata.DataEnv); dir != "" {
		dir, err := filepath.Abs(dir)
		require.NoError(t, err)
		return dir
	}
	return filepath.Join(Root(t), "..", "shared", "data")
}

// NeedData skips a test if a data set is missing, or in a short run. Otherwise it tells
// the command where the data set is.
func NeedData(t *testing.T, name string) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short")
	}
	dir := DataDir(t)
	if _, err := benchdata.Find(name, dir); err != nil {
		t.Skip(err)
	}
	t.Setenv(benchdata.DataEnv, dir)
}
