//go:build !linux

package external

// killStrays does nothing: a process does not show its environment here. On Windows none
// leaves its job.
func killStrays(string) {}
