package term

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Progress is a line on a terminal that says how far a command is: what it does, which part
// of its work is done, how fast, and how long the rest will take, as far as that is known.
// It is drawn ten times a second, and not before a tenth of a second has passed. Into a pipe
// or a file, and on a terminal that cannot erase a line, nothing is written.
//
// The line stays until [Progress.Clear], which anything else that is printed has to
// wait for. The methods may be called by several goroutines at once.
type Progress struct {
	err io.Writer // of warnings
	to  terminal  // nil where nothing is written

	mu          sync.Mutex // of what follows
	what, unit  string
	done, total int64
	began       time.Time // the work that is counted
	report      report    // of At
	drawn       string    // the line that stands there, "" if none does
	stop, ended chan struct{}
}

// report is what At said: how much was done when it spoke first, since the work began or since
// it went on, and when it spoke last.
type report struct {
	done          int64
	first, latest time.Time
}

// often is the time between two drawings.
const often = 100 * time.Millisecond

// NewProgress returns the progress of a command on w. It draws no line yet.
func NewProgress(w io.Writer) *Progress {
	p := &Progress{err: w, to: terminalOf(w)}
	if os.Getenv("TERM") == "dumb" {
		p.to = nil
	}
	return p
}

// Begin says what is done from now on, and counts afresh: so much work, in a unit as
// "examples" or [InBytes], or 0 if that is not known.
func (p *Progress) Begin(what, unit string, work int64) {
	p.mu.Lock()
	p.unit, p.done, p.total, p.began, p.report = unit, 0, work, time.Time{}, report{}
	p.mu.Unlock()
	p.Say("%s", what)
}

// Say says what is done now.
func (p *Progress) Say(format string, args ...any) {
	if p.to == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.what = Printable(fmt.Sprintf(format, args...))
	if p.began.IsZero() {
		p.began = time.Now()
	}
	if p.stop == nil {
		p.stop, p.ended = make(chan struct{}), make(chan struct{})
		go p.draw(p.stop, p.ended)
	}
}

// Expect adds to the work that there is. A number below 0 says that so much of it was done
// before.
func (p *Progress) Expect(work int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total += int64(work)
}

// Done says how much more of the work is done.
func (p *Progress) Done(work int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += int64(work)
}

// At says how much work there is, and how much of it is done. From one word to the next the
// time that is left runs down.
func (p *Progress) At(done, work int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total, p.report.latest = done, work, time.Now()
	if p.report.first.IsZero() {
		p.report.done, p.report.first = done, p.report.latest
	}
}

// Left returns how much work is left.
func (p *Progress) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return int(p.total - p.done)
}

// Clear takes the line away, until there is something to say again.
func (p *Progress) Clear() {
	p.mu.Lock()
	stop, ended := p.stop, p.ended
	p.stop = nil
	p.mu.Unlock()
	if stop == nil {
		return
	}
	close(stop)
	<-ended
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn != "" {
		fmt.Fprint(p.to, "\r", text.EraseLine.Sprint())
		p.drawn = ""
	}
}

// Warn prints a line that stays, above that of the progress.
func (p *Progress) Warn(format string, args ...any) {
	p.Clear()
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.err, "marginlab: "+format+"\n", args...)
}

// draw draws the line until it is told to stop.
func (p *Progress) draw(stop, ended chan struct{}) {
	defer close(ended)
	clock := time.NewTicker(often)
	defer clock.Stop()
	for {
		select {
		case <-stop:
			return
		case <-clock.C:
		}
		p.mu.Lock()
		if line := p.line(time.Since(p.began)); line != p.drawn {
			fmt.Fprint(p.to, "\r", line, text.EraseLine.Sprint())
			p.drawn = line
		}
		p.mu.Unlock()
	}
}

// line is what is known after some time, cut to the width of the terminal.
func (p *Progress) line(spent time.Duration) string {
	known := ""
	if p.total > 0 {
		part := float64(p.done) / float64(p.total)
		known = fmt.Sprintf("  %s %3.0f %%", text.Pad(Bar(part, barColumns), barColumns, ' '), 100*min(part, 1))
	} else {
		known = "  " + span(spent)
	}
	if per := float64(p.done) / spent.Seconds(); p.unit != "" && p.done > 0 {
		known += ", " + rate(per, p.unit)
	}
	done, since := p.done, time.Duration(0)
	if !p.report.first.IsZero() {
		done, since = p.done-p.report.done, time.Since(p.report.latest)
		spent = p.report.latest.Sub(p.report.first)
	}
	if p.total > p.done && done > 0 {
		left := time.Duration(float64(spent)/float64(done)*float64(p.total-p.done)) - since
		known += ", " + span(max(left, 0)) + " left"
	}
	columns := max(Width(p.to)-1, 1)
	return text.Snip(text.Snip(p.what, max(columns-text.StringWidth(known), 1), "…")+known, columns, "…")
}

// barColumns is the width of the bar in the line.
const barColumns = 12

// InBytes is the unit of work that is counted in bytes.
const InBytes = "B"

// rate is how much is done in a second.
func rate(v float64, unit string) string {
	scale := ""
	for _, s := range []string{"k", "M", "G"} {
		if v < 9999.5 && (v < 999.5 || unit != InBytes) {
			break
		}
		v, scale = v/1000, s
	}
	number := fmt.Sprintf("%.0f", v)
	if v < 9.95 {
		number = fmt.Sprintf("%.1f", v)
	}
	if unit == InBytes {
		return fmt.Sprintf("%s %sB/s", number, scale)
	}
	return fmt.Sprintf("%s%s %s/s", number, scale, unit)
}

// span is a time for people.
func span(d time.Duration) string {
	switch s := int64(d.Round(time.Second).Seconds()); {
	case s < 100:
		return fmt.Sprintf("%d s", s)
	case s < 100*60:
		return fmt.Sprintf("%d min", (s+30)/60)
	default:
		return fmt.Sprintf("%d h", (s+1800)/3600)
	}
}

// Reading returns r, and shows the bytes that are read from it: what part of so many, or
// how many a second if size is 0.
func (p *Progress) Reading(r io.Reader, what string, size int64) io.Reader {
	p.Begin(what, InBytes, size)
	return counted{r, p, size}
}

type counted struct {
	io.Reader
	p    *Progress
	size int64
}

// Size is how many bytes there are, 0 if that is not known.
func (c counted) Size() int64 { return c.size }

func (c counted) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.p.Done(n)
	return n, err
}
