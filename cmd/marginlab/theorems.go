package main

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"

	"marginlab/adversarial"
	"marginlab/algos"
	"marginlab/algos/expr"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
	"marginlab/theory/formula"
)

type theoremsCmd struct {
	ID      string `arg:"" name:"ID" optional:"" help:"Print all that is known of this guarantee: its hypotheses, its proof, and the streams that come nearest to it. What is no ID is searched for in IDs, sources and claims."`
	Learner string `placeholder:"NAME" help:"List only the guarantees of this learner or family."`
	Status  string `enum:",proved,conjectured,refuted,refuted as printed" default:"" placeholder:"STATUS" help:"List only the guarantees of this status: proved, conjectured, refuted or refuted as printed."`
	Paper   string `placeholder:"NAME" help:"List only the guarantees whose source has this in it, as in HKNS25."`
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
	if i := slices.IndexFunc(all, func(g theory.Guarantee) bool { return g.ID == c.ID }); i >= 0 {
		return printTheorem(std.Out, all[i])
	}
	found := slices.DeleteFunc(slices.Clone(all), func(g theory.Guarantee) bool { return !c.lists(g) })
	if len(found) == 0 {
		return c.nothingFound(all)
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

// lists reports whether a guarantee is one of those that the arguments ask for.
func (c theoremsCmd) lists(g theory.Guarantee) bool {
	has := func(text, word string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(word)) }
	of := slices.ContainsFunc(registry.Checked(g.Task), func(s *algos.Spec) bool {
		return (s.Kind.Name == c.Learner || s.String() == c.Learner) && slices.Contains(s.Families(), g.Learner)
	})
	return has(g.ID+"\n"+g.Source+"\n"+g.String(), c.ID) && has(g.Source, c.Paper) &&
		(c.Learner == "" || c.Learner == g.Learner || of) && (c.Status == "" || c.Status == string(g.Status))
}

// nothingFound is the error that no guarantee fits the arguments. It asks whether others like them were meant.
func (c theoremsCmd) nothingFound(all []theory.Guarantee) error {
	known, like := kinds(), ""
	for _, g := range all {
		known = append(known, g.ID, g.Learner)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, word := range []string{c.Learner, c.ID} {
		if word != "" && !slices.Contains(known, word) {
			like = cmp.Or(like, expr.DidYouMean(word, known))
		}
	}
	return fmt.Errorf("no guarantee fits%s", cmp.Or(like, ", expected fewer words or flags; marginlab theorems lists all"))
}

// kinds are the names of the learners that guarantees are about.
func kinds() (all []string) {
	for _, task := range []theory.Task{theory.Online, theory.ManyClasses, theory.Batch} {
		for _, s := range registry.Checked(task) {
			all = append(all, s.Kind.Name)
		}
	}
	return all
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
