//go:build unix

package external

import (
	"fmt"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// A program gets none of the files that this process was started with: not this one, which may be
// inherited.
func TestNoOtherOpenFile(t *testing.T) {
	fd, err := syscall.Dup(0)
	require.NoError(t, err)
	defer syscall.Close(fd)
	c, err := start([]string{"sh", "-c", fmt.Sprintf("test -e /dev/fd/%d && echo open || echo closed", fd)}, time.Minute)
	require.NoError(t, err)
	defer c.end()
	line, err := c.lines.ReadString('\n')
	require.NoError(t, err)
	require.Equal(t, "closed\n", line)
}
