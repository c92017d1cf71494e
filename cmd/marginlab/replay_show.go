package main

import (
	"fmt"
	"math/big"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// showReplay prints a certificate or a record that is valid; exec says that a program was run
// again for it.
func showReplay(w *term.Out, f huntFile, exec bool) {
	w.Say("%s\n", f.statement())
	if f.record != nil {
		showRecord(w, *f.record)
		return
	}
	showCertificate(w, f.certificate)
	const valid = "\nValid: the stream, its geometry and the counts are as stated."
	program := programOf(f.statement())
	switch {
	case !f.certificate.IsWitness():
		w.Say("\nValid: the statement is refuted.")
	case exec:
		w.Say("\nValid: the program gave these answers again.")
	case program != "":
		w.Say(valid+" --exec runs the program again: %s.", program)
	default:
		w.Say(valid + " The learner itself is not of marginlab: it can run again where it is.")
	}
}

// verdict is the quantity beside the claim, in a line.
func (f huntFile) verdict() string {
	if f.record != nil {
		return fmt.Sprintf("the ratio %s is %s", ratioName(f.record.Statement), report.Ratio(f.record.Ratio, f.record.Exactly()))
	}
	return refutation(f.certificate)
}

// refutation says how the quantity breaks the claim, as in mistakes = 4 > 3.562 = 2 + r^2/4.
func refutation(c *certificate.Certificate) string {
	quantity, bound := term.Apart(term.Number(c.Quantity.Middle()), term.Number(c.Claim.Middle()))
	stated := bound
	if bound != c.Statement.Claim {
		stated += " = " + c.Statement.Claim
	}
	return fmt.Sprintf("%s = %s %s %s", c.Statement.Quantity, quantity, c.Statement.Opposite(), stated)
}

// showRecord prints the stream and the ratio.
func showRecord(w *term.Out, r adversarial.Record) {
	g := term.NewTable(term.Right("t"), term.Left("y"), term.Left("x"))
	for t, e := range r.Stream {
		var x []string
		for _, v := range e.X.Value {
			x = append(x, term.Number(v).String())
		}
		g.Row(t+1, r.Statement.Label(int(e.Y)), strings.Join(x, ", "))
	}
	g.Print(w)
	verdict := "the claim survives this stream"
	if r.Undecided() {
		verdict = "exact arithmetic cannot tell whether the claim survives this stream"
	}
	w.Say("\nThe ratio %s is %s, as stated: %s.", ratioName(r.Statement), report.Ratio(r.Ratio, r.Exactly()), verdict)
}

// showCertificate prints the stream with the learner's decisions, and the quantity beside
// the claim.
func showCertificate(w *term.Out, c *certificate.Certificate) {
	if c.Batch != nil {
		showBatch(w, c)
		return
	}
	learners := term.Left("predicted")
	columns := []term.Column{term.Right("t"), term.Left("y"), term.Left("x"), learners, term.Left("update")}
	if c.Runs.Against != nil {
		columns = append(columns, term.Left("predicted by "+c.Statement.Against), term.Left("update"))
	}
	g := term.NewTable(columns...)
	for t := range max(len(c.Runs.Learner), len(c.Runs.Against)) {
		e := c.Stream[t%len(c.Stream)]
		cells := append([]any{t + 1, c.Statement.Label(e.Y), point(e.X)}, decided(c, c.Runs.Learner, t)...)
		if c.Runs.Against != nil {
			cells = append(cells, decided(c, c.Runs.Against, t)...)
		}
		g.Row(cells...)
	}
	g.Print(w)
	showTerms(w, c, "")
}

// showBatch prints the stream with the weights that the algorithm ends with, and the quantity
// beside the claim.
func showBatch(w *term.Out, c *certificate.Certificate) {
	g := term.NewTable(term.Right("i"), term.Left("y"), term.Left("x"), term.Left("weight"))
	for i, e := range c.Stream {
		g.Row(i+1, fmt.Sprintf("%+d", e.Y), point(e.X), weight(c.Batch.Weights[i]))
	}
	g.Print(w)
	ends := "These weights separate the examples"
	if c.Batch.Kind == "combination" {
		ends = "The combination of these weights is near the origin"
	}
	showTerms(w, c, fmt.Sprintf("%s, after %s in %s.\n", ends, term.Count(c.Batch.Iterations, "iteration", "iterations"), term.Count(c.Batch.Loops, "loop", "loops")))
}

// weight writes a fraction, or about what it is if it is long.
func weight(v *big.Rat) string {
	const long = 20
	if text := v.RatString(); len(text) <= long {
		return text
	}
	f, _ := v.Float64()
	return "≈ " + term.Number(f).String()
}

// showTerms prints the terms and the quantity beside the claim, after a text.
func showTerms(w *term.Out, c *certificate.Certificate, text string) {
	var terms []string
	for _, t := range c.Terms {
		terms = append(terms, termText(t))
	}
	text += strings.Join(terms, ", ") + "\n"
	if c.Comparator != nil {
		text += fmt.Sprintf("u = (%s)\n", point(c.Comparator))
	}
	text += refutation(c)
	if c.IsWitness() {
		text += fmt.Sprintf("\nThese are the answers of %s: this implementation does not do what the claim is about.", c.Code)
	}
	w.Say("\n%s", text)
}

// decided are the cells of step t of a run, which may have come to rest before.
func decided(c *certificate.Certificate, run []certificate.Decision, t int) []any {
	if t >= len(run) {
		return []any{"", ""}
	}
	d := run[t]
	predicted, update := c.Statement.Label(d.Predicted), ""
	if d.Mistake {
		predicted += " wrong"
	}
	switch {
	case d.Opening:
		update = "opening"
	case d.Updated:
		update = "yes"
	}
	return []any{predicted, update}
}

func termText(t certificate.Term) string {
	switch {
	case t.Value != nil:
		return fmt.Sprintf("%s = %s", t.Name, t.Value.RatString())
	case t.Square != nil:
		return fmt.Sprintf("%s² = %s", t.Name, t.Square.RatString())
	}
	return fmt.Sprintf("%s ≈ %v", t.Name, term.Number(t.Between.Middle()))
}

// point writes coordinates as fractions.
func point(x exact.Vector) string {
	var coordinates []string
	for _, v := range x {
		coordinates = append(coordinates, v.RatString())
	}
	return strings.Join(coordinates, ", ")
}
