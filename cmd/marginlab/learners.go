package main

import (
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/hunt"
	"marginlab/algos"
	"marginlab/algos/external"
	"marginlab/algos/registry"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type learnersCmd struct {
	Name    string `arg:"" optional:"" help:"Print all that is known of this learner: its steps, the theorems on it, and the best streams that are kept."`
	Adapter string `placeholder:"LANGUAGE" help:"Print the file that lets a learner of one's own in python, scikit-learn, c or javascript speak to marginlab, or the protocol that it speaks."`
	Example bool   `help:"Print a learner that is written with the --adapter, a Perceptron in a file of its own."`
	term.Form
}

// learnerRecord is a learner of a kind as it is printed for machines.
func learnerRecord(name string, k algos.Kind) term.Record {
	return term.Record{"learner", name, "params", paramsOf(k), "summary", k.Summary, "source", k.Source,
		"default", k.Default, "task", taskOf(k), "kernel", k.Kernel}
}

// taskOf is what a learner of the kind learns.
func taskOf(k algos.Kind) string {
	return map[theory.Task]string{theory.Online: "two classes", theory.ManyClasses: "many classes",
		theory.Batch: "batch"}[k.Task]
}

// paramsOf are the parameters that a learner of the kind takes.
func paramsOf(k algos.Kind) []string {
	params := []string{}
	if k.Wraps != "" {
		params = append(params, "a learner")
	}
	params = append(params, k.Usage...)
	for _, p := range k.Arguments() {
		params = append(params, p.Usage())
	}
	return params
}

// Run lists the learners of the registry, or prints the page of one.
func (c learnersCmd) Run(std term.Streams) error {
	if c.Example && c.Adapter == "" {
		return errors.New("--example prints a learner in the language of an adapter: expected --adapter too, " +
			"as in --adapter python --example")
	}
	if c.Adapter != "" {
		file := external.Adapter
		if c.Example {
			file = external.Example
		}
		text, err := file(c.Adapter)
		if err == nil {
			_, err = std.Out.Write(text)
		}
		return err
	}
	if c.Name != "" {
		s, err := registry.Parse(c.Name)
		if err != nil {
			return err
		}
		return printLearner(std.Out, s)
	}
	g := term.NewTable(term.Left("learner"), term.Left("parameters").Drop(4), term.Left("what it is"),
		term.Left("source").Drop(3), term.Left("default").Drop(2), term.Left("kernel").Drop(1))
	yes := map[bool]string{true: "yes"}
	for _, of := range term.Grouped(registry.Learners().Kinds, taskOf) {
		if len(g.Rows) > 0 {
			g.Row()
			g.Across(term.Strong(of.Key + ":"))
		}
		for _, k := range of.Rows {
			term.PrintRows(std.Out, learnerRecord(k.Name, k))
			g.Row(k.Name, strings.Join(paramsOf(k), ", "), k.Summary, k.Source, yes[k.Default], yes[k.Kernel])
		}
	}
	g.Print(std.Out)
	return nil
}

// printLearner prints all that is known of a learner.
func printLearner(w *term.Out, s *algos.Spec) error {
	streams, best, err := bestStreams(func(q adversarial.Question) bool {
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
	about(w, "learner", s.String(), "what it is", k.Summary, "source", k.Source,
		"parameters", strings.Join(paramsOf(k), ", "), "learns", taskOf(k), "families", strings.Join(families, ", "))
	if steps != "" {
		w.Verbatim("\n" + regexp.MustCompile("(?m)^.").ReplaceAllString(steps, "    $0") + "\n")
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
	streams(w)
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

// about prints what is known of a thing: pairs of words, of which the first names it. What is empty is left out.
func about(w *term.Out, pairs ...string) {
	g := term.NewTable(term.Left(pairs[0]), term.Left(pairs[1]))
	for i := 2; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			g.Row(pairs[i], pairs[i+1])
		}
	}
	g.Print(w)
}

// bestStreams are those of the questions: the streams, of those that are kept, on which a quantity comes nearest to its
// claim, or goes farthest beyond it. print prints them in a table, if there are any.
func bestStreams(of func(adversarial.Question) bool) (print func(w *term.Out), all []term.Record, err error) {
	all = []term.Record{}
	g := term.NewTable(term.Left("claim"), term.Left("status"), term.Right("ratio"), term.Right("examples").Drop(2),
		term.Left("file").Drop(1))
	for _, q := range adversarial.Open() {
		if !of(q) {
			continue
		}
		status, ratio, examples := "survives", 0.0, 0
		if q.Refuted {
			c, err := q.Certificate()
			if err != nil {
				return nil, nil, err
			}
			status, examples = "refuted", len(c.Stream)
			if ratio, _, err = hunt.Evaluate(q.Conjecture, adversarial.Rounded(c.Stream)); err != nil {
				return nil, nil, err
			}
		} else {
			r, err := q.Record()
			if err != nil {
				return nil, nil, err
			}
			ratio, examples = r.Ratio, len(r.Stream)
		}
		file := path.Join("adversarial", q.File())
		all = append(all, term.Record{"name", q.Name, "statement", q.Conjecture.String(), "status", status,
			"ratio", term.Number(ratio), "examples", examples, "file", file})
		g.Row(q.Conjecture.String(), status, term.Fixed(ratio, 4), examples, file)
	}
	return func(w *term.Out) {
		if len(all) > 0 {
			w.Say("\nThe best streams that are known, for claims that were hunted:\n")
			g.Print(w)
		}
	}, all, nil
}
