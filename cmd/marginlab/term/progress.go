package term

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Progress shows how far a command is: the present work, the part that is done, and the time that the rest will take,
// if these are known. On a terminal it draws a line ten times a second, at first after a tenth of a second. It prints
// a line every half a minute into a pipe or a file, and on a terminal that cannot erase a line.
//
// The line stays until [Progress.Clear], which anything else that is printed has to
// wait for. The methods may be called by several goroutines at once.
type Progress struct {
	err io.Writer // nil for no progress
	to  terminal  // nil where there is a line every half a minute

	mu                sync.Mutex // of what follows
	what              string
	done, base, total int64       // base was done before the work that is counted began
	began             time.Time   // that work
	told              time.Time   // in a line that stays
	drawn             string      // the line that stands there, "" if none does
	clock             *time.Timer // of the next drawing, nil where there is nothing to say
}

// often is the time between two drawings, and seldom that between two lines that stay.
const (
	often  = 100 * time.Millisecond
	seldom = 30 * time.Second
)

// NewProgress returns the progress of a command on w. It draws no line yet.
func NewProgress(w io.Writer) *Progress {
	p := &Progress{err: w, to: terminalOf(w), told: time.Now()}
	if os.Getenv("TERM") == "dumb" {
		p.to = nil
	}
	return p
}

// change changes what is known.
func (p *Progress) change(to func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	to()
}

// Begin says what is done from now on, and counts afresh: so much work, or 0 if that is not known.
func (p *Progress) Begin(what string, work int64) {
	p.change(func() { p.done, p.base, p.total, p.began = 0, 0, work, time.Time{} })
	p.Say("%s", what)
}

// Say says what is done now.
func (p *Progress) Say(format string, args ...any) {
	if p.err == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.what = Printable(fmt.Sprintf(format, args...))
	if p.began.IsZero() {
		p.began = time.Now()
	}
	if p.clock != nil {
		return
	}
	var clock *time.Timer
	clock = time.AfterFunc(often, func() {
		p.change(func() {
			if p.clock == clock { // it has not been cleared
				p.draw()
				clock.Reset(often)
			}
		})
	})
	p.clock = clock
}

// Expect adds to the work that there is. A number below 0 says that so much of it was done before.
func (p *Progress) Expect(work int) { p.change(func() { p.total += int64(work) }) }

// Done says how much more of the work is done.
func (p *Progress) Done(work int) { p.change(func() { p.done += int64(work) }) }

// At says how much work there is, and how much of it is done. What is done when it is first called was done before.
func (p *Progress) At(done, work int64) {
	p.change(func() {
		if p.total == 0 {
			p.base, p.began = done, time.Now()
		}
		p.done, p.total = done, work
	})
}

// Clear takes the line away, until there is something to say again.
func (p *Progress) Clear() {
	p.change(func() {
		if p.clock == nil {
			return
		}
		p.clock.Stop()
		if p.clock = nil; p.drawn != "" {
			fmt.Fprint(p.to, "\r", text.EraseLine.Sprint())
			p.drawn = ""
		}
	})
}

// Warn prints a line that stays, above that of the progress.
func (p *Progress) Warn(format string, args ...any) {
	p.Clear()
	p.change(func() { fmt.Fprintf(p.err, "marginlab: "+format+"\n", args...) })
}

// draw draws the line if it has changed or, where it cannot be erased, prints one that stays.
func (p *Progress) draw() {
	if p.to == nil {
		if time.Since(p.told) >= seldom {
			fmt.Fprintf(p.err, "marginlab: %s  %s\n", p.what, p.known())
			p.told = time.Now()
		}
	} else if line := p.line(); line != p.drawn {
		fmt.Fprint(p.to, "\r", line, text.EraseLine.Sprint())
		p.drawn = line
	}
}

// line is what is known, with a bar, cut to the width of the terminal.
func (p *Progress) line() string {
	known := "  " + p.known()
	if p.total > 0 {
		const columns = 12
		known = "  " + text.Pad(Bar(float64(p.done)/float64(p.total), columns), columns, ' ') + known[1:]
	}
	columns := max(Width(p.to)-1, 1)
	return text.Snip(text.Snip(p.what, max(columns-text.StringWidth(known), 1), "…")+known, columns, "…")
}

// known is the part of the work that is done, or the time that it took, and how long the rest takes.
func (p *Progress) known() string {
	spent, done := time.Since(p.began), p.done-p.base
	known := spent.Round(time.Second).String()
	if p.total > 0 {
		known = fmt.Sprintf("%3.0f %%", 100*min(float64(p.done)/float64(p.total), 1))
	}
	if p.total > p.done && done > 0 {
		left := time.Duration(float64(spent) / float64(done) * float64(p.total-p.done))
		known += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return known
}

// Reading returns r, and shows the part of its size in bytes that has been read, if size is not 0.
func (p *Progress) Reading(r io.Reader, what string, size int64) io.Reader {
	p.Begin(what, size)
	return io.TeeReader(r, counter{p})
}

// counter takes the bytes that are written to it for work that is done.
type counter struct{ *Progress }

func (c counter) Write(b []byte) (int, error) {
	c.Done(len(b))
	return len(b), nil
}
