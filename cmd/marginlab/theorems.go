package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"marginlab/adversarial"
	"marginlab/algos/expr"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/formula"
)

type theoremsCmd struct {
	Words []string `arg:"" name:"WORD" optional:"" help:"The ID of a guarantee, to print all that is known of it: its hypotheses, its proof, and the streams that come nearest to it. Or words that IDs, learners, claims, sources and statuses are searched for, to list the guarantees that have all of them."`
	term.Form
}

// vocabulary lists the terms of claims that are hunted, or those that claims of the table have beside them, one on a
// line. The terms of a second learner's run share one.
func vocabulary(hunted bool) string {
	words := slices.DeleteFunc(theory.Terms(), func(t theory.Term) bool { return t.Hunted || t.AtPhi() })
	if hunted {
		words = append(slices.DeleteFunc(theory.Hunted(), func(t theory.Term) bool {
			_, theirs := theory.Theirs(formula.Term{Name: t.Name})
			return theirs
		}), theory.Term{Name: "their_…",
			Help: "each term from T to expected_mistakes, as their_mistakes, of a second learner (against)"})
	}
	var b strings.Builder
	for _, w := range words {
		name := w.Name
		if w.Arg {
			name += "(phi)"
		}
		fmt.Fprintf(&b, "    %-19s %s\n", name,
			strings.ReplaceAll(text.WrapSoft(w.Help, 56), "\n", "\n"+strings.Repeat(" ", 24)))
	}
	return b.String()
}

// theoremRecord is a guarantee as it is printed for machines.
func theoremRecord(g theory.Guarantee) term.Record {
	return term.Record{
		"id", g.ID, "learner", g.Learner, "quantity", g.Quantity, "claim", g.String(),
		"view", term.DescribeView(g.Task, g.View()), "assumption", g.Assumption(),
		"source", g.Source, "status", g.Status, "tight", g.Tight, "tight_at", g.TightAt, "task", g.Task,
		"norms", describeNorms(g.Norms), "proof", g.Proof(),
	}
}

// reached says which construction reaches the bound, and the parameters at each value of which it does.
func reached(g theory.Guarantee) string {
	if g.TightAt == "" {
		return g.Tight
	}
	return g.Tight + ", every " + strings.ReplaceAll(g.TightAt, " ", ", ")
}

// describeBelow says what is known from below: the construction that reaches the bound, and those of lower bounds with
// the gap.
func describeBelow(g theory.Guarantee) string {
	known := []string{reached(g)}
	for _, b := range theory.LowerBounds() {
		if b.Row == g.ID {
			known = append(known, b.Construction+", gap "+b.Gap)
		}
	}
	return strings.TrimPrefix(strings.Join(known, "; "), "; ")
}

// Run prints the table of guarantees, or the page of one.
func (c theoremsCmd) Run(std term.Streams) error {
	all := theory.Table()
	if i := slices.IndexFunc(all, func(g theory.Guarantee) bool { return slices.Equal(c.Words, []string{g.ID}) }); i >= 0 {
		return printTheorem(std.Out, all[i])
	}
	found := slices.DeleteFunc(slices.Clone(all), func(g theory.Guarantee) bool { return !c.lists(g) })
	if len(found) == 0 {
		var known []string
		for _, g := range all {
			known = append(known, append(familyOf(g), g.ID)...)
		}
		like := expr.DidYouMean(c.Words[0], slices.Compact(slices.Sorted(slices.Values(known))))
		return fmt.Errorf("no guarantee has %s%s", strings.Join(c.Words, " and "), like)
	}
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("learner").Drop(5), term.Left("claim"),
		term.Left("assumption"), term.Left("examples").Drop(6), term.Left("norms").Drop(3),
		term.Left("source").Drop(4), term.Left("status"), term.Left("from below").Drop(2))
	for _, t := range found {
		term.PrintRows(std.Out, theoremRecord(t))
		status := string(t.Status)
		if c.Markdown && t.Proof() != "" {
			status = "[" + status + "](" + t.Proof() + ")"
		}
		g.Row(t.ID, t.Learner, t.String(), t.Assumption(), term.DescribeView(t.Task, t.View()), describeNorms(t.Norms),
			t.Source, status, describeBelow(t))
	}
	g.Print(std.Out)
	return nil
}

// lists reports whether a guarantee has all words.
func (c theoremsCmd) lists(g theory.Guarantee) bool {
	has := append(familyOf(g), g.ID, g.Learner, g.String(), g.Source, string(g.Status))
	text := strings.ToLower(strings.Join(has, "\n"))
	return !slices.ContainsFunc(c.Words, func(w string) bool { return !strings.Contains(text, strings.ToLower(w)) })
}

