package external

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// failure is what was wrong in an exchange: of the example, counted from 1 (0 if of none), and
// the line that shows it.
type failure struct {
	fault
	line  []byte
	ended bool // the program did, before its answer to several examples
}

// exchange sends questions and returns their answers, one for each. Several are on their way
// at once, so that this process writes a question while the program works on another.
func (c *child) exchange(questions []question, biased bool, timeout time.Duration) ([]answer, *failure) {
	written := make(chan error, 1)
	write := func() {
		for _, q := range questions {
			if _, err := c.in.Write(q.line(c.greeting)); err != nil {
				c.soon()
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
	var failed *failure
	for i, q := range questions {
		c.timer.Reset(timeout)
		if failed = c.receive(q, &answers[i], biased, timeout); failed != nil {
			break
		}
	}
	c.timer.Stop()
	if extra := c.lines.Buffered(); failed == nil && extra > 0 {
		line, _ := c.lines.Peek(extra)
		failed = &failure{
			fault: fault{questions[len(questions)-1].first, "it wrote more than one line for each question: what a program prints for people belongs on standard error"},
			line:  slices.Clone(line),
		}
	}
	if failed != nil {
		c.kill() // which ends a write, too
	}
	<-written // an error shows in the answers, which end
	return answers, failed
}

// receive reads and checks an answer.
func (c *child) receive(q question, a *answer, biased bool, timeout time.Duration) *failure {
	most := q.limit()
	line, err := c.read(most)
	if err != nil {
		f := &failure{fault: fault{q.first, c.died(err, timeout, most)}, line: line}
		if n := len(q.examples); n > 1 { // one of them, which is not known
			f.example, f.what = 0, f.what+fmt.Sprintf(" on examples %d to %d", q.first, q.first+n-1)
			f.ended = !c.late.Load()
		}
		return f
	}
	wrong := decode(line, a)
	if wrong != nil && wrong.example > 0 {
		wrong.example += q.first - 1
	}
	if wrong == nil {
		wrong = a.check(q, biased)
	}
	if wrong != nil {
		if wrong.example == 0 {
			wrong.example = q.first
		}
		return &failure{fault: *wrong, line: line}
	}
	return nil
}

// Error says what a program did against the protocol.
type Error struct {
	Learner string // the expression
	Example int    // of its stream, counted from 1; 0 if it did not come to one
	What    string
	Message string   // that it wrote, cut; "" if none
	Stderr  []string // the last lines that it wrote to standard error
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
