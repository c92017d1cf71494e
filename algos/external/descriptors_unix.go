//go:build unix

package external

import (
	"os"
	"strconv"
	"syscall"
)

// keepDescriptors keeps from programs the files that this process was started with. Those that it
// opens itself no program gets.
func keepDescriptors() {
	open, _ := os.ReadDir("/dev/fd") // a system without it shows none
	for _, f := range open {
		if fd, err := strconv.Atoi(f.Name()); err == nil && fd > 2 {
			syscall.CloseOnExec(fd)
		}
	}
}
