package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/algos/exact"
	"marginlab/algos/registry"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
	"marginlab/theory"
)

// huntFile is what the file of a hunt holds: the certificate of a refutation, or the record of a
// claim that survived. The other one is nil.
type huntFile struct {
	certificate *certificate.Certificate
	valid       *certificate.Verdict // on the certificate, nil before it is verified
	record      *adversarial.Record
}

// The first characters of the files in JSON that are no certificates.
var (
	asRecord = regexp.MustCompile(`^\s*\{\s*"record"`)
	asStream = regexp.MustCompile(`^\s*\{\s*"stream"`)
)

// mostBytes is how long a certificate, a record or a stream may be.
const mostBytes = 64 << 20

// contents is what a file holds; - is standard input.
func contents(file string, stdin io.Reader) ([]byte, error) {
	if file == "-" {
		return all(file, stdin)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return all(file, f)
}

// all reads all of a text that is not too long.
func all(file string, in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, mostBytes+1))
	if len(text) > mostBytes {
		err = fmt.Errorf("%s: more than %d MiB, which no certificate, record, stream or list of claims has", file, mostBytes>>20)
	}
	return text, err
}

// parseHuntFile reads a certificate or a record.
func parseHuntFile(file string, text []byte) (huntFile, error) {
	if asRecord.Match(text) {
		record, err := adversarial.ReadRecord(bytes.NewReader(text))
		if err != nil {
			return huntFile{}, fmt.Errorf("%s: %w", file, err)
		}
		return huntFile{record: &record}, nil
	}
	cert, err := certificate.Read(bytes.NewReader(text))
	if err != nil {
		return huntFile{}, fmt.Errorf("%s: %w", file, err)
	}
	return huntFile{certificate: cert}, nil
}

// stream is that of the certificate or of the record, in float64.
func (f huntFile) stream() []theory.Example {
	if f.record != nil {
		return f.record.Stream
	}
	return adversarial.Rounded(f.certificate.Stream)
}

// statement is what the certificate refutes, or what the record is of.
func (f huntFile) statement() certificate.Statement {
	if f.record != nil {
		return f.record.Statement
	}
	return f.certificate.Statement
}

// programOf is the command of a statement about a program, "" if it is about no program.
func programOf(s certificate.Statement) string {
	for _, learner := range []string{s.Learner, s.Against} {
		if spec, err := registry.Parse(learner); err == nil && spec.Kind.Code != nil {
			return spec.Kind.Code.Command
		}
	}
	return ""
}

// provenFile is that of a certificate that was made here.
func provenFile(c *certificate.Certificate) (huntFile, error) {
	f := huntFile{certificate: c}
	return f, f.verify(false)
}

// draw draws the stream with the learner's hyperplanes.
func (f huntFile) draw(ctx context.Context, stem string) error {
	story, err := f.story(ctx)
	if err != nil {
		return fmt.Errorf("plot: %w", err)
	}
	return story.Plot(stem)
}

// write writes the certificate or the record to a file, as a whole. Where that fails, it is
// kept in another one, which the error names.
func (f huntFile) write(file string) error {
	var text bytes.Buffer
	write := f.certificate.Write
	if f.record != nil {
		write = f.record.Write
	}
	if err := write(&text); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	err := atomicfile.WriteFile(file, text.Bytes())
	if err == nil {
		return nil
	}
	kept, unkept := os.CreateTemp("", "marginlab-*.json")
	if unkept == nil {
		_, unkept = kept.Write(text.Bytes())
		unkept = errors.Join(unkept, kept.Close())
	}
	if unkept != nil {
		return errors.Join(err, unkept)
	}
	return fmt.Errorf("%w; what it should hold is in %s", err, kept.Name())
}

// stream is a stream from a file, in exact numbers.
type stream struct {
	examples  []exact.Example
	statement string                   // that it is of, "" if the file has none
	proof     *certificate.Certificate // whose stream it is, nil if it is of none
	rounded   string                   // a number of the file that is not the one of the examples, as it may be longer; "" if there is none
}

