package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/internal/rapidtest"
)

// clocks are what a command prints of times.
var clocks = regexp.MustCompile(`"seconds":[-+.0-9e]+|\b[0-9.]+(?:ns|µs|ms|s)\b`)

// TestBitsOfCommands runs the commands of testdata/bits.golden and compares a hash of
// all that they print and write, but for clocks, with what they gave on amd64. It runs
// them in this process, or by the command line in MARGINLAB_BITS, an emulator and a binary
// (see make bits).
func TestBitsOfCommands(t *testing.T) {
	if !rapidtest.Long() {
		t.Skip("21 commands take seconds: MARGINLAB_LONG=1")
	}
	const golden = "testdata/bits.golden"
	script, err := txtar.ParseFile(golden)
	require.NoError(t, err)
	here, err := os.Getwd()
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	t.Setenv("COLUMNS", "100")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, f := range script.Files {
		require.NoError(t, os.WriteFile(f.Name, f.Data, 0o600))
	}
	var got strings.Builder
	for line := range strings.Lines(string(script.Comment)) {
		hash, command, ok := strings.Cut(strings.TrimSpace(line), " marginlab ")
		if !ok {
			got.WriteString(line)
			continue
		}
		var out bytes.Buffer
		status := runBy(strings.Fields(os.Getenv("MARGINLAB_BITS")), strings.Fields(command), &out)
		require.Less(t, status, 2, "%s: %s", command, &out)
		written, err := os.ReadFile("out")
		if err == nil {
			require.NoError(t, os.Remove("out"))
		}
		out.Write(written)
		shown := clocks.ReplaceAll(out.Bytes(), []byte("…"))
		sum := sha256.Sum256(shown)
		now := hex.EncodeToString(sum[:8])
		if now != hash && !*update {
			t.Errorf("%s: hash %s, expected %s:\n%s", command, now, hash, head(shown))
		}
		got.WriteString(now + " marginlab " + command + "\n")
	}
	if *update {
		script.Comment = []byte(got.String())
		require.NoError(t, os.WriteFile(filepath.Join(here, golden), txtar.Format(script), 0o600))
	}
}

// runBy runs a command of marginlab by an emulator and a binary, or in this process if
// there are none, and returns its exit status.
func runBy(by, command []string, out *bytes.Buffer) int {
	if len(by) == 0 {
		return run(context.Background(), command, term.Streams{In: strings.NewReader(""), Out: term.NewOut(out), Err: out})
	}
	cmd := exec.Command(by[0], slices.Concat(by[1:], command)...)
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Run(); cmd.ProcessState == nil {
		fmt.Fprint(out, err)
		return 2
	}
	return cmd.ProcessState.ExitCode() & 0xff // −1 is a signal
}

func head(b []byte) []byte { return b[:min(len(b), 4000)] }
