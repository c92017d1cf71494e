//go:build unix

package procgroup

import (
	"os/exec"
	"syscall"
)

// Group is the process group led by a program. Processes that the program starts are in it too,
// unless they leave on purpose.
type Group struct{ leader int }

// Start starts the program as the leader of this group.
func (g *Group) Start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err := cmd.Start()
	if err == nil {
		g.leader = cmd.Process.Pid
	}
	return err
}

// Terminate asks all processes of the group to end. It ignores the error, which means that none is left.
func (g *Group) Terminate() { _ = syscall.Kill(-g.leader, syscall.SIGTERM) }

// Kill ends all processes of the group at once.
func (g *Group) Kill() { _ = syscall.Kill(-g.leader, syscall.SIGKILL) }

// Close does nothing: the system keeps no handle of the group.
func (g *Group) Close() {}
