package benchdata

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
	"slices"
	"strconv"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// libsvm reads LIBSVM and SVMlight files, one example per line:
//
//	line  = [ label { blank pair } ] [ "#" comment ]
//	label = a number
//	pair  = index ":" value | "qid" ":" integer
//
// Blanks are spaces and tabs. The indices count from 1 (from 0 with Options.ZeroBased) to maxDim, and increase
// strictly. A qid, which groups the examples of a ranking problem, may stand right after the label and is ignored, as
// in SVMlight's classification. Explicit zeros are present. A line with only a label is the zero vector.
type libsvm struct {
	first int // the least index
}

// maxDim is the largest dimension of a LIBSVM file. A learner keeps a few dense vectors of that length, 0.8 GB each: a
// larger index is more likely a slip than data, and would end the process for want of memory.
const maxDim = 100_000_000

func (libsvm) whole(text []byte) int { return bytes.LastIndexByte(text, '\n') + 1 }

func (libsvm) begun() bool { return true }

func (libsvm) end(t *table) error {
	switch {
	case t.examples == 0:
		return noExamples(t.name, nil)
	case t.width == 0:
		return fmt.Errorf("%s: every line holds a label only, expected index:value pairs after it", t.name)
	}
	return nil
}

// parse reads the lines of b.
func (f libsvm) parse(b *block) {
	if b.text[len(b.text)-1] != '\n' {
		b.text = append(b.text, '\n')
	}
	room := len(b.text) / 8 // most pairs are longer
	b.index, b.value = slices.Grow(b.index, room), slices.Grow(b.value, room)
	for at := 0; at < len(b.text) && b.fault == nil; b.lines++ {
		at = f.line(b, at)
	}
}

// line reads the line of b that begins at index at, and returns where the next line begins.
func (f libsvm) line(b *block, at int) int {
	text := b.text
	at = skipBlanks(text, at)
	end := endOfField(text, at)
	if end == at {
		return endOfLine(text, at)
	}
	label := string(text[at:end])
	if _, known := b.labels.of[label]; !known {
		if _, expected := parseValue(label); expected != "" {
			b.fault = f.fault(b, 1, text[at:end], "expected a finite number as label, as in +1")
			return end
		}
	}
	b.labels.add(label, b.lines)
	row, last, qid := len(b.value), -1, 0
	for {
		end, last = f.usual(b, end, last)
		if at = skipBlanks(text, end); text[at] == '\n' || text[at] == '#' {
			break
		}
		end = endOfField(text, at)
		field := len(b.value) - row + qid + 2
		if bytes.HasPrefix(text[at:end], []byte("qid:")) {
			if _, err := strconv.ParseInt(string(text[at+4:end]), 10, 64); err != nil || field != 2 {
				b.fault = f.fault(b, field, text[at:end], "expected qid:integer, right after the label only")
				return end
			}
			qid = 1
			continue
		}
		i, v, expected := f.pair(text[at:end], last)
		if expected != "" {
			b.fault = f.fault(b, field, text[at:end], expected)
			return end
		}
		b.index, b.value = append(b.index, i), append(b.value, v)
		last = i
	}
	x := vec.Vector{Value: b.value[row:]} // the coordinates are known to be in order
	if err := x.Check(len(x.Value)); err != nil {
		b.fault = &fault{line: b.lines, err: err}
	}
	b.ends = append(b.ends, len(b.value))
	b.dim = max(b.dim, last+1)
	b.full = b.full && last+1 == len(x.Value)
	return endOfLine(text, at)
}

// usual reads pairs into b from text[at:] on, after a pair with the index last. It returns where
// they end, and the last index. It is a fast version of pair that reads only a blank, digits, a colon
// and a decimal number, and stops before anything else.
func (f libsvm) usual(b *block, at, last int) (end, index int) {
	text, indices, values := b.text, b.index, b.value
	for text[at] == ' ' || text[at] == '\t' {
		i, p := 0, at+1
		for c := text[p] - '0'; c <= 9; c = text[p] - '0' {
			i = 10*i + int(c)
			p++
		}
		if i -= f.first; text[p] != ':' || p == at+1 || p > at+9 || i <= last {
			break
		}
		p++
		value, minus := p, 0
		if text[p] == '-' {
			minus = 1
		}
		p += minus
		m, digits := uint64(0), -p
		for c := text[p] - '0'; c <= 9; c = text[p] - '0' {
			m = 10*m + uint64(c)
			p++
		}
		digits += p
		decimals := 0
		if text[p] == '.' {
			p++
			for n := 8; n == 8 && p+8 <= len(text); {
				var x uint64
				x, n = leadingDigits(binary.LittleEndian.Uint64(text[p:]))
				m = m*shift10[n] + x
				p += n
				decimals += n
			}
			digits += decimals
		}
		var v float64
		if 0 < digits && digits <= 15 && endsField(text[p]) {
			v = signs[minus] * (float64(m) / tens[decimals]) // the nearest one, as both are exact
		} else if 15 < digits && digits <= 19 && endsField(text[p]) { // m is below 2⁶⁴
			v = signs[minus] * nearest(m, decimals)
		} else {
			p = endOfField(text, p)
			var expected string
			if v, expected = parseValue(string(text[value:p])); expected != "" {
				break
			}
		}
		indices, values = append(indices, i), append(values, v)
		at, last = p, i
	}
	b.index, b.value = indices, values
	return at, last
}

