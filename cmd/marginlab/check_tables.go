package main

import (
	"fmt"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// barWidth is the width of the bar of a bound that is reached.
const barWidth = 10

// summaryTable has a line for each learner: how many of its proved guarantees hold, of those
// that speak, and the one that comes nearest to its bound.
func summaryTable(rows []term.VerdictRow, key func(term.VerdictRow) string) *term.Table {
	g := term.NewTable(term.Left("learner"), term.Right("hold"), term.Left("nearest to its bound").Whole(),
		term.Left("quantity").Drop(1),
		term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3),
		term.Left("part used").Whole().Drop(2), term.Right("ratio"))
	for _, of := range term.Grouped(rows, key) {
		label := of.Key
		if n := len(term.Grouped(of.Rows, learnerOf)); n > 1 {
			label += fmt.Sprintf(" (%d forms)", n)
		}
		near, ok := term.Nearest(of.Rows)
		if !ok {
			g.Row(label, "-", term.Faint("none applies"))
			continue
		}
		mark, t := term.Good, term.TallyOf(of.Rows, theory.Proved)
		if len(t.Fail) > 0 {
			mark = term.Bad
		}
		value, bound, _ := near.Measured()
		g.Row(label, mark(fmt.Sprintf("%d of %d", len(t.Hold), len(t.Hold)+len(t.Fail))), near.ID, near.At, value,
			near.Relation, bound,
			mark(term.Bar(float64(near.Ratio), barWidth)), part(near))
	}
	return g
}

// part is the part of its bound that a guarantee which holds uses up, to three digits after the
// point. Of one that fails it has as many digits as it takes to show that.
func part(r term.VerdictRow) string {
	if _, _, ratio := r.Measured(); r.Fails() {
		return ratio
	}
	if r.Ratio > 0 && r.Ratio < 5e-4 {
		return "<0.001"
	}
	return term.Fixed(float64(r.Ratio), 3)
}

// failureTable shows guarantees that fail, with what they claim.
func failureTable(fails []term.VerdictRow) *term.Table {
	g := term.NewTable(term.Left("fails"), term.Left("quantity"), term.Right("value"), term.Left(""), term.Right("bound"), term.Right("ratio"), term.Left("status"))
	for _, of := range term.Grouped(fails, learnerOf) {
		g.Across(term.Strong(of.Key))
		for _, r := range of.Rows {
			value, bound, ratio := r.Measured()
			id := term.Odd("  " + r.ID)
			if r.Status == theory.Proved {
				id = term.Bad("  " + r.ID)
			}
			g.Row(id, r.At, value, r.Relation, bound, ratio, r.Status)
			g.Across(term.Faint(fmt.Sprintf("    %s, on examples %s, assuming: %s (%s)", r.Claim, r.View, r.Assumption, r.Source)))
		}
	}
	return g
}

// shout prints a verdict. The word that it begins with is painted.
func shout(w *term.Out, verdict string) {
	word, rest, _ := strings.Cut(verdict, ":")
	paint := map[string]func(string) term.Painted{"PASS": term.Good, "FAIL": term.Bad, "NO VERDICT": term.Odd}[word]
	w.Lead(paint(word), ":%s", rest)
}

// learnerOf and silenceOf are keys to group verdicts by.
func learnerOf(r term.VerdictRow) string { return r.Learner }
func silenceOf(r term.VerdictRow) string { return *r.Silent }

// verdictTable has a line for each learner, and below it a row for each guarantee. Those
// that are silent for the same reason share a line, at the end.
func verdictTable(rows []term.VerdictRow) *term.Table {
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("quantity").Drop(2).Ample(18),
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
