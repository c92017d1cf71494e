//go:build unix

package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A suite is the tests of one package.
type suite struct {
	pkg, binary string
	reached     string // the file for the switches that a run uses
	flags       []string
	tests       []*test // the fastest first
}

// A test is one function, and what it takes and reaches without any change.
type test struct {
	name    string
	cpu     time.Duration
	reaches map[int]bool
}

const (
	memory  = 6 << 20          // KiB of address space that tests may take
	longest = 10 * time.Minute // of a test without a change
)

// measure runs each test alone without a change. One that fails is left out, and told of.
func (s *suite) measure(ctx context.Context, wErr io.Writer) error {
	list, err := s.command(ctx, 0, "-test.list=.").Output()
	if err != nil {
		return fmt.Errorf("%s: %w", s.pkg, err)
	}
	if help, _ := s.command(ctx, 0, "-help").CombinedOutput(); bytes.Contains(help, []byte("-rapid.shrinktime")) {
		s.flags = []string{"-rapid.shrinktime=0s", "-rapid.nofailfile"}
	}
	for name := range strings.Lines(string(list)) {
		name = strings.TrimSpace(name)
		if !runnable.MatchString(name) {
			continue
		}
		if err := os.RemoveAll(s.reached); err != nil {
			return err
		}
		c := s.command(ctx, longest, s.args([]string{name}, longest)...)
		c.Env = append(os.Environ(), "MUTATE=", "MARGINLAB_MUTATE=1", "MARGINLAB_LONG=", "MUTATE_REACHED="+s.reached)
		if output, err := c.CombinedOutput(); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			fmt.Fprintf(wErr, "%s %s fails without a change: %v\n%s\n", s.pkg, name, err, output[:min(len(output), 2000)])
			continue
		}
		t := &test{name: name, cpu: used(c), reaches: map[int]bool{}}
		ids, err := os.ReadFile(s.reached)
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		for id := range strings.FieldsSeq(string(ids)) {
			n, err := strconv.Atoi(id)
			if err != nil {
				return err
			}
			t.reaches[n] = true
		}
		s.tests = append(s.tests, t)
	}
	slices.SortStableFunc(s.tests, func(a, b *test) int { return cmp.Compare(a.cpu, b.cpu) })
	return nil
}

var runnable = regexp.MustCompile(`^(Test|Example|Fuzz)`)

// args has the tests end themselves after so much time: one that hangs does so too where
// nobody is left to kill it.
func (s *suite) args(names []string, limit time.Duration) []string {
	return append([]string{"-test.short", "-test.failfast", "-test.timeout=" + limit.String(), "-test.run=^(" + strings.Join(names, "|") + ")$"}, s.flags...)
}

// command runs the binary in its package, in so much time of the processor.
func (s *suite) command(ctx context.Context, cpu time.Duration, args ...string) *exec.Cmd {
	limits := fmt.Sprintf("ulimit -v %d; ulimit -c 0; ", memory)
	if cpu > 0 {
		limits += fmt.Sprintf("ulimit -t %d; ", int(cpu.Seconds())+1)
	}
	c := exec.CommandContext(ctx, "sh", append([]string{"-c", limits + `exec "$0" "$@"`, s.binary}, args...)...)
	c.Dir = s.pkg
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = time.Second
	return c
}

func used(c *exec.Cmd) time.Duration { return c.ProcessState.UserTime() + c.ProcessState.SystemTime() }

func (s *suite) total() (sum time.Duration) {
	for _, t := range s.tests {
		sum += t.cpu
	}
	return sum
}

type verdict string

const (
	caught     verdict = "caught"
	lives      verdict = "lives"
	notReached verdict = "no test" // reaches it
	same       verdict = "same"    // it changes nothing
)

// try runs the tests that reach a change: first those that take a tenth of a second
// together, then those that take a second, then the others.
func try(ctx context.Context, c *change, suites []*suite, patience int) (verdict, error) {
	result := notReached
	for _, s := range suites {
		var names []string
		var cpu, at time.Duration
		next := 100 * time.Millisecond
		flush := func() (bool, error) {
			if len(names) == 0 {
				return false, nil
			}
			result = lives
			failed, err := s.fails(ctx, c, names, time.Duration(patience)*(cpu+time.Second))
			names, cpu = nil, 0
			return failed, err
		}
		for _, t := range s.tests {
			if !t.reaches[c.id] && !t.reaches[c.first] {
				continue
			}
			if at += t.cpu; at > next {
				if failed, err := flush(); failed || err != nil {
					return caught, err
				}
				next = 10 * max(at, next)
			}
			names, cpu = append(names, t.name), cpu+t.cpu
		}
		if failed, err := flush(); failed || err != nil {
			return caught, err
		}
	}
	return result, nil
}

// fails reports whether one of these tests fails, or does not end in so much time of the
// processor, or ten times as much of the clock, which other work may take.
func (s *suite) fails(ctx context.Context, c *change, names []string, cpu time.Duration) (bool, error) {
	limited, cancel := context.WithTimeout(ctx, 10*cpu)
	defer cancel()
	command := s.command(limited, cpu, s.args(names, 10*cpu)...)
	command.Env = append(os.Environ(), "MUTATE="+strconv.Itoa(c.id), "MARGINLAB_MUTATE=1", "MARGINLAB_LONG=", "MUTATE_REACHED=")
	err := command.Run()
	return err != nil, ctx.Err()
}
