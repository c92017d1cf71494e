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
		return fmt.Errorf("%s:%d: one column, expected features and a label, separated by %s (or say --delimiter)", p.name, p.first, p.separators())
	}
	p.columns = make([]column, p.width)
	for _, name := range p.opt.Drop {
		if err := p.give(name, dropped, "--drop"); err != nil {
			return err
		}
	}
	if err := p.chooseLabel(); err != nil {
		return err
	}
	for _, name := range p.opt.OneHot {
		if name == Auto {
			continue
		}
		if err := p.give(name, words, "--one-hot"); err != nil {
			return err
		}
	}
	if !slices.ContainsFunc(p.columns, func(c column) bool { return c.role == values || c.role == words }) {
		return fmt.Errorf("%s:%d: no column is left for features, expected at least one", p.name, p.first)
	}
	return p.checkHeader()
}

// separators names what separates the columns.
func (p *csvFile) separators() string {
	switch d := p.delimiter; d {
	case ',':
		return "commas"
	case ';':
		return "semicolons"
	case '\t':
		return "tabs"
	case ' ':
		return "blanks"
	default:
		return strconv.QuoteRune(d)
	}
}

// checkHeader returns an error if the header may be an example of nothing but words.
func (p *csvFile) checkHeader() error {
	if len(p.opt.OneHot) == 0 {
		return nil
	}
	for c, name := range p.header {
		if at := slices.Index(p.header, name); at < c {
			return fmt.Errorf("%s:%d: %s is in columns %d and %d, expected a header of different names; if this line is an example, say --no-header", p.name, p.first, quote(name), at+1, c+1)
		}
	}
	return nil
}

// give gives a column that a flag names its role.
func (p *csvFile) give(name string, r role, flag string) error {
	c, err := p.find(name)
	if err != nil {
		return err
	}
	switch p.columns[c].role {
	case labels:
		return fmt.Errorf("%s:%d: column %q holds the labels, expected it not in %s (--label chooses another)", p.name, p.first, name, flag)
	case dropped:
		if r != dropped {
			return fmt.Errorf("%s:%d: column %q is dropped, expected it not in %s too", p.name, p.first, name, flag)
		}
	}
	p.columns[c] = column{role: r, known: map[string]int{}}
	return nil
}

// chooseLabel finds the column of the labels, as Options.Label says.
func (p *csvFile) chooseLabel() error {
	if p.opt.Label != "" {
		c, err := p.find(p.opt.Label)
		if err == nil && p.columns[c].role == dropped {
			err = fmt.Errorf("%s:%d: column %q is dropped, expected it not in --label too", p.name, p.first, p.opt.Label)
		}
		if err != nil {
			return err
		}
		p.label = c
	} else {
		var usual []int
		p.label = -1
		for c := range p.columns {
			if p.columns[c].role == dropped {
				continue
			}
			p.label = c
			if p.header != nil && isUsualLabel(p.header[c]) {
				usual = append(usual, c)
			}
		}
		if p.guessed = len(usual) != 1; !p.guessed {
			p.label = usual[0]
		}
	}
	if p.label >= 0 {
		p.columns[p.label].role = labels
	}
	return nil
}

func isUsualLabel(name string) bool {
	return strings.EqualFold(name, "class") || strings.EqualFold(name, "label") || strings.EqualFold(name, "target")
}

// find returns the column of that name or number.
func (p *csvFile) find(name string) (int, error) {
	var named []int
	for c, n := range p.header {
		if n == name {
			named = append(named, c)
		}
	}
	switch len(named) {
	case 0:
	case 1:
		return named[0], nil
	default:
		return 0, fmt.Errorf("%s:%d: %d columns are called %q: say the number of the one that is meant", p.name, p.first, len(named), name)
	}
	n, err := strconv.Atoi(name)
	if err != nil || n < 1 || n > p.width {
		return 0, fmt.Errorf("%s:%d: no column %q%s", p.name, p.first, name, cmp.Or(expr.DidYouMean(name, p.header),
			fmt.Sprintf(", expected a number from 1 to %d or a name in the header", p.width)))
	}
	return n - 1, nil
}

// argument is what names column c on a command line.
func (p *csvFile) argument(c int) string {
	if p.header == nil || p.header[c] == "" || strings.ContainsAny(p.header[c], " \t\r\n,'\"\\$()<>|&;*?!#~`") {
		return strconv.Itoa(c + 1)
	}
	if at, err := p.find(p.header[c]); err != nil || at != c {
		return strconv.Itoa(c + 1)
	}
	return p.header[c]
}

// called is the name of column c, or its number if it has none.
func (p *csvFile) called(c int) string {
	if p.header == nil {
		return fmt.Sprintf("column %d", c+1)
	}
	return p.header[c]
}
