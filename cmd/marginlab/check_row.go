package main

import (
	"fmt"
	"strconv"
	"strings"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// checkRow is a verdict as it is printed.
type checkRow struct {
	Learner    string        `json:"learner"`
	Claim      string        `json:"claim"`
	Source     string        `json:"source"`
	Status     theory.Status `json:"status"`
	Quantity   string        `json:"quantity"`
	Bound      term.Number   `json:"bound"`
	Ratio      term.Number   `json:"ratio"`
	Holds      *bool         `json:"holds"`
	ID         string        `json:"id"`
	Value      term.Number   `json:"value"`
	Relation   string        `json:"relation"`
	At         string        `json:"at"`
	Phi        term.Number   `json:"phi"`
	Silent     *string       `json:"silent"`
	View       string        `json:"view"`
	Assumption string        `json:"assumption"`
	Tight      string        `json:"tight"`
	Data       string        `json:"data"`
	Norm       string        `json:"norm"`

	kind  string // of the learner
	count bool   // the quantity is one
	fixed bool   // the bound is a constant
	why   theory.Silence
}

func newCheckRow(kind, learner string, v trial.Verdict, data *trial.Data) checkRow {
	g, none := v.Guarantee, term.Missing()
	holds, why := v.Holds, v.Silence.String() // pointers into v would keep the steps of the run that it is about
	row := checkRow{
		Learner: learner, ID: g.ID, Claim: g.String(), Source: g.Source, Status: g.Status,
		Quantity: g.Quantity(), At: g.At(v.Setting), Phi: none,
		Value: term.Number(v.Value), Bound: term.Number(v.Bound), Ratio: term.Number(v.Ratio), Holds: &holds,
		Relation: g.Relation(), View: describeView(g.Task, v.View), Assumption: g.Assumption(), Tight: g.Tight, Data: data.Name, Norm: data.NameOf(v.View.Norm),
		kind: kind, count: g.BoundsCount(), fixed: isNumber(g.Text(nil)), why: v.Silence,
	}
	if row.At != row.Quantity {
		row.Phi = term.Number(v.Setting.Phi)
	}
	if v.Silent() {
		row.At, row.Phi, row.Value, row.Bound, row.Ratio, row.Holds, row.Silent = row.Quantity, none, none, none, none, nil, &why
	}
	return row
}

func isNumber(formula string) bool {
	_, err := strconv.ParseFloat(formula, 64)
	return err == nil
}

func describeView(task theory.Task, v theory.View) string {
	s := "as given"
	switch {
	case task == theory.ManyClasses:
		s = "differences of the classes, through the origin"
	case v.Origin:
		s = "through the origin"
	}
	if v.Lift != 0 {
		s += fmt.Sprintf(", with the constant coordinate %v", v.Lift)
	}
	if v.Normalised {
		s += ", normalised"
	}
	return s
}

// verdictTable has a line for each learner, and below it a row for each guarantee. Those
// that are silent for the same reason share a line, at the end.
func verdictTable(rows []checkRow) *term.Table {
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("quantity").Drop(2).Ample(18), term.Right("value").Drop(3), term.Left("").Drop(3), term.Right("bound").Drop(3),
		term.Right("ratio"), term.Left("status").Drop(1), term.Left("verdict"))
	for _, of := range byLearner(rows) {
		g.Across(term.Strong(of[0].Learner))
		var reasons []string
		silent := map[string][]string{}
		for _, r := range of {
			if r.Silent == nil {
				value, bound, ratio := measuredAgainst(r)
				g.Row("  "+r.ID, r.At, value, r.Relation, bound, ratio, r.Status, word(r))
				continue
			}
			if silent[*r.Silent] == nil {
				reasons = append(reasons, *r.Silent)
			}
			silent[*r.Silent] = append(silent[*r.Silent], r.ID)
		}
		for _, why := range reasons {
			g.Across(term.Faint(fmt.Sprintf("  silent, %s: %s", why, strings.Join(silent[why], ", "))))
		}
	}
	return g
}

// byLearner splits rows where the learner changes.
func byLearner(rows []checkRow) (all [][]checkRow) {
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Learner == rows[0].Learner {
			n++
		}
		all, rows = append(all, rows[:n]), rows[n:]
	}
	return all
}

// measuredAgainst returns the value, the bound and the ratio of a row that is not silent.
// Where a guarantee fails, they have as many digits as it takes to show that.
func measuredAgainst(r checkRow) (value, bound, ratio string) {
	value, bound, ratio = r.Value.String(), r.Bound.String(), r.Ratio.String()
	if *r.Holds {
		return value, bound, ratio
	}
	value, bound = term.Apart(r.Value, r.Bound)
	ratio, _ = term.Apart(r.Ratio, 1)
	return value, bound, ratio
}

// word is the verdict of a row that is not silent. A proved guarantee that fails shouts.
func word(r checkRow) term.Painted {
	switch {
	case *r.Holds:
		return term.Good("holds")
	case r.Status == theory.Proved:
		return term.Bad("FAILS")
	}
	return term.Odd("fails")
}
