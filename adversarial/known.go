package adversarial

import (
	"errors"
	"io/fs"
	"strings"
	"sync"

	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/theory"
)

// Known is a stream that a hunt may begin with.
type Known struct {
	Name        string // where it is from
	Examples    []theory.Example
	Certificate *certificate.Certificate // nil unless it is the stream of one
}

// KnownStreams are the traps, which are the constructions that reach bounds, the records of the questions that are
// open, and the streams of all certificates. They have the labels of so many classes, 0 of two: those of more are left
// out.
func KnownStreams(classes int) (all []Known, err error) {
	known, err := knownStreams()
	for _, k := range known {
		if k.classes > classes {
			continue
		}
		if k.classes == 0 && classes > 0 {
			k.Examples = inClasses(k.Examples)
		}
		all = append(all, k.Known)
	}
	return all, err
}

// knownStream is a stream with the classes of its labels.
type knownStream struct {
	Known
	classes int
}

var knownStreams = sync.OnceValues(func() (all []knownStream, err error) {
	for _, trap := range Traps() {
		all = append(all, knownStream{Known: Known{Name: "the trap " + trap.Name, Examples: trap.Examples}})
	}
	for _, e := range Errata() {
		c, err := e.Certificate()
		if err != nil {
			return nil, err
		}
		known := Known{certificateFile(e.Name), Rounded(c.Stream), c}
		all = append(all, knownStream{known, c.Statement.Classes})
	}
	for _, q := range Open() {
		k, err := q.Stream()
		if errors.Is(err, fs.ErrNotExist) { // a new question
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, knownStream{k, q.Conjecture.Classes})
	}
	return all, nil
})

func certificateFile(name string) string { return "adversarial/testdata/" + name + ".json" }

// Stream is that of the question's certificate or record.
func (q Question) Stream() (Known, error) {
	if !q.Refuted {
		r, err := q.Record()
		return Known{Name: "adversarial/testdata/open/" + q.Name + ".json", Examples: r.Stream}, err
	}
	c, err := q.Certificate()
	if err != nil {
		return Known{}, err
	}
	return Known{certificateFile(q.Name), Rounded(c.Stream), c}, nil
}

// inClasses are the examples of two classes as those of the first two of many.
func inClasses(examples []theory.Example) []theory.Example {
	all := make([]theory.Example, len(examples))
	for i, e := range examples {
		all[i] = theory.Example{X: e.X, Y: (theory.Positive - e.Y) / 2}
	}
	return all
}

// Same reports whether two statements say the same, up to spaces, and to parameters that have their default value.
func Same(a, b certificate.Statement) bool { return claimed(a) == claimed(b) }

func claimed(s certificate.Statement) string {
	for _, learner := range []*string{&s.Learner, &s.Against} {
		if spec, err := algos.Parse(*learner); err == nil {
			*learner = spec.String()
		}
	}
	return strings.Join(strings.Fields(s.String()), "")
}
