//go:build !windows

package external

import (
	"os/exec"
	"syscall"
)

// ownSession has a process leave its group, as one that calls setsid does.
func ownSession(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
