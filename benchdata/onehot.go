package benchdata

import (
	"fmt"
	"slices"
)

// maxWords is the most different words that a column may have. Each becomes a feature of
// every example: names of people would fill the memory.
const maxWords = 1000

// word is a word of a column, and where it was first seen in a block.
type word struct {
	text   string
	record int // the line that its record begins on
	line   int
}

// findWords makes the columns that have no number in the first example columns of words.
func (p *csvFile) findWords(record [][]byte) {
	for c, field := range record {
		if p.columns[c].role == values && !isNumber(string(field)) && !isMissing(field) {
			p.columns[c] = column{role: words, known: map[string]int{}}
		}
	}
}

// number returns the number in b of the word in column c of the last record.
func (p *csvFile) number(b *block, r *records, c int) (k int, f *fault) {
	k, is := b.known[c][string(r.fields[c])]
	if is {
		return k, nil
	}
	w := r.field(c)
	if k = len(b.words[c]); k == maxWords {
		return 0, p.manyWords(w, c)
	}
	if b.known[c] == nil {
		b.known[c] = map[string]int{}
	}
	b.words[c], b.known[c][w.text] = append(b.words[c], w), k
	return k, nil
}

func (p *csvFile) manyWords(w word, c int) *fault {
	return p.fault(w, c, fmt.Sprintf("expected no more than %d different words in a column; --drop %s leaves it out", maxWords, p.argument(c)))
}

// merge gives the words of b the numbers that they have in all blocks.
func (p *csvFile) merge(b *block) *fault {
	first, at := b.fault, 0
	for c := range p.columns {
		column := &p.columns[c]
		if column.role == words {
			numbers := make([]float64, len(b.words[c]))
			for k, w := range b.words[c] {
				n, is := column.known[w.text]
				if !is {
					if n = len(column.names); n == maxWords {
						if f := p.manyWords(w, c); f.before(first) {
							first = f
						}
						break
					}
					column.names, column.known[w.text] = append(column.names, w.text), n
				}
				numbers[k] = float64(n)
			}
			for i := at; first == nil && i < len(b.value); i += p.kept {
				b.value[i] = numbers[int(b.value[i])]
			}
		}
		if column.role == words || column.role == values {
			at++
		}
	}
	return first
}

// expand makes a column of words a feature for each of its words but the first in the order
// of bytes.
func (p *csvFile) expand(t *table) error {
	type source struct {
		feature int   // of a column of numbers
		of      []int // of a column of words, by their numbers: a feature, −1 for the first
	}
	var sources []source
	for c, column := range p.columns {
		switch column.role {
		case values:
			sources, t.features = append(sources, source{feature: len(t.features)}), append(t.features, p.called(c))
		case words:
			of := make([]int, len(column.names))
			for i, w := range slices.Sorted(slices.Values(column.names)) {
				if of[column.known[w]] = -1; i > 0 {
					of[column.known[w]] = len(t.features)
					t.features = append(t.features, p.called(c)+"="+w)
				}
			}
			sources = append(sources, source{of: of})
		}
	}
	if t.width = len(t.features); t.width == 0 {
		return fmt.Errorf("%s: no features are left, expected some: every column of words has one word only", p.name)
	}
	out := matrix{dim: t.width}
	for row := range slices.Chunk(t.value, len(sources)) {
		for k, v := range row {
			feature := sources[k].feature
			if sources[k].of != nil {
				feature, v = sources[k].of[int(v)], 1
			}
			if feature >= 0 && isPresent(v) {
				out.index, out.value = append(out.index, feature), append(out.value, v)
			}
		}
		out.ends = append(out.ends, len(out.value))
	}
	t.matrix = out
	return nil
}
