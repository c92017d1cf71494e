package benchdata

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marginlab/algos/expr"
)

// role says how a column is read.
type role int

const (
	values role = iota
	words
	labels
	dropped
)

func (r role) kept() bool { return r == values || r == words }

// maxWords is the largest number of different words in a column. Each word becomes a feature of
// every example: names of people would fill the memory.
const maxWords = 1000

// dictionary numbers the words of a column in the order of their first occurrence. Beyond maxWords a word gets number
// 0, and the end of the source reports an error.
type dictionary struct {
	of    map[string]int
	words []string // by number
}

// number returns the number of a word, a new one if it has none.
func (d *dictionary) number(word string) int {
	k, known := d.of[word]
	if known || len(d.words) > maxWords {
		return k
	}
	if d.of == nil {
		d.of = map[string]int{}
	}
	k, word = len(d.words), strings.Clone(word)
	d.of[word], d.words = k, append(d.words, word)
	return k
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
	const most = 1 << 20 // a larger number is data, not an announcement of columns
	if errRows != nil || errColumns != nil || rows < 1 || columns < 1 || columns > most {
		return false
	}
	p.rows, p.width, p.classes = rows, columns+1, record[2:]
	return true
}

// choose assigns the columns their roles, following the options.
func (p *csvFile) choose() error {
	p.columns, p.guess = make([]role, p.width), -1
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
	if !slices.ContainsFunc(p.columns, role.kept) {
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

// give assigns a role to the column that a flag names.
func (p *csvFile) give(name string, r role, flag string) error {
	c, err := p.find(name)
	switch {
	case err != nil:
		return err
	case p.columns[c] == labels:
		return fmt.Errorf("column %q holds the labels, expected it not in %s (--label chooses another)", name, flag)
	case p.columns[c] == dropped && r != dropped:
		return fmt.Errorf("column %q is dropped, expected it not in %s too", name, flag)
	}
	p.columns[c] = r
	return nil
}

// guessLabel chooses the column of the labels by the rule in Options.Label.
func (p *csvFile) guessLabel() {
	var usual []int
	label := -1
	for c, role := range p.columns {
		if role == dropped {
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
		p.columns[label] = labels
	}
}

// find returns the column with that name or number.
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

// column describes column c for an error message.
func (p *csvFile) column(c int) string {
	if p.header == nil {
		return fmt.Sprintf("column %d", c+1)
	}
	return fmt.Sprintf("column %d (%s)", c+1, inLine(p.header[c]))
}

// called returns the name of column c, or its number if it has no name.
func (p *csvFile) called(c int) string {
	if p.header == nil {
		return p.column(c)
	}
	return p.header[c]
}

// argument returns the text that selects column c on a command line.
func (p *csvFile) argument(c int) string {
	if p.header != nil && p.header[c] != "" && !strings.ContainsAny(p.header[c], " \t\r\n,'\"\\$()<>|&;*?!#~`") {
		if at, err := p.find(p.header[c]); err == nil && at == c {
			return p.header[c]
		}
	}
	return strconv.Itoa(c + 1)
}

// features are the features made of a column: one for a column of numbers; for a column of words
// one for each word, by its number, and −1 for the first word.
type features struct {
	number int
	words  []int
}

// of returns the feature that a value belongs to, or −1, and the feature's value.
func (f features) of(v float64) (int, float64) {
	if f.words == nil {
		return f.number, v
	}
	return f.words[int(v)], 1
}

// end checks the counts in t and names its features. A column of words has one for each of its words
// except the first in the order of bytes.
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
	for c, role := range p.columns {
		if !role.kept() {
			continue
		}
		of := features{number: len(t.names)}
		if role == values {
			t.names, t.columns = append(t.names, p.called(c)), append(t.columns, of)
			continue
		}
		known := t.words[len(t.columns)]
		if len(known.words) > maxWords {
			advice := fmt.Sprintf("; --drop %s leaves it out", p.argument(c))
			if p.opt.published != nil {
				advice = ""
			}
			return fmt.Errorf("%s: %s has more than %d different words, expected at most so many%s",
				t.name, p.column(c), maxWords, advice)
		}
		any, of.words = true, make([]int, len(known.words))
		for i, w := range slices.Sorted(slices.Values(known.words)) {
			if of.words[known.of[w]] = -1; i > 0 {
				of.words[known.of[w]] = len(t.names)
				t.names = append(t.names, p.called(c)+"="+w)
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
