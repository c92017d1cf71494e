// Package procgroup runs a program in a process group of its own, so that what the program starts ends with it.
package procgroup

import (
	"cmp"
	"context"
	"os/exec"
	"time"
)

// Run runs a program to its end, or until ctx is done: then its group is killed, and the
// error is the cause. A Ctrl-C at the terminal does not reach the group. A grandchild that keeps the pipes open is
// waited for as long as cmd.WaitDelay says, five seconds if it is 0.
func Run(ctx context.Context, cmd *exec.Cmd) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	cmd.WaitDelay = cmp.Or(cmd.WaitDelay, 5*time.Second)
	var g Group
	if err := g.Start(cmd); err != nil {
		return err
	}
	defer g.Close()
	defer g.Kill() // what it has left behind
	stop := context.AfterFunc(ctx, g.Kill)
	err := cmd.Wait()
	stop()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
