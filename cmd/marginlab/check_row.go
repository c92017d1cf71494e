package main

import (
	"fmt"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Keys to group verdicts by.
func learnerOf(r term.VerdictRow) string { return r.Learner }
func silenceOf(r term.VerdictRow) string { return *r.Silent }

// verdictTable has a line for each learner, and below it a row for each guarantee. Those
// that are silent for the same reason share a line, at the end.
func verdictTable(rows []term.VerdictRow) *term.Table {
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("quantity").Drop(2).Ample(18), term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3),
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
