package main

import (
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type theoremsCmd struct {
	ID string `arg:"" name:"ID" optional:"" complete:"guarantee" help:"Print all that is known of this guarantee: its hypotheses, its proof, and the streams that come nearest to it."`
	term.Form
}

func (theoremsCmd) Help() string {
	return `A guarantee of a family, such as omm, speaks of every learner that belongs to it. tight names the construction in package adversarial that reaches the bound. function names the bound in package theory. Every proved row has its proof on a page, theory/PROOFS.md, under its ID. In JSON, view says how the examples are looked at: as given, or separated through the origin, which for bias(L,c) means the examples with the constant coordinate c appended.

The tasks are two classes, one example at a time (no name); many classes, where the examples are the differences of the classes' feature vectors; and batch.

norms says which norms a guarantee speaks of: l2 and any other inner product, such as mahalanobis:FILE (l2); norms whose square is smooth, as lp is for p >= 2 (square-smooth); norms whose power s < 2 is smooth, as lp is for p < 2 (power-smooth); or any norm that is strictly convex and differentiable.

Claims are in the language of marginlab hunt, except for recursions, which are in words. Besides the terms of marginlab hunt --help and the learner's parameters they use the terms below. _t marks a term of a step, and _k one of an iterate of a batch algorithm, for which gamma is a parameter:

` + vocabulary(theory.Terms()) + `
marginlab theorems ID prints the page of one guarantee: the claim with its hypotheses, the learners that it speaks of, where it is proved, the construction that reaches it, and the best stream of a hunt for more.

JSON keys: id learner quantity claim view assumption source status tight tight_at task norms function proof; and of one guarantee where learners reaches best.`
}

type theoremRow struct {
	ID         string        `json:"id"`
	Learner    string        `json:"learner"`
	Quantity   string        `json:"quantity"`
	Claim      string        `json:"claim"`
	View       string        `json:"view"`
	Assumption string        `json:"assumption"`
	Source     string        `json:"source"`
	Status     theory.Status `json:"status"`
	Tight      string        `json:"tight"`
	TightAt    string        `json:"tight_at"`
	Task       theory.Task   `json:"task"`
	Norms      string        `json:"norms"`
	Function   string        `json:"function"`
	Proof      string        `json:"proof"`
}

func theoremRowOf(t theory.Guarantee) theoremRow {
	return theoremRow{t.ID, t.Learner, t.Quantity.Name, t.Claim, describeView(t.Task, t.View), t.Assumption, t.Source, t.Status, t.Tight, t.TightAt, t.Task, describeNorms(t.Norms), t.Function(), t.Proof()}
}

// reached says which construction reaches the bound, and the parameters at each value of which it does.
func (r theoremRow) reached() string {
	if r.TightAt == "" {
		return r.Tight
	}
	return r.Tight + ", every " + strings.ReplaceAll(r.TightAt, " ", ", ")
}

// Run prints the table of guarantees, or the page of one.
func (c theoremsCmd) Run(std term.Streams) error {
	if c.ID != "" {
		p, err := theoremPageOf(c.ID)
		return printPage(c.Form, std.Out, p, err)
	}
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("learner").Spare(5), term.Left("claim"), term.Left("assumption"), term.Left("norms").Spare(3),
		term.Left("source").Spare(4), term.Left("status"), term.Left("tight").Spare(2), term.Left("function").Spare(1))
	var rows []theoremRow
	for _, t := range theory.Table() {
		r := theoremRowOf(t)
		rows = append(rows, r)
		status := string(r.Status)
		if c.Markdown && r.Proof != "" {
			status = "[" + status + "](" + r.Proof + ")"
		}
		g.Row(r.ID, r.Learner, r.Claim, r.Assumption, r.Norms, r.Source, status, r.reached(), r.Function)
	}
	if c.ForMachines() {
		return term.PrintRows(c.Form, std.Out, rows...)
	}
	return g.Write(c.Out(std.Out))
}

func describeNorms(n theory.Norms) string {
	if n == theory.Euclidean {
		return "l2"
	}
	return string(n)
}