// readStream reads the stream of a certificate or a record, one made by hand in JSON, or
// examples in CSV or LIBSVM. The error may be that it takes more than the memory.
func readStream(file string, stdin io.Reader, memory term.Bytes) (stream, error) {
	text, err := contents(file, stdin)
	if err != nil {
		return stream{}, err
	}
	if !bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
		return readExamples(file, text, memory)
	}
	commas := bytes.Count(text, []byte{','}) // which stand between numbers, and elsewhere
	if err := rationals(int64(commas), fmt.Sprintf("as many as %d numbers", commas), memory); err != nil {
		return stream{}, fmt.Errorf("%s: %w", file, err)
	}
	if asStream.Match(text) {
		examples, err := adversarial.ReadByHand(bytes.NewReader(text))
		if err != nil {
			err = fmt.Errorf("%s: %w", file, err)
		}
		return stream{examples: examples}, err
	}
	f, err := parseHuntFile(file, text)
	if err != nil {
		return stream{}, err
	}
	s := stream{statement: f.statement().String()}
	if f.certificate != nil {
		s.examples, s.proof = f.certificate.Stream, f.certificate
		return s, nil
	}
	s.examples = exactly(f.record.Stream)
	return s, nil
}

// readExamples reads the stream of examples in CSV or LIBSVM, plain or gzipped.
func readExamples(file string, text []byte, memory term.Bytes) (stream, error) {
	plain, err := benchdata.Plain(bytes.NewReader(text))
	if err != nil {
		return stream{}, fmt.Errorf("%s: %w", file, err)
	}
	if text, err = all(file, plain); err != nil {
		return stream{}, err
	}
	set, err := benchdata.Read(bytes.NewReader(text), file, benchdata.Options{})
	if err != nil {
		return stream{}, err
	}
	if err := rational(len(set.Examples), set.Dim, memory); err != nil {
		return stream{}, fmt.Errorf("%s: %w", file, err)
	}
	return stream{examples: adversarial.Decimals(set.Examples), rounded: tooLong(text)}, nil
}

// exactly are examples in exact numbers.
func exactly(examples []theory.Example) []exact.Example {
	all := make([]exact.Example, len(examples))
	for i, e := range examples {
		all[i] = exact.Example{X: exact.Floats(e.X.Value...), Y: int(e.Y)}
	}
	return all
}

// manyDigits are those of a number without its exponent, so many that it may be longer than what
// float64 keeps.
var manyDigits = regexp.MustCompile(`[0-9.]{16,}`)

// tooLong finds a number of more than the 15 digits that float64 keeps, "" if there is none.
func tooLong(text []byte) string {
	for _, number := range manyDigits.FindAllString(string(text), -1) {
		if len(strings.TrimLeft(strings.Replace(number, ".", "", 1), "0")) > 15 {
			return number
		}
	}
	return ""
}

// startingStreams are the streams of the files of --start in float64. settled is what exact arithmetic says of
// them before the hunt: the first that refutes the claim ends it.
func (c huntCmd) startingStreams(ctx context.Context, conjecture adversarial.Conjecture) (streams [][]theory.Example, settled hunt.Finding, err error) {
	began := time.Now()
	for _, file := range c.Start {
		s, err := readStream(file, nil, c.Memory)
		if err != nil {
			return nil, settled, fmt.Errorf("--start: %w", err)
		}
		streams = append(streams, adversarial.Rounded(s.examples))
		given := certificate.Certificate{Stream: s.examples}
		if s.proof != nil {
			given = *s.proof
		}
		found, err := hunt.Settle(ctx, conjecture, given)
		if err != nil {
			return nil, settled, fmt.Errorf("--start: %s: %w", file, err)
		}
		found.Began = file
		if settled = found.Beside(settled); settled.Certificate != nil {
			settled.Seconds = time.Since(began).Seconds()
			break
		}
	}
	return streams, settled, nil
}

// named is the finding of a hunt with the file of --start that it began with, if it is that.
func (c huntCmd) named(found hunt.Finding) hunt.Finding {
	for i, file := range c.Start {
		if found.Began == hunt.Given(i) {
			found.Began = file
		}
	}
	return found
}
