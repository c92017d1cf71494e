package external

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"marginlab/internal/procgroup"
)

const (
	grace    = 500 * time.Millisecond // for a program to end after its input ends, and again after SIGTERM
	patience = 6 * grace              // to end after its outputs end, which a machine under load may notice late
	tailSize = 4 << 10                // of standard error that is kept
	tailMost = 8                      // lines of it in an error
)

// child is a running program.
type child struct {
	greeting greeting
	cmd      *exec.Cmd
	group    procgroup.Group // of processes
	in       io.WriteCloser
	out      *os.File
	lines    *bufio.Reader // of out
	stderr   tail
	ended    chan struct{} // closed when the process has ended
	exited   chan struct{} // closed when its group has ended, too
	timer    *time.Timer   // kills it
	late     atomic.Bool   // whether the timer did
	stopped  atomic.Bool   // whether its end was requested
	line     []byte        // memory of the last line

	streams int                   // the number of streams sent to it
	holder  weak.Pointer[Learner] // the learner of its stream; nil if it is gone or starts anew
}

// start starts a program, with three pipes and the part of the environment that [inherit] selects.
func start(words []string, timeout time.Duration) (*child, error) {
	c := &child{cmd: exec.Command(words[0], words[1:]...), ended: make(chan struct{}), exited: make(chan struct{})}
	var theirs *os.File
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if c.out, theirs, err = os.Pipe(); err != nil {
		c.in.Close()
		return nil, err
	}
	c.cmd.Stdout, c.cmd.Stderr = theirs, &c.stderr
	c.cmd.Env, c.cmd.WaitDelay = inherit(os.Environ()), grace // a process that the program started may hold its pipes
	err = c.group.Start(c.cmd)
	theirs.Close()
	if err != nil {
		c.out.Close()
		return nil, err
	}
	go func() {
		_ = c.cmd.Wait() // its state tells how it ended
		close(c.ended)
		c.group.Kill() // the processes that it started hold its pipes
		close(c.exited)
		c.closeSoon()
	}()
	c.lines = bufio.NewReaderSize(c.out, 1<<16)
	c.timer = time.AfterFunc(timeout, func() { // an answer is late
		c.late.Store(true)
		c.kill()
	})
	return c, nil
}

// inherit returns the part of an environment that a program gets: where programs and their libraries are, the
// user's language and folders. It leaves out all else, such as a token.
func inherit(environment []string) []string {
	const names = "PATH HOME USER LANG TZ TMPDIR TEMP TMP SHELL PWD LD_LIBRARY_PATH DYLD_LIBRARY_PATH VIRTUAL_ENV NODE_PATH " +
		"GOROOT GOPATH GOCACHE JAVA_HOME CLASSPATH R_HOME JULIA_PROJECT JULIA_DEPOT_PATH " +
		"SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC PATHEXT USERPROFILE APPDATA LOCALAPPDATA PROGRAMFILES PROGRAMDATA"
	families := []string{"LC_", "PYTHON", "PYENV", "CONDA", "OMP_", "XDG_"}
	return slices.DeleteFunc(slices.Clone(environment), func(variable string) bool {
		name, _, _ := strings.Cut(strings.ToUpper(variable), "=")
		ofFamily := slices.ContainsFunc(families, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		return !ofFamily && !slices.Contains(strings.Fields(names), name)
	})
}

// closeSoon closes the output after a while, in which the rest can be read: a process that left the group may hold the
// pipe open.
func (c *child) closeSoon() { time.AfterFunc(grace, func() { c.out.Close() }) }

// kill ends the program and the processes that it started, at once.
func (c *child) kill() {
	select {
	case <-c.exited: // its number may belong to another process by now
	default:
		c.group.Kill()
	}
	c.in.Close()
	c.out.Close()
}

// end ends the program: it closes its input, then sends SIGTERM, then SIGKILL, also to the processes that it started.
func (c *child) end() {
	c.stopped.Store(true)
	c.timer.Stop()
	c.in.Close()
	if !await(grace, c.exited) {
		c.group.Terminate()
		await(grace, c.exited)
	}
	c.kill()
	<-c.exited
	c.group.Close()
}

// await waits until done is closed, at most that long, and reports whether it was.
func await(limit time.Duration, done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// errTooLong says that a line was longer than an answer may be.
var errTooLong = errors.New("too long")

// read reads a line of at most that many bytes. The next line reuses the memory.
func (c *child) read(most int) ([]byte, error) {
	c.line = c.line[:0]
	for {
		part, err := c.lines.ReadSlice('\n')
		c.line = append(c.line, part...)
		switch {
		case len(c.line) > most:
			return c.line, errTooLong
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil:
			return c.line, err
		default:
			return c.line, nil
		}
	}
}

// describeEnd says how a program whose pipes failed has ended.
func (c *child) describeEnd(err error, timeout time.Duration, most int) string {
	switch {
	case c.late.Load():
		return fmt.Sprintf("no answer within %v", timeout)
	case errors.Is(err, errTooLong):
		return fmt.Sprintf("an answer of more than %d bytes without an end of line", most)
	case c.stopped.Load() || await(patience, c.ended):
		<-c.ended // one whose end was requested ends when the machine gets to it
		return fmt.Sprintf("it ended before its answer: %v", c.cmd.ProcessState)
	case errors.Is(err, io.EOF):
		return "it closed its standard output before its answer"
	}
	return "it closed its standard input before its end"
}

// tail keeps the end of standard error.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

func (t *tail) Write(part []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, part...)
	t.kept = append([]byte{}, t.kept[max(0, len(t.kept)-tailSize):]...)
	return len(part), nil
}

// last returns the last lines.
func (t *tail) last() (lines []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for line := range strings.Lines(string(t.kept)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, cut(line))
		}
	}
	return lines[max(0, len(lines)-tailMost):]
}
