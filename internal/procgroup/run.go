// Package procgroup runs a program in its own process group, so that the processes it starts end with it.
package procgroup

import (
	"cmp"
	"context"
	"os/exec"
	"time"
)

// Run runs a program to its end, or until ctx is done: then its group is killed, and the
// error is the cause. A Ctrl-C at the terminal does not reach the group. If a grandchild keeps the pipes open, Run
// waits for cmd.WaitDelay, or five seconds if that is 0.
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
	defer g.Kill() // ends processes that are left behind
	stop := context.AfterFunc(ctx, g.Kill)
	err := cmd.Wait()
	stop()
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}
