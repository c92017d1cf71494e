package benchdata

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"marginlab/theory/vec"
)

// csvFile reads numbers and words between delimiters with one column of labels, one
// example a record. The first record is, unless Options.NoHeader says that it is data,
//
//	names    if none of its fields is a number: the header,
//	counts   if it is rows,columns and then the names of the classes 0, 1, …, at
//	         least two, none of them a number, as in the files of scikit-learn,
//	         which have no words: what it announces is checked,
//	data     else: neither of the others could be an example.
type csvFile struct {
	name      string
	opt       Options
	delimiter rune
	header    []string // names of the columns, nil if the file has none
	rows      int      // announced examples, 0 if the file announces none
	classes   []string // announced names of the classes
	width     int      // fields a record
	first     int      // line of the first record
	columns   []column
	label     int  // column of the labels, from 0
	guessed   bool // neither an option nor a name says that it holds the labels
	kept      int  // columns of numbers and of words
	words     bool // there are columns of them
	features  []features
	allKnown  bool // other words than those of the columns are a fault

	dictionary sync.RWMutex // guards the words of the columns
}

// reader returns a reader of the records in text. Fields may be quoted as in RFC 4180; lines that
// begin with '#' and empty lines are skipped.
func (p *csvFile) reader(text []byte) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comma, r.Comment, r.ReuseRecord, r.FieldsPerRecord = p.delimiter, '#', true, -1
	r.TrimLeadingSpace = p.delimiter != '\t' // else an empty field would be trimmed
	return r
}

// next reads the next record, without the blanks around its fields. It reports whether there was
// one; record is valid until the one after it.
func next(r *csv.Reader) (record []string, ok bool, f *fault) {
	record, err := r.Read()
	var syntax *csv.ParseError
	switch {
	case err == io.EOF:
		return nil, false, nil
	case errors.As(err, &syntax):
		return nil, true, &fault{line: syntax.Line - 1, err: fmt.Errorf("byte %d of the line: %w", syntax.Column, syntax.Err)}
	}
	for c, field := range record {
		record[c] = strings.TrimSpace(field)
	}
	return record, true, nil
}

// whole cuts a text after a line unless an odd number of quotes came before its end in the record.
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
		if _, _, f := next(r); f != nil && r.InputOffset() < int64(len(text)) {
			whole = int(r.InputOffset())
		}
	}
	return whole
}

// begin reads what precedes the first example, and says what the columns are. Where it has
// to find the columns of words, it also passes by the examples that are left out.
func (p *csvFile) begin(t *table, text *pieces) error {
	t.zeros = true
	for begun := false; ; {
		piece, err := text.next(nil)
		switch {
		case err == io.EOF:
			return nil // end says what is missing
		case err != nil:
			t.bytes += len(piece)
			return p.unread(t, err)
		}
		r, at := p.reader(piece), 0 // at is where the rest begins
		for {
			record, ok, f := next(r)
			switch {
			case !ok:
				at = len(piece)
			case !begun && f != nil:
				return t.at(f)
			case !begun:
				line, _ := r.FieldPos(0)
				header := p.start(record, t.lines+line)
				if err := p.choose(); err != nil {
					return err
				}
				if begun = true; header {
					at = int(r.InputOffset())
					continue
				}
			}
			if ok && f == nil && len(record) == p.width && slices.Contains(p.opt.OneHot, Auto) {
				if p.opt.DropMissing && p.lacks(record) {
					t.missing, at = t.missing+1, int(r.InputOffset())
					continue
				}
				p.findWords(record)
			}
			t.lines, t.bytes = t.lines+bytes.Count(piece[:at], []byte{'\n'}), t.bytes+at
			if ok {
				text.back(piece[at:])
				t.labels.names = p.classes
				return nil
			}
			break
		}
	}
}

// start takes the number and names of the columns from the first record, on that line. It
// reports whether that record is a header rather than an example.
func (p *csvFile) start(record []string, line int) (header bool) {
	record = slices.Clone(record)
	p.first, p.width = line, len(record)
	if p.opt.NoHeader {
		return false
	}
	if !slices.ContainsFunc(record, isNumber) {
		p.header = record
		return true
	}
	if len(record) < 4 || len(p.opt.OneHot) > 0 || slices.ContainsFunc(record[2:], isNumber) {
		return false
	}
	rows, errRows := strconv.Atoi(record[0])
	columns, errColumns := strconv.Atoi(record[1])
	if errRows != nil || errColumns != nil || rows < 1 || columns < 1 {
		return false
	}
	p.rows, p.width, p.classes = rows, columns+1, record[2:]
	return true
}

