package shrink

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"gonum.org/v1/gonum/floats"
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

// FromFloats returns the stream on the coarsest lattice on which it violates, trying a few bits first and 53 last.
// It returns false if there is no such lattice, or no point, or if a coordinate is 2⁶² or more in size.
func FromFloats(x [][]float64, y []int, violates Predicate) (Stream, bool) {
	for _, point := range x {
		for _, v := range point {
			if !(math.Abs(v) < 1<<62) {
				return Stream{}, false
			}
		}
	}
	for _, bits := range []uint{4, 6, 8, 12, 16, 24, 32, 48, 53} {
		if len(x) == 0 {
			break
		}
		if s := lattice(x, y, bits); violates(s) {
			return s, true
		}
	}
	return Stream{}, false
}

// lattice snaps a stream to the lattice of 2^(e−bits), where 2^e is the least power of two above all |x|: every
// coordinate becomes an integer of at most that many bits times a power of two, rounded to the nearest, ties to
// even. The denominator stays below 2⁶³, which leaves fewer bits to a stream with all coordinates below 2^(bits−62).
// The coordinates are below 2⁶² in size.
func lattice(x [][]float64, y []int, bits uint) Stream {
	var size float64
	for _, point := range x {
		size = max(size, floats.Norm(point, math.Inf(1)))
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
	return s
}

// Dim returns the dimension of the points.
func (s Stream) Dim() int { return len(s.Rows[0].X) }

// Floats returns the stream in float64, each coordinate rounded once.
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

// mapped returns the stream with other coordinates, over another denominator.
func (s Stream) mapped(den int64, to func(i int, v int64) int64) Stream {
	c := Stream{Rows: make([]Row, len(s.Rows)), Den: den}
	for t, row := range s.Rows {
		c.Rows[t] = Row{X: make([]int64, len(row.X)), Y: row.Y}
		for i, v := range row.X {
			c.Rows[t].X[i] = to(i, v)
		}
	}
	return c
}

// with returns the stream with coordinate i of row t replaced.
func (s Stream) with(t, i int, v int64) Stream {
	s.Rows = slices.Clone(s.Rows)
	s.Rows[t].X = slices.Clone(s.Rows[t].X)
	s.Rows[t].X[i] = v
	return s
}

// withoutDim returns the stream without the dimension i.
func (s Stream) withoutDim(i int) Stream {
	s.Rows = slices.Clone(s.Rows)
	for t, row := range s.Rows {
		s.Rows[t].X = slices.Concat(row.X[:i], row.X[i+1:])
	}
	return s
}

// compare orders streams by size: fewer rows are smaller, then fewer dimensions, a smaller sum of |X|, a smaller
// denominator, fewer negative coordinates. There is no endless chain of smaller and smaller streams.
func compare(a, b Stream) int {
	aHigh, aLow, aNegative := a.sum()
	bHigh, bLow, bNegative := b.sum()
	return cmp.Or(
		compareShape(a, b),
		cmp.Compare(aHigh, bHigh),
		cmp.Compare(aLow, bLow),
		cmp.Compare(a.Den, b.Den),
		cmp.Compare(aNegative, bNegative),
	)
}

// compareShape compares rows, then dimensions.
func compareShape(a, b Stream) int {
	return cmp.Or(cmp.Compare(len(a.Rows), len(b.Rows)), cmp.Compare(a.Dim(), b.Dim()))
}

// sum returns Σ|X| in 128 bits, and the number of negative X.
func (s Stream) sum() (high, low uint64, negative int) {
	for _, row := range s.Rows {
		for _, v := range row.X {
			var carry uint64
			low, carry = bits.Add64(low, size(v), 0)
			high += carry
			if v < 0 {
				negative++
			}
		}
	}
	return high, low, negative
}

// size returns |v|, also for the least int64.
func size(v int64) uint64 { return min(uint64(v), -uint64(v)) }
