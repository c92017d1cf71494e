package term

import (
	"fmt"
	"io"
	"iter"
	"os"
	"sync"
	"time"

	"github.com/jedib0t/go-pretty/v6/progress"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// Progress is a line on a terminal that says how far a command is: what it does and,
// where that is known, which part of its work is done and how long the rest will take.
// It is drawn ten times a second. Into a pipe or a file nothing is written.
//
// The line stays until [Progress.Clear], which anything else that is printed has to
// wait for. The methods may be called by several goroutines at once.
type Progress struct {
	mu      sync.Mutex
	to      io.Writer       // nil where there is no terminal,
	drawing progress.Writer // nor is this
	line    progress.Tracker
	drawn   chan struct{} // closed when the line is no longer drawn, nil while none is
}

// NewProgress returns the progress of a command on w, if that is a terminal. It draws no
// line yet.
func NewProgress(w io.Writer) *Progress {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		width, _, err := term.GetSize(int(f.Fd()))
		if err != nil {
			width = 80
		}
		return newProgress(w, width)
	}
	return &Progress{line: progress.Tracker{AutoStopDisabled: true, DeferStart: true}}
}

func newProgress(w io.Writer, width int) *Progress {
	p := NewProgress(nil)
	p.to, p.drawing = w, progress.NewWriter()
	style := progress.StyleDefault
	style.Options.PercentFormat, style.Options.PercentIndeterminate = "%3.0f %%", ""
	style.Options.Separator, style.Options.ETAString = " ", "left"
	style.Options.TimeInProgressPrecision = time.Second
	style.Visibility.Value, style.Visibility.ETA = false, true
	p.drawing.SetStyle(style)
	p.drawing.SetTrackerLength(12)
	p.drawing.SetTerminalWidth(width)
	p.drawing.SetUpdateFrequency(100 * time.Millisecond)
	p.drawing.SetOutputWriter(w)
	p.drawing.AppendTracker(&p.line)
	return p
}

// Say says what is done now.
func (p *Progress) Say(format string, args ...any) {
	if p.to == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.UpdateMessage(fmt.Sprintf(format, args...))
	if p.drawn == nil {
		p.line.Start()
		drawn := make(chan struct{})
		p.drawn = drawn
		go func() {
			p.drawing.Render()
			close(drawn)
		}()
	}
}

// Expect adds to the work that there is. A number below 0 says that so much of it was done
// before.
func (p *Progress) Expect(work int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.UpdateTotal(p.line.Total + int64(work))
}

// Done says how much more of the work is done.
func (p *Progress) Done(work int) { p.line.Increment(int64(work)) }

// At says how much work there is, and how much of it is done.
func (p *Progress) At(done, work int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.UpdateTotal(work)
	p.line.SetValue(done)
}

// Left returns how much work is left.
func (p *Progress) Left() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return int(p.line.Total - p.line.Value())
}

// Clear takes the line away.
func (p *Progress) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn == nil {
		return
	}
	for stopped := false; !stopped; {
		p.drawing.Stop() // has no effect on a line whose drawing has yet to begin
		select {
		case <-p.drawn:
			stopped = true
		case <-time.After(time.Millisecond):
		}
	}
	p.drawn = nil
	fmt.Fprint(p.to, text.CursorUp.Sprint(), text.EraseLine.Sprint())
}

// Watch returns the stream, which has the given length, and counts its items as work done.
func Watch[T any](p *Progress, stream iter.Seq[T], what string, length int) iter.Seq[T] {
	const every = 256 // items between two words of progress
	return func(yield func(T) bool) {
		p.Expect(length)
		p.Say("%s", what)
		seen := 0
		for v := range stream {
			if seen++; seen%every == 0 {
				p.Done(every)
			}
			if !yield(v) {
				return
			}
		}
		p.Done(seen % every)
	}
}
