//go:build unix

package main

import (
	"fmt"
	"runtime"
	"time"

	"golang.org/x/sys/unix"
)

// leastTime returns the least time of the processor, on all cores, of several runs of what
// fresh prepares.
func leastTime(fresh func() func()) time.Duration {
	const (
		enough = 5 * time.Millisecond // in all, of two runs at least
		plenty = 10 * enough          // of one
		runs   = 20                   // at most
	)
	runtime.GC() // what others left is not collected during the runs
	var least, spent time.Duration
	for i := 0; i < runs && (spent < enough || i == 1 && spent < plenty); i++ {
		op := fresh()
		begin := processor()
		op()
		took := processor() - begin
		if spent += took; i == 0 || took < least {
			least = took
		}
	}
	return max(least, 1) // a clock that ticks slowly
}

// processor is the time that the process has run, on all cores.
func processor() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &now); err != nil {
		panic(fmt.Sprintf("bench-scaling: the clock of the process: %v", err))
	}
	return time.Duration(now.Nano())
}
