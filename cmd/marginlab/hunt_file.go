package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"

	"github.com/google/renameio/v2"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/benchdata"
	"marginlab/theory"
)

// huntFile is what the file of a hunt holds: the certificate of a refutation, or the record of a
// claim that survived. The other one is nil.
type huntFile struct {
	certificate *certificate.Certificate
	record      *adversarial.Record
}

// asRecord are the first characters of a record.
var asRecord = regexp.MustCompile(`^\s*\{\s*"record"`)

// readHuntFile reads a certificate or a record from a file; - is standard input.
func readHuntFile(file string, stdin io.Reader) (huntFile, error) {
	in := stdin
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return huntFile{}, fmt.Errorf("certificate: %w", err)
		}
		defer f.Close()
		in = f
	}
	const most = 64 << 20
	text := bufio.NewReader(io.LimitReader(in, most)) // what is longer is cut, and broken
	if head, _ := text.Peek(64); asRecord.Match(head) {
		record, err := adversarial.ReadRecord(text)
		if err != nil {
			return huntFile{}, fmt.Errorf("%s: %w", file, err)
		}
		return huntFile{record: &record}, nil
	}
	cert, err := certificate.Read(text)
	if err != nil {
		return huntFile{}, fmt.Errorf("certificate %s: %w", file, err)
	}
	return huntFile{certificate: cert}, nil
}

// stream is that of the certificate or of the record, in float64.
func (f huntFile) stream() []theory.Example {
	if f.record != nil {
		return f.record.Stream
	}
	return certificate.Rounded(f.certificate.Stream)
}

// statement is what the certificate refutes, or what the record is of.
func (f huntFile) statement() certificate.Statement {
	if f.record != nil {
		return f.record.Statement
	}
	return f.certificate.Statement
}

// draw draws the stream, of two dimensions.
func (f huntFile) draw(stem string) error { return drawExamples(stem, f.statement(), f.stream()) }

// write writes the certificate or the record to a file, as a whole.
func (f huntFile) write(file string) error {
	var text bytes.Buffer
	write := f.certificate.Write
	if f.record != nil {
		write = f.record.Write
	}
	if err := write(&text); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return renameio.WriteFile(file, text.Bytes(), 0o644)
}

// startingStreams are the streams of files of records, certificates or examples.
func startingStreams(files []string) (streams [][]theory.Example, err error) {
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("--start: %w", err)
		}
		var stream []theory.Example
		if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) {
			known, err := readHuntFile(file, nil)
			if err != nil {
				return nil, fmt.Errorf("--start: %w", err)
			}
			stream = known.stream()
		} else {
			set, err := benchdata.Read(bytes.NewReader(text), file, benchdata.Options{})
			if err != nil {
				return nil, fmt.Errorf("--start: %w", err)
			}
			stream = set.Examples
		}
		streams = append(streams, stream)
	}
	return streams, nil
}
