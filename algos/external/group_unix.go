//go:build !windows

package external

import (
	"os/exec"
	"syscall"
)

// group is the process group of a program, which is its leader: what it starts is in it too,
// unless it leaves on purpose.
type group struct{ leader int }

func (g *group) start(cmd *exec.Cmd) error {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err := cmd.Start()
	if err == nil {
		g.leader = cmd.Process.Pid
	}
	return err
}

// The errors say that nothing is left of the group.
func (g *group) terminate() { _ = syscall.Kill(-g.leader, syscall.SIGTERM) }
func (g *group) kill()      { _ = syscall.Kill(-g.leader, syscall.SIGKILL) }
func (g *group) close()     {}
