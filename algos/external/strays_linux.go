package external

import (
	"bytes"
	"os"
	"strconv"
)

// killStrays ends the processes that have the mark in their environment: those that a program
// started, and that left its group.
func killStrays(mark string) {
	const rounds = 4 // one that is found may have started another one meanwhile
	for range rounds {
		if !killMarked(mark) {
			return
		}
	}
}

// killMarked is a round, and reports whether it found any.
func killMarked(mark string) (found bool) {
	all, err := os.ReadDir("/proc")
	if err != nil {
		return false // without it, groups are all that is known
	}
	for _, entry := range all {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil {
			continue
		}
		process, err := os.FindProcess(pid) // a handle: its number cannot become that of another one
		if err != nil {
			continue
		}
		environment, err := os.ReadFile("/proc/" + entry.Name() + "/environ") // empty of one that is dead
		if err == nil && bytes.Contains(append([]byte{0}, environment...), []byte("\x00"+mark+"\x00")) {
			found = process.Kill() == nil || found
		}
		_ = process.Release()
	}
	return found
}
