package term

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Printable returns a text that a terminal shows and does not obey. Control characters, and
// marks that are invisible or turn the direction of writing, are written as in JSON, as
// \u001b is; bytes that are no UTF-8 as \xff is. Tabs and ends of lines stay.
func Printable(s string) string {
	var b strings.Builder
	for from := 0; from < len(s); {
		r, size := utf8.DecodeRuneInString(s[from:])
		high, low := utf16.EncodeRune(r)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[from])
		case r == '\n' || r == '\t' || unicode.IsGraphic(r):
			b.WriteString(s[from : from+size])
		case r > 0xffff:
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
		from += size
	}
	return b.String()
}

// printable is a writer of text that is made [Printable]. JSON stays JSON, and means the same.
type printable struct {
	io.Writer

	mu   sync.Mutex
	rest []byte // the beginning of a character
}

func (p *printable) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := append(p.rest, b...)
	whole := len(text)
	for i := max(0, len(text)-utf8.UTFMax); i < len(text); i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			whole = i
		}
	}
	p.rest = append([]byte(nil), text[whole:]...)
	if _, err := p.Writer.Write([]byte(Printable(string(text[:whole])))); err != nil {
		return 0, err
	}
	return len(b), nil
}

// end writes what began a character that never came to its end.
func (p *printable) end() { fmt.Fprint(p.Writer, Printable(string(p.rest))) }
