package props

import (
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"marginlab/algos/external"
	"marginlab/props/stream"
)

// Failure is a case that a property does not hold for.
type Failure struct {
	Property Property
	Case     Case
	Err      error  // where, and with which values
	Seed     string // rapid's flag that draws it again, "" if it was not drawn
	Replay   string // the command line that checks this very case
	Witness  string // the command line that verifies its certificate, "" if there can be none
}

// brokenProtocol reports whether the learner, a program, broke its protocol.
func brokenProtocol(err error) bool { return errors.As(err, new(*external.Error)) }

const (
	maxRows   = 5   // of the table of the stream
	maxPoint  = 60  // characters of a point in it
	maxValues = 600 // characters of the error
)

// String is what is printed of a failure, twelve lines at most, so that with
// those of `go test` itself there are no more than sixteen.
func (f Failure) String() string {
	var b strings.Builder
	of := ""
	if f.Case.Learner != nil {
		of = " of " + f.Case.Learner.String()
	}
	fmt.Fprintf(&b, "%s%s: not so: %s [%s]\n", f.Property.Name, of, f.Property.Claim, f.Property.Source)
	fmt.Fprintln(&b, clip(strings.ReplaceAll(f.Err.Error(), "\n", " "), maxValues))
	if len(f.Case.Stream) > 0 {
		f.table(&b)
	}
	b.WriteString(f.Replay)
	if f.Witness != "" {
		b.WriteString("\n" + f.Witness)
	}
	if f.Seed != "" {
		fmt.Fprintf(&b, "\n(found by %s, then shrunk)", f.Seed)
	}
	return b.String()
}

// table is the stream with what the learner did with it.
func (f Failure) table(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	reported := f.steps()
	head := "t\ty\tx"
	if reported != nil {
		head += "\tpredicted\ta_t\tgamma_t\tupdate"
	}
	fmt.Fprintln(w, head)
	n := len(f.Case.Stream)
	for t, e := range f.Case.Stream {
		if n > maxRows && t >= maxRows-2 && t < n-1 {
			if t == n-2 {
				fmt.Fprintf(w, "…\t\t%d more\n", n-maxRows+1)
			}
			continue
		}
		example := stream.Example(e) // its label first
		row := fmt.Sprintf("%d\t%s\t%s", t+1, example[:1], clip(example[1:], maxPoint))
		if t < len(reported) {
			row += reported[t]
		}
		fmt.Fprintln(w, row)
	}
	w.Flush()
}

// steps are the columns of the table that the learner fills, nil if there is
// no learner or it does not come through.
func (f Failure) steps() (columns []string) {
	if f.Case.Learner == nil {
		return nil
	}
	defer func() { recover() }()
	l := f.Case.Learner.New(f.Case.Dim)
	for _, e := range f.Case.Stream {
		s := l.Step(e.X, e.Y)
		if !s.Made() {
			break
		}
		column := fmt.Sprintf("\t%+d\t%.6g\t%.6g\t%v", s.Predicted, s.A(), s.Gamma(), s.Updated)
		if s.Opening {
			column = fmt.Sprintf("\t%+d\t\t\topening", s.Predicted)
		}
		columns = append(columns, column)
	}
	return columns
}

func clip(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most-1]) + "…"
}
