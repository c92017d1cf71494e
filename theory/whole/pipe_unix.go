//go:build unix

package whole

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"time"
)

// A pipe that nobody has opened to read is asked again as often, after so long.
const (
	pipeTries = 20
	pipeWaits = 100 * time.Millisecond
)

// open opens a device or a pipe to write into. To wait for the reader of a pipe in the system's
// way would wait for ever, and no interrupt ends it.
func open(path string) (*os.File, error) {
	for range pipeTries {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|syscall.O_NONBLOCK, 0)
		if !errors.Is(err, syscall.ENXIO) {
			return f, err
		}
		time.Sleep(pipeWaits)
	}
	return nil, fmt.Errorf("%s: nobody reads this pipe, expected that somebody does within %v", path, pipeTries*pipeWaits)
}
