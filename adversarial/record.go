package adversarial

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// Record is the best that a hunt has reached for a statement that survived: a stream of its
// domain, and the ratio of quantity and claim there. Its file is JSON:
//
//	{"record": 1,
//	 "statement": "e-omm: mistakes <= 2 + r^2",
//	 "ratio": 0.9,
//	 "stream": [
//	  {"x": [0.5, -1], "y": 1},
//	  …
//	 ]}
//
// The statement is a line as [ParseStatement] reads it, with all parameters of
// its learners. The coordinates are float64, each in the fewest digits that say which.
type Record struct {
	Statement certificate.Statement
	Ratio     float64
	Stream    []theory.Example
}

// recordFormat is the version of the form of records.
const recordFormat = 1

// recordFile is the form of a record's file.
type recordFile struct {
	Record    int     `json:"record"`
	Statement string  `json:"statement"`
	Ratio     float64 `json:"ratio"`
	Stream    Stream  `json:"stream"`
}

// Write writes the record, an example a line.
func (r Record) Write(w io.Writer) error {
	var out bytes.Buffer
	line := json.NewEncoder(&out)
	line.SetEscapeHTML(false)
	value := func(prefix string, v any, suffix string) error {
		out.WriteString(prefix)
		err := line.Encode(v)
		out.Truncate(len(bytes.TrimRight(out.Bytes(), "\n")))
		out.WriteString(suffix)
		return err
	}
	errs := []error{
		value(`{"record": `, recordFormat, ",\n"), value(` "statement": `, r.Statement.String(), ",\n"), value(` "ratio": `, r.Ratio, ",\n"),
	}
	out.WriteString(` "stream": [`)
	for i, e := range r.Stream {
		separator := ",\n  "
		if i == 0 {
			separator = "\n  "
		}
		errs = append(errs, value(separator, row{e.X.Value, e.Y}, ""))
	}
	out.WriteString("\n ]}\n")
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	_, err := w.Write(out.Bytes())
	return err
}

// ReadRecord reads a record, and checks its form and its stream. Whether the ratio is that of
// the stream is for [Record.Verify] to say.
func ReadRecord(from io.Reader) (Record, error) {
	d := json.NewDecoder(from)
	d.DisallowUnknownFields()
	var file recordFile
	if err := d.Decode(&file); err != nil {
		return Record{}, fmt.Errorf("record: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Record{}, errors.New("record: expected the end of the file after it")
	}
	if file.Record != recordFormat {
		return Record{}, fmt.Errorf("record: it has the format %d, expected %d", file.Record, recordFormat)
	}
	s, err := ParseStatement(file.Statement)
	if err != nil {
		return Record{}, fmt.Errorf("record: statement: %w", err)
	}
	if len(file.Stream) == 0 {
		return Record{}, errors.New("record: the stream is empty, expected examples")
	}
	for i, e := range file.Stream {
		if err := CheckExample(e, len(file.Stream[0].X.Value), s.Classes); err != nil {
			return Record{}, fmt.Errorf("record: stream: example %d: %w", i+1, err)
		}
	}
	return Record{s, file.Ratio, file.Stream}, nil
}

// Stream is a stream of dense examples, all of the same dimension, in JSON.
type Stream []theory.Example

// row is an example of a stream as it is kept in a file.
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
			return fmt.Errorf("example %d of the stream has %d coordinates, expected as many as the first one, at least 1", i+1, len(r.X))
		}
		*s = append(*s, theory.Example{X: vec.Dense(r.X...), Y: r.Y})
	}
	if len(rows) == 0 {
		return errors.New("the stream is empty, expected examples")
	}
	return nil
}

// CheckExample reports what is wrong with an example as data from outside: of so many classes, 0 of two.
func CheckExample(e theory.Example, dim, classes int) error {
	if classes > 0 {
		return e.CheckClass(dim, classes)
	}
	return e.Check(dim)
}
