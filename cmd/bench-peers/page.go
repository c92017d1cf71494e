//go:build unix

package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"marginlab/cmd/bench"
	"marginlab/cmd/marginlab/term"
)

// print prints the results, a group after the other.
func (m measured) print(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s: %d examples, %d features\n\n", m.name, len(m.examples), m.dim); err != nil {
		return err
	}
	t := term.NewTable(term.Left("program"), term.Right("least time"), term.Right("ratio, 95 % interval"),
		term.Right("processor").Spare(1), term.Right("its ratio").Spare(1), term.Right("memory").Spare(3),
		term.Right("accuracy").Spare(4), term.Right("margin").Spare(5), term.Left("problem").Spare(2))
	group := ""
	for _, r := range m.results {
		if r.group != group {
			group = r.group
			t.Across(term.Strong(group))
		}
		if r.failed != nil {
			t.Row(r.name, "-", "-", "-", "-", "-", "-", "-", failure(r.failed))
			continue
		}
		to := m.first(group)
		t.Row(r.name, seconds(r.least(func(u usage) float64 { return u.Wall.Seconds() })), against(r, to, wall),
			seconds(r.least(func(u usage) float64 { return u.Processor.Seconds() })), against(r, to, processor),
			megabytes(r.least(func(u usage) float64 { return float64(u.Memory) })), accuracy(r.accuracy), margin(r.margin), cmp.Or(r.note, "the same"))
	}
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// failure says why there is no result.
func failure(err error) string {
	if errors.As(err, new(tooLong)) {
		return err.Error()
	}
	return "failed: " + err.Error()
}

func against(r, to *result, of func(usage) time.Duration) string {
	switch {
	case r == to:
		return "1"
	case to.failed != nil:
		return "-"
	}
	s := r.ratio(to, of)
	return fmt.Sprintf("%s (%s..%s)", ratio(s.Center), ratio(s.Lo), ratio(s.Hi))
}

func ratio(v float64) string {
	if v < 9.95 {
		return term.Fixed(v, 2)
	}
	return term.Fixed(v, 0)
}

func seconds(v float64) string {
	if v < 9.995 {
		return term.Fixed(v, 3) + " s"
	}
	return term.Fixed(v, 1) + " s"
}

func megabytes(v float64) string { return term.Fixed(v/1e6, 0) + " MB" }

func accuracy(v float64) string {
	return term.Fixed(100*v, 2) + " %"
}

// margin is that of a classifier that separates the file.
func margin(v float64) string {
	if !(v > 0) {
		return "-"
	}
	return term.Number(v).String()
}

// page is what the tool writes in Markdown.
type page struct {
	command string // that writes it
	rounds  int
	floor   int64 // the memory of a program that does nothing
	tables  []measured
	missing []string
}

func (p page) markdown() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, `# marginlab beside its peers

Written by

    %s

in %d rounds on %s.

A time is that of a whole process: it reads the file, learns, and writes its model. The least of the
rounds is shown, and the ratio to marginlab's time in the same round: the median, with a
distribution-free 95 %% interval. The processor's time counts all cores. Memory is the most that was
resident; below about %s it cannot be told from that of the process that starts the program. Accuracy
and margin are computed from the model, on the file; a dash is a margin of 0, or a program that did not
run to its end. All read the same examples in the same order.

`, p.command, p.rounds, bench.Machine(), megabytes(float64(p.floor)))
	markdown := term.Form{Markdown: true}.Out(&b)
	for _, m := range p.tables {
		b.WriteString("## ")
		if err := m.print(markdown); err != nil {
			return nil, err
		}
	}
	for _, line := range p.missing {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	return []byte(strings.TrimRight(b.String(), "\n") + "\n"), nil
}
