//go:build unix

package atomicfile

import "syscall"

// nonblock makes opening a pipe that nobody reads an error.
const nonblock = syscall.O_NONBLOCK
