package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/expr"
)

// theoremPage is all that is known of a guarantee.
type theoremPage struct {
	theoremRow
	Where    string       `json:"where"`
	Learners []string     `json:"learners"`
	Reaches  string       `json:"reaches"` // what the construction that is tight says
	Best     []bestStream `json:"best"`
}

// theoremPageOf gathers what is known of the guarantee of an ID.
func theoremPageOf(id string) (p theoremPage, err error) {
	rows := theory.Table()
	at := slices.IndexFunc(rows, func(g theory.Guarantee) bool { return g.ID == id })
	if at < 0 {
		var ids []string
		for _, g := range rows {
			ids = append(ids, g.ID)
		}
		return p, fmt.Errorf("no guarantee is called %q%s", id, cmp.Or(expr.DidYouMean(id, ids), ", expected an ID that marginlab theorems lists, as omm-s1"))
	}
	g := rows[at]
	p = theoremPage{theoremRow: theoremRowOf(g), Where: g.Where, Learners: []string{}}
	for _, s := range registry.Checked(g.Task) {
		if slices.Contains(s.Families(), g.Learner) {
			p.Learners = append(p.Learners, s.String())
		}
	}
	for _, t := range adversarial.Traps() {
		if name, _, _ := strings.Cut(t.Name, "("); g.Tight != "" && name == g.Tight {
			p.Reaches = fmt.Sprintf("%s, in %s: %s", t.Learner, term.Count(len(t.Examples), "example", "examples"), t.Says)
		}
	}
	p.Best, err = bestStreams(func(q adversarial.Question) bool { return q.Row == id })
	return p, err
}

// printPage prints what is known of one thing, unless it could not be gathered.
func printPage[P interface{ write(io.Writer) error }](form term.Form, out io.Writer, page P, err error) error {
	switch {
	case err != nil:
		return err
	case form.ForMachines():
		return term.PrintRows(form, out, page)
	}
	return page.write(form.Out(out))
}

// write prints the page.
func (p theoremPage) write(w io.Writer) error {
	g := term.NewTable(term.Left("guarantee"), term.Left(p.ID))
	general, plain, both := strings.Cut(p.Claim, ", in l2 ")
	g.Row("claim", general)
	for _, row := range []struct {
		what, text string
		is         bool
	}{
		{"in l2", plain, both},
		{"learners", "of the family " + p.Learner + ": " + strings.Join(p.Learners, ", "), true},
		{"assumption", p.Assumption, true},
		{"where", p.Where, p.Where != ""},
		{"examples", p.View, p.View != ""},
		{"norms", p.Norms, true},
		{"status", string(p.Status), true},
		{"source", p.Source, true},
		{"proof", "theory/" + p.Proof, p.Proof != ""},
		{"function", "theory." + p.Function, true},
		{"tight", strings.TrimSuffix(p.reached()+": "+p.Reaches, ": "), p.Tight != ""},
	} {
		if row.is {
			g.Row(row.what, row.text)
		}
	}
	if err := g.Write(w); err != nil || len(p.Best) == 0 {
		return err
	}
	return writeBest(w, p.Best)
}
