package external

import (
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// exchange sends questions and returns their answers, one for each. Several are under way at once, so that this
// process writes a question while the program works on another.
func (c *child) exchange(questions []question, biased bool, timeout time.Duration) ([]answer, *Error) {
	written := make(chan error, 1)
	write := func() {
		for _, q := range questions {
			if _, err := c.in.Write(q.line(c.greeting)); err != nil {
				c.closeSoon()
				written <- err
				return
			}
		}
		written <- nil
	}
	c.timer.Reset(timeout)
	if len(questions) == 1 { // a step of a hunt: another goroutine would take longer than the message
		write()
	} else {
		go write()
	}
	answers := make([]answer, len(questions))
	var failed *Error
	for i, q := range questions {
		c.timer.Reset(timeout)
		if failed = c.receive(q, &answers[i], biased, timeout); failed != nil {
			break
		}
	}
	c.timer.Stop()
	if extra := c.lines.Buffered(); failed == nil && extra > 0 {
		line, _ := c.lines.Peek(extra)
		failed = wrong(questions[len(questions)-1].first, "it wrote more than one line for each question: "+
			"what a program prints for people belongs on standard error")
		failed.Message = cut(string(line))
	}
	if failed != nil {
		c.kill() // also ends a write
	}
	<-written // an error shows in the answers, which end
	return answers, failed
}

// receive reads and checks an answer.
func (c *child) receive(q question, a *answer, biased bool, timeout time.Duration) (failed *Error) {
	most := q.limit()
	line, err := c.read(most)
	if err != nil {
		failed = wrong(q.first, "%s", c.describeEnd(err, timeout, most))
		if n := len(q.examples); n > 1 { // one of them, it is unknown which
			failed.Example, failed.ended = 0, !c.late.Load()
			failed.What += fmt.Sprintf(" on examples %d to %d", q.first, q.first+n-1)
		}
	} else if failed = decode(line, a); failed != nil {
		failed.Example = q.first + max(0, failed.Example-1)
	} else {
		failed = a.check(q, biased)
	}
	if failed != nil {
		failed.Message = cut(string(line))
	}
	return failed
}

// Error says how a program broke the protocol.
type Error struct {
	Learner string // the expression
	Example int    // of its stream, counted from 1; 0 if there is none
	What    string
	Message string   // from the program, shortened; "" if none
	Stderr  []string // the last lines on standard error

	ended bool // whether the program ended before its answer to several examples
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Learner + ": ")
	if e.Example > 0 {
		fmt.Fprintf(&b, "example %d: ", e.Example)
	}
	b.WriteString(e.What)
	if e.Message != "" {
		b.WriteString("\n  message: " + e.Message)
	}
	if len(e.Stderr) > 0 {
		b.WriteString("\n  the end of its standard error:\n    " + strings.Join(e.Stderr, "\n    "))
	}
	return b.String()
}

// cut shortens a text, and quotes what cannot be printed.
func cut(text string) string {
	const most = 160
	text = strings.TrimRight(text, "\r\n")
	whole := len(text)
	if whole > most {
		end := most
		for end > 0 && !utf8.RuneStart(text[end]) { // where a character begins
			end--
		}
		text = text[:end]
	}
	if strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == utf8.RuneError || c == 0x7f }) {
		text = fmt.Sprintf("%q", text)
	}
	if whole > most {
		text += fmt.Sprintf("… (%d bytes)", whole)
	}
	return text
}
