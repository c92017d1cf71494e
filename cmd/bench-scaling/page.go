//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory/whole"
)

// printExperiment prints the exponents of an experiment's subjects.
func printExperiment(w io.Writer, rows []fitted) error {
	e, l := rows[0].experiment, rows[len(rows)-1].law
	if _, err := fmt.Fprintf(w, "%s\n\n%s. Documented: %s of %s, exponent %v in %s (%s).\n\n", e.name, e.fixed, l.order, l.what, l.power, l.axis, l.where); err != nil {
		return err
	}
	t := term.NewTable(term.Left("subject"), term.Right("clock"), term.Right("95 % interval"), term.Right("count"), term.Left(""))
	for _, f := range rows {
		verdict := ""
		switch {
		case f.faster() != "":
			verdict = "grows FASTER than documented, by the " + f.faster()
		case f.reference:
			verdict = "the caches' part: " + term.Fixed(f.caches, 2)
		}
		t.Row(f.name, term.Fixed(f.clock.at, 2), fmt.Sprintf("%.2f..%.2f", f.clock.low, f.clock.high), term.Fixed(f.count, 3), verdict)
	}
	if err := t.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// summary is the verdict in one line.
func summary(all []fitted) string {
	var faster []string
	subjects := 0
	for _, f := range all {
		if !f.reference {
			subjects++
		}
		if by := f.faster(); by != "" {
			faster = append(faster, fmt.Sprintf("%s in %s, by the %s", f.name, f.experiment.name, by))
		}
	}
	if len(faster) > 0 {
		return fmt.Sprintf("verdict: %d of %d grow faster than documented: %s", len(faster), subjects, strings.Join(faster, "; "))
	}
	return fmt.Sprintf("verdict: none of %d grows faster than documented", subjects)
}

// write writes the page and the figure.
func (f flags) write(all [][]fitted) error {
	figure := filepath.Base(f.Output) + ".svg"
	var b bytes.Buffer
	fmt.Fprintf(&b, `# How the work grows

Written by

    %s

on %s/%s with %d cores and %s. Exponents are fitted to the upper half of the
sizes. The clock is the processor's time on all cores; its interval is that over the rounds. The
count is exact: bytes that kernels read, or of reading a file, bytes allocated. A dash is no count.
What merely reading the same data grows faster than documented is the caches' part, and is taken
off before a clock is judged.

![time over size, and the documented growth](%s)

%s

`, f.command(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), figure, strings.ToUpper(summary(flat(all))[:1])+summary(flat(all))[1:]+".")
	markdown := term.Form{Markdown: true}.Out(&b)
	for _, rows := range all {
		b.WriteString("## ")
		if err := printExperiment(markdown, rows); err != nil {
			return err
		}
	}
	if err := whole.WriteFile(f.Output+".md", bytes.TrimRight(b.Bytes(), "\n")); err != nil {
		return err
	}
	return saveFigure(f.Output, all)
}

// command is what wrote the page.
func (f flags) command() string {
	c := "bench-scaling"
	if f.Quick {
		c += " --quick"
	}
	if f.Only != "" {
		c += fmt.Sprintf(" --only='%s'", f.Only)
	}
	return fmt.Sprintf("%s --rounds=%d --output=%s", c, f.Rounds, f.Output)
}

func flat(all [][]fitted) (list []fitted) {
	for _, rows := range all {
		list = append(list, rows...)
	}
	return list
}
