//go:build unix

package procgroup

import (
	"os/exec"
	"syscall"
)

// Group is the process group of a program, which is its leader: what it starts is in it too,
// unless it leaves on purpose.
type Group struct{ leader int }

// Start starts the program, whose group it is from then on.
func (g *Group) Start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err := cmd.Start()
	if err == nil {
		g.leader = cmd.Process.Pid
	}
	return err
}

// Terminate asks all in the group to end. An error says that nothing is left of it.
func (g *Group) Terminate() { _ = syscall.Kill(-g.leader, syscall.SIGTERM) }

// Kill ends all in the group at once.
func (g *Group) Kill() { _ = syscall.Kill(-g.leader, syscall.SIGKILL) }

// Close releases what the system holds of the group.
func (g *Group) Close() {}
