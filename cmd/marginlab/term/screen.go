package term

import (
	"cmp"
	"io"
	"os"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// terminal is a writer onto a screen of so many columns; 0 if their number is not known.
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

// terminalOf returns w as a terminal, nil if it is none.
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

// Width returns how many columns of text w has room for: COLUMNS if that is set in the
// environment, else the width of the terminal, else 100. In a pipe or a file a [Table] may be wider.
func Width(w io.Writer) int {
	return widthOr(w, 100)
}

// widthOr returns what COLUMNS or the terminal says, and else the given width.
func widthOr(w io.Writer, unknown int) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	if t := terminalOf(w); t != nil {
		return cmp.Or(t.Columns(), 100)
	}
	return unknown
}

// Colored says whether text on w is coloured: on a terminal that can show colours, unless
// NO_COLOR is set in the environment.
func Colored(w io.Writer) bool {
	return terminalOf(w) != nil && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Paint is how a text looks on a terminal that shows colours. The zero value is plain.
type Paint struct{ colors text.Colors }

func (p Paint) on(s string, color bool) string {
	if !color || p.colors == nil || s == "" {
		return s
	}
	return text.Escape(s, p.colors.EscapeSeq())
}

// Painted is a text with its paint.
type Painted struct {
	text  string
	paint Paint
}

// String returns the plain text.
func (p Painted) String() string { return p.text }

// On returns the text as it is written to w.
func (p Painted) On(w io.Writer) string { return p.paint.on(p.text, Colored(w)) }

// Good paints what is as it should be.
func Good(s string) Painted { return Painted{s, Paint{text.Colors{text.FgGreen}}} }

// Bad paints what is not.
func Bad(s string) Painted { return Painted{s, Paint{text.Colors{text.Bold, text.FgRed}}} }

// Odd paints what is worth a look.
func Odd(s string) Painted { return Painted{s, Paint{text.Colors{text.FgYellow}}} }

// Faint paints what may be skipped.
func Faint(s string) Painted { return Painted{s, Paint{text.Colors{text.Faint}}} }

// Strong paints a heading.
func Strong(s string) Painted { return Painted{s, Paint{text.Colors{text.Bold}}} }
