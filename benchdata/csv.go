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

// csvReader reads comma-separated numbers with one column of labels, one example
// a record. Fields may be quoted as in RFC 4180; lines that begin with '#' and
// empty lines are skipped. The first record is
//
//	names    if none of its fields is a number: the header,
//	counts   if it is rows,columns and then the names of the classes 0, 1, …, at
//	         least two, none of them a number, as in the files of scikit-learn:
//	         what it announces is checked,
//	data     else: neither of the others could be an example.
//
// The feature vectors are dense and lie one after the other in memory.
type csvReader struct {
	name    string
	records *csv.Reader
	header  []string // names of the columns, nil if the file has none
	rows    int      // announced examples, 0 if the file announces none
	classes []string // announced names of the classes
	width   int      // fields a record
	first   int      // line of the first record
	label   int      // column of the labels, from 0
	labels  *labelTable
	data    []float64 // row-major, width−1 numbers an example
}

func readCSV(r *bufio.Reader, name string, opt Options) (*table, error) {
	p := &csvReader{name: name, records: csv.NewReader(r), labels: newLabelTable()}
	p.records.ReuseRecord = true
	p.records.FieldsPerRecord = -1 // checked by example, in other words
	p.records.Comment = '#'
	p.records.TrimLeadingSpace = true
	record, err := p.next()
	if err == nil {
		if p.begin(record) {
			record, err = p.next()
		}
		if err := p.chooseLabel(opt.Label); err != nil {
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
	if !slices.ContainsFunc(record, isNumber) {
		p.header = slices.Clone(record)
		return true
	}
	if len(record) < 4 || slices.ContainsFunc(record[2:], isNumber) {
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

// chooseLabel finds the column of the labels, as Options.Label says.
func (p *csvReader) chooseLabel(label string) error {
	if p.width < 2 {
		return fmt.Errorf("%s:%d: one column, expected features and a label, separated by commas", p.name, p.first)
	}
	if label == "" {
		p.label = p.width - 1
		if usual := p.columns(isUsualLabel); len(usual) == 1 {
			p.label = usual[0]
		}
		return nil
	}
	switch named := p.columns(func(name string) bool { return name == label }); len(named) {
	case 0:
	case 1:
		p.label = named[0]
		return nil
	default:
		return fmt.Errorf("%s:%d: %d columns are called %q: say the number of the label's column", p.name, p.first, len(named), label)
	}
	n, err := strconv.Atoi(label)
	if err != nil || n < 1 || n > p.width {
		return fmt.Errorf("%s:%d: no column %q, expected a number from 1 to %d or a name in the header", p.name, p.first, label, p.width)
	}
	p.label = n - 1
	return nil
}

// columns returns the columns whose names satisfy is.
func (p *csvReader) columns(is func(name string) bool) []int {
	var found []int
	for c, name := range p.header {
		if is(name) {
			found = append(found, c)
		}
	}
	return found
}

func isUsualLabel(name string) bool {
	return strings.EqualFold(name, "class") || strings.EqualFold(name, "label") || strings.EqualFold(name, "target")
}

// example reads one record into data and labels.
func (p *csvReader) example(record []string) error {
	if len(record) != p.width {
		return fmt.Errorf("%s:%d: %d columns, expected %d as line %d says", p.name, p.line(), len(record), p.width, p.first)
	}
	from := len(p.data)
	for c, field := range record {
		field = strings.TrimSpace(field)
		if c == p.label {
			if isMissing([]byte(field)) || isInfinite(field) {
				return p.fault(c, field, "expected a label")
			}
			p.labels.add([]byte(field), p.line())
			continue
		}
		v, expected := parseValue([]byte(field))
		if expected != "" {
			return p.fault(c, field, expected)
		}
		p.data = append(p.data, v)
	}
	x := vec.Dense(p.data[from:]...)
	if err := x.Check(p.width - 1); err != nil {
		return fmt.Errorf("%s:%d: %w", p.name, p.line(), err)
	}
	return nil
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
	if n == 0 {
		return nil, noExamples(p.name, nil)
	}
	if p.rows != 0 && n != p.rows {
		return nil, fmt.Errorf("%s: %d examples, expected %d as line %d says", p.name, n, p.rows, p.first)
	}
	d := p.width - 1
	return &table{name: p.name, x: rows(p.data, d), dim: d, labels: p.labels, names: p.classes}, nil
}
