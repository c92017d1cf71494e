package main

import (
	"fmt"
	"path"

	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/algos"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// learnerPage is all that is known of a learner.
type learnerPage struct {
	learnerRow
	Steps    string        `json:"steps"`
	Families []string      `json:"families"`
	Theorems []learnerFact `json:"theorems"`
	Best     []bestStream  `json:"best"`
}

// learnerFact is a theorem on the learner.
type learnerFact struct {
	ID     string        `json:"id"`
	Claim  string        `json:"claim"`
	Status theory.Status `json:"status"`
	Source string        `json:"source"`
	Tight  string        `json:"tight"`
}

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

// pageOf gathers what is known of the learner of an expression.
func pageOf(text string) (p learnerPage, err error) {
	s, err := registry.Parse(text)
	if err != nil {
		return p, err
	}
	kind, inner := unwrapped(s)
	p = learnerPage{learnerRow: learnerRowOf(kind), Steps: kind.Pseudocode, Families: s.Families(), Theorems: []learnerFact{}}
	p.Learner = s.String()
	for inner != nil {
		wrapped := inner
		kind, inner = unwrapped(wrapped)
		p.Steps += fmt.Sprintf("\n\n# %s:\n%s", wrapped, kind.Pseudocode)
	}
	for _, g := range theory.Table() {
		if g.Task == s.Kind.Task && slices.Contains(p.Families, g.Learner) && g.Norms.Include(s.Norm) {
			p.Theorems = append(p.Theorems, learnerFact{g.ID, g.ClaimIn(s.Norm), g.Status, g.Source, g.Tight})
		}
	}
	p.Best, err = bestStreams(func(q adversarial.Question) bool {
		of, err := algos.Parse(q.Conjecture.Learner)
		return err == nil && of.Kind.Name == s.Kind.Name && of.Norm == s.Norm
	})
	return p, err
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
			value, bound := c.Quantity.Middle(), c.Claim.Middle()
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

// write prints the page.
func (p learnerPage) write(w *term.Out) {
	g := term.NewTable(term.Left("learner"), term.Left(p.Learner))
	g.Row("what it is", p.Summary)
	g.Row("source", p.Source)
	if len(p.Params) > 0 {
		g.Row("parameters", strings.Join(p.Params, ", "))
	}
	g.Row("learns", p.Task)
	g.Row("families", strings.Join(p.Families, ", "))
	g.Print(w)
	if p.Steps != "" {
		w.Verbatim("\n" + indent(p.Steps))
	}
	if len(p.Theorems) > 0 {
		g = term.NewTable(term.Left("guarantee").Whole(), term.Left("claim"), term.Left("source").Drop(2), term.Left("status"), term.Left("tight").Drop(1))
		for _, f := range p.Theorems {
			g.Row(f.ID, f.Claim, f.Source, f.Status, f.Tight)
		}
		w.Say("")
		g.Print(w)
	}
	writeBest(w, p.Best)
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
	g := term.NewTable(term.Left("claim"), term.Left("status"), term.Right("ratio"), term.Right("examples").Drop(2), term.Left("file").Drop(1))
	for _, b := range all {
		g.Row(b.Statement, b.Status, term.Fixed(float64(b.Ratio), 4), b.Examples, b.File)
	}
	g.Print(w)
}
