package hunt

import (
	"fmt"
	"math"
	"slices"

	"marginlab/adversarial"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// stream is a finite stream of dense examples, all of the same dimension.
type stream []theory.Example

// MarshalJSON implements [json.Marshaler].
func (s stream) MarshalJSON() ([]byte, error) { return adversarial.Stream(s).MarshalJSON() }

// UnmarshalJSON implements [json.Unmarshaler].
func (s *stream) UnmarshalJSON(text []byte) error {
	return (*adversarial.Stream)(s).UnmarshalJSON(text)
}

// copyOf is a stream of examples that may be sparse, checked: of so many classes, 0 of two.
func copyOf(examples []theory.Example, classes int) (stream, error) {
	dim := max(1, theory.Dim(examples))
	s := newStream(len(examples), dim)
	for i, e := range examples {
		if err := adversarial.CheckExample(e, dim, classes); err != nil {
			return nil, fmt.Errorf("example %d: %w", i+1, err)
		}
		e.X.CopyTo(s[i].X.Value)
		s[i].Y = e.Y
	}
	return s, nil
}

// newStream is room for n examples in dim dimensions, all at the origin and positive.
func newStream(n, dim int) stream {
	s, values := make(stream, n), make([]float64, n*dim)
	for i := range s {
		s[i] = theory.Example{X: vec.Dense(values[i*dim : (i+1)*dim : (i+1)*dim]...), Y: theory.Positive}
	}
	return s
}

func (s stream) dim() int {
	if len(s) == 0 {
		return 0
	}
	return len(s[0].X.Value)
}

// clone is a copy that shares no memory.
func (s stream) clone() stream { return s.embed(s.dim()) }

// embed is a copy in another dimension: coordinates are left out, or 0.
func (s stream) embed(dim int) stream {
	c := newStream(len(s), dim)
	for i, e := range s {
		copy(c[i].X.Value, e.X.Value)
		c[i].Y = e.Y
	}
	return c
}

// lifted is the stream of the points (x, c), and the stream itself where c is 0.
func (s stream) lifted(c float64) stream {
	if c == 0 {
		return s
	}
	points := s.embed(s.dim() + 1)
	for _, e := range points {
		e.X.Value[s.dim()] = c
	}
	return points
}

// insert is a copy with an example put before position at.
func (s stream) insert(at int, e theory.Example) stream {
	return slices.Insert(s.clone(), at, theory.Example{X: e.X.Clone(), Y: e.Y})
}

// finite reports that all coordinates are numbers that the learners can square.
func (s stream) finite() bool {
	for i := range s {
		for _, v := range s[i].X.Value {
			if !(math.Abs(v) < 1e9) {
				return false
			}
		}
	}
	return true
}

// size is the greatest distance from the first example, or its length where all are there: what moves are
// measured in.
func (s stream) size() float64 {
	var size float64
	for i := 1; i < len(s); i++ {
		size = max(size, vec.SqDistDense(s[i].X.Value, s[0].X.Value))
	}
	if size == 0 && len(s) > 0 {
		size = s[0].X.SqNorm()
	}
	if size == 0 {
		return 1
	}
	return math.Sqrt(size)
}

// numbers is how long a stream is to write.
func (s stream) numbers() int { return len(s) * (s.dim() + 8) }

// scale multiplies all coordinates.
func (s stream) scale(factor float64) {
	for _, e := range s {
		for k := range e.X.Value {
			e.X.Value[k] *= factor
		}
	}
}

// snap rounds all coordinates to multiples of a grid.
func (s stream) snap(grid float64) {
	for _, e := range s {
		for k, v := range e.X.Value {
			e.X.Value[k] = math.Round(v/grid) * grid
		}
	}
}

// same reports that two streams have the same labels and coordinates.
func (s stream) same(o stream) bool {
	return slices.EqualFunc(s, o, func(a, b theory.Example) bool { return a.Y == b.Y && slices.Equal(a.X.Value, b.X.Value) })
}
