//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"marginlab/cmd/bench"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
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

// summary is the verdict in a few words, and whether something grows faster than documented.
func summary(all [][]fitted) (words string, is bool) {
	var faster []string
	subjects := 0
	for _, f := range slices.Concat(all...) {
		if !f.reference {
			subjects++
		}
		if by := f.faster(); by != "" {
			faster = append(faster, fmt.Sprintf("%s in %s, by the %s", f.name, f.experiment.name, by))
		}
	}
	if len(faster) > 0 {
		return fmt.Sprintf("%d of %d grow faster than documented: %s", len(faster), subjects, strings.Join(faster, "; ")), true
	}
	return fmt.Sprintf("none of %d grows faster than documented", subjects), false
}

// write writes the page, which says by which command, and the figure.
func (f flags) write(all [][]fitted, command string) error {
	verdict, _ := summary(all)
	var b bytes.Buffer
	fmt.Fprintf(&b, `# How the work grows

Written by

    %s

on %s. Exponents are fitted to the upper half of the sizes. The clock
is the processor's time on all cores; its interval is that over the rounds. The count is exact:
bytes that kernels read, or, where a file is read, bytes allocated. A dash is no count. To read the same
data also grows faster than documented where they leave the caches: that excess, the caches' part, is
taken off before a clock is judged.

![time over size, and the documented growth](%s)

Verdict: %s.

`, command, bench.Machine(), filepath.Base(f.Output)+".svg", verdict)
	markdown := term.Form{Markdown: true}.Out(&b)
	for _, rows := range all {
		b.WriteString("## ")
		if err := printExperiment(markdown, rows); err != nil {
			return err
		}
	}
	if err := atomicfile.WriteFile(f.Output+".md", append(bytes.TrimSpace(b.Bytes()), '\n')); err != nil {
		return err
	}
	return saveFigure(f.Output, all)
}
