package main

import (
	"cmp"
	"fmt"
	"slices"
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

// closing is the verdict in short: how many proved guarantees spoke, why the others were
// silent, and what became of those that are refuted or conjectured.
func closing(rows []term.VerdictRow) string {
	proved := term.TallyOf(rows, theory.Proved)
	parts := []string{"NO VERDICT: no proved guarantee speaks of these runs."}
	switch err := failed(rows); {
	case err != nil:
		parts[0] = fmt.Sprintf("FAIL: %v. %d hold.", err, len(proved.Hold))
	case len(proved.Hold) > 0:
		parts[0] = fmt.Sprintf("PASS: %s.", term.Count(len(proved.Hold),
			"proved guarantee speaks of these runs, and holds", "proved guarantees speak of these runs, and all hold"))
	}
	if len(proved.Silent) > 0 {
		parts = append(parts, silentFor(proved.Silent))
	}
	holding := 0
	for _, of := range []theory.Status{theory.RefutedAsPrinted, theory.Refuted, theory.Conjectured} {
		t := term.TallyOf(rows, of)
		if len(t.Fail) == 0 {
			holding += len(t.Hold)
			continue
		}
		parts = append(parts, fmt.Sprintf("Of %d %s, %s here: %s.", len(t.Hold)+len(t.Fail), of,
			term.Count(len(t.Fail), "fails", "fail"), list(t.Fail)))
	}
	if holding > 0 {
		parts = append(parts, term.Count(holding, "that is refuted or conjectured holds here.",
			"that are refuted or conjectured hold here."))
	}
	return strings.Join(parts, " ")
}

// silentFor says how many guarantees are silent, and for which reasons most of them.
func silentFor(silent []term.VerdictRow) string {
	reasons := term.Grouped(silent, func(r term.VerdictRow) string { return r.Why.Brief() })
	slices.SortStableFunc(reasons, func(a, b term.Group[term.VerdictRow]) int {
		return cmp.Compare(len(b.Rows),
			len(a.Rows))
	})
	const most = 2
	other := len(silent)
	var parts []string
	for _, why := range reasons[:min(most, len(reasons))] {
		parts = append(parts, fmt.Sprintf("%s (%d)", why.Key, len(why.Rows)))
		other -= len(why.Rows)
	}
	if other > 0 {
		parts = append(parts, fmt.Sprintf("other reasons (%d)", other))
	}
	return fmt.Sprintf("%s silent: %s.", term.Count(len(silent), "is", "are"), strings.Join(parts, "; "))
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
