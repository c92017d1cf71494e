package main

import (
	"fmt"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
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
	showCertificate(w, f.valid)
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
		exactly, _ := hunt.ExactlyOf(*f.record) // the zero value where it could not decide
		return fmt.Sprintf("the ratio %s is %s", ratioName(f.record.Statement), report.Ratio(f.record.Ratio, exactly))
	}
	return refutation(f.valid)
}

// refutation says how the quantity breaks the claim, as in mistakes = 4 > 3.562 = 2 + r^2/4.
func refutation(c *certificate.Verdict) string {
	quantity, bound := term.Apart(term.Number(certificate.Middle(c.Quantity)), term.Number(certificate.Middle(c.Claim)))
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
	exactly, undecided := hunt.ExactlyOf(r)
	if undecided != nil {
		verdict = "exact arithmetic cannot tell whether the claim survives this stream"
	}
	w.Say("\nThe ratio %s is %s, as stated: %s.", ratioName(r.Statement), report.Ratio(r.Ratio, exactly), verdict)
}

// showCertificate prints the stream with the learner's decisions or its weights, and the quantity beside the claim.
func showCertificate(w *term.Out, c *certificate.Verdict) {
	report.Decisions(c).Print(w)
	text := ""
	if b := c.Batch; b != nil {
		text = "These weights separate the examples"
		if !b.Separator {
			text = "The combination of these weights is near the origin"
		}
		text += fmt.Sprintf(", after %s in %s.\n", term.Count(b.Iterations, "iteration", "iterations"),
			term.Count(b.Loops, "loop", "loops"))
	}
	showTerms(w, c, text)
}

// showTerms prints the terms and the quantity beside the claim, after a text.
func showTerms(w *term.Out, c *certificate.Verdict, text string) {
	var terms []string
	for _, t := range c.Terms {
		terms = append(terms, termText(t))
	}
	text += strings.Join(terms, ", ") + "\n"
	if c.Comparator != nil {
		text += fmt.Sprintf("u = (%s)\n", report.Coordinates(c.Comparator))
	}
	text += refutation(c)
	if c.IsWitness() {
		text += fmt.Sprintf("\nThese are the answers of %s: this implementation does not do what the claim is about.", c.Code)
	}
	w.Say("\n%s", text)
}

// termText is a term with its value, exactly where that is short.
func termText(t certificate.Value) string {
	const short = 200
	if q, rational := t.Number.Rational(); rational && len(q.RatString()) <= short {
		return fmt.Sprintf("%s = %s", t.Name, q.RatString())
	}
	if square, rational := t.Number.Square(); rational && len(square.RatString()) <= short {
		return fmt.Sprintf("%s² = %s", t.Name, square.RatString())
	}
	return fmt.Sprintf("%s ≈ %v", t.Name, term.Number(certificate.Middle(t.Number)))
}
