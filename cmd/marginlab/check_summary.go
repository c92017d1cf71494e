package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// summarise prints a line for each learner, what fails in full, and the verdict. Rows belong
// to the learner that key names.
func (c checkCmd) summarise(w *term.Out, rows []checkRow, key func(checkRow) string, besides []moreRows) {
	summaryTable(rows, key).Print(w)
	for _, b := range besides {
		rows = append(rows, tally(b.rows, theory.Proved).fail...)
	}
	if fails := slices.DeleteFunc(slices.Clone(rows), func(r checkRow) bool { return r.Silent != nil || *r.Holds }); len(fails) > 0 {
		w.Say("")
		failureTable(fails).Print(w)
	}
	text := "\n"
	for _, b := range besides {
		near, _ := nearest(b.rows)
		held, spoke := tally(b.rows, theory.Proved).spoke()
		text += fmt.Sprintf("%s: %d of %d hold, nearest %s %s\n", b.name, held, spoke, near.ID, part(near))
	}
	w.Say("%s", strings.TrimSuffix(text, "\n"))
	shout(w, closing(rows)+" --all shows every guarantee.")
}

// barWidth is the width of the bar of a bound that is reached.
const barWidth = 10

// summaryTable has a line for each learner: how many of its proved guarantees hold, of those
// that speak, and the one that comes nearest to its bound.
func summaryTable(rows []checkRow, key func(checkRow) string) *term.Table {
	g := term.NewTable(term.Left("learner"), term.Right("hold"), term.Left("nearest to its bound").Whole(), term.Left("quantity").Drop(1),
		term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3), term.Bars("part of the bound", barWidth).Drop(2), term.Right("ratio"))
	var names []string
	of := map[string][]checkRow{}
	for _, r := range rows {
		name := key(r)
		if of[name] == nil {
			names = append(names, name)
		}
		of[name] = append(of[name], r)
	}
	for _, name := range names {
		held, spoke := tally(of[name], theory.Proved).spoke()
		near, ok := nearest(of[name])
		label := name
		if n := len(byLearner(of[name])); n > 1 {
			label = fmt.Sprintf("%s (%d forms)", name, n)
		}
		if !ok {
			g.Row(label, "-", term.Faint("none applies"))
			continue
		}
		mark := term.Good
		if held < spoke {
			mark = term.Bad
		}
		value, bound, _ := measuredAgainst(near)
		g.Row(label, mark(fmt.Sprintf("%d of %d", held, spoke)), near.ID, near.At, value, near.Relation, bound, mark(term.Bar(float64(near.Ratio), barWidth)), part(near))
	}
	return g
}

// part is the part of its bound that a guarantee which holds uses up, to three digits after the
// point. Of one that fails it has as many digits as it takes to show that.
func part(r checkRow) string {
	if _, _, ratio := measuredAgainst(r); !*r.Holds {
		return ratio
	}
	if r.Ratio > 0 && r.Ratio < 5e-4 {
		return "<0.001"
	}
	return term.Fixed(float64(r.Ratio), 3)
}

// nearest returns the proved guarantee that comes nearest to its bound, among those that do
// not fail if none does. Steps of proofs are met with equality, and bounds by a constant are
// often reached, so that bounds on counts that depend on the data go first, and then other
// bounds that do.
func nearest(rows []checkRow) (near checkRow, ok bool) {
	rank := func(r checkRow) int {
		switch {
		case !*r.Holds:
			return 3
		case r.fixed:
			return 0
		case r.count:
			return 2
		}
		return 1
	}
	for _, r := range rows {
		if r.Silent != nil || r.Status != theory.Proved {
			continue
		}
		if !ok || cmp.Or(cmp.Compare(rank(r), rank(near)), cmp.Compare(r.Ratio, near.Ratio)) > 0 {
			near, ok = r, true
		}
	}
	return near, ok
}

// failureTable shows guarantees that fail, with what they claim.
func failureTable(fails []checkRow) *term.Table {
	g := term.NewTable(term.Left("fails"), term.Left("quantity"), term.Right("value"), term.Left(""), term.Right("bound"), term.Right("ratio"), term.Left("status"))
	for _, of := range byLearner(fails) {
		g.Across(term.Strong(of[0].Learner))
		for _, r := range of {
			value, bound, ratio := measuredAgainst(r)
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
func closing(rows []checkRow) string {
	proved := tally(rows, theory.Proved)
	parts := []string{"NO VERDICT: no proved guarantee speaks of these runs."}
	switch n := len(proved.fail); {
	case n > 0:
		parts[0] = fmt.Sprintf("FAIL: %s: %s. %d hold.", term.Count(n, "proved guarantee fails", "proved guarantees fail"), list(proved.fail), proved.hold)
	case proved.hold > 0:
		parts[0] = fmt.Sprintf("PASS: %s.", term.Count(proved.hold, "proved guarantee speaks of these runs, and holds", "proved guarantees speak of these runs, and all hold"))
	}
	if silent := slices.DeleteFunc(slices.Clone(rows), func(r checkRow) bool { return r.Silent == nil || r.Status != theory.Proved }); len(silent) > 0 {
		parts = append(parts, silentFor(silent))
	}
	others := 0
	for _, of := range []struct {
		theory.Status
		what string
	}{{theory.RefutedAsPrinted, "refuted as printed"}, {theory.Refuted, "refuted as conjectured"}, {theory.Conjectured, "conjectures"}} {
		t := tally(rows, of.Status)
		if len(t.fail) == 0 {
			others += t.hold
			continue
		}
		_, all := t.spoke()
		parts = append(parts, fmt.Sprintf("Of %d %s, %s here: %s.", all, of.what, term.Count(len(t.fail), "fails", "fail"), list(t.fail)))
	}
	if others > 0 {
		parts = append(parts, term.Count(others, "that is refuted or conjectured holds here.", "that are refuted or conjectured hold here."))
	}
	return strings.Join(parts, " ")
}

// silentFor says how many guarantees are silent, and for which reasons most of them.
func silentFor(silent []checkRow) string {
	var reasons []string
	count := map[string]int{}
	for _, r := range silent {
		why := r.why.Brief()
		if count[why]++; count[why] == 1 {
			reasons = append(reasons, why)
		}
	}
	slices.SortStableFunc(reasons, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	const most = 2
	other := len(silent)
	var parts []string
	for _, why := range reasons[:min(most, len(reasons))] {
		parts = append(parts, fmt.Sprintf("%s (%d)", why, count[why]))
		other -= count[why]
	}
	if other > 0 {
		parts = append(parts, fmt.Sprintf("other reasons (%d)", other))
	}
	return fmt.Sprintf("%s silent: %s.", term.Count(len(silent), "is", "are"), strings.Join(parts, "; "))
}
