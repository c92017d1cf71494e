package benchdata

import (
	"bufio"
	"bytes"
	"fmt"
	"strconv"

	"marginlab/theory/vec"
)

// libsvmReader reads LIBSVM and SVMlight files, one example a line:
//
//	line  = [ label { blank pair } ] [ "#" comment ]
//	label = a number
//	pair  = index ":" value | "qid" ":" integer
//
// Blanks are spaces and tabs. The indices count from 1 (from 0 with
// Options.ZeroBased) to maxDim, and increase strictly. A qid, which groups the
// examples of a ranking problem, may stand right after the label and is ignored,
// as by SVMlight when it classifies. Explicit zeros are kept. A line with only a
// label is the zero vector.
type libsvmReader struct {
	name   string
	first  int // the least index
	line   int
	index  []int // of the current line
	value  []float64
	arena  arena
	x      []vec.Vector
	dim    int
	labels *labelTable
}

// maxDim is the most dimensions that a LIBSVM file may have. A learner keeps a few
// dense vectors of that length, of 0.8 GB each: an index beyond it is more likely
// a slip, which would end the process for want of memory, than data.
const maxDim = 100_000_000

func readLIBSVM(r *bufio.Reader, name string, opt Options) (*table, error) {
	p := &libsvmReader{name: name, first: 1, labels: newLabelTable()}
	if opt.ZeroBased {
		p.first = 0
	}
	if err := eachLine(r, name, p.example); err != nil {
		return nil, err
	}
	if len(p.x) == 0 {
		return nil, noExamples(name, nil)
	}
	if p.dim == 0 {
		return nil, fmt.Errorf("%s: every line holds a label only, expected index:value pairs after it", name)
	}
	return &table{name: name, x: stored(p.x, p.dim), dim: p.dim, labels: p.labels, indexed: true}, nil
}

// example reads one line, of this number.
func (p *libsvmReader) example(line []byte, number int) error {
	p.line = number
	if k := bytes.IndexByte(line, '#'); k >= 0 {
		line = line[:k]
	}
	label, rest := cutField(line)
	if len(label) == 0 {
		return nil
	}
	if _, expected := parseValue(label); expected != "" {
		return p.fault(1, label, "expected a finite number as label, as in +1")
	}
	p.index, p.value = p.index[:0], p.value[:0]
	for field := 2; ; field++ {
		var pair []byte
		if pair, rest = cutField(rest); len(pair) == 0 {
			break
		}
		if err := p.pair(pair, field); err != nil {
			return err
		}
	}
	x := p.arena.keep(p.index, p.value)
	if err := x.Check(x.Dim()); err != nil {
		return fmt.Errorf("%s:%d: %w", p.name, p.line, err)
	}
	p.labels.add(label, p.line)
	p.x = append(p.x, x)
	p.dim = max(p.dim, x.Dim())
	return nil
}

// pair appends one index:value to the current line.
func (p *libsvmReader) pair(pair []byte, field int) error {
	colon := bytes.IndexByte(pair, ':')
	if colon < 0 {
		return p.fault(field, pair, "expected index:value, as in 7:0.5")
	}
	if string(pair[:colon]) == "qid" {
		if _, err := strconv.ParseInt(string(pair[colon+1:]), 10, 64); err != nil || field != 2 {
			return p.fault(field, pair, "expected qid:integer, right after the label only")
		}
		return nil
	}
	i, ok := parseIndex(pair[:colon])
	most := maxDim - 1 + p.first
	switch {
	case !ok || i > most:
		return p.fault(field, pair, fmt.Sprintf("expected an index from %d to %d before the colon", p.first, most))
	case i < p.first:
		return p.fault(field, pair, "expected indices that count from 1; if they count from 0 in this file, say --zero-based")
	}
	i -= p.first
	if n := len(p.index); n > 0 && i <= p.index[n-1] {
		return p.fault(field, pair, fmt.Sprintf("expected strictly increasing indices, and %d came before", p.index[n-1]+p.first))
	}
	v, expected := parseValue(pair[colon+1:])
	if expected != "" {
		return p.fault(field, pair, expected+", after the colon")
	}
	p.index = append(p.index, i)
	p.value = append(p.value, v)
	return nil
}

func (p *libsvmReader) fault(field int, text []byte, expected string) error {
	return fmt.Errorf("%s:%d: field %d: %s: %s", p.name, p.line, field, quote(string(text)), expected)
}

// arena keeps the coordinates of many sparse vectors in few allocations.
type arena struct {
	index []int
	value []float64
}

// arenaChunk is the number of coordinates of one allocation.
const arenaChunk = 1 << 16

// keep returns the sparse vector of copies of index and value, unchecked.
func (a *arena) keep(index []int, value []float64) vec.Vector {
	if n := len(index); cap(a.index)-len(a.index) < n || a.index == nil {
		a.index = make([]int, 0, max(n, arenaChunk))
		a.value = make([]float64, 0, max(n, arenaChunk))
	}
	from := len(a.index)
	a.index = append(a.index, index...)
	a.value = append(a.value, value...)
	to := len(a.index)
	return vec.Vector{Index: a.index[from:to:to], Value: a.value[from:to:to]}
}
