package faults_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const (
	atOnce   = 2                // tests
	seconds  = 120              // the processor time of a test: without the fault it takes some
	memory   = 8 << 20          // KiB of address space of a test
	patience = 20 * time.Minute // for a test that waits
)

// catch builds the tests of a package with faults that act when chosen by their numbers. The tests must pass without
// a fault, and each fault must be caught.
func catch(t *testing.T, pkg string, some []fault) {
	all, alone := overlay(t, some)
	binary := filepath.Join(t.TempDir(), "all.test")
	require.NoError(t, build(pkg, binary, all))
	sound := map[string]bool{}
	for n, f := range some {
		t.Run(f.mistake, func(t *testing.T) {
			if !sound[f.test] {
				failed, output, err := f.run(t.Context(), binary, "none")
				require.NoError(t, err)
				require.False(t, failed, "%s fails without a fault:\n%s", f.test, output)
				sound[f.test] = true
			}
			binary := binary
			if slices.Contains(alone, n) {
				binary = filepath.Join(t.TempDir(), "alone.test")
				require.NoError(t, build(pkg, binary, writeOverlay(t, map[string]string{f.file: f.patch(t)})))
			}
			f.mustBeCaught(t, binary, strconv.Itoa(n))
		})
	}
}

// target returns the package and the test that must fail.
func (f fault) target() (pkg, test string) {
	pkg, test, _ = strings.Cut(f.test, " ")
	return pkg, test
}

// mustExist fails if the package has no test of exactly that name; for a subtest, of the test that contains it.
func (f fault) mustExist(t *testing.T) {
	pkg, name := f.target()
	name, _, _ = strings.Cut(name, "/")
	files, err := filepath.Glob(filepath.Join(root, pkg, "*_test.go"))
	require.NoError(t, err)
	require.True(t, slices.ContainsFunc(files, func(file string) bool {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		return bytes.Contains(source, []byte("\nfunc "+name+"("))
	}), "%s has no %s", pkg, name)
}

// build builds the tests of a package with an overlay, without debugging information.
func build(pkg, binary, overlay string) error {
	command := exec.Command("go", "test", "-c", "-p=1", "-ldflags=-s -w", "-overlay="+overlay, "-o", binary, pkg)
	command.Dir = root
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, output)
	}
	return nil
}

// mustBeCaught fails if the test passes with the fault, or takes more cases than it may.
func (f fault) mustBeCaught(t *testing.T, binary, number string) {
	failed, output, err := f.run(t.Context(), binary, number)
	require.NoError(t, err)
	require.True(t, failed, "%s does not catch it:\n%s", f.test, output)
	cases := failedCase(output)
	require.Equal(t, cases > 0, f.cases > 0, "caught by case %d that %s draws, 0 where it draws none; cases is %d", cases, f.test, f.cases)
	require.LessOrEqual(t, cases, f.cases, "caught by this case that %s draws", f.test)
	t.Logf("caught by %s, case %d", f.test, cases)
}

// passed and seeded match the number of passed cases that package rapid prints, and the seed that package props
// prints.
var (
	passed = regexp.MustCompile(`failed after (\d+) tests`)
	seeded = regexp.MustCompile(`found by -rapid.seed=(\d+)`)
)

// failedCase returns the number of the drawn case at which a property failed, 0 if it drew none.
func failedCase(output string) (cases int) {
	if found := passed.FindStringSubmatch(output); found != nil {
		cases, _ = strconv.Atoi(found[1])
		return cases + 1
	}
	if found := seeded.FindStringSubmatch(output); found != nil {
		last, _ := strconv.Atoi(found[1])
		for cases, seed := 1, 1; ; cases++ {
			if seed >= last {
				return cases
			}
			seed += cases
		}
	}
	return 0
}

// run runs the test of f within limits, in the normal size, with this fault of those in the binary, and reports
// whether it failed. It is an error if it ends otherwise, or tests nothing.
func (f fault) run(ctx context.Context, binary, number string) (failed bool, output string, err error) {
	pkg, name := f.target()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	test := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf(`ulimit -v %d; ulimit -t %d; exec "$0" "$@"`, memory, seconds), binary, "-test.v", "-test.run", "^"+strings.ReplaceAll(name, "/", "$/^")+"$")
	test.Dir = filepath.Join(root, pkg)
	test.Env = append(os.Environ(), "MARGINLAB_LONG=", chosen+"="+number)
	var all bytes.Buffer
	test.Stdout, test.Stderr = &all, &all
	ended := test.Run()
	output = all.String()
	switch {
	case ctx.Err() != nil:
		return false, output, fmt.Errorf("%s does not end in %v: %w", f.test, patience, ctx.Err())
	case strings.Contains(output, "no tests to run"):
		return false, output, fmt.Errorf("%s runs no test", f.test)
	case ended != nil && !strings.Contains(output, "--- FAIL"):
		return false, output, fmt.Errorf("%s neither passes nor fails: %w\n%s", f.test, ended, output)
	}
	return ended != nil, output, nil
}
