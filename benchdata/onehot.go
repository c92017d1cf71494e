package benchdata

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// maxWords is the most different words that a column may have. Each becomes a feature of
// every example: names of people would fill the memory.
const maxWords = 1000

// findWords makes the columns that have no number in the first example columns of words.
func (p *csvFile) findWords(record []string) {
	for c, field := range record {
		if p.columns[c].role == values && !isNumber(field) && !isMissing(field) {
			p.set(c, words)
		}
	}
}

// number returns the number of a word in column c. Words are numbered as they come, in all blocks
// at once; expand puts them in order. A word too many is 0, and an error at the end. Where all words
// are known, another one is −1.
func (p *csvFile) number(c int, word string) int {
	column := &p.columns[c]
	p.dictionary.RLock()
	k, is := column.known[word]
	p.dictionary.RUnlock()
	switch {
	case is:
		return k
	case p.allKnown:
		return -1
	}
	p.dictionary.Lock()
	defer p.dictionary.Unlock()
	if k, is = column.known[word]; is {
		return k
	}
	if k = len(column.known); k == maxWords {
		column.many = true
		return 0
	}
	column.known[strings.Clone(word)] = k
	return k
}

// features are what a column becomes: the one feature of a column of numbers, or for each word of
// a column of them, by its number, a feature, −1 for the first word.
type features struct {
	number int
	words  []int
}

// expand names the features of t: of a column of words one for each of its words but the first in
// the order of bytes.
func (p *csvFile) expand(t *table) error {
	p.features = nil
	for c, column := range p.columns {
		switch {
		case column.many:
			return fmt.Errorf("%s: %s has more than %d different words, expected at most so many; --drop %s leaves it out",
				p.name, p.column(c), maxWords, p.argument(c))
		case column.role == values:
			p.features, t.features = append(p.features, features{number: len(t.features)}), append(t.features, p.called(c))
		case column.role == words:
			of := make([]int, len(column.known))
			for i, w := range slices.Sorted(maps.Keys(column.known)) {
				if of[column.known[w]] = -1; i > 0 {
					of[column.known[w]] = len(t.features)
					t.features = append(t.features, p.called(c)+"="+w)
				}
			}
			p.features = append(p.features, features{words: of})
		}
	}
	if t.width = len(t.features); t.width == 0 {
		return fmt.Errorf("%s: no features are left, expected some: every column of words has one word only", p.name)
	}
	if p.words {
		t.matrix = *p.expanded(&t.matrix)
	}
	return nil
}

// expanded returns the rows of m with the features of its columns.
func (p *csvFile) expanded(m *matrix) *matrix {
	out := &matrix{}
	for row := range slices.Chunk(m.value, len(p.features)) {
		for k, v := range row {
			feature := p.features[k].number
			if words := p.features[k].words; words != nil {
				feature, v = words[int(v)], 1
			}
			if feature >= 0 && isPresent(v) {
				out.index, out.value = append(out.index, feature), append(out.value, v)
			}
		}
		out.ends = append(out.ends, len(out.value))
	}
	return out
}
