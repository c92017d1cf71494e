package props

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/external"
	"marginlab/internal/atomicfile"
	"marginlab/props/measure"
	"marginlab/props/stream"
	"marginlab/theory"
)

// Failure is a counterexample to a property.
type Failure struct {
	Property Property
	Case     Case
	Err      error  // where, and with which values
	Seed     string // rapid's flag that draws it again, "" if it was not drawn
	Replay   string // the command line that checks this very case
	Witness  string // the command line that verifies its certificate, "" if it has none
}

// brokenProtocol reports whether the error is that a learner, a program, broke its protocol.
func brokenProtocol(err error) bool { return errors.As(err, new(*external.Error)) }

const (
	maxRows   = 5   // of the table of the stream
	maxPoint  = 60  // characters of a point in it
	maxValues = 600 // characters of the error
)

// String returns the printed text of a failure, at most twelve lines, so that with those of `go test` itself there
// are no more than sixteen.
func (f Failure) String() string {
	var b strings.Builder
	of := ""
	if f.Case.Learner != nil {
		of = " of " + f.Case.Learner.String()
	}
	fmt.Fprintf(&b, "%s%s: not so: %s [%s]\n", f.Property.Name, of, f.Property.Claim, f.Property.Source)
	fmt.Fprintln(&b, clip(strings.ReplaceAll(f.Err.Error(), "\n", " "), maxValues))
	if f.table(&b); f.Seed != "" {
		f.Seed = fmt.Sprintf("(found by %s, then shrunk)", f.Seed)
	}
	lines := slices.DeleteFunc([]string{f.Replay, f.Witness, f.Seed}, func(s string) bool { return s == "" })
	return b.String() + strings.Join(lines, "\n")
}

// table writes the stream with the learner's decisions on it.
func (f Failure) table(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	defer w.Flush()
	steps := f.steps()
	for t, e := range f.Case.Stream {
		if t == 0 {
			fmt.Fprint(w, "t\ty\tx", map[bool]string{true: "\tpredicted\ta_t\tgamma_t\tupdate"}[steps != nil], "\n")
		}
		if n := len(f.Case.Stream); n > maxRows && t >= maxRows-2 && t < n-1 {
			if t == n-2 {
				fmt.Fprintf(w, "…\t\t%d more\n", n-maxRows+1)
			}
			continue
		}
		example := stream.Example(e) // its label first
		fmt.Fprintf(w, "%d\t%s\t%s", t+1, example[:1], clip(example[1:], maxPoint))
		switch {
		case t >= len(steps):
		case steps[t].Opening:
			fmt.Fprintf(w, "\t%+d\t\t\topening", steps[t].Predicted)
		default:
			fmt.Fprintf(w, "\t%+d\t%.6g\t%.6g\t%v",
				steps[t].Predicted, steps[t].A(), steps[t].Gamma(), steps[t].Updated)
		}
		fmt.Fprintln(w)
	}
}

// steps returns the learner's steps, as far as it gets; none if there is no learner, or it panics.
func (f Failure) steps() (steps []theory.Step) {
	defer func() { recover() }()
	l := f.Case.Learner.New(f.Case.Dim)
	for _, e := range f.Case.Stream {
		s := l.Step(e.X, e.Y)
		if !s.Made() {
			break
		}
		steps = append(steps, s)
	}
	return steps
}

func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}

// witnesses is the folder of certificates, beside the test that fails.
const witnesses = "testdata/witnesses"

// keep writes the certificate of a failure that refutes a claim or a row of the table, and returns the line that
// verifies it, or why there is none; "" for another failure. A property is no statement that a certificate could
// refute.
func (f *Failure) keep(t testing.TB) string {
	broken, is := errors.AsType[violation](f.Err)
	if !is {
		return ""
	}
	c, err := f.certificate(broken)
	if err == nil {
		words := strings.FieldsFunc(t.Name(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		file := filepath.Join(witnesses, strings.Join(words, "_")+".json")
		var b bytes.Buffer
		if err = cmp.Or(c.Write(&b), os.MkdirAll(witnesses, 0o777)); err == nil {
			err = atomicfile.WriteFile(file, b.Bytes())
		}
		if err == nil {
			return "marginlab replay " + file
		}
	}
	return fmt.Sprintf("no certificate: %v", err)
}

// certificate returns the certificate of the stream, on which the guarantee fails.
func (f *Failure) certificate(v violation) (*certificate.Certificate, error) {
	own := adversarial.Own{Learner: f.Case.Learner}
	s, err := adversarial.Statement(v.Guarantee, f.Case.Learner.String(), nil, own)
	if err != nil {
		return nil, err
	}
	problem, err := adversarial.Compile(s, own)
	if err != nil {
		return nil, err
	}
	return problem.Certify(measure.Exact(f.Case.Stream, f.Case.Points()), nil, certificate.Limit{})
}
