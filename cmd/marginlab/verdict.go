package main

import (
	"fmt"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// others are the statuses of guarantees that may fail, with what one and many of them are.
func others() [][3]string {
	return [][3]string{
		{string(theory.RefutedAsPrinted), "refuted as printed", "refuted as printed"},
		{string(theory.Refuted), "refuted as conjectured", "refuted as conjectured"},
		{string(theory.Conjectured), "conjectured", "conjectures"},
	}
}

// failed is the finding that proved guarantees fail, nil if none does.
func failed(rows []term.VerdictRow) error {
	fail := term.TallyOf(rows, theory.Proved).Fail
	if len(fail) == 0 {
		return nil
	}
	return term.Found(fmt.Errorf("%s: %s", term.Count(len(fail), "proved guarantee fails", "proved guarantees fail"),
		list(fail)))
}

// verdict sums up the rows.
func verdict(rows []term.VerdictRow) string {
	var parts []string
	proved := term.TallyOf(rows, theory.Proved)
	switch err := failed(rows); {
	case err != nil:
		parts = append(parts, fmt.Sprintf("FAIL: %v; %d hold", err, len(proved.Hold)))
	case len(proved.Hold) > 0:
		parts = append(parts, "PASS: "+term.Count(len(proved.Hold), "proved guarantee holds", "proved guarantees hold"))
	default:
		parts = append(parts, "NO VERDICT: no proved guarantee speaks of these runs")
	}
	for _, of := range others() {
		t := term.TallyOf(rows, theory.Status(of[0]))
		if n := len(t.Hold); n > 0 {
			parts = append(parts, term.Count(n, of[1]+" holds here", of[1]+" hold here"))
		}
		if n := len(t.Fail); n > 0 {
			parts = append(parts, term.Count(n, of[1]+" fails here: ", of[1]+" fail here: ")+list(t.Fail))
		}
	}
	silent := slices.DeleteFunc(slices.Clone(rows), term.VerdictRow.Speaks)
	for _, why := range term.Grouped(silent, silenceOf) {
		parts = append(parts, fmt.Sprintf("%d silent: %s", len(why.Rows), why.Key))
	}
	return strings.Join(parts, ";\n") + "."
}

// shout prints a verdict. The word that it begins with is painted.
func shout(w *term.Out, verdict string) {
	word, rest, _ := strings.Cut(verdict, ":")
	paint := map[string]func(string) term.Painted{"PASS": term.Good, "FAIL": term.Bad, "NO VERDICT": term.Odd}[word]
	w.Lead(paint(word), ":%s", rest)
}

// list names guarantees with the learners that they fail for.
func list(rows []term.VerdictRow) string {
	var names []string
	for _, r := range rows {
		names = append(names, fmt.Sprintf("%s (%s)", r.ID, r.Learner))
	}
	return strings.Join(names, ", ")
}

// learnerOf and silenceOf are keys to group verdicts by.
func learnerOf(r term.VerdictRow) string { return r.Learner }
func silenceOf(r term.VerdictRow) string { return *r.Silent }

// verdictTable has a line for each learner, and below it a row for each guarantee. Those
// that are silent for the same reason share a line, at the end.
func verdictTable(rows []term.VerdictRow) *term.Table {
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("quantity").Drop(2),
		term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3),
		term.Right("ratio"), term.Left("status").Drop(1), term.Left("verdict"))
	for _, of := range term.Grouped(rows, learnerOf) {
		g.Across(term.Strong(of.Key))
		var silent []term.VerdictRow
		for _, r := range of.Rows {
			if r.Speaks() {
				value, bound, ratio := r.Measured()
				g.Row("  "+r.ID, r.At, value, r.Relation, bound, ratio, r.Status, word(r))
			} else {
				silent = append(silent, r)
			}
		}
		for _, why := range term.Grouped(silent, silenceOf) {
			g.Across(term.Faint(fmt.Sprintf("  silent, %s: %s", why.Key, strings.Join(ids(why.Rows), ", "))))
		}
	}
	return g
}

// ids are those of the guarantees.
func ids(rows []term.VerdictRow) (all []string) {
	for _, r := range rows {
		all = append(all, r.ID)
	}
	return all
}

// word is the verdict of a guarantee that applies. A proved one that fails shouts.
func word(r term.VerdictRow) term.Painted {
	switch {
	case !r.Fails():
		return term.Good("holds")
	case r.Status == theory.Proved:
		return term.Bad("FAILS")
	}
	return term.Odd("fails")
}