// pair reads index:value, after a pair with the index last, −1 if there is none. If it
// cannot, it returns what was expected instead, otherwise "".
func (f libsvm) pair(pair []byte, last int) (i int, v float64, expected string) {
	colon := bytes.IndexByte(pair, ':')
	if colon < 0 {
		return 0, 0, "expected index:value, as in 7:0.5"
	}
	n, err := strconv.ParseUint(string(pair[:colon]), 10, 31)
	i, most := int(n), maxDim-1+f.first
	switch {
	case err != nil || i > most:
		return 0, 0, fmt.Sprintf("expected an index from %d to %d before the colon", f.first, most)
	case i < f.first:
		return 0, 0, "expected indices that count from 1; if they count from 0 in this file, say --zero-based"
	}
	if i -= f.first; i <= last {
		return 0, 0, fmt.Sprintf("expected strictly increasing indices, and %d came before", last+f.first)
	}
	if v, expected = parseValue(string(pair[colon+1:])); expected != "" {
		expected += ", after the colon"
	}
	return i, v, expected
}

func (f libsvm) fault(b *block, field int, text []byte, expected string) *fault {
	return &fault{line: b.lines, err: fmt.Errorf("field %d: %s: %s", field, quote(string(text)), expected)}
}

// skipBlanks returns where the blanks at text[i:] end. Line ends are not blanks.
func skipBlanks(text []byte, i int) int {
	for text[i] == ' ' || text[i] == '\t' || text[i] == '\r' {
		i++
	}
	return i
}

// endOfField returns where the field ends that text[i:] begins with.
func endOfField(text []byte, i int) int {
	for !endsField(text[i]) {
		i++
	}
	return i
}

func endsField(c byte) bool { return isBlank(c) || c == '#' }

// endOfLine returns where the line after text[i:] begins.
func endOfLine(text []byte, i int) int { return i + bytes.IndexByte(text[i:], '\n') + 1 }

// leadingDigits returns the decimal number that eight characters begin with, the first in the
// lowest byte, and how many digits it has.
func leadingDigits(text uint64) (m uint64, n int) {
	// A byte of x is the value of a digit, or above 9. For a byte above 9, and perhaps for bytes
	// after it, other has the highest bit set.
	x := text ^ 0x3030303030303030
	other := (x + 0x7676767676767676 | x) & 0x8080808080808080
	n = bits.TrailingZeros64(other) / 8
	// The digits move up and zeros come before them. Then pairs of neighbours are joined:
	// digits, numbers of two of them, numbers of four.
	x <<= 64 - 8*n
	x = x*10 + x>>8
	return (x&0x000000ff000000ff*(100+1000000<<32) + x>>16&0x000000ff000000ff*(1+10000<<32)) >> 32, n
}

// nearest returns the float64 nearest to m/10^decimals, of at most 19 decimals. A quotient of at least
// 62 bits, the last one set if a rest follows them, rounds as the whole would.
func nearest(m uint64, decimals int) float64 {
	divisor := shift10[decimals]
	up, down := bits.LeadingZeros64(divisor), bits.LeadingZeros64(m)
	m <<= down
	quotient, rest := bits.Div64(m>>1, m<<63, divisor<<up)
	if rest != 0 {
		quotient |= 1
	}
	return float64(quotient) * math.Float64frombits(uint64(1023+up-down-63)<<52) // exactly
}

// Powers of ten as integers and as float64s, and the signs of a number without and with a minus. A table of signs
// saves a branch that cannot be predicted.
var (
	shift10 = [20]uint64{
		1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
	}
	tens  = [16]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15}
	signs = [2]float64{1, -1}
)

// WriteLIBSVM writes examples as LIBSVM lines that [Read] reads back: labels +1 and -1, indices from 1, values as the
// shortest decimals that give the same float64. It writes all stored coordinates of a sparse vector, explicit
// zeros too, so that it comes back bit for bit, and the coordinates of a dense vector that are not +0.
func WriteLIBSVM(w io.Writer, examples []theory.Example) error {
	out := bufio.NewWriter(w)
	var line []byte
	for _, e := range examples {
		line = fmt.Appendf(line[:0], "%+d", e.Y)
		for k, v := range e.X.Value {
			if !e.X.IsSparse() && !isPresent(v) {
				continue
			}
			line = append(line, ' ')
			line = strconv.AppendInt(line, int64(e.X.Coordinate(k))+1, 10)
			line = append(line, ':')
			line = appendValue(line, v)
		}
		out.Write(append(line, '\n')) // an error stays until Flush
	}
	return out.Flush()
}

// appendValue appends the shortest decimal that strconv reads back as v.
func appendValue(dst []byte, v float64) []byte { return strconv.AppendFloat(dst, v, 'g', -1, 64) }
