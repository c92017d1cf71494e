package main

import (
	"fmt"
	"strings"

	"marginlab/adversarial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// theoremPage is all that is known of a guarantee.
type theoremPage struct {
	theoremRow
	Bound    string       `json:"-"` // the claim without its condition
	InL2     string       `json:"-"`
	Where    string       `json:"where"`
	Learners []string     `json:"learners"`
	Hunt     string       `json:"hunt"`    // the row as a statement, "" if it has none
	Reaches  string       `json:"reaches"` // what the construction that is tight says
	Best     []bestStream `json:"best"`
}

// theoremPageOf gathers what is known of a guarantee.
func theoremPageOf(g theory.Guarantee) (p theoremPage, err error) {
	p = theoremPage{theoremRow: theoremRowOf(g), Where: g.Where(), InL2: g.L2, Bound: g.Plain(), Learners: familyOf(g)}
	if learner, err := adversarial.LearnerOf(g); err == nil {
		if s, err := adversarial.Statement(g, learner, map[string]string{"phi": "1/2", "h": "1", "Lh": "L1", "radius": "1"}); err == nil {
			p.Hunt = s.String()
		}
	}
	for _, t := range adversarial.Traps() {
		if name, _, _ := strings.Cut(t.Name, "("); g.Tight != "" && name == g.Tight {
			p.Reaches = fmt.Sprintf("%s, in %s: %s", t.Learner, term.Count(len(t.Examples), "example", "examples"), t.Says)
		}
	}
	p.Best, err = bestStreams(func(q adversarial.Question) bool { return q.Row == g.ID })
	return p, err
}

// printPage prints what is known of one thing, unless it could not be gathered.
func printPage[P interface{ write(*term.Out) }](out *term.Out, page P, err error) error {
	if err == nil {
		term.PrintRows(out, page)
		page.write(out)
	}
	return err
}

// write prints the page.
func (p theoremPage) write(w *term.Out) {
	g := term.NewTable(term.Left("guarantee"), term.Left(p.ID))
	g.Row("claim", p.Bound)
	for _, row := range []struct {
		what, text string
		is         bool
	}{
		{"in l2", p.InL2, p.InL2 != ""},
		{"learners", "of the family " + p.Learner + ": " + strings.Join(p.Learners, ", "), true},
		{"assumption", p.Assumption, true},
		{"where", p.Where, p.Where != ""},
		{"examples", p.View, p.View != ""},
		{"norms", p.Norms, true},
		{"status", string(p.Status), true},
		{"source", p.Source, true},
		{"proof", "theory/" + p.Proof, p.Proof != ""},
		{"to hunt", "marginlab hunt '" + p.Hunt + "'", p.Hunt != ""},
		{"tight", strings.TrimSuffix(p.reached()+": "+p.Reaches, ": "), p.Tight != ""},
	} {
		if row.is {
			g.Row(row.what, row.text)
		}
	}
	g.Print(w)
	writeBest(w, p.Best)
}
