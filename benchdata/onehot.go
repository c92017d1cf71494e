package benchdata

import (
	"fmt"
	"slices"
	"strings"
)

// maxWords is the most different words that a column may have. Each becomes a feature of
// every example: names of people would fill the memory.
const maxWords = 1000

// number returns the number of a word, which is not a missing one. If it cannot be one of
// the column, it returns what was expected instead, otherwise "".
func (c *column) number(word string) (k int, expected string) {
	k, is := c.known[word]
	if is {
		return k, ""
	}
	if k = len(c.names); k == maxWords {
		return 0, fmt.Sprintf("expected no more than %d different words in a column", maxWords)
	}
	word = strings.Clone(word)
	c.names, c.known[word] = append(c.names, word), k
	return k, ""
}

// findWords makes the columns that have no number in the first example columns of words, if
// [Auto] is among them.
func (p *csvReader) findWords(record []string) {
	if !slices.Contains(p.opt.OneHot, Auto) {
		return
	}
	for c, field := range record {
		if p.columns[c].role == values && !isNumber(field) && !isMissing([]byte(field)) {
			p.columns[c] = column{role: words, known: map[string]int{}}
		}
	}
}

// features returns the n examples with a feature for each number, and one for each word of
// a column but the first in the order of bytes; and the names of the features.
func (p *csvReader) features(n int) (data []float64, names []string) {
	type source struct {
		at   int     // in a row of p.data
		word float64 // the number of the word that makes the feature 1; −1 of a column of numbers
	}
	var sources []source
	width := 0
	for c, column := range p.columns {
		switch column.role {
		case labels, dropped:
			continue
		case values:
			sources, names = append(sources, source{width, -1}), append(names, p.called(c))
		case words:
			for _, word := range slices.Sorted(slices.Values(column.names))[1:] {
				sources, names = append(sources, source{width, float64(column.known[word])}), append(names, p.called(c)+"="+word)
			}
		}
		width++
	}
	if !slices.ContainsFunc(p.columns, func(c column) bool { return c.role == words }) {
		return p.data, names
	}
	data = make([]float64, 0, n*len(sources))
	for row := range slices.Chunk(p.data, width) {
		for _, s := range sources {
			v := row[s.at]
			if s.word >= 0 && s.word == v {
				v = 1
			} else if s.word >= 0 {
				v = 0
			}
			data = append(data, v)
		}
	}
	return data, names
}
