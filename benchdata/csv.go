package benchdata

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"marginlab/theory/vec"
)

// csvReader reads numbers and words between delimiters with one column of labels, one
// example a record. Fields may be quoted as in RFC 4180; lines that begin with '#' and
// empty lines are skipped. The first record is, unless Options.NoHeader says that it is data,
//
//	names    if none of its fields is a number: the header,
//	counts   if it is rows,columns and then the names of the classes 0, 1, …, at
//	         least two, none of them a number, as in the files of scikit-learn,
//	         which have no words: what it announces is checked,
//	data     else: neither of the others could be an example.
type csvReader struct {
	name    string
	opt     Options
	records *csv.Reader
	header  []string // names of the columns, nil if the file has none
	rows    int      // announced examples, 0 if the file announces none
	classes []string // announced names of the classes
	width   int      // fields a record
	first   int      // line of the first record
	columns []column
	label   int // column of the labels, from 0
	labels  *labelTable
	data    []float64 // row-major, one number for each column of numbers or of words
	missing int       // examples left out
}

func readCSV(r *bufio.Reader, name string, opt Options, delimiter rune) (*table, error) {
	p := &csvReader{name: name, opt: opt, records: csv.NewReader(r), labels: newLabelTable()}
	p.records.ReuseRecord = true
	p.records.FieldsPerRecord = -1 // checked by example, in other words
	p.records.Comment = '#'
	if p.records.Comma = delimiter; opt.Delimiter != 0 {
		p.records.Comma = opt.Delimiter
	}
	p.records.TrimLeadingSpace = p.records.Comma != '\t' // else a tab after a tab would be trimmed
	record, err := p.next()
	if err == nil {
		if p.begin(record) {
			record, err = p.next()
		}
		if err := p.choose(); err != nil {
			return nil, err
		}
	}
	for ; err == nil; record, err = p.next() {
		if err := p.example(record); err != nil {
			return nil, err
		}
	}
	if err != io.EOF {
		return nil, err
	}
	return p.finish()
}

// next returns the next record, in memory that the one after it uses again.
func (p *csvReader) next() ([]string, error) {
	record, err := p.records.Read()
	var syntax *csv.ParseError
	switch {
	case err == nil || err == io.EOF:
		for c, field := range record {
			record[c] = strings.TrimSpace(field)
		}
		return record, err
	case errors.As(err, &syntax):
		return nil, fmt.Errorf("%s:%d: byte %d of the line: %w", p.name, syntax.Line, syntax.Column, syntax.Err)
	}
	return nil, fmt.Errorf("%s: reading after byte %d: %w", p.name, p.records.InputOffset(), err)
}

// line is the line on which the last record began.
func (p *csvReader) line() int {
	line, _ := p.records.FieldPos(0)
	return line
}

// begin takes the number and names of the columns from the first record. It reports
// whether that record is a header rather than an example.
func (p *csvReader) begin(record []string) (header bool) {
	p.first, p.width = p.line(), len(record)
	if p.opt.NoHeader {
		return false
	}
	if !slices.ContainsFunc(record, isNumber) {
		p.header = slices.Clone(record)
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
	p.rows, p.width, p.classes = rows, columns+1, slices.Clone(record[2:])
	return true
}

// example reads one record into data and labels.
func (p *csvReader) example(record []string) error {
	if len(record) != p.width {
		hint := ""
		if p.classes != nil {
			hint = "; if that line is an example, say --no-header"
		}
		return fmt.Errorf("%s:%d: %d columns, expected %d as line %d says%s", p.name, p.line(), len(record), p.width, p.first, hint)
	}
	if p.opt.DropMissing && p.lacks(record) {
		p.missing++
		return nil
	}
	if len(p.labels.rows) == 0 {
		p.findWords(record)
	}
	from := len(p.data)
	for c, field := range record {
		switch column := &p.columns[c]; {
		case column.role == dropped:
		case column.role == labels && isInfinite(field):
			return p.fault(c, field, "expected a label")
		case column.role == labels && isMissing([]byte(field)):
			return p.fault(c, field, "expected a label; --drop-missing leaves out examples without one")
		case column.role == labels:
			p.labels.add([]byte(field), p.line())
		case column.role == words && isMissing([]byte(field)):
			return p.fault(c, field, "expected a word"+p.hint(c, field))
		case column.role == words:
			k, expected := column.number(field)
			if expected != "" {
				return p.fault(c, field, expected+"; --drop "+p.argument(c)+" leaves it out")
			}
			p.data = append(p.data, float64(k))
		default:
			v, expected := parseValue([]byte(field))
			if expected != "" && isMissing([]byte(field)) {
				expected = "expected a finite number"
			}
			if expected != "" {
				return p.fault(c, field, expected+p.hint(c, field))
			}
			p.data = append(p.data, v)
		}
	}
	x := vec.Dense(p.data[from:]...)
	if err := x.Check(x.Dim()); err != nil {
		return fmt.Errorf("%s:%d: %w", p.name, p.line(), err)
	}
	return nil
}

// lacks reports whether a value is missing in a column that is kept.
func (p *csvReader) lacks(record []string) bool {
	for c, field := range record {
		if p.columns[c].role != dropped && isMissing([]byte(field)) {
			return true
		}
	}
	return false
}

// hint says which flags help with a field of column c that is missing or no number.
func (p *csvReader) hint(c int, field string) string {
	whole, fraction, _ := strings.Cut(field, ",")
	switch {
	case isMissing([]byte(field)):
		return fmt.Sprintf("; --drop-missing leaves out examples without one, --drop %s the column", p.argument(c))
	case isNumber(field):
		return ""
	case isNumber(whole + "." + fraction):
		return " with a decimal point, as " + whole + "." + fraction
	}
	return fmt.Sprintf("; --one-hot %s reads a column of words (--one-hot auto every one), --drop %[1]s leaves it out", p.argument(c))
}

// fault is the error of the field in column c of the last record.
func (p *csvReader) fault(c int, field, expected string) error {
	line, _ := p.records.FieldPos(c)
	column := fmt.Sprintf("column %d", c+1)
	if p.header != nil {
		column += " (" + p.header[c] + ")"
	}
	return fmt.Errorf("%s:%d: %s: %s: %s", p.name, line, column, quote(field), expected)
}

// finish cuts data into examples.
func (p *csvReader) finish() (*table, error) {
	n := len(p.labels.rows)
	switch {
	case n == 0 && p.missing > 0:
		return nil, fmt.Errorf("%s: no examples, expected at least one without a missing value", p.name)
	case n == 0:
		return nil, noExamples(p.name, nil)
	case p.rows != 0 && n+p.missing != p.rows:
		return nil, fmt.Errorf("%s: %d examples, expected %d as line %d says", p.name, n+p.missing, p.rows, p.first)
	}
	data, features := p.features(n)
	if len(features) == 0 {
		return nil, fmt.Errorf("%s: no features are left, expected some: every column of words has one word only", p.name)
	}
	return &table{
		name: p.name, x: stored(rows(data, len(features)), len(features)), dim: len(features), labels: p.labels, names: p.classes,
		features: features, missing: p.missing,
	}, nil
}
