package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
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

// huntFile is what a file holds that hunts write and read: the certificate of a refutation, the record of a claim that
// survived, the state of a search, which has come to one or the other, or a stream and nothing more.
type huntFile struct {
	certificate *certificate.Certificate
	valid       *certificate.Verdict // on the certificate, nil before it is verified
	record      *adversarial.Record
	search      *hunt.Finding
	stream      []exact.Example
	rounded     string // a number of the file that may be longer than the one of the stream, "" if there is none
}

// mostBytes is how long such a file may be, and mostMemory what its numbers may take.
const (
	mostBytes  = 64 << 20
	mostMemory = term.Bytes(4 << 30)
)

// contents is what a file holds; - is standard input.
func contents(file string, stdin io.Reader) ([]byte, error) {
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		stdin = f
	}
	return all(file, stdin)
}

// all reads all of a text that is not too long.
func all(file string, in io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, mostBytes+1))
	if len(text) > mostBytes {
		err = fmt.Errorf("%s: more than %d MiB, which no certificate, record, stream or list of claims has",
			file, mostBytes>>20)
	}
	return text, err
}

// firstKey finds the key that a file in JSON begins with, which says what it holds.
var firstKey = regexp.MustCompile(`^\s*\{\s*"(\w*)"`)

// openHuntFile reads what hunts write, a stream that was made by hand, or examples in CSV or LIBSVM.
func openHuntFile(ctx context.Context, file string, stdin io.Reader) (f huntFile, err error) {
	text, err := contents(file, stdin)
	if err != nil {
		return f, err
	}
	key, isJSON := "", bytes.HasPrefix(bytes.TrimSpace(text), []byte("{"))
	if at := firstKey.FindSubmatch(text); at != nil {
		key = string(at[1])
	}
	commas := bytes.Count(text, []byte{','}) // which stand between numbers, and elsewhere
	switch {
	case !isJSON:
		f.stream, f.rounded, err = readExamples(file, text)
		return f, err
	case key == "hunt":
		var found hunt.Finding
		if found, err = hunt.ParseState(ctx, file, text); err == nil {
			f = fileOf(found)
		}
		return f, err
	case key == "stream":
		if err = rationals(int64(commas), fmt.Sprintf("as many as %d numbers", commas), mostMemory); err == nil {
			f.stream, err = adversarial.ReadByHand(bytes.NewReader(text))
		}
	case key == "record":
		var record adversarial.Record
		record, err = adversarial.ReadRecord(bytes.NewReader(text))
		f = huntFile{record: &record, stream: adversarial.Exact(record.Stream)}
	default:
		if f.certificate, err = certificate.Read(bytes.NewReader(text)); err == nil {
			f.stream = f.certificate.Stream
		}
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return f, err
}

// fileOf holds what a hunt has come to.
func fileOf(found hunt.Finding) huntFile {
	f := huntFile{search: &found, certificate: found.Certificate}
	if record, is := found.Record(); is {
		f.record, f.stream = &record, adversarial.Exact(record.Stream)
	} else if f.certificate != nil {
		f.stream = f.certificate.Stream
	}
	return f
}

// proven holds a certificate that was made here, verified. It is written to the output, if there is one.
func proven(c *certificate.Certificate, output string) (huntFile, error) {
	f := huntFile{certificate: c, stream: c.Stream}
	err := f.verify(false)
	if err == nil && output != "" {
		err = f.write(output)
	}
	return f, err
}

// readExamples reads the stream of examples in CSV or LIBSVM, plain or gzipped. rounded is a number of more digits
// than float64 keeps.
func readExamples(file string, text []byte) (stream []exact.Example, rounded string, err error) {
	plain, err := benchdata.Plain(bytes.NewReader(text))
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	if text, err = all(file, plain); err != nil {
		return nil, "", err
	}
	set, err := benchdata.Read(bytes.NewReader(text), file, benchdata.Options{})
	if err != nil {
		return nil, "", err
	}
	if err := rational(len(set.Examples), set.Dim, mostMemory); err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	for _, number := range manyDigits.FindAllString(string(text), -1) {
		if len(strings.TrimLeft(strings.Replace(number, ".", "", 1), "0")) > 15 {
			rounded = number
			break
		}
	}
	return adversarial.Decimals(set.Examples), rounded, nil
}

// manyDigits are those of a number without its exponent, so many that it may be longer than what
// float64 keeps.
var manyDigits = regexp.MustCompile(`[0-9.]{16,}`)

// statement is what the certificate refutes, or what the record is of; the zero value if the file has neither.
func (f huntFile) statement() (s certificate.Statement) {
	switch {
	case f.certificate != nil:
		return f.certificate.Statement
	case f.record != nil:
		return f.record.Statement
	}
	return s
}

// program is the command of a statement about a program, "" if it is about none.
func (f huntFile) program() string { return programOf(f.statement()) }

func programOf(s certificate.Statement) string {
	for _, learner := range []string{s.Learner, s.Against} {
		if spec, err := registry.Parse(learner); err == nil && spec.Kind.Code != nil {
			return spec.Kind.Code.Command
		}
	}
	return ""
}

// verify is how the certificate or the record is not as stated, nil if it is. rerun says to run the program that is
// the learner of a certificate.
func (f *huntFile) verify(rerun bool) (err error) {
	switch {
	case f.record != nil:
		return hunt.Verify(*f.record)
	case f.certificate == nil && f.search != nil:
		return errors.New("the hunt has found no stream that is in the domain and gives the claim a value")
	case f.certificate == nil:
		return errors.New("it holds a stream and no statement, expected a certificate or a record; " +
			"marginlab certify proves what it refutes")
	}
	if f.valid, err = f.certificate.Verify(certificate.Limit{}); err != nil || !rerun {
		return err
	}
	return adversarial.Rerun(f.certificate)
}

// sides are the quantity and the claim of a certificate on its stream, missing before it is verified.
func (f huntFile) sides() (quantity, claim term.Number) {
	if f.valid == nil {
		return term.Missing(), term.Missing()
	}
	return term.Number(certificate.Middle(f.valid.Quantity)), term.Number(certificate.Middle(f.valid.Claim))
}

// write writes the certificate or the record to a file.
func (f huntFile) write(file string) error {
	if f.record != nil {
		return writeFile(file, f.record.Write)
	}
	return writeFile(file, f.certificate.Write)
}

// writeFile writes a result to a file, as a whole. Where that fails, it keeps the result in another file, which the
// error names.
func writeFile(file string, write func(io.Writer) error) error {
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	err := atomicfile.WriteFile(file, text.Bytes())
	if err == nil {
		return nil
	}
	kept, unkept := os.CreateTemp("", "marginlab-*"+filepath.Ext(file))
	if unkept == nil {
		_, unkept = kept.Write(text.Bytes())
		unkept = errors.Join(unkept, kept.Close())
	}
	if unkept != nil {
		return errors.Join(err, unkept)
	}
	return fmt.Errorf("%w; what it should hold is in %s", err, kept.Name())
}

// checkOverwrite returns an error if the file written is one of the others, which are read or written too.
func checkOverwrite(flag, written string, files ...string) error {
	for _, file := range files {
		if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() || file == "-" {
			continue // it loses nothing
		}
		if atomicfile.Same(written, file) {
			return fmt.Errorf("%s would replace %s, expected the name of another file", flag, file)
		}
	}
	return nil
}

// writable is the error that one of the files, which are written after the work, cannot be;
// "" is none.
func writable(files ...string) error {
	for _, file := range files {
		if file != "" {
			if err := atomicfile.Writable(file); err != nil {
				return err
			}
		}
	}
	return nil
}

// written is when a file was written last, long ago if it is gone.
func written(file string) time.Time {
	info, err := os.Stat(file)
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// startingStreams are the streams of the files of --start in float64.
func (c huntCmd) startingStreams(ctx context.Context, stdin io.Reader) (streams [][]theory.Example, err error) {
	for _, file := range c.Start {
		f, err := openHuntFile(ctx, file, stdin)
		if err != nil {
			return nil, fmt.Errorf("--start: %w", err)
		}
		streams = append(streams, adversarial.Rounded(f.stream))
	}
	return streams, nil
}
