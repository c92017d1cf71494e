package adversarial

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/algos/expr"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Record is the best result of hunts for a statement that survived: a stream of its domain, and the ratio of quantity
// and claim there. Its file is JSON:
//
//	{
//	 "record": 1,
//	 "statement": "e-omm: mistakes <= 2 + r^2",
//	 "ratio": 0.9,
//	 "stream": [
//	  {"x": [0.5, -1], "y": 1},
//	  …]
//	}
//
// The statement is a line as [ParseStatement] reads it, with all parameters of its learners. The coordinates are
// float64, each in the fewest digits that identify it.
type Record struct {
	Statement certificate.Statement
	Ratio     float64
	Stream    []theory.Example
}

// recordFormat is the version of the record format.
const recordFormat = 1

// recordFile is the JSON form of a record.
type recordFile struct {
	Record    int     `json:"record"`
	Statement string  `json:"statement"`
	Ratio     float64 `json:"ratio"`
	Stream    Stream  `json:"stream"`
}

// Write writes the record, one example a line.
func (r Record) Write(w io.Writer) error {
	return certificate.WriteLines(w, recordFile{recordFormat, r.Statement.String(), r.Ratio, r.Stream})
}

// ReadRecord reads a record, and checks its form and its stream. Package hunt checks that the ratio belongs to the
// stream.
func ReadRecord(from io.Reader) (Record, error) {
	file, err := decode[recordFile](from)
	s, wrong := ParseStatement(file.Statement)
	switch {
	case err != nil:
	case file.Record != recordFormat:
		err = fmt.Errorf("it has the format %d, expected %d", file.Record, recordFormat)
	case wrong != nil:
		err = fmt.Errorf("statement: %w", wrong)
	case len(file.Stream) == 0:
		err = errors.New("the stream is empty, expected examples")
	}
	for i, e := range file.Stream {
		if wrong := CheckExample(e, len(file.Stream[0].X.Value), s.Classes); err == nil && wrong != nil {
			err = fmt.Errorf("stream: example %d: %w", i+1, wrong)
		}
	}
	if err != nil {
		return Record{}, fmt.Errorf("record: %w", err)
	}
	return Record{s, file.Ratio, file.Stream}, nil
}

// decode reads a file that is a single JSON value without unknown fields.
func decode[T any](from io.Reader) (v T, err error) {
	d := json.NewDecoder(from)
	d.DisallowUnknownFields()
	d.UseNumber() // as written, where no type is expected
	if err = d.Decode(&v); err != nil {
		return v, err
	}
	if _, err = d.Token(); err != io.EOF {
		return v, errors.New("expected the end of the file after it")
	}
	return v, nil
}

// Stream is a stream of dense examples, all of the same dimension, in JSON.
type Stream []theory.Example

// row is an example of a stream as a file keeps it.
type row struct {
	X []float64    `json:"x"`
	Y theory.Label `json:"y"`
}

// MarshalJSON implements [json.Marshaler].
func (s Stream) MarshalJSON() ([]byte, error) {
	var rows []row
	for _, e := range s {
		rows = append(rows, row{e.X.Value, e.Y})
	}
	return json.Marshal(rows)
}

// UnmarshalJSON implements [json.Unmarshaler].
func (s *Stream) UnmarshalJSON(text []byte) error {
	var rows []row
	if err := json.Unmarshal(text, &rows); err != nil {
		return err
	}
	*s = nil
	for i, r := range rows {
		if len(r.X) == 0 || len(r.X) != len(rows[0].X) {
			return fmt.Errorf("example %d of the stream has %d coordinates, expected as many as the first one, "+
				"at least 1", i+1, len(r.X))
		}
		*s = append(*s, theory.Example{X: vec.Dense(r.X...), Y: r.Y})
	}
	if len(rows) == 0 {
		return errors.New("the stream is empty, expected examples")
	}
	return nil
}

// CheckExample returns an error if an example that came from outside is malformed; classes is 0 for binary labels.
func CheckExample(e theory.Example, dim, classes int) error {
	if classes > 0 {
		return e.CheckClass(dim, classes)
	}
	return e.Check(dim)
}

// Decimals returns the examples with each coordinate as the shortest decimal that rounds to its float64. A number that
// was written with up to 15 digits comes back unchanged.
func Decimals(examples []theory.Example) []exact.Example {
	x := make([]float64, max(1, theory.Dim(examples)))
	all := make([]exact.Example, len(examples))
	for i, e := range examples {
		e.X.CopyTo(x)
		all[i] = exact.Example{X: exact.NewVector(len(x)), Y: int(e.Y)}
		for k, v := range x {
			if _, ok := all[i].X[k].SetString(strconv.FormatFloat(v, 'g', -1, 64)); !ok {
				panic(fmt.Sprintf("adversarial: coordinate %d is %v, expected a finite number", k, v))
			}
		}
	}
	return all
}

// ReadByHand reads a stream that was made by hand, as JSON:
//
//	{"stream": [{"x": [0.1, "1/3"], "y": 1}, {"x": [-2, 1e-3], "y": -1}]}
//
// A coordinate is a decimal number, or a ratio of integers in quotes, and is read exactly.
func ReadByHand(from io.Reader) (all []exact.Example, err error) {
	type written struct {
		Stream []struct {
			X []any
			Y int
		}
	}
	file, err := decode[written](from)
	for _, row := range file.Stream {
		e := exact.Example{X: make(exact.Vector, len(row.X)), Y: row.Y}
		for k, v := range row.X {
			text, wrong := strings.ToLower(fmt.Sprint(v)), error(nil)
			if e.X[k], wrong = (expr.Expr{Name: text}).Rat(); len(text) > certificate.MaxDigits {
				wrong = fmt.Errorf("a coordinate of %d characters, expected at most %d", len(text), certificate.MaxDigits)
			}
			err = cmp.Or(err, wrong)
		}
		all = append(all, e)
	}
	if err != nil {
		return nil, fmt.Errorf("stream: %w", err)
	}
	return all, nil
}
