package main

import (
	"fmt"
	"strings"

	"marginlab/adversarial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// printTheorem prints all that is known of a guarantee.
func printTheorem(w *term.Out, g theory.Guarantee) error {
	hunt, reaches := "", "" // the guarantee as a statement, and what the construction that is tight says
	if learner, err := adversarial.LearnerOf(g); err == nil {
		if s, err := adversarial.Statement(g, learner, map[string]string{"phi": "1/2", "h": "1", "Lh": "L1", "radius": "1"}); err == nil {
			hunt = s.String()
		}
	}
	for _, t := range adversarial.Traps() {
		if name, _, _ := strings.Cut(t.Name, "("); g.Tight != "" && name == g.Tight {
			reaches = fmt.Sprintf("%s, in %s: %s", t.Learner, term.Count(len(t.Examples), "example", "examples"), t.Says)
		}
	}
	best, err := bestStreams(func(q adversarial.Question) bool { return q.Row == g.ID })
	if err != nil {
		return err
	}
	learners, view := familyOf(g), term.DescribeView(g.Task, g.View())
	term.PrintRows(w, append(theoremRecord(g), "where", g.Where, "learners", learners, "hunt", hunt,
		"reaches", reaches, "best", best))
	t := term.NewTable(term.Left("guarantee"), term.Left(g.ID))
	for _, row := range []struct {
		what, text string
		is         bool
	}{
		{"claim", g.Plain(), true},
		{"in l2", g.L2, g.L2 != ""},
		{"learners", "of the family " + g.Learner + ": " + strings.Join(learners, ", "), true},
		{"assumption", g.Assumption(), true},
		{"where", g.Where, g.Where != ""},
		{"examples", view, view != ""},
		{"norms", describeNorms(g.Norms), true},
		{"status", string(g.Status), true},
		{"source", g.Source, true},
		{"proof", "theory/" + g.Proof(), g.Proof() != ""},
		{"to hunt", "marginlab hunt '" + hunt + "'", hunt != ""},
		{"tight", strings.TrimSuffix(reached(g)+": "+reaches, ": "), g.Tight != ""},
	} {
		if row.is {
			t.Row(row.what, row.text)
		}
	}
	t.Print(w)
	writeBest(w, best)
	return nil
}
