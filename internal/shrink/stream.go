package shrink

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Stream is a stream of points with integer coordinates over one common
// denominator: example t is (Rows[t].X/Den, Rows[t].Y). All rows have one
// dimension, and Den is positive. Labels are +1 or −1, or classes; see Options.
type Stream struct {
	Rows []Row
	Den  int64
}

// Row is an example, its point times the stream's denominator.
type Row struct {
	X []int64
	Y int
}

// FromFloats snaps a stream to the lattice of 2^(e−bits), where 2^e is the least
// power of two above all |x|: every coordinate becomes an integer of at most that
// many bits times a power of two, rounded to the nearest, ties to even. The
// denominator stays below 2⁶³, which leaves fewer bits to a stream of which all
// coordinates are below 2^(bits−62).
//
// It panics unless the stream has examples of one dimension of at least 1, and
// finite numbers below 2⁶² in size, and 1 ≤ bits ≤ 53.
func FromFloats(x [][]float64, y []int, bits uint) Stream {
	if len(x) != len(y) {
		panic(fmt.Sprintf("shrink: %d points and %d labels", len(x), len(y)))
	}
	if bits < 1 || bits > 53 {
		panic(fmt.Sprintf("shrink: a lattice of %d bits, expected 1 to 53", bits))
	}
	var size float64
	for t, point := range x {
		for i, v := range point {
			if size = max(size, math.Abs(v)); !(size < 1<<62) {
				panic(fmt.Sprintf("shrink: coordinate %d of example %d is %v, expected a number below 2^62 in size", i, t, v))
			}
		}
	}
	_, e := math.Frexp(size) // 2^(e−1) ≤ size < 2^e
	if size == 0 {
		e = int(bits)
	}
	unit := max(e-int(bits), -62)
	s := Stream{Rows: make([]Row, len(x)), Den: 1 << max(0, -unit)}
	for t, point := range x {
		s.Rows[t] = Row{X: make([]int64, len(point)), Y: y[t]}
		for i, v := range point {
			s.Rows[t].X[i] = int64(math.RoundToEven(math.Ldexp(v, -unit))) << max(0, unit)
		}
	}
	s.mustBeStream()
	return s
}

// Dim is the dimension of the points.
func (s Stream) Dim() int { return len(s.Rows[0].X) }

// Floats is the stream in float64, each coordinate rounded once.
func (s Stream) Floats() (x [][]float64, y []int) {
	x, y = make([][]float64, len(s.Rows)), make([]int, len(s.Rows))
	for t, row := range s.Rows {
		x[t], y[t] = make([]float64, len(row.X)), row.Y
		for i, v := range row.X {
			x[t][i] = float64(v) / float64(s.Den)
		}
	}
	return x, y
}

// Clone is a stream of its own memory.
func (s Stream) Clone() Stream {
	c := Stream{Rows: make([]Row, len(s.Rows)), Den: s.Den}
	for t, row := range s.Rows {
		c.Rows[t] = Row{X: slices.Clone(row.X), Y: row.Y}
	}
	return c
}

// Compare orders streams by what makes them small: fewer rows, then fewer
// dimensions, a smaller sum of |X|, a smaller denominator, fewer negative
// coordinates. No stream has an endless chain of smaller ones below it.
func Compare(a, b Stream) int {
	aHigh, aLow := a.sum()
	bHigh, bLow := b.sum()
	return cmp.Or(
		compareShape(a, b),
		cmp.Compare(aHigh, bHigh),
		cmp.Compare(aLow, bLow),
		cmp.Compare(a.Den, b.Den),
		cmp.Compare(a.negatives(), b.negatives()),
	)
}

// compareShape compares rows, then dimensions.
func compareShape(a, b Stream) int {
	return cmp.Or(cmp.Compare(len(a.Rows), len(b.Rows)), cmp.Compare(a.Dim(), b.Dim()))
}

// sum is Σ|X| in 128 bits.
func (s Stream) sum() (high, low uint64) {
	for _, row := range s.Rows {
		for _, v := range row.X {
			var carry uint64
			low, carry = bits.Add64(low, size(v), 0)
			high += carry
		}
	}
	return high, low
}

func (s Stream) negatives() (n int) {
	for _, row := range s.Rows {
		for _, v := range row.X {
			if v < 0 {
				n++
			}
		}
	}
	return n
}

// size is |v|, of the least int64 too.
func size(v int64) uint64 { return min(uint64(v), -uint64(v)) }

func (s Stream) mustBeStream() {
	if len(s.Rows) == 0 || s.Dim() == 0 || s.Den < 1 {
		panic(fmt.Sprintf("shrink: a stream of %d rows over %d, expected rows of at least one coordinate over a positive denominator",
			len(s.Rows), s.Den))
	}
	for t, row := range s.Rows {
		if len(row.X) != s.Dim() {
			panic(fmt.Sprintf("shrink: row %d has %d coordinates, row 0 has %d", t, len(row.X), s.Dim()))
		}
	}
}
