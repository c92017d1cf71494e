package adversarial

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
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
	Stream    stream  `json:"stream"`
}

// Record is the best stream of a hunt with the ratio there. It is false if there is none, or
// if the conjecture is refuted.
func (f Finding) Record() (Record, bool) {
	return Record{f.Conjecture.Whole(), f.Ratio, f.Best}, f.Certificate == nil && len(f.Best) > 0
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
		if len(e.X.Value) != len(file.Stream[0].X.Value) {
			return Record{}, fmt.Errorf("record: example %d of the stream has %d coordinates, expected %d", i+1, len(e.X.Value), len(file.Stream[0].X.Value))
		}
	}
	if _, err := copyOf(file.Stream, s.Classes); err != nil {
		return Record{}, fmt.Errorf("record: stream: %w", err)
	}
	return Record{s, file.Ratio, file.Stream}, nil
}

// sameRatio is how far, relatively, the ratio of a record may be from the one that is computed:
// maximum margins are only known to a tolerance, and may enter by high powers.
const sameRatio = 1e-6

// NotAsStatedError says how a record is not what it states.
type NotAsStatedError struct{ Reason string }

func (e *NotAsStatedError) Error() string { return "record refused: " + e.Reason }

// Verify computes the ratio again, in float64. The error is a *[NotAsStatedError] where it is
// not as stated, or says what of the statement is wrong.
func (r Record) Verify() error {
	ratio, inside, err := Conjecture{Statement: r.Statement}.Evaluate(r.Stream)
	switch {
	case err != nil:
		return fmt.Errorf("record: %w", err)
	case !inside:
		return &NotAsStatedError{"the stream is outside of the domain of the statement"}
	case !(math.Abs(min(ratio, math.MaxFloat64)-r.Ratio) <= sameRatio*max(1, math.Abs(r.Ratio))):
		return &NotAsStatedError{fmt.Sprintf("ratio: stated %v, expected %v", r.Ratio, ratio)}
	}
	if got, err := r.settle(); err == nil && got.found != nil {
		return &NotAsStatedError{"the stream refutes the statement, and marginlab certify proves it"}
	}
	return nil
}

// Exactly is what exact arithmetic says of the ratio.
func (r Record) Exactly() Exactly {
	got, _ := r.settle() // the zero value where it could not decide
	return got.Exactly
}

// Undecided reports that exact arithmetic cannot tell the ratio from 1.
func (r Record) Undecided() bool {
	_, err := r.settle()
	return err != nil
}

// settle settles the stream if the ratio that is stated may be one of 1 or more.
func (r Record) settle() (tie, error) {
	if r.Ratio < 1-sameRatio {
		return tie{}, nil
	}
	t, err := prepare(Conjecture{Statement: r.Statement})
	if err != nil {
		return tie{}, err
	}
	s, err := copyOf(r.Stream, r.Statement.Classes)
	if err != nil {
		return tie{}, err
	}
	return t.settle(context.Background(), s, false)
}
