package benchdata

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"unicode"
)

// records goes through the records of CSV in a text as encoding/csv does, which words its
// errors, but without allocating. Fields may be quoted as in RFC 4180; lines that begin
// with '#' and empty lines are skipped.
type records struct {
	delimiter []byte
	comma     rune // the delimiter

	text   []byte
	quotes bool     // there are some in text
	at     int      // where the next record begins in text
	lines  int      // before it
	fields [][]byte // of the last record, without the blanks around them
	line   int      // that it began on
	lineOf []int    // the lines that its fields began on, if it has quotes
	quoted []byte   // what is in its quotes

	numbers []float64 // room for those of a record
}

// newRecords returns the records of a text between whose columns the delimiter stands.
func newRecords(delimiter rune) *records {
	return &records{delimiter: []byte(string(delimiter)), comma: delimiter}
}

// of begins with another text.
func (r *records) of(text []byte) {
	r.text, r.quotes, r.at, r.lines = text, bytes.IndexByte(text, '"') >= 0, 0, 0
}

// next reads the next record and reports whether there was one. Its fields are valid until
// the one after it.
func (r *records) next() (ok bool, f *fault) {
	for r.at < len(r.text) {
		start := r.at
		line := r.nextLine()
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		r.line, r.fields, r.lineOf = r.lines-1, r.fields[:0], r.lineOf[:0]
		if r.quotes && bytes.IndexByte(line, '"') >= 0 {
			return true, r.readQuotes(line, start)
		}
		for {
			if r.comma != '\t' && unicode.IsSpace(r.comma) {
				line = trimLeft(line)
			}
			i := bytes.Index(line, r.delimiter)
			if i < 0 {
				break
			}
			r.fields = append(r.fields, bytes.TrimSpace(line[:i]))
			line = line[i+len(r.delimiter):]
		}
		r.fields = append(r.fields, bytes.TrimSpace(line))
		return true, nil
	}
	return false, nil
}

// readQuotes reads a record with quotes, which starts there in the text and of which line is
// the first.
func (r *records) readQuotes(line []byte, start int) *fault {
	r.quoted = r.quoted[:0]
	add := func(field []byte, line int) {
		r.fields, r.lineOf = append(r.fields, bytes.TrimSpace(field)), append(r.lineOf, line)
	}
	for {
		if r.comma != '\t' { // else a tab after a tab would be trimmed
			line = trimLeft(line)
		}
		if len(line) == 0 || line[0] != '"' {
			field, rest, more := bytes.Cut(line, r.delimiter)
			if bytes.IndexByte(field, '"') >= 0 {
				return r.misquoted(start)
			}
			add(field, r.lines-1)
			if !more {
				return nil
			}
			line = rest
			continue
		}
		begun, from := r.lines-1, len(r.quoted)
		for line = line[1:]; ; line = line[1:] {
			i := bytes.IndexByte(line, '"')
			for ; i < 0; i = bytes.IndexByte(line, '"') {
				if r.at == len(r.text) {
					return r.misquoted(start)
				}
				r.quoted = append(append(r.quoted, line...), '\n')
				line = r.nextLine()
			}
			r.quoted = append(r.quoted, line[:i]...)
			if line = line[i+1:]; len(line) == 0 || line[0] != '"' {
				break
			}
			r.quoted = append(r.quoted, '"')
		}
		add(r.quoted[from:], begun)
		switch {
		case len(line) == 0:
			return nil
		case !bytes.HasPrefix(line, r.delimiter):
			return r.misquoted(start)
		}
		line = line[len(r.delimiter):]
	}
}

// field returns the field of column c of the last record, and where it is.
func (r *records) field(c int) word {
	line := r.line
	if len(r.lineOf) > 0 {
		line = r.lineOf[c]
	}
	return word{string(r.fields[c]), r.line, line}
}

// misquoted is the error of the record that starts there in the text.
func (r *records) misquoted(start int) *fault {
	again := csv.NewReader(bytes.NewReader(r.text[start:]))
	again.Comma, again.TrimLeadingSpace = r.comma, r.comma != '\t'
	_, err := again.Read()
	var syntax *csv.ParseError
	if !errors.As(err, &syntax) {
		panic(fmt.Sprintf("benchdata: a record of CSV is misquoted, but encoding/csv reads it: %q", r.text[start:r.at]))
	}
	return &fault{record: r.line, line: r.line + syntax.Line - 1, err: fmt.Errorf("byte %d of the line: %w", syntax.Column, syntax.Err)}
}

// nextLine returns the next line of the text, without what ends it.
func (r *records) nextLine() []byte {
	line := r.text[r.at:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i+1]
	}
	r.at, r.lines = r.at+len(line), r.lines+1
	return bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
}

// whole returns the length of the whole records that text begins with, which does not end
// the source.
func (r *records) whole(text []byte) int {
	end := bytes.LastIndexByte(text, '\n') + 1
	if bytes.IndexByte(text[:end], '"') < 0 {
		return end
	}
	// A line ends a record unless an odd number of quotes came before it in the record.
	whole, open := 0, false
	for at := 0; at < end; {
		line := text[at : at+bytes.IndexByte(text[at:], '\n')+1]
		if open || line[0] != '#' {
			open = open != (bytes.Count(line, []byte{'"'})%2 == 1)
		}
		if at += len(line); !open {
			whole = at
		}
	}
	if whole == 0 {
		// A quote that should not be there would make the rest of the source one record.
		if r.of(text); r.at < len(text) {
			if _, f := r.next(); f != nil && r.at < len(text) {
				whole = r.at
			}
		}
	}
	return whole
}

func trimLeft(line []byte) []byte {
	if len(line) > 0 && ' ' < line[0] && line[0] < 0x80 {
		return line
	}
	return bytes.TrimLeftFunc(line, unicode.IsSpace)
}
