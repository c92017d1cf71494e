//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// TestGolden holds whole runs of the command on fixed results against what they
// print: each archive of testdata has the results of both sides, and the output,
// the errors and the exit status expected. UPDATE=1 writes the expectation anew; read it before you keep it.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			require.NoError(t, err)
			path, err := filepath.Abs(path)
			require.NoError(t, err)
			t.Chdir(t.TempDir())
			var want []byte
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = f.Data
					continue
				}
				require.NoError(t, os.WriteFile(f.Name, f.Data, 0o644))
			}
			_, line, _ := strings.Cut(string(archive.Comment), "args:")
			args := append(strings.Fields(line), "--base=base.txt", "--head=head.txt")
			var stdout, stderr bytes.Buffer
			code := run(t.Context(), args, &stdout, &stderr)
			got := fmt.Sprintf("%s%sexit status %d\n", stdout.String(), stderr.String(), code)
			if os.Getenv("UPDATE") != "" {
				archive.Files = append(archive.Files[:2], txtar.File{Name: "want", Data: []byte(got)})
				require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
				return
			}
			require.Equal(t, string(want), got)
		})
	}
}

// The help fits 80 columns.
func TestHelp(t *testing.T) {
	var out, errOut strings.Builder
	require.Equal(t, exitFine, run(t.Context(), []string{"--help"}, &out, &errOut))
	require.Contains(t, out.String(), "Usage: bench-compare --base=REV ")
	require.Contains(t, out.String(), "--record ")
	for line := range strings.Lines(out.String()) {
		require.LessOrEqual(t, utf8.RuneCountInString(line), 80+1, line)
	}
	require.Empty(t, errOut.String())
}
