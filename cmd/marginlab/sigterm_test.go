//go:build unix

package main

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// Every command whose work would take hours ends after SIGTERM, and says that it was interrupted. The
// long tests send it after 12 s, when some have learned and are at the theorems.
func TestEveryLongCommandEndsAfterSIGTERM(t *testing.T) {
	t.Parallel()
	commands := []string{
		"check --passes 50000 breast_cancer",
		"check --passes 20000 --learners e-omm breast_cancer",
		"run --certify --passes 3000 breast_cancer",
		"run --kernel gaussian(sigma=1) --passes 1000000 breast_cancer",
		"run --passes 10000000 breast_cancer",
		"report --passes 50000 -o out.html breast_cancer",
		"geometry --norm 3 synthetic(examples=60000,dim=60)",
		"geometry --kernel gaussian(sigma=1) synthetic(examples=20000,dim=40)",
		"hunt --row omm-s1 --learner e-omm --state state.json",
		"reproduce synthetic --runs 100000 --state state.json",
	}
	for _, line := range commands[:rapidtest.Count(4, len(commands), len(commands))] {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			for begun := time.Duration(rapidtest.Count(1, 1, 80)) * 150 * time.Millisecond; ; begun *= 2 {
				require.Less(t, begun, time.Minute, "SIGTERM kills it")
				command := exec.Command("marginlab", strings.Fields(line)...)
				var errs bytes.Buffer
				command.Dir, command.Stderr = t.TempDir(), &errs
				require.NoError(t, command.Start())
				ended := make(chan error, 1)
				go func() { ended <- command.Wait() }()
				time.Sleep(begun)
				_ = command.Process.Signal(syscall.SIGTERM)
				select {
				case <-ended:
				case <-time.After(time.Minute):
					_ = command.Process.Kill()
					<-ended
					require.Fail(t, "it goes on a minute after SIGTERM")
				}
				if command.ProcessState.ExitCode() < 0 {
					continue // it did not listen yet
				}
				require.Equal(t, 2, command.ProcessState.ExitCode(), "%s", &errs)
				require.Contains(t, errs.String(), "interrupted")
				left, err := filepath.Glob(filepath.Join(command.Dir, "*"))
				require.NoError(t, err)
				for _, file := range left {
					require.Equal(t, "state.json", filepath.Base(file))
				}
				return
			}
		})
	}
}
