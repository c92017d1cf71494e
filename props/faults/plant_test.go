package faults_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	atOnce   = 2               // faults
	patience = 2 * time.Minute // that a test may take: without the fault it takes seconds
	memory   = 8 << 20         // KiB of address space that it may take
)

// sound builds the tests of each package without any fault, once it is asked for, and
// returns where they are.
func sound(t *testing.T, all []fault) map[string]func() (string, error) {
	binaries, folder := map[string]func() (string, error){}, t.TempDir()
	for _, f := range all {
		pkg, _ := f.where()
		binary := filepath.Join(folder, strings.ReplaceAll(pkg, "/", "-")+".test")
		binaries[pkg] = sync.OnceValues(func() (string, error) { return binary, build(pkg, binary) })
	}
	return binaries
}

// where is the package and the test that must fail.
func (f fault) where() (pkg, test string) {
	pkg, test, _ = strings.Cut(f.test, " ")
	return pkg, test
}

// build builds the tests of a package, without what only a debugger needs.
func build(pkg, binary string, flags ...string) error {
	args := append([]string{"test", "-c", "-p=1", "-ldflags=-s -w", "-o", binary}, flags...)
	command := exec.Command("go", append(args, pkg)...)
	command.Dir = root
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, output)
	}
	return nil
}

// mustCatch fails if the test of f passes with it, or does not pass without it.
func (f fault) mustCatch(t *testing.T, mistaken []byte, sound string) {
	failed, output := f.run(t, sound)
	require.False(t, failed, "%s fails without the fault:\n%s", f.test, output)

	folder := t.TempDir()
	file, overlay, binary := filepath.Join(folder, "mistaken.go"), filepath.Join(folder, "overlay.json"), filepath.Join(folder, "faulty.test")
	require.NoError(t, os.WriteFile(file, mistaken, 0o600))
	place, err := filepath.Abs(filepath.Join(root, f.file))
	require.NoError(t, err)
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{place: file}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(overlay, replace, 0o600))
	pkg, _ := f.where()
	require.NoError(t, build(pkg, binary, "-overlay="+overlay))
	failed, output = f.run(t, binary)
	require.True(t, failed, "%s does not catch it:\n%s", f.test, output)
	t.Logf("caught by %s %s", f.test, caught.FindString(output))
}

// caught is how rapid says after how many cases, and package props at which seed.
var caught = regexp.MustCompile(`failed after \d+ tests|found by -rapid.seed=\d+`)

// run runs the test of f within limits, in the normal size, and tells whether it failed.
// One that ends otherwise, or tests nothing, ends t.
func (f fault) run(t *testing.T, binary string) (failed bool, output string) {
	pkg, name := f.where()
	args := []string{"-c", fmt.Sprintf(`ulimit -v %d; exec "$0" "$@"`, memory), binary, "-test.v", "-test.run", name}
	if f.cases > 0 {
		args = append(args, fmt.Sprintf("-rapid.checks=%d", f.cases), "-rapid.shrinktime=0s")
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	test := exec.CommandContext(ctx, "sh", args...)
	test.Dir = filepath.Join(root, pkg)
	test.Env = append(os.Environ(), "MARGINLAB_LONG=")
	var all bytes.Buffer
	test.Stdout, test.Stderr = &all, &all
	err := test.Run()
	output = all.String()
	require.NoError(t, ctx.Err(), "%s does not end in %v", f.test, patience)
	require.NotContains(t, output, "no tests to run")
	if err != nil {
		require.Contains(t, output, "--- FAIL", "%s neither passes nor fails", f.test)
	}
	return err != nil, output
}
