package main

import (
	"fmt"
	"strings"
	"sync"
	"time"
)

// countdown shows on a terminal how much of a long command is done, and how much
// time is left if the rest goes as what was done so far.
type countdown struct {
	p     progress
	total int

	mu          sync.Mutex
	done        int
	first, said time.Time
}

func newCountdown(p progress, total int) *countdown {
	return &countdown{p: p, total: total, first: time.Now()}
}

// add counts n more as done; what says what is being done.
func (c *countdown) add(n int, what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done += n
	if now := time.Now(); now.Sub(c.said) > sayEvery {
		c.said = now
		c.p.say("%s", c.line(now, what))
	}
}

// skip takes n off: they were done before.
func (c *countdown) skip(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.total -= n
}

// line is a bar, the time left and what is being done: with the learners of the
// papers it fits in 80 columns.
func (c *countdown) line(now time.Time, what string) string {
	const width = 10
	part := min(1, float64(c.done)/float64(max(1, c.total)))
	full := int(part * width)
	left := "…"
	if spent := now.Sub(c.first); part > 0 && spent > time.Second {
		left = (time.Duration(float64(spent) * (1 - part) / part)).Round(time.Second).String()
	}
	return fmt.Sprintf("[%s%s] %3.0f %%, %s left: %s", strings.Repeat("#", full), strings.Repeat(".", width-full), 100*part, left, what)
}
