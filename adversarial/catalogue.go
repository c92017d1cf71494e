package adversarial

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// Question is an open question, or one that was, asked as a conjecture. questions.json has all but the thresholds.
type Question struct {
	Name       string // names the file with its stream; see [Question.File]
	Asks       string
	Known      string // what is known about it
	Conjecture Conjecture
	Row        string // the row of package theory's table that says the same, "" if none does
	Refuted    bool   // by a certificate
}

// Erratum is a statement that is false as printed, with the certificate that refutes it, and what is true instead.
// errata.json lists all errata.
type Erratum struct {
	Name      string // names the certificate, testdata/Name.json
	Source    string // where it is printed
	Says      string // what is wrong
	Row       string // the row of package theory's table that is refuted as printed, "" if none is
	Proved    string // the row that is proved instead
	Printed   certificate.Statement
	Corrected certificate.Statement
}

// Known is a stream that a hunt may begin with.
type Known struct {
	Name        string // where it is from
	Examples    []theory.Example
	Certificate *certificate.Certificate // nil unless it is the stream of one
	Classes     int                      // the number of classes of its labels, 0 for binary labels
}

//go:embed errata.json questions.json testdata/*.json testdata/open/*.json
var files embed.FS

// Open returns the catalogue of questions. The questions of the [Thresholds] come last.
func Open() []Question { return slices.Clone(questions()) }

var questions = sync.OnceValue(func() (all []Question) {
	type listed struct {
		Question
		Claim         string
		Dim, Examples Range[int]
	}
	for _, l := range must(read("questions.json", decode[[]listed])) {
		q := l.Question
		q.Conjecture = Conjecture{Statement: must(ParseStatement(l.Claim)), Dim: l.Dim, Examples: l.Examples}
		_, err := fs.Stat(files, certificateFile(q.Name))
		q.Refuted = err == nil
		all = append(all, q)
	}
	for _, t := range Thresholds() {
		all = append(all, t.Question)
	}
	return all
})

// Errata returns the statements of the papers that a stream refutes.
func Errata() []Erratum { return slices.Clone(errata()) }

// The comparator u of the papers has length 1 and a margin g; here it is u/g, so that U = 1/g, L1 = Σe/g and
// L2 = Σe²/g², with e = max(0, g − y u·x).
var errata = sync.OnceValue(func() (all []Erratum) {
	type listed struct {
		Erratum
		Printed, Corrected string            // as one line, or the learner about which the row is stated
		At                 map[string]string // values for the names that the rows leave open
	}
	for _, l := range must(read("errata.json", decode[[]listed])) {
		e := l.Erratum
		e.Printed, e.Corrected = lineOf(l.Printed, l.Row, l.At), lineOf(l.Corrected, l.Proved, l.At)
		all = append(all, e)
	}
	return all
})

// lineOf parses a statement from a line, or, given a row, states the row for the learner in text.
func lineOf(text, row string, at map[string]string) certificate.Statement {
	if strings.Contains(text, ":") {
		return must(ParseStatement(text))
	}
	return must(Statement(theory.Row(row), text, at))
}

// must returns a part of the catalogue that was read. It panics on an error: a test reads the whole catalogue.
func must[T any](read T, err error) T {
	if err != nil {
		panic("adversarial: " + err.Error())
	}
	return read
}

// read reads a file that comes with this package.
func read[T any](name string, from func(io.Reader) (T, error)) (got T, err error) {
	text, err := files.ReadFile(name)
	if err == nil {
		got, err = from(bytes.NewReader(text))
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return got, err
}

func certificateFile(name string) string { return "testdata/" + name + ".json" }

// File returns the path of the question's certificate if it is refuted, else of its record, in this package's folder.
func (q Question) File() string {
	if q.Refuted {
		return certificateFile(q.Name)
	}
	return "testdata/open/" + q.Name + ".json"
}

// Certificate returns the refutation of the conjecture of a refuted question.
func (q Question) Certificate() (*certificate.Certificate, error) {
	return read(certificateFile(q.Name), certificate.Read)
}

// Certificate returns the erratum's certificate, as it was found and shrunk.
func (e Erratum) Certificate() (*certificate.Certificate, error) {
	return read(certificateFile(e.Name), certificate.Read)
}

// Record returns the best record of a question that is not refuted.
func (q Question) Record() (Record, error) { return read(q.File(), ReadRecord) }

// Stream returns the stream of the question's certificate or record. A new question has none.
func (q Question) Stream() (Known, error) {
	k := Known{Name: path.Join("adversarial", q.File()), Classes: q.Conjecture.Classes}
	if !q.Refuted {
		r, err := q.Record()
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		k.Examples = r.Stream
		return k, err
	}
	c, err := q.Certificate()
	if err == nil {
		k.Examples, k.Certificate = Rounded(c.Stream), c
	}
	return k, err
}

// KnownStreams returns the traps (the constructions that reach bounds), the records of open questions, and the streams
// of all certificates. Labels are those of the given number of classes, 0 for binary; streams with more classes are
// left out.
func KnownStreams(classes int) (all []Known, err error) {
	known, err := knownStreams()
	for _, k := range known {
		if k.Classes > classes {
			continue
		}
		if k.Classes == 0 && classes > 0 {
			k.Examples = inClasses(k.Examples)
		}
		all = append(all, k)
	}
	return all, err
}

var knownStreams = sync.OnceValues(func() (all []Known, err error) {
	for _, trap := range Traps() {
		all = append(all, Known{Name: "the trap " + trap.Name, Examples: trap.Examples})
	}
	var asked []Question
	for _, e := range Errata() {
		asked = append(asked, Question{Name: e.Name, Conjecture: Conjecture{Statement: e.Printed}, Refuted: true})
	}
	for _, q := range append(asked, Open()...) {
		k, err := q.Stream()
		if err != nil {
			return nil, err
		}
		if len(k.Examples) > 0 {
			all = append(all, k)
		}
	}
	return all, nil
})

// inClasses relabels binary examples with the first two of many classes.
func inClasses(examples []theory.Example) []theory.Example {
	all := make([]theory.Example, len(examples))
	for i, e := range examples {
		all[i] = theory.Example{X: e.X, Y: (theory.Positive - e.Y) / 2}
	}
	return all
}
