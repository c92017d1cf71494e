package benchdata

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"marginlab/algos/expr"
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
	opt Options
	heading
	lines   int      // before the block with the first record
	first   int      // line of the first record
	columns []column // nil before the first record
	guess   int      // column of the labels, −1 if an option or a name says that it is
	auto    bool     // columns of words are yet to be found, in the first example
	before  *csvFile // that read the source before, and knows all its words

	dictionary sync.Mutex // guards the words of the columns
}

// heading is what the first record says.
type heading struct {
	delimiter rune
	width     int      // fields a record
	header    []string // names of the columns, nil if the file has none
	rows      int      // announced examples, 0 if the file announces none
	classes   []string // announced names of the classes
}

// column is a column of CSV.
type column struct {
	role  role
	known map[string]int // the numbers of the words in a column of them
}

// role is what a column is read as.
type role int

const (
	values role = iota
	words
	labels
	dropped
)

func (c column) kept() bool { return c.role == values || c.role == words }

// maxWords is the most different words that a column may have. Each becomes a feature of
// every example: names of people would fill the memory.
const maxWords = 1000

func newCSV(opt Options, delimiter rune) *csvFile {
	return &csvFile{opt: opt, heading: heading{delimiter: delimiter}, auto: slices.Contains(opt.OneHot, Auto)}
}

func (p *csvFile) begun() bool { return p.columns != nil && !p.auto }

func (p *csvFile) follow(before format) (is bool) {
	p.auto = false
	p.before, is = before.(*csvFile)
	return is
}

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

// record reads a record into b, which begins at a line counted from 1. An error is one of column c, or of the whole.
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

// start takes the number and names of the columns from the first record. It reports whether
// that record is a header rather than an example.
func (p *csvFile) start(record []string) (header bool) {
	p.width = len(record)
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
	const most = 1 << 20 // more columns are not announced, but data
	if errRows != nil || errColumns != nil || rows < 1 || columns < 1 || columns > most {
		return false
	}
	p.rows, p.width, p.classes = rows, columns+1, record[2:]
	return true
}

// choose gives the columns their roles, as the options say.
func (p *csvFile) choose() error {
	if p.before != nil {
		if !reflect.DeepEqual(p.heading, p.before.heading) {
			return errChanged
		}
		p.columns = p.before.columns
		return nil
	}
	p.columns, p.guess = make([]column, p.width), -1
	if p.width < 2 {
		separators := map[rune]string{',': "commas", ';': "semicolons", '\t': "tabs", ' ': "blanks"}
		return fmt.Errorf("one column, expected features and a label, separated by %s (or say --delimiter)",
			cmp.Or(separators[p.delimiter], strconv.QuoteRune(p.delimiter)))
	}
	for _, name := range p.opt.Drop {
		if err := p.give(name, dropped, "--drop"); err != nil {
			return err
		}
	}
	if p.opt.Label == "" {
		p.guessLabel()
	} else if err := p.give(p.opt.Label, labels, "--label"); err != nil {
		return err
	}
	for _, name := range p.opt.OneHot {
		if name != Auto {
			if err := p.give(name, words, "--one-hot"); err != nil {
				return err
			}
		}
	}
	if !slices.ContainsFunc(p.columns, column.kept) {
		return errors.New("no column is left for features, expected at least one")
	}
	for c, name := range p.header {
		// A header may be an example of nothing but words.
		if at := slices.Index(p.header, name); at < c && len(p.opt.OneHot) > 0 {
			return fmt.Errorf("%s is in columns %d and %d, expected a header of different names; "+
				"if this line is an example, say --no-header", quote(name), at+1, c+1)
		}
	}
	return nil
}

// give gives the column that a flag names its role.
func (p *csvFile) give(name string, r role, flag string) error {
	c, err := p.find(name)
	switch {
	case err != nil:
		return err
	case p.columns[c].role == labels:
		return fmt.Errorf("column %q holds the labels, expected it not in %s (--label chooses another)", name, flag)
	case p.columns[c].role == dropped && r != dropped:
		return fmt.Errorf("column %q is dropped, expected it not in %s too", name, flag)
	}
	p.columns[c].role = r
	return nil
}

// guessLabel chooses the column of the labels, as Options.Label says.
func (p *csvFile) guessLabel() {
	var usual []int
	label := -1
	for c, column := range p.columns {
		if column.role == dropped {
			continue
		}
		label = c
		if p.header != nil && slices.Contains([]string{"class", "label", "target"}, strings.ToLower(p.header[c])) {
			usual = append(usual, c)
		}
	}
	if p.guess = label; len(usual) == 1 {
		label, p.guess = usual[0], -1
	}
	if label >= 0 {
		p.columns[label].role = labels
	}
}

