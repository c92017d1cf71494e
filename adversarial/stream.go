package adversarial

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// stream is a finite stream of dense examples, all of the same dimension.
type stream []theory.Example

// row is an example of a stream as it is kept in a file.
type row struct {
	X []float64    `json:"x"`
	Y theory.Label `json:"y"`
}

// MarshalJSON implements [json.Marshaler].
func (s stream) MarshalJSON() ([]byte, error) {
	var rows []row
	for _, e := range s {
		rows = append(rows, row{e.X.Value, e.Y})
	}
	return json.Marshal(rows)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (s *stream) UnmarshalJSON(text []byte) error {
	*s = nil
	err := each(text, func(r row) error {
		*s = append(*s, theory.Example{X: vec.Dense(r.X...), Y: r.Y})
		if len(r.X) == 0 {
			return fmt.Errorf("example %d has no coordinates, expected some", len(*s))
		}
		return nil
	})
	if err == nil && len(*s) == 0 {
		err = errors.New("the stream is empty, expected examples")
	}
	return err
}

// each takes the elements of a list in JSON, up to the first that is refused. [json.Unmarshal] reads on,
// and makes fifty bytes and more of each {} and null.
func each[T any](text []byte, take func(T) error) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('[') {
		return cmp.Or(err, fmt.Errorf("%.20s, expected a list", text))
	}
	for d.More() {
		var v T
		err := d.Decode(&v)
		if err == nil {
			err = take(v)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// newStream is room for n examples in dim dimensions, all at the origin and
// positive.
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
	points := newStream(len(s), s.dim()+1)
	for i, e := range s {
		copy(points[i].X.Value, e.X.Value)
		points[i].X.Value[s.dim()] = c
		points[i].Y = e.Y
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

// size is the greatest distance from the first example, or its length where all are
// there: what moves are measured in.
func (s stream) size() float64 {
	var size float64
	for i := 1; i < len(s); i++ {
		if d := vec.SqDistDense(s[i].X.Value, s[0].X.Value); d > size {
			size = d
		}
	}
	if size == 0 && len(s) > 0 {
		size = s[0].X.SqNorm()
	}
	if size == 0 {
		return 1
	}
	return math.Sqrt(size)
}

// snap rounds all coordinates to multiples of a grid.
func (s stream) snap(grid float64) {
	for _, e := range s {
		for k, v := range e.X.Value {
			e.X.Value[k] = math.Round(v/grid) * grid
		}
	}
}

// mean is the mean of the examples of class y, nil if there are none.
func (s stream) mean(y theory.Label) []float64 {
	m, n := make([]float64, s.dim()), 0
	for _, e := range s {
		if e.Y == y {
			n++
			e.X.AddTo(m, 1)
		}
	}
	if n == 0 {
		return nil
	}
	for k := range m {
		m[k] /= float64(n)
	}
	return m
}

// equal reports that two examples have the same label and coordinates.
func equal(a, b theory.Example) bool { return a.Y == b.Y && slices.Equal(a.X.Value, b.X.Value) }