// parse reads the records of b.
func (p *csvFile) parse(b *block) {
	b.zeros = true
	numbers := make([]float64, 0, p.width)
	for r := p.reader(b.text); b.fault == nil; {
		record, ok, f := next(r)
		if !ok {
			break
		}
		if b.fault = f; f == nil {
			b.fault = p.example(b, r, record, numbers)
		}
	}
	b.lines = bytes.Count(b.text, []byte{'\n'})
}

// example reads one record into b, with room for its numbers.
func (p *csvFile) example(b *block, r *csv.Reader, record []string, numbers []float64) *fault {
	line, _ := r.FieldPos(0)
	if len(record) != p.width {
		hint := ""
		if p.classes != nil {
			hint = "; if that line is an example, say --no-header"
		}
		return &fault{line - 1, fmt.Errorf("%d columns, expected %d as line %d says%s", len(record), p.width, p.first, hint)}
	}
	if p.opt.DropMissing && p.lacks(record) {
		b.missing++
		return nil
	}
	for c, field := range record {
		expected := ""
		switch role := p.columns[c].role; {
		case role == dropped:
		case role == labels && isInfinite(field):
			expected = "expected a label"
		case role == labels && isMissing(field):
			expected = "expected a label; --drop-missing leaves out examples without one"
		case role == labels:
			b.labels.add(field, line-1)
		case role == words && isMissing(field):
			expected = "expected a word" + p.hint(c, record)
		case role == words:
			k := p.number(c, field)
			if k < 0 {
				expected = "expected a word that was there before: the file changed while it was read"
			}
			b.value = append(b.value, float64(k))
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
			at, _ := r.FieldPos(c)
			return &fault{at - 1, fmt.Errorf("%s: %s: %s", p.column(c), quote(field), expected)}
		}
	}
	// Which words make a feature 1 is not known yet, so they do not help a small norm.
	if err := vec.Dense(numbers...).Check(len(numbers)); err != nil {
		return &fault{line - 1, err}
	}
	b.ends, b.dim = append(b.ends, len(b.value)), p.kept
	return nil
}

// lacks reports whether a value is missing in a column that is kept.
func (p *csvFile) lacks(record []string) bool {
	for c, field := range record {
		if p.columns[c].role != dropped && isMissing(field) {
			return true
		}
	}
	return false
}

// hint says which flags help with the field of column c of a record that is missing or no number.
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
	if p.guessed && isNumber(record[p.label]) {
		label = fmt.Sprintf("; if the column holds the labels, say --label %s", p.argument(c))
	}
	return label + fmt.Sprintf("; --one-hot %s reads a column of words (--one-hot auto every one), --drop %[1]s leaves it out", p.argument(c))
}

// column names column c in an error.
func (p *csvFile) column(c int) string {
	if p.header == nil {
		return fmt.Sprintf("column %d", c+1)
	}
	return fmt.Sprintf("column %d (%s)", c+1, inLine(p.header[c]))
}

func (p *csvFile) unread(t *table, cause error) error {
	return fmt.Errorf("%s: reading after byte %d: %w", p.name, t.bytes, cause)
}

func (p *csvFile) again(now format) bool {
	q, is := now.(*csvFile)
	if !is || q.delimiter != p.delimiter || q.width != p.width || q.rows != p.rows ||
		!slices.Equal(q.header, p.header) || !slices.Equal(q.classes, p.classes) {
		return false
	}
	q.columns, q.allKnown = p.columns, true
	return true
}

func (p *csvFile) end(t *table) error {
	switch n := t.examples; {
	case n == 0 && t.missing > 0:
		return fmt.Errorf("%s: no examples, expected at least one without a missing value", p.name)
	case n == 0:
		return noExamples(p.name, nil)
	case p.rows != 0 && n+t.missing != p.rows:
		return fmt.Errorf("%s: %d examples, expected %d as line %d says", p.name, n+t.missing, p.rows, p.first)
	}
	return p.expand(t)
}