// familyOf are the learners that a guarantee is about.
func familyOf(g theory.Guarantee) []string {
	all := []string{}
	for _, s := range registry.Checked(g.Task) {
		if slices.Contains(s.Families(), g.Learner) {
			all = append(all, s.String())
		}
	}
	return all
}

func describeNorms(n theory.Norms) string {
	if n == theory.Euclidean {
		return "l2"
	}
	return string(n)
}

// printTheorem prints all that is known of a guarantee.
func printTheorem(w *term.Out, g theory.Guarantee) error {
	hunt, reaches := "", "" // the guarantee as a statement, and what the construction that is tight says
	if learner, err := adversarial.LearnerOf(g); err == nil {
		at := map[string]string{"phi": "1/2", "h": "1", "Lh": "L1", "radius": "1"}
		if s, err := adversarial.Statement(g, learner, at); err == nil {
			hunt = s.String()
		}
	}
	for _, t := range adversarial.Traps() {
		if name, _, _ := strings.Cut(t.Name, "("); g.Tight != "" && name == g.Tight {
			reaches = fmt.Sprintf("%s, in %s: %s", t.Learner, term.Count(len(t.Examples), "example", "examples"), t.Says)
		}
	}
	streams, best, err := bestStreams(func(q adversarial.Question) bool { return q.Row == g.ID })
	if err != nil {
		return err
	}
	proof, hunted := "", ""
	if g.Proof() != "" {
		proof = "theory/" + g.Proof()
	}
	if hunt != "" {
		hunted = "marginlab hunt '" + hunt + "'"
	}
	lower := describeLower(g.ID, "")
	learners, view := familyOf(g), term.DescribeView(g.Task, g.View())
	cited := bibtex(g.Source)
	term.PrintRows(w, append(theoremRecord(g), "where", g.Where, "learners", learners, "hunt", hunt,
		"reaches", reaches, "lower", lower, "best", best, "proof_text", g.ProofText(), "bibtex", cited))
	about(w, "guarantee", g.ID, "claim", g.Plain(), "in l2", g.L2,
		"learners", "of the family "+g.Learner+": "+strings.Join(learners, ", "), "assumption", g.Assumption(),
		"where", g.Where, "examples", view, "norms", describeNorms(g.Norms), "status", string(g.Status), "source", g.Source,
		"proof", proof, "to hunt", hunted, "tight", strings.TrimSuffix(reached(g)+": "+reaches, ": "),
		"from below", strings.Join(lower, "\n"))
	streams(w)
	if text := g.ProofText(); text != "" {
		w.Verbatim("\nThe proof, in Markdown with LaTeX:\n\n" + text + "\n")
	}
	if cited != "" {
		w.Verbatim("\n" + cited + "\n")
	}
	return nil
}

// describeLower tells the lower bounds beside a row, of all learners or of one with any parameters.
func describeLower(row, learner string) (told []string) {
	name, _, _ := strings.Cut(learner, "(")
	for _, b := range theory.LowerBounds() {
		about := learner == "" || b.Learner == "every learner" || strings.HasPrefix(b.Learner+"(", name+"(")
		if b.Row == row && about {
			told = append(told, fmt.Sprintf("%s; on %s, %s; the gap is %s; certified by adversarial/testdata/%s.json",
				b, b.Construction, b.Source, b.Gap, b.Certificate))
		}
	}
	return told
}

//go:embed papers.bib
var papers string

// bibtex has the BibTeX entries of the papers that a source cites.
func bibtex(source string) string {
	var cited []string
	for paper := range strings.SplitSeq(strings.TrimSpace(papers), "\n\n") {
		name, entry, _ := strings.Cut(strings.TrimPrefix(paper, "% "), "\n")
		if strings.Contains(source, name) {
			cited = append(cited, entry)
		}
	}
	return strings.Join(cited, "\n")
}

// knownRow returns an error if the table of guarantees has no row of that ID, which a flag names if it is not empty.
func knownRow(flag, id string) error {
	var ids []string
	for _, g := range theory.Table() {
		ids = append(ids, g.ID)
	}
	if id == "" || slices.Contains(ids, id) {
		return nil
	}
	return fmt.Errorf("%s is %q%s", flag, id,
		cmp.Or(expr.DidYouMean(id, ids), ", expected an ID that marginlab theorems lists, as omm-s1"))
}
