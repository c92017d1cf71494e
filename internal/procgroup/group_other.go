//go:build !unix && !windows

package procgroup

import "os/exec"

// Group is the group of a program on systems that start none, such as WebAssembly.
type Group struct{}

// Start returns the error of the system.
func (*Group) Start(cmd *exec.Cmd) error { return cmd.Start() }

// Terminate does nothing, as do Kill and Close: there is no process.
func (*Group) Terminate() {}
func (*Group) Kill()      {}
func (*Group) Close()     {}
