package main

import (
	"fmt"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// verdict sums up the rows. failed is the finding that a proved guarantee fails, nil if
// none does.
func verdict(rows []checkRow) (line string, failed error) {
	proved := tally(rows, theory.Proved)
	printed := tally(rows, theory.RefutedAsPrinted)
	refuted := tally(rows, theory.Refuted)
	conjectured := tally(rows, theory.Conjectured)
	var parts []string
	switch n := len(proved.fail); {
	case n > 0:
		failed = term.Found(fmt.Errorf("%s: %s", term.Count(n, "proved guarantee fails", "proved guarantees fail"), list(proved.fail)))
		parts = append(parts, fmt.Sprintf("FAIL: %v; %d hold", failed, proved.hold))
	case proved.hold > 0:
		parts = append(parts, "PASS: "+term.Count(proved.hold, "proved guarantee holds", "proved guarantees hold"))
	default:
		parts = append(parts, "NO VERDICT: no proved guarantee speaks of these runs")
	}
	for _, t := range []struct {
		counted
		what string
	}{{printed, "refuted as printed"}, {refuted, "refuted as conjectured"}, {conjectured, "conjectured"}} {
		if t.hold > 0 {
			parts = append(parts, term.Count(t.hold, t.what+" holds here", t.what+" hold here"))
		}
		if n := len(t.fail); n > 0 {
			parts = append(parts, term.Count(n, t.what+" fails here: ", t.what+" fail here: ")+list(t.fail))
		}
	}
	parts = append(parts, silences(rows)...)
	return strings.Join(parts, ";\n") + ".", failed
}

// shout prints a verdict. The word that it begins with is painted.
func shout(w *term.Out, verdict string) {
	word, rest, _ := strings.Cut(verdict, ":")
	paint := map[string]func(string) term.Painted{"PASS": term.Good, "FAIL": term.Bad, "NO VERDICT": term.Odd}[word]
	w.Lead(paint(word), ":%s", rest)
}

// counted is the number of guarantees of a status that hold, and those that fail.
type counted struct {
	hold int
	fail []checkRow
}

// spoke is how many of them hold, and how many there are.
func (c counted) spoke() (hold, all int) { return c.hold, c.hold + len(c.fail) }

func tally(rows []checkRow, status theory.Status) counted {
	var c counted
	for _, r := range rows {
		switch {
		case r.Status != status || r.Silent != nil:
		case *r.Holds:
			c.hold++
		default:
			c.fail = append(c.fail, r)
		}
	}
	return c
}

// silences says how many guarantees are silent for each reason, in the order of the rows.
func silences(rows []checkRow) []string {
	var reasons []string
	n := map[string]int{}
	for _, r := range rows {
		if r.Silent == nil {
			continue
		}
		if n[*r.Silent]++; !slices.Contains(reasons, *r.Silent) {
			reasons = append(reasons, *r.Silent)
		}
	}
	for i, why := range reasons {
		reasons[i] = fmt.Sprintf("%d silent: %s", n[why], why)
	}
	return reasons
}

// list names guarantees with the learners that they fail for.
func list(rows []checkRow) string {
	var names []string
	for _, r := range rows {
		names = append(names, fmt.Sprintf("%s (%s)", r.ID, r.Learner))
	}
	return strings.Join(names, ", ")
}
