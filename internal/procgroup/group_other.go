//go:build !unix && !windows

package procgroup

import "os/exec"

// Group is that of a program where none can be started, as in WebAssembly.
type Group struct{}

// Start returns the error of the system.
func (*Group) Start(cmd *exec.Cmd) error { return cmd.Start() }

// Terminate, Kill and Close have nothing to end.
func (*Group) Terminate() {}
func (*Group) Kill()      {}
func (*Group) Close()     {}
