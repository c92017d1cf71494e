package main

import (
	"fmt"
	"path"

	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// bestStream is the stream on which the quantity comes nearest to its claim, or goes
// farthest beyond it, of those that are kept.
type bestStream struct {
	Name      string      `json:"name"`
	Statement string      `json:"statement"`
	Status    string      `json:"status"`
	Ratio     term.Number `json:"ratio"`
	Examples  int         `json:"examples"`
	File      string      `json:"file"`
}

// bestStreams are those of the questions.
func bestStreams(of func(adversarial.Question) bool) ([]bestStream, error) {
	all := []bestStream{}
	for _, q := range adversarial.Open() {
		if !of(q) {
			continue
		}
		b := bestStream{Name: q.Name, Statement: q.Conjecture.String(), Status: "survives", File: path.Join("adversarial", "testdata", "open", q.Name+".json")}
		if q.Refuted {
			c, err := q.Certificate()
			if err != nil {
				return nil, err
			}
			v, err := c.Verify(certificate.Limit{})
			if err != nil {
				return nil, err
			}
			value, bound := certificate.Middle(v.Quantity), certificate.Middle(v.Claim)
			if c.Statement.FromBelow() {
				value, bound = bound, value
			}
			b.Status, b.File = "refuted", path.Join("adversarial", "testdata", q.Name+".json")
			b.Ratio, b.Examples = term.Number(value/bound), len(c.Stream)
		} else {
			r, err := q.Record()
			if err != nil {
				return nil, err
			}
			b.Ratio, b.Examples = term.Number(r.Ratio), len(r.Stream)
		}
		all = append(all, b)
	}
	return all, nil
}

// printLearner prints all that is known of the learner of an expression.
func printLearner(w *term.Out, text string) error {
	s, err := registry.Parse(text)
	if err != nil {
		return err
	}
	best, err := bestStreams(func(q adversarial.Question) bool {
		of, err := algos.Parse(q.Conjecture.Learner)
		return err == nil && of.Kind.Name == s.Kind.Name && of.Norm == s.Norm
	})
	if err != nil {
		return err
	}
	k, inner := unwrapped(s)
	families, facts, steps := s.Families(), []term.Record{}, k.Pseudocode
	for inner != nil {
		of, next := unwrapped(inner)
		steps += fmt.Sprintf("\n\n# %s:\n%s", inner, of.Pseudocode)
		inner = next
	}
	about := term.NewTable(term.Left("learner"), term.Left(s.String()))
	about.Row("what it is", k.Summary)
	about.Row("source", k.Source)
	if params := paramsOf(k); len(params) > 0 {
		about.Row("parameters", strings.Join(params, ", "))
	}
	about.Row("learns", taskOf(k))
	about.Row("families", strings.Join(families, ", "))
	about.Print(w)
	if steps != "" {
		w.Verbatim("\n" + indent(steps))
	}
	g := term.NewTable(term.Left("guarantee").Whole(), term.Left("claim"), term.Left("source").Drop(2),
		term.Left("status"), term.Left("tight").Drop(1))
	for _, of := range theory.Table() {
		if of.Task == s.Kind.Task && slices.Contains(families, of.Learner) && of.Norms.Include(s.Norm) {
			claim := of.ClaimIn(s.Norm)
			facts = append(facts, term.Record{"id", of.ID, "claim", claim, "status", of.Status, "source", of.Source,
				"tight", of.Tight})
			g.Row(of.ID, claim, of.Source, of.Status, of.Tight)
		}
	}
	if len(facts) > 0 {
		w.Say("")
		g.Print(w)
	}
	writeBest(w, best)
	term.PrintRows(w, append(learnerRecord(s.String(), k), "steps", steps, "families", families, "theorems", facts,
		"best", best))
	return nil
}

// unwrapped is the kind that is named first in the learner's expression, and the learner that it wraps,
// nil for none.
func unwrapped(s *algos.Spec) (algos.Kind, *algos.Spec) {
	if s.Bias == 0 {
		return s.Kind, s.Inner
	}
	bias := algos.BiasKind()
	bias.Task = s.Kind.Task
	return bias, s.Lifted(0)
}

// indent indents lines that are not empty.
func indent(text string) string {
	var b strings.Builder
	for line := range strings.SplitSeq(text, "\n") {
		if line != "" {
			line = "    " + line
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// writeBest prints the best streams in a table, if there are any.
func writeBest(w *term.Out, all []bestStream) {
	if len(all) == 0 {
		return
	}
	w.Say("\nThe best streams that are known, for claims that were hunted:\n")
	g := term.NewTable(term.Left("claim"), term.Left("status"), term.Right("ratio"), term.Right("examples").Drop(2),
		term.Left("file").Drop(1))
	for _, b := range all {
		g.Row(b.Statement, b.Status, term.Fixed(float64(b.Ratio), 4), b.Examples, b.File)
	}
	g.Print(w)
}
