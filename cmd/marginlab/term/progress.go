package term

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Progress shows how far a command is: what it does, which part of its work is done, how fast, and how long the rest
// will take, as far as that is known. On a terminal it is a line that is drawn ten times a second, beginning after a
// tenth of a second. In a pipe or a file, and on a terminal that cannot erase a line, it is a line every half minute.
//
// The line stays until [Progress.Clear]; call that before printing anything else. The
// methods may be called by several goroutines at once.
type Progress struct {
	err io.Writer // nil for no progress
	to  terminal  // nil if there is a line every half minute

	mu                sync.Mutex // of what follows
	what, unit        string
	done, base, total int64       // base was done before the counted work began
	began             time.Time   // when the counted work began
	told              time.Time   // when the last permanent line was printed
	drawn             string      // the line on the screen, "" if there is none
	clock             *time.Timer // for the next drawing, nil if there is nothing to show
}

// often is the time between two drawings, and seldom the time between two permanent lines.
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

// change updates the state under its lock.
func (p *Progress) change(to func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	to()
}

// Begin names the work that begins and restarts the count. work is its amount, in a unit such as
// "examples" or [InBytes], or 0 if it is not known.
func (p *Progress) Begin(what, unit string, work int64) {
	p.change(func() { p.unit, p.done, p.base, p.total, p.began = unit, 0, 0, work, time.Time{} })
	p.Say("%s", what)
}

// Say describes the current work.
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

// Expect adds to the total work. A negative number subtracts work that was done before.
func (p *Progress) Expect(work int) { p.change(func() { p.total += int64(work) }) }

// Done adds to the work that is done.
func (p *Progress) Done(work int) { p.change(func() { p.done += int64(work) }) }

// At sets the total work and how much is done. Work that is done at its first call was done before.
func (p *Progress) At(done, work int64) {
	p.change(func() {
		if p.total == 0 {
			p.base, p.began = done, time.Now()
		}
		p.done, p.total = done, work
	})
}

// Clear removes the line until there is something new to show.
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

// Warn prints a permanent line above the progress.
func (p *Progress) Warn(format string, args ...any) {
	p.Clear()
	p.change(func() { fmt.Fprintf(p.err, "marginlab: "+format+"\n", args...) })
}

// draw draws the line if it has changed or, if lines cannot be erased, prints a permanent one.
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

// line returns the state with a bar, cut to the width of the terminal.
func (p *Progress) line() string {
	known := "  " + p.known()
	if p.total > 0 {
		const columns = 12
		known = "  " + text.Pad(Bar(float64(p.done)/float64(p.total), columns), columns, ' ') + known[1:]
	}
	columns := max(Width(p.to)-1, 1)
	return text.Snip(text.Snip(p.what, max(columns-text.StringWidth(known), 1), "…")+known, columns, "…")
}

// known returns the part of the work that is done, or the time that it took, its speed and the time for the rest.
func (p *Progress) known() string {
	spent, done := time.Since(p.began), p.done-p.base
	known := spent.Round(time.Second).String()
	if p.total > 0 {
		known = fmt.Sprintf("%3.0f %%", 100*min(float64(p.done)/float64(p.total), 1))
	}
	if p.unit != "" && done > 0 {
		known += ", " + rate(float64(done)/spent.Seconds(), p.unit)
	}
	if p.total > p.done && done > 0 {
		left := time.Duration(float64(spent) / float64(done) * float64(p.total-p.done))
		known += fmt.Sprintf(", %v left", left.Round(time.Second))
	}
	return known
}

// InBytes is the unit of work that is counted in bytes.
const InBytes = "B"

// rate returns the text for the work done per second.
func rate(v float64, unit string) string {
	scale := 0
	for ; v >= 999.5 && scale < 3; scale++ {
		v /= 1000
	}
	prefix := []string{"", "k", "M", "G"}[scale]
	if unit == InBytes {
		return fmt.Sprintf("%.3g %sB/s", v, prefix)
	}
	return fmt.Sprintf("%.3g%s %s/s", v, prefix, unit)
}

// Reading returns r and shows the progress of reading it: the part of size bytes, or the bytes
// per second if size is 0.
func (p *Progress) Reading(r io.Reader, what string, size int64) io.Reader {
	p.Begin(what, InBytes, size)
	return io.TeeReader(r, counter{p})
}

// counter counts the bytes that are written to it as work that is done.
type counter struct{ *Progress }

func (c counter) Write(b []byte) (int, error) {
	c.Done(len(b))
	return len(b), nil
}
