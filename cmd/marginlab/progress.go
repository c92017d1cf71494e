package main

import (
	"fmt"
	"io"
	"iter"
	"os"
	"time"

	"marginlab/theory"
)

// progress shows on a terminal how far something is; into a pipe or a file it
// writes nothing.
type progress struct{ w io.Writer }

func newProgress(w io.Writer) progress {
	if f, ok := w.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
			return progress{f}
		}
	}
	return progress{}
}

// say replaces the line.
func (p progress) say(format string, args ...any) {
	if p.w != nil {
		fmt.Fprintf(p.w, "\r"+format+"\x1b[K", args...)
	}
}

// clear takes the line away.
func (p progress) clear() { p.say("") }

const (
	watchEvery = 256                    // examples between two looks at the clock
	sayEvery   = 100 * time.Millisecond // between two lines
)

// watch is the stream, with a line of progress about it.
func (p progress) watch(stream iter.Seq[theory.Example], what string, total int) iter.Seq[theory.Example] {
	if p.w == nil {
		return stream
	}
	return func(yield func(theory.Example) bool) {
		seen, said := 0, time.Now()
		for e := range stream {
			if seen%watchEvery == 0 && time.Since(said) > sayEvery {
				said = time.Now()
				p.say("%s: %d of %d examples", what, seen, total)
			}
			seen++
			if !yield(e) {
				return
			}
		}
	}
}
