package benchdata

import (
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

	splitters sync.Pool // of *records
}

func newCSV(name string, opt Options, delimiter rune) *csvFile {
	p := &csvFile{name: name, opt: opt, delimiter: delimiter}
	p.splitters.New = func() any { return newRecords(delimiter) }
	return p
}

func (p *csvFile) whole(text []byte) int {
	r := p.splitters.Get().(*records)
	defer p.splitters.Put(r)
	return r.whole(text)
}

// begin reads what precedes the first example, and says what the columns are. Where it has
// to find the columns of words, it also passes by the examples that are left out.
func (p *csvFile) begin(t *table, text *pieces) error {
	t.zeros = true
	r, begun := newRecords(p.delimiter), false
	for {
		piece, err := text.next(nil)
		switch {
		case err == io.EOF:
			return nil // end says what is missing
		case err != nil:
			t.bytes += len(piece)
			return p.unread(t, err)
		}
		r.of(piece)
		for {
			at, lines := r.at, r.lines
			ok, f := r.next()
			switch {
			case !ok:
			case f != nil && !begun:
				return t.at(f)
			case !begun:
				header := p.start(r.fields, t.lines+r.line+1)
				if err := p.choose(); err != nil {
					return err
				}
				begun = true
				if header {
					continue
				}
			}
			if !ok {
				break
			}
			if f == nil && len(r.fields) == p.width && slices.Contains(p.opt.OneHot, Auto) {
				if p.opt.DropMissing && p.lacks(r.fields) {
					t.missing++
					continue
				}
				p.findWords(r.fields)
			}
			t.lines, t.bytes = t.lines+lines, t.bytes+at
			text.back(piece[at:])
			p.describe(t)
			return nil
		}
		t.lines, t.bytes = t.lines+r.lines, t.bytes+len(piece)
	}
}

// start takes the number and names of the columns from the first record, on that line. It
// reports whether that record is a header rather than an example.
func (p *csvFile) start(fields [][]byte, line int) (header bool) {
	record := make([]string, len(fields))
	for c, field := range fields {
		record[c] = string(field)
	}
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

// describe tells t what the columns are.
func (p *csvFile) describe(t *table) {
	t.names = p.classes
	for c, column := range p.columns {
		switch column.role {
		case values:
			t.features = append(t.features, p.called(c))
			p.kept++
		case words:
			t.words = true
			p.kept++
		}
	}
	if t.words {
		t.features = nil // as yet
	}
}

// parse reads the records of b.
func (p *csvFile) parse(b *block) {
	r := p.splitters.Get().(*records)
	defer p.splitters.Put(r)
	if b.zeros = true; b.words == nil {
		b.words, b.known = make([][]word, p.width), make([]map[string]int, p.width)
	}
	for r.of(b.text); ; {
		ok, f := r.next()
		if ok && f == nil {
			f = p.example(b, r)
		}
		if b.fault = f; !ok || f != nil {
			break
		}
	}
	b.lines = r.lines
}

// example reads one record into b.
func (p *csvFile) example(b *block, r *records) *fault {
	if len(r.fields) != p.width {
		hint := ""
		if p.classes != nil {
			hint = "; if that line is an example, say --no-header"
		}
		return &fault{record: r.line, line: r.line, err: fmt.Errorf("%d columns, expected %d as line %d says%s", len(r.fields), p.width, p.first, hint)}
	}
	if p.opt.DropMissing && p.lacks(r.fields) {
		b.missing++
		return nil
	}
	r.numbers = r.numbers[:0]
	for c, field := range r.fields {
		switch p.columns[c].role {
		case dropped:
		case labels:
			switch {
			case b.labels.repeat(field):
			case isInfinite(string(field)):
				return p.fault(r.field(c), c, "expected a label")
			case isMissing(field):
				return p.fault(r.field(c), c, "expected a label; --drop-missing leaves out examples without one")
			default:
				b.labels.add(string(field), r.line)
			}
		case words:
			if isMissing(field) {
				return p.fault(r.field(c), c, "expected a word"+p.hint(c, r.fields))
			}
			k, f := p.number(b, r, c)
			if f != nil {
				return f
			}
			b.value = append(b.value, float64(k))
		default:
			v, expected := parseValue(field)
			if expected != "" && isMissing(field) {
				expected = "expected a finite number"
			}
			if expected != "" {
				return p.fault(r.field(c), c, expected+p.hint(c, r.fields))
			}
			b.value, r.numbers = append(b.value, v), append(r.numbers, v)
		}
	}
	// Which words make a feature 1 is not known yet, so they do not help a small norm.
	if err := vec.Dense(r.numbers...).Check(len(r.numbers)); err != nil {
		return &fault{record: r.line, column: p.width, line: r.line, err: err}
	}
	b.ends, b.dim = append(b.ends, len(b.value)), p.kept
	return nil
}

// lacks reports whether a value is missing in a column that is kept.
func (p *csvFile) lacks(record [][]byte) bool {
	for c, field := range record {
		if p.columns[c].role != dropped && isMissing(field) {
			return true
		}
	}
	return false
}

// hint says which flags help with the field of column c of a record that is missing or no number.
func (p *csvFile) hint(c int, record [][]byte) string {
	field := string(record[c])
	whole, fraction, _ := strings.Cut(field, ",")
	switch {
	case isMissing([]byte(field)):
		return fmt.Sprintf("; --drop-missing leaves out examples without one, --drop %s the column", p.argument(c))
	case isNumber(field):
		return ""
	case isNumber(whole + "." + fraction):
		return " with a decimal point, as " + whole + "." + fraction
	}
	label := ""
	if p.guessed && isNumber(string(record[p.label])) {
		label = fmt.Sprintf("; if the column holds the labels, say --label %s", p.argument(c))
	}
	return label + fmt.Sprintf("; --one-hot %s reads a column of words (--one-hot auto every one), --drop %[1]s leaves it out", p.argument(c))
}

// fault is the error of a field in column c.
func (p *csvFile) fault(field word, c int, expected string) *fault {
	column := fmt.Sprintf("column %d", c+1)
	if p.header != nil {
		column += " (" + inLine(p.header[c]) + ")"
	}
	return &fault{record: field.record, column: c, line: field.line, err: fmt.Errorf("%s: %s: %s", column, quote(field.text), expected)}
}

func (p *csvFile) unread(t *table, cause error) error {
	return fmt.Errorf("%s: reading after byte %d: %w", p.name, t.bytes, cause)
}

func (p *csvFile) end(t *table) error {
	switch n := t.examples; {
	case n == 0 && t.missing > 0:
		return fmt.Errorf("%s: no examples, expected at least one without a missing value", p.name)
	case n == 0:
		return noExamples(p.name, nil)
	case p.rows != 0 && n+t.missing != p.rows:
		return fmt.Errorf("%s: %d examples, expected %d as line %d says", p.name, n+t.missing, p.rows, p.first)
	case t.words:
		return p.expand(t)
	}
	return nil
}
