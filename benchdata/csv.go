package benchdata

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"marginlab/theory/vec"
)

// csvFile reads numbers and words between delimiters, with one column of labels and one
// example per record. Unless Options.NoHeader says that it is data, the first record is
//
//	names    if none of its fields is a number: the header,
//	counts   if it is rows,columns and then the names of the classes 0, 1, …, at
//	         least two, none of them a number, as in the files of scikit-learn,
//	         which have no words: what it announces is checked,
//	data     otherwise: neither of the others could be an example.
type csvFile struct {
	opt       Options
	delimiter rune
	auto      bool // the first example is still to show which columns have words
	lines     int  // before the block with the first record
	first     int  // line of the first record

	// What the first record says, and the options.
	width   int      // fields a record
	header  []string // names of the columns, nil if the file has none
	rows    int      // announced examples, 0 if the file announces none
	classes []string // announced names of the classes
	columns []role   // nil before the first record
	guess   int      // column of the labels, −1 if an option or a name says that it is
}

func newCSV(opt Options, delimiter rune) *csvFile {
	return &csvFile{opt: opt, delimiter: delimiter, auto: slices.Contains(opt.OneHot, Auto)}
}

func (p *csvFile) begun() bool { return p.columns != nil && !p.auto }

// reader returns a reader of the records in text. Fields may be quoted as in RFC 4180; lines that
// begin with '#' and empty lines are skipped.
func (p *csvFile) reader(text []byte) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.ReuseRecord, r.FieldsPerRecord = p.delimiter, true, -1
	if p.opt.published == nil {
		r.Comment = '#'
	}
	r.TrimLeadingSpace = p.delimiter != '\t' // else an empty field would be trimmed
	return r
}

// next reads the next record, without the blanks around its fields; nil at the end. It is valid until the
// one after it.
func next(r *csv.Reader) (record []string, f *fault) {
	record, err := r.Read()
	var syntax *csv.ParseError
	switch {
	case err == io.EOF:
		return nil, nil
	case errors.As(err, &syntax):
		return nil, &fault{line: syntax.Line - 1, err: fmt.Errorf("byte %d of the line: %w", syntax.Column, syntax.Err)}
	}
	for c, field := range record {
		record[c] = strings.TrimSpace(field)
	}
	return record, nil
}

// whole returns the length of text up to its last line end that has an even number of quotes before it in its record.
func (p *csvFile) whole(text []byte) int {
	end := bytes.LastIndexByte(text, '\n') + 1
	if bytes.IndexByte(text[:end], '"') < 0 {
		return end
	}
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
		r := p.reader(text)
		if _, f := next(r); f != nil && r.InputOffset() < int64(len(text)) {
			whole = int(r.InputOffset())
		}
	}
	return whole
}

// parse reads the records of b.
func (p *csvFile) parse(b *block) {
	b.zeros = true
	b.lines = bytes.Count(b.text, []byte{'\n'})
	for r := p.reader(b.text); b.fault == nil; {
		record, f := next(r)
		if record == nil {
			b.fault = f
			break
		}
		line, _ := r.FieldPos(0)
		if c, err := p.record(b, record, line); err != nil {
			line, _ = r.FieldPos(c)
			b.fault = &fault{line - 1, err}
		}
	}
	if p.columns == nil {
		p.lines += b.lines
	}
	b.labels.names = p.classes
}

// record reads a record into b. line is its first line, counted from 1. An error concerns column c, or the whole
// record.
func (p *csvFile) record(b *block, record []string, line int) (c int, err error) {
	if p.opt.published != nil {
		if err := p.opt.published(record); err != nil {
			return 0, err
		}
	}
	if p.columns == nil {
		p.first = p.lines + line
		header := p.start(slices.Clone(record))
		if err := p.choose(); err != nil || header {
			return 0, err
		}
	}
	return p.example(b, record, line)
}

// example reads a record that is an example.
func (p *csvFile) example(b *block, record []string, line int) (c int, err error) {
	if len(record) != p.width {
		hint := ""
		if p.classes != nil {
			hint = "; if that line is an example, say --no-header"
		}
		return 0, fmt.Errorf("%d columns, expected %d as line %d says%s", len(record), p.width, p.first, hint)
	}
	if p.opt.DropMissing && p.lacks(record) {
		b.missing++
		return 0, nil
	}
	if p.auto {
		for c, field := range record {
			if p.columns[c] == values && !isNumber(field) && !isMissing(field) {
				p.columns[c] = words
			}
		}
		p.auto = false
	}
	kept, numbers := 0, b.room[:0]
	for c, field := range record {
		expected := ""
		switch role := p.columns[c]; {
		case role == dropped:
			continue
		case role == labels && isInfinite(field):
			expected = "expected a label"
		case role == labels && isMissing(field):
			expected = "expected a label; --drop-missing leaves out examples without one"
		case role == labels:
			b.labels.add(field, line-1)
			continue
		case role == words && isMissing(field):
			expected = "expected a word" + p.hint(c, record)
		case role == words:
			b.value = append(b.value, float64(b.word(kept, field)))
		default:
			v, wrong := parseValue(field)
			if wrong != "" && isMissing(field) {
				wrong = "expected a finite number"
			}
			if wrong != "" {
				expected = wrong + p.hint(c, record)
			}
			b.value, numbers = append(b.value, v), append(numbers, v)
		}
		if expected != "" {
			return c, fmt.Errorf("%s: %s: %s", p.column(c), quote(field), expected)
		}
		kept++
	}
	// It is not known yet which words make a feature 1, so words do not count towards a norm that is too small.
	b.ends, b.dim, b.room = append(b.ends, len(b.value)), kept, numbers
	return 0, vec.Dense(numbers...).Check(len(numbers))
}

// lacks reports whether a kept column has no value in the record.
func (p *csvFile) lacks(record []string) bool {
	for c, field := range record {
		if p.columns[c] != dropped && isMissing(field) {
			return true
		}
	}
	return false
}

// hint names the flags that help with a field in column c that is missing or not a number.
func (p *csvFile) hint(c int, record []string) string {
	field := record[c]
	whole, fraction, _ := strings.Cut(field, ",")
	switch {
	case isMissing(field):
		return fmt.Sprintf("; --drop-missing leaves out examples without one, --drop %s the column", p.argument(c))
	case isNumber(field):
		return ""
	case isNumber(whole + "." + fraction):
		return " with a decimal point, as " + whole + "." + fraction
	}
	label := ""
	if p.guess >= 0 && isNumber(record[p.guess]) {
		label = fmt.Sprintf("; if the column holds the labels, say --label %s", p.argument(c))
	}
	return label + fmt.Sprintf("; --one-hot %s reads a column of words (--one-hot auto every one), --drop %[1]s leaves it out", p.argument(c))
}
