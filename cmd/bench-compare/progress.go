//go:build unix

package main

import (
	"fmt"
	"io"
	"os"
	"time"
)

const eraseLine = "\r\x1b[K"

// A progress is one line on a terminal that says how far a measurement is. It
// prints nothing elsewhere.
type progress struct {
	w           io.Writer
	start       time.Time
	done, total int
}

func newProgress(w io.Writer, total int) *progress {
	p := &progress{w: io.Discard, start: time.Now(), total: total}
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			p.w = w
		}
	}
	return p
}

func (p *progress) step(what string) {
	left := ""
	if p.done > 0 {
		elapsed := time.Since(p.start)
		left = fmt.Sprintf(", %v left", (elapsed / time.Duration(p.done) * time.Duration(p.total-p.done)).Round(time.Second))
	}
	fmt.Fprintf(p.w, "%s%d/%d%s: %s", eraseLine, p.done, p.total, left, what)
	p.done++
}

func (p *progress) end() { fmt.Fprint(p.w, eraseLine) }
