package main

import (
	"fmt"
	"io"

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
}

func newCheckRow(learner string, v trial.Verdict, data string) checkRow {
	g, none := v.Guarantee, term.Missing()
	row := checkRow{
		Learner: learner, ID: g.ID, Claim: g.Claim, Source: g.Source, Status: g.Status,
		Quantity: g.Quantity.Name, At: g.Quantity.At(v.Setting), Phi: none,
		Value: term.Number(v.Value), Bound: term.Number(v.Bound), Ratio: term.Number(v.Ratio), Holds: &v.Holds,
		Relation: "<=", View: describeView(g.Task, v.View), Assumption: g.Assumption, Tight: g.Tight, Data: data, Norm: term.NormName(v.View.Norm),
	}
	if g.AtLeast {
		row.Relation = ">="
	}
	if row.At != row.Quantity {
		row.Phi = term.Number(v.Setting.Phi)
	}
	if v.Silent {
		row.At, row.Phi, row.Value, row.Bound, row.Ratio, row.Holds, row.Silent = row.Quantity, none, none, none, none, nil, &v.Why
	}
	return row
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

// printVerdicts prints a row for each guarantee. Guarantees of a learner that are silent
// for the same reason share a row, where the first of them stands; one that is alone there
// is named.
func printVerdicts(w io.Writer, rows []checkRow) error {
	g := term.NewTable(term.Left("learner"), term.Left("guarantee"), term.Left("quantity"), term.Right("value"), term.Left(""), term.Right("bound"), term.Right("ratio"), term.Left("status"), term.Left("verdict"))
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Learner == rows[0].Learner {
			n++
		}
		addVerdicts(g, rows[:n])
		rows = rows[n:]
	}
	return g.Write(w)
}

// addVerdicts adds the rows of one learner.
func addVerdicts(g term.Table, rows []checkRow) {
	silent := map[string]int{} // how many, by the reason, until they have their row
	for _, r := range rows {
		if r.Silent != nil {
			silent[*r.Silent]++
		}
	}
	learner := rows[0].Learner
	for _, r := range rows {
		if r.Silent == nil {
			value, bound, ratio := measuredAgainst(r)
			g.Row(learner, r.ID, r.At, value, r.Relation, bound, ratio, r.Status, word(r))
		} else if n := silent[*r.Silent]; n > 0 {
			which := r.ID
			if n > 1 {
				which = term.Count(n, "guarantee", "guarantees")
			}
			g.Row(learner, which, "", "", "", "", "", "", "silent: "+*r.Silent)
			silent[*r.Silent] = 0
		}
		learner = ""
	}
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
func word(r checkRow) string {
	switch {
	case *r.Holds:
		return "holds"
	case r.Status == theory.Proved:
		return "FAILS"
	}
	return "fails"
}
