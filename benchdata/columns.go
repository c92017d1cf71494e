package benchdata

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"marginlab/algos/expr"
)

// column is a column of CSV.
type column struct {
	role  role
	known map[string]int // the numbers of the words in a column of them
	many  bool           // there are more than maxWords
}

// role is what a column is read as.
type role int

const (
	values role = iota
	words
	labels
	dropped
)

// choose gives the columns their roles, as the options say.
func (p *csvFile) choose() error {
	if p.width < 2 {
		separators := map[rune]string{',': "commas", ';': "semicolons", '\t': "tabs", ' ': "blanks"}
		return p.wrong("one column, expected features and a label, separated by %s (or say --delimiter)",
			cmp.Or(separators[p.delimiter], strconv.QuoteRune(p.delimiter)))
	}
	p.columns = make([]column, p.width)
	if err := p.give(p.opt.Drop, dropped, "--drop"); err != nil {
		return err
	}
	if err := p.chooseLabel(); err != nil {
		return err
	}
	if err := p.give(p.opt.OneHot, words, "--one-hot"); err != nil {
		return err
	}
	for _, c := range p.columns {
		if c.role == values || c.role == words {
			p.kept++
		}
	}
	if p.kept == 0 {
		return p.wrong("no column is left for features, expected at least one")
	}
	for c, name := range p.header {
		// A header may be an example of nothing but words.
		if at := slices.Index(p.header, name); at < c && len(p.opt.OneHot) > 0 {
			return p.wrong("%s is in columns %d and %d, expected a header of different names; if this line is an example, say --no-header", quote(name), at+1, c+1)
		}
	}
	return nil
}

// wrong is an error about the first record.
func (p *csvFile) wrong(format string, of ...any) error {
	return fmt.Errorf("%s:%d: "+format, append([]any{p.name, p.first}, of...)...)
}

// give gives the columns that a flag names their role.
func (p *csvFile) give(names []string, r role, flag string) error {
	for _, name := range names {
		if r == words && name == Auto {
			continue
		}
		c, err := p.find(name)
		switch {
		case err != nil:
			return err
		case p.columns[c].role == labels:
			return p.wrong("column %q holds the labels, expected it not in %s (--label chooses another)", name, flag)
		case p.columns[c].role == dropped && r != dropped:
			return p.wrong("column %q is dropped, expected it not in %s too", name, flag)
		}
		p.set(c, r)
	}
	return nil
}

// set gives column c its role.
func (p *csvFile) set(c int, r role) {
	p.columns[c] = column{role: r, known: map[string]int{}}
	p.words = p.words || r == words
}

// chooseLabel finds the column of the labels, as Options.Label says.
func (p *csvFile) chooseLabel() (err error) {
	p.label = -1
	if name := p.opt.Label; name != "" {
		if p.label, err = p.find(name); err != nil {
			return err
		}
		if p.columns[p.label].role == dropped {
			return p.wrong("column %q is dropped, expected it not in --label too", name)
		}
	} else {
		var usual []int
		for c := range p.columns {
			if p.columns[c].role == dropped {
				continue
			}
			p.label = c
			if p.header != nil && slices.Contains([]string{"class", "label", "target"}, strings.ToLower(p.header[c])) {
				usual = append(usual, c)
			}
		}
		if p.guessed = len(usual) != 1; !p.guessed {
			p.label = usual[0]
		}
	}
	if p.label >= 0 {
		p.set(p.label, labels)
	}
	return nil
}

// find returns the column of that name or number.
func (p *csvFile) find(name string) (int, error) {
	at, named := -1, 0
	for c, n := range p.header {
		if n == name {
			at, named = c, named+1
		}
	}
	switch named {
	case 0:
	case 1:
		return at, nil
	default:
		return 0, p.wrong("%d columns are called %q: say the number of the one that is meant", named, name)
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > p.width {
		return 0, p.wrong("no column %q%s", name, cmp.Or(expr.DidYouMean(name, p.header),
			fmt.Sprintf(", expected a number from 1 to %d or a name in the header", p.width)))
	}
	return n - 1, nil
}

// argument is what names column c on a command line.
func (p *csvFile) argument(c int) string {
	if name := p.called(c); p.header != nil && name != "" && !strings.ContainsAny(name, " \t\r\n,'\"\\$()<>|&;*?!#~`") {
		if at, err := p.find(name); err == nil && at == c {
			return name
		}
	}
	return strconv.Itoa(c + 1)
}

// called is the name of column c, or its number if it has none.
func (p *csvFile) called(c int) string {
	if p.header == nil {
		return fmt.Sprintf("column %d", c+1)
	}
	return p.header[c]
}
