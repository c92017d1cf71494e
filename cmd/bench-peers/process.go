//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"marginlab/internal/procgroup"
)

// usage is what a process took.
type usage struct {
	Wall, Processor time.Duration
	Memory          int64 // the most that was resident, in bytes
}

// tooLong says that a process was ended at the time-out.
type tooLong time.Duration

func (t tooLong) Error() string { return "took longer than " + time.Duration(t).String() }

// launcher is the environment variable with which this program is the launcher.
const launcher = "MARGINLAB_BENCH_PEERS_LAUNCHER"

// execute runs a program to its end, and returns what it took. The two processes lead a
// process group, which is ended at the time-out.
//
// Note: a launcher starts the program, because the kernel counts to the memory of a process
// that of the one that started it, and this one holds the examples.
func execute(ctx context.Context, timeout time.Duration, name string, args ...string) (took usage, err error) {
	self, err := os.Executable()
	if err != nil {
		return took, err
	}
	report, reported, err := os.Pipe()
	if err != nil {
		return took, err
	}
	defer report.Close()
	limited, cancel := context.WithTimeoutCause(ctx, timeout, tooLong(timeout))
	defer cancel()
	cmd := exec.Command(self, append([]string{name}, args...)...)
	cmd.Env = append(os.Environ(), launcher+"=1")
	var output bytes.Buffer
	cmd.Stdout, cmd.Stderr = &output, &output
	cmd.ExtraFiles = []*os.File{reported}
	err = procgroup.Run(limited, cmd)
	reported.Close()
	if limited.Err() != nil {
		return took, err
	}
	if err != nil {
		return took, fmt.Errorf("%w%s", err, lastLine(output.String()))
	}
	return took, json.NewDecoder(report).Decode(&took)
}

// launch runs a program, tells what it took, and returns its exit status.
func launch(args []string) int {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	begin := time.Now()
	err := cmd.Run()
	took := usage{Wall: time.Since(begin)}
	if cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	took.Processor = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		took.Memory = int64(r.Maxrss)
		if runtime.GOOS != "darwin" { // which counts bytes, others kilobytes
			took.Memory *= 1024
		}
	}
	if err := json.NewEncoder(os.NewFile(3, "report")).Encode(took); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 127
	}
	return max(cmd.ProcessState.ExitCode(), -cmd.ProcessState.ExitCode()) // -1 of a signal
}

// lastLine is the last line that a program printed, after a colon.
func lastLine(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return ": " + last
	}
	return ""
}
