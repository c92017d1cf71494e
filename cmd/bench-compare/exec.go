//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"

	"marginlab/internal/procgroup"
)

// execute runs a child process in dir and returns its standard output. The error
// of a failure ends with the last lines that the child wrote; the error of an
// interrupt is the context's cause.
func execute(ctx context.Context, dir, name string, args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = slices.DeleteFunc(append(cmd.Environ(), "GIT_TERMINAL_PROMPT=0"), isRepositoryVariable)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := procgroup.Run(ctx, cmd)
	if ctx.Err() != nil {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("%s (in %s): %w%s", strings.Join(cmd.Args, " "), dir, err, tail(stdout.String()+stderr.String()))
	}
	return stdout.Bytes(), nil
}

// isRepositoryVariable reports whether an environment entry points git at
// another repository or index than that of the directory it runs in. A hook sets
// them, and then a checkout would write the user's index.
func isRepositoryVariable(entry string) bool {
	name, _, _ := strings.Cut(entry, "=")
	return slices.Contains([]string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_PREFIX"}, name)
}

// tail returns the last lines of a child's output, indented, each on a new line.
func tail(output string) string {
	const lines = 20
	all := strings.Split(strings.TrimRight(output, "\n"), "\n")
	var b strings.Builder
	for _, line := range all[max(0, len(all)-lines):] {
		b.WriteString("\n\t" + line)
	}
	return b.String()
}

// git runs a git command in dir and returns what it printed, without the last
// newline.
func git(ctx context.Context, dir string, args ...string) (string, error) {
	out, err := execute(ctx, dir, "git", args...)
	return strings.TrimRight(string(out), "\n"), err
}
