package external

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

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
