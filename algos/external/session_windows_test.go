package external

import "os/exec"

// ownSession does nothing: a process cannot leave its job.
func ownSession(*exec.Cmd) {}
