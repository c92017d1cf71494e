package term

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Form is the form in which a command prints its rows: a table for people unless a flag says otherwise.
type Form struct {
	JSON     bool `name:"json" group:"How to print it:" xor:"form" help:"Print one JSON object a line."`
	CSV      bool `name:"csv" group:"How to print it:" xor:"form" help:"Print the JSON keys as columns of CSV."`
	Markdown bool `group:"How to print it:" xor:"form" help:"Print tables in Markdown, with all their columns."`
}

// AfterApply sets the form of the standard output. kong calls it after reading the flags.
func (f Form) AfterApply(out *Out) error {
	out.Form = f
	return nil
}

// ForMachines reports whether rows are printed, and no text for people.
func (f Form) ForMachines() bool { return f.JSON || f.CSV }

// Out is the standard output of a command. It takes tables and text for people, and rows for machines: it prints what
// its form asks for, and drops the rest. It keeps the first error of writing, and then writes no more. Run returns that
// error at the end, so that callers need not check it.
type Out struct {
	Form

	mu   sync.Mutex // of what follows
	to   printable
	rows []any // rows for CSV, whose columns are known only at the end
	err  error
}

// NewOut returns the output that writes to w.
func NewOut(w io.Writer) *Out { return &Out{to: printable{Writer: w}} }

// Write implements [io.Writer]. It prints its text in every form.
func (o *Out) Write(text []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		_, o.err = o.to.Write(text)
	}
	if o.err != nil {
		return 0, o.err
	}
	return len(text), nil
}

// Verbatim prints a text for people as it is.
func (o *Out) Verbatim(text string) { o.painted(Printable(text)) }

// painted writes a text for people that is already [Printable] and may contain colours.
func (o *Out) painted(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil && !o.ForMachines() {
		_, o.err = o.to.Writer.Write([]byte(text))
	}
}

// Say prints a line of text for people, wrapped between its words.
func (o *Out) Say(format string, args ...any) { o.Lead(Painted{}, format, args...) }

// Lead prints such a line after painted words.
func (o *Out) Lead(lead Painted, format string, args ...any) {
	lines := Wrap(Printable(lead.text+fmt.Sprintf(format, args...)), Width(o))
	if rest, is := strings.CutPrefix(lines[0], lead.text); is {
		lines[0] = lead.On(o) + rest
	}
	o.painted(strings.Join(lines, "\n") + "\n")
}

// Record is a row for machines: its keys in their order, each before its value.
type Record []any

// MarshalJSON implements [json.Marshaler].
func (r Record) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, v := range r {
		switch {
		case i%2 == 1:
			out.WriteByte(':')
		case i > 0:
			out.WriteByte(',')
		}
		if err := Encode(&out, v); err != nil {
			return nil, err
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Given returns the value for a record, or null if it is not given.
func Given(is bool, value any) any {
	if is {
		return value
	}
	return nil
}

// PrintRows prints rows for machines: a JSON object on each line or, at the end, CSV.
func PrintRows[R any](o *Out, rows ...R) {
	for _, r := range rows {
		switch {
		case o.JSON:
			o.fail(Encode(o, r))
		case o.CSV:
			o.mu.Lock()
			o.rows = append(o.rows, r)
			o.mu.Unlock()
		}
	}
}

// fail keeps an error, if it is the first.
func (o *Out) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.err = cmp.Or(o.err, err)
}

// Err returns the first error of writing, nil if there is none.
func (o *Out) Err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// end prints the kept rows, and returns the first error.
func (o *Out) end() error {
	o.mu.Lock()
	rows := o.rows
	o.mu.Unlock()
	if len(rows) > 0 {
		o.fail(writeCSV(o, rows))
	}
	o.to.end()
	return o.Err()
}

// Encode writes a JSON object on a line.
func Encode(w io.Writer, row any) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	return out.Encode(row)
}

// writeCSV writes rows in CSV, below a header of their JSON keys. A null of JSON is empty, and an object or array is
// its JSON text.
func writeCSV(w io.Writer, rows []any) error {
	var keys []string
	var all []map[string]json.RawMessage
	for _, r := range rows {
		var text bytes.Buffer
		if err := Encode(&text, r); err != nil {
			return err
		}
		values := map[string]json.RawMessage{}
		object := json.NewDecoder(&text) // without errors: the text has just been made
		_, _ = object.Token()            // the opening bracket
		for object.More() {
			token, _ := object.Token()
			var value json.RawMessage
			_ = object.Decode(&value)
			key := token.(string)
			if values[key] = value; !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		all = append(all, values)
	}
	out := csv.NewWriter(w)
	_ = out.Write(keys) // Flush has the error
	for _, values := range all {
		record := make([]string, len(keys))
		for i, key := range keys {
			if json.Unmarshal(values[key], &record[i]) != nil { // neither a string nor null
				record[i] = string(values[key])
			}
		}
		_ = out.Write(record)
	}
	out.Flush()
	return out.Error()
}

// Printable returns a text that a terminal shows and does not obey. Control characters, and
// marks that are invisible or change the direction of writing, are escaped as in JSON, such as
// \u001b; bytes that are not UTF-8 are written like \xff. Tabs and line ends stay.
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

// printable is a writer that makes text [Printable]. JSON stays JSON with the same meaning.
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

// end writes the beginning of a last, incomplete character.
func (p *printable) end() { fmt.Fprint(p.Writer, Printable(string(p.rest))) }
