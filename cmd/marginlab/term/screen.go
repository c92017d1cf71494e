package term

import (
	"cmp"
	"io"
	"os"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// terminal is a writer onto a screen; its number of columns is 0 if it is not known.
type terminal interface {
	io.Writer
	Columns() int
}

// file is a terminal of the operating system.
type file struct{ *os.File }

func (f file) Columns() int {
	columns, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// terminalOf returns w as a terminal, nil if it is not one.
func terminalOf(w io.Writer) terminal {
	switch w := w.(type) {
	case terminal:
		return w
	case *Out:
		return terminalOf(w.to.Writer)
	case *printable:
		return terminalOf(w.Writer)
	case *os.File:
		if term.IsTerminal(int(w.Fd())) {
			return file{w}
		}
	}
	return nil
}

// Width returns the number of columns of text that fit on w: COLUMNS if that is set in the
// environment, else the width of the terminal, else 100. In a pipe or a file a [Table] may be wider.
func Width(w io.Writer) int {
	return widthOr(w, 100)
}

// widthOr returns the width set by COLUMNS or the terminal, or else the given width.
func widthOr(w io.Writer, unknown int) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if t := terminalOf(w); t != nil {
		return cmp.Or(t.Columns(), 100)
	}
	return unknown
}

// Colored reports whether text on w is coloured: on a terminal that can show colours, unless
// NO_COLOR is set in the environment.
func Colored(w io.Writer) bool {
	return terminalOf(w) != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Painted is a text with its style on a terminal that shows colours. The zero value is plain.
type Painted struct{ text, class string }

// String returns the plain text.
func (p Painted) String() string { return p.text }

// Class names the style of the text: good, bad, odd, faint or strong.
func (p Painted) Class() string { return p.class }

// On returns the text as it is written to w.
func (p Painted) On(w io.Writer) string { return p.paint(p.text, Colored(w)) }

// paint paints a part of the text, if there is color.
func (p Painted) paint(s string, color bool) string {
	colors := map[string]text.Colors{"good": {text.FgGreen}, "bad": {text.Bold, text.FgRed}, "odd": {text.FgYellow},
		"faint": {text.Faint}, "strong": {text.Bold}}[p.class]
	if !color || colors == nil || s == "" {
		return s
	}
	return text.Escape(s, colors.EscapeSeq())
}

// Good paints a good result.
func Good(s string) Painted { return Painted{s, "good"} }

// Bad paints a bad result.
func Bad(s string) Painted { return Painted{s, "bad"} }

// Odd paints text that is worth a look.
func Odd(s string) Painted { return Painted{s, "odd"} }

// Faint paints text that may be skipped.
func Faint(s string) Painted { return Painted{s, "faint"} }

// Strong paints a heading.
func Strong(s string) Painted { return Painted{s, "strong"} }