// find returns the column of that name or number.
func (p *csvFile) find(name string) (int, error) {
	at, named := -1, 0
	for c, n := range p.header {
		if n == name {
			at, named = c, named+1
		}
	}
	switch n, err := strconv.Atoi(name); {
	case named == 1:
		return at, nil
	case named > 1:
		return 0, fmt.Errorf("%d columns are called %q: say the number of the one that is meant", named, name)
	case err == nil && 1 <= n && n <= p.width:
		return n - 1, nil
	}
	return 0, fmt.Errorf("no column %q%s", name, cmp.Or(expr.DidYouMean(name, p.header),
		fmt.Sprintf(", expected a number from 1 to %d or a name in the header", p.width)))
}

// example is record of an example.
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
			if p.columns[c].role == values && !isNumber(field) && !isMissing(field) {
				p.columns[c].role = words
			}
		}
		p.auto = false
	}
	kept, numbers := 0, b.room[:0]
	for c, field := range record {
		expected := ""
		switch role := p.columns[c].role; {
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
			k := p.number(c, field)
			if k < 0 {
				expected = "expected a word that was there before: " + errChanged.Error()
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
			return c, fmt.Errorf("%s: %s: %s", p.column(c), quote(field), expected)
		}
		kept++
	}
	// Which words make a feature 1 is not known yet, so they do not help a small norm.
	b.ends, b.dim, b.room = append(b.ends, len(b.value)), kept, numbers
	return 0, vec.Dense(numbers...).Check(len(numbers))
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

// number returns the number of a word in column c. Words are numbered as they come, in all blocks at once; end puts
// them in order. A word too many is 0, and an error at the end. Where all words are known, another one is −1.
func (p *csvFile) number(c int, word string) int {
	p.dictionary.Lock()
	defer p.dictionary.Unlock()
	column := &p.columns[c]
	k, is := column.known[word]
	switch {
	case is:
	case p.before != nil:
		return -1
	case len(column.known) <= maxWords:
		if column.known == nil {
			column.known = map[string]int{}
		}
		k = len(column.known)
		column.known[strings.Clone(word)] = k
	}
	return k
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
	if p.guess >= 0 && isNumber(record[p.guess]) {
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

// called is the name of column c, or its number if it has none.
func (p *csvFile) called(c int) string {
	if p.header == nil {
		return p.column(c)
	}
	return p.header[c]
}

// argument is what names column c on a command line.
func (p *csvFile) argument(c int) string {
	if p.header != nil && p.header[c] != "" && !strings.ContainsAny(p.header[c], " \t\r\n,'\"\\$()<>|&;*?!#~`") {
		if at, err := p.find(p.header[c]); err == nil && at == c {
			return p.header[c]
		}
	}
	return strconv.Itoa(c + 1)
}

// features are what a column becomes: the one feature of a column of numbers, or for each word of
// a column of them, by its number, a feature, −1 for the first word.
type features struct {
	number int
	words  []int
}

// of returns the feature that a value is of, or −1, and what it is there.
func (f features) of(v float64) (int, float64) {
	if f.words == nil {
		return f.number, v
	}
	return f.words[int(v)], 1
}

// end checks what t counts, and names its features: of a column of words one for each of its words
// but the first in the order of bytes.
func (p *csvFile) end(t *table) error {
	switch n := t.examples; {
	case n == 0 && t.missing > 0:
		return fmt.Errorf("%s: no examples, expected at least one without a missing value", t.name)
	case n == 0:
		return noExamples(t.name, nil)
	case p.rows != 0 && n+t.missing != p.rows:
		return fmt.Errorf("%s: %d examples, expected %d as line %d says", t.name, n+t.missing, p.rows, p.first)
	}
	any := false
	for c, column := range p.columns {
		of := features{number: len(t.names)}
		switch {
		case len(column.known) > maxWords:
			advice := fmt.Sprintf("; --drop %s leaves it out", p.argument(c))
			if p.opt.published != nil {
				advice = ""
			}
			return fmt.Errorf("%s: %s has more than %d different words, expected at most so many%s",
				t.name, p.column(c), maxWords, advice)
		case !column.kept():
			continue
		case column.role == values:
			t.names = append(t.names, p.called(c))
		default:
			any, of.words = true, make([]int, len(column.known))
			for i, w := range slices.Sorted(maps.Keys(column.known)) {
				if of.words[column.known[w]] = -1; i > 0 {
					of.words[column.known[w]] = len(t.names)
					t.names = append(t.names, p.called(c)+"="+w)
				}
			}
		}
		t.columns = append(t.columns, of)
	}
	if t.width = len(t.names); t.width == 0 {
		return fmt.Errorf("%s: no features are left, expected some: every column of words has one word only", t.name)
	}
	if !any {
		t.columns = nil
	}
	return nil
}
