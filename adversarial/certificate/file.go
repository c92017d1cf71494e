package certificate

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"regexp"
	"strings"
	"unicode/utf8"

	"marginlab/algos/exact"
)

// Limits of a certificate. A text beyond them is refused before it is parsed.
const (
	MaxDigits  = 1 << 16 // of a number or a text
	mostValues = 1 << 20
	deepest    = 8 // arrays and objects around a value
	mostBytes  = 64 << 20
)

// Read reads a certificate and checks only its form.
func Read(r io.Reader) (*Certificate, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostBytes+1))
	if err == nil && len(text) > mostBytes {
		err = fmt.Errorf("certificate: more than %d MiB, which no certificate has", mostBytes>>20)
	}
	c := new(Certificate)
	if err == nil {
		err = c.UnmarshalJSON(text)
	}
	return c, err
}

// checkSize returns an error if a text exceeds the limits of a certificate. It does not check syntax.
func checkSize(text []byte) error {
	depth, values, start, quoted := 0, 0, 0, false
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quoted && c == '\\':
			i++
			fallthrough
		case quoted && c != '"', c > ' ' && strings.IndexByte(`",:[]{}`, c) < 0:
			if i-start > MaxDigits {
				return fmt.Errorf("certificate: %s: a number or a text of more than %d bytes",
					position(text, i), MaxDigits)
			}
			continue
		case c == '"':
			quoted = !quoted
		case c == ',':
			values++
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
		if start = i; depth > deepest || values >= mostValues {
			return fmt.Errorf("certificate: %s: more than %d open brackets or %d values, which no certificate has",
				position(text, i), deepest, mostValues)
		}
	}
	return nil
}

// position returns the line and the column of an offset.
func position(text []byte, offset int) string {
	before := text[:min(offset, len(text))]
	line := bytes.Count(before, []byte("\n")) + 1
	return fmt.Sprintf("line %d, column %d", line, len(before)-bytes.LastIndexByte(before, '\n'))
}

// formatOne has the fields that format 1 keeps elsewhere. Format 1 also stated much that follows from the rest.
type formatOne struct {
	Rival    exact.Vector
	Geometry struct {
		Gamma, Gamma0 struct{ Multipliers exact.Vector }
	}
	Runs struct{ Learner []exact.Decision }
}

// UnmarshalJSON implements [json.Unmarshaler] for both formats. It ignores fields that neither has; a field of the
// other format must have its type.
func (c *Certificate) UnmarshalJSON(text []byte) error {
	if err := checkSize(text); err != nil {
		return err
	}
	if !utf8.Valid(text) {
		return errors.New("certificate: expected it in UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // an ignored field may have 1e999
	type fields Certificate
	var f struct {
		fields
		formatOne
	}
	err := json.Unmarshal(text, &f)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("certificate: %s: %w", position(text, int(syntax.Offset)), err)
	}
	err = cmp.Or(checkKeys(d, ""), err)
	if f.Format == 1 {
		f.Multipliers = Multipliers{"gamma": f.Geometry.Gamma.Multipliers, "gamma0": f.Geometry.Gamma0.Multipliers}
		f.Comparator, f.Answers = f.Rival, f.Runs.Learner
	}
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		field := cmp.Or(strings.ToLower(wrong.Field), "the file")
		err = fmt.Errorf("%s: a %s, expected another kind of value", field, wrong.Value)
	}
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	if f.Code == nil { // format 1 states answers of models too
		f.Answers = nil
	}
	maps.DeleteFunc(f.Multipliers, func(_ string, lambda exact.Vector) bool { return lambda == nil })
	*c = Certificate(f.fields)
	switch {
	case f.Format != 1 && f.Format != Format:
		return fmt.Errorf(`certificate: format %d, expected a JSON object that begins with {"format": %d, "statement": …`,
			f.Format, Format)
	case len(c.Stream) == 0 || len(c.Stream[0].X) == 0:
		return errors.New("certificate: stream: empty, expected examples with coordinates")
	}
	return nil
}

var key = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// checkKeys returns an error if an object has a key twice, or one that another reader might take for another.
func checkKeys(d *json.Decoder, path string) error {
	token, err := d.Token()
	if err != nil {
		return err
	}
	open, is := token.(json.Delim)
	if !is {
		return nil
	}
	seen := map[string]bool{}
	for d.More() {
		place := path
		if open == '{' {
			token, err := d.Token()
			if err != nil {
				return err
			}
			name := token.(string)
			if place += "." + name; seen[name] || !key.MatchString(name) {
				return fmt.Errorf("%s: expected each key once, in small letters", place[1:])
			}
			seen[name] = true
		}
		if err := checkKeys(d, place); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

// Write writes the certificate as JSON; see [WriteLines].
func (c *Certificate) Write(w io.Writer) error { return WriteLines(w, c) }

// names and rows match where lines break; quotes inside a text have a backslash before them.
var (
	names = regexp.MustCompile(`([{,])("(?:format|record|statement|ratio|stream|comparator|multipliers|code|answers)":)`)
	rows  = regexp.MustCompile(`([[,])({"(?:x|predicted)":)`)
)

// WriteLines writes a certificate, or a record, as JSON, with a line for each field, example and answer.
func WriteLines(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	text := rows.ReplaceAll(bytes.TrimSuffix(b.Bytes(), []byte("}\n")), []byte("$1\n  $2"))
	_, err := w.Write(append(names.ReplaceAll(text, []byte("$1\n $2 ")), "\n}\n"...))
	return err
}
