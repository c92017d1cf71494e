//go:build unix

package procgroup

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// shell is a script whose standard output is a pipe: its end is read once nothing that the
// script started is left.
func shell(t *testing.T, script string) (cmd *exec.Cmd, r *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	require.NoError(t, err)
	t.Cleanup(func() { r.Close(); w.Close() })
	cmd = exec.Command("sh", "-c", script)
	cmd.Stdout = w
	return cmd, r
}

// requireNothingLeft waits for the end of what the script started.
func requireNothingLeft(t *testing.T, cmd *exec.Cmd, r *os.File) {
	t.Helper()
	require.NoError(t, cmd.Stdout.(*os.File).Close())
	require.NoError(t, r.SetReadDeadline(time.Now().Add(10*time.Second)))
	_, err := bytes.NewBuffer(nil).ReadFrom(r)
	require.NoError(t, err)
}

// sleeper starts another program, which prints a line.
const sleeper = "sh -c 'echo; exec sleep 30' & "

// Processes left in a program's group end with it, and its status is reported.
func TestRun(t *testing.T) {
	t.Parallel()
	cmd, r := shell(t, sleeper+"exit 3")
	require.EqualError(t, Run(t.Context(), cmd), "exit status 3")
	requireNothingLeft(t, cmd, r)
	cmd, r = shell(t, sleeper)
	require.NoError(t, Run(t.Context(), cmd))
	requireNothingLeft(t, cmd, r)
	require.ErrorIs(t, Run(t.Context(), exec.Command("./no-such-program")), os.ErrNotExist)
}

// A program that is cancelled ends, with all that it started, and the error is the cause.
func TestRunIsCancelled(t *testing.T) {
	t.Parallel()
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cmd, r := shell(t, sleeper+"wait")
	go func() {
		_, _ = r.Read(make([]byte, 1)) // the other runs
		cancel(why)
	}()
	require.Equal(t, why, Run(ctx, cmd))
	requireNothingLeft(t, cmd, r)

	cmd, _ = shell(t, "")
	require.Equal(t, why, Run(ctx, cmd))
	require.Nil(t, cmd.Process, "it is not even started")
}

// A pipe that stays open delays the end of a program, but not for ever.
func TestRunWaitsForOutput(t *testing.T) {
	t.Parallel()
	cmd := exec.Command("sh", "-c", sleeper)
	cmd.Stdout, cmd.WaitDelay = new(bytes.Buffer), time.Second/10
	require.ErrorIs(t, Run(t.Context(), cmd), exec.ErrWaitDelay)
}

// SIGTERM reaches all in the group.
func TestTerminate(t *testing.T) {
	t.Parallel()
	cmd, r := shell(t, "trap 'exit 4' TERM; "+sleeper+"wait")
	var g Group
	require.NoError(t, g.Start(cmd))
	_, err := r.Read(make([]byte, 1))
	require.NoError(t, err)
	g.Terminate()
	require.EqualError(t, cmd.Wait(), "exit status 4")
	requireNothingLeft(t, cmd, r)
}
