package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// end writes and prints what a hunt found. interrupted is why it ended before its time, nil if it did not.
func (c huntCmd) end(std term.Streams, found hunt.Finding, interrupted error) error {
	unwritten, status := c.write(found), "survived"
	switch {
	case interrupted != nil:
		status = "interrupted"
	case found.Certificate == nil && len(found.Best) == 0 && found.Doubt == 0:
		return fmt.Errorf("none of %d streams is in the domain and gives the claim a value: %s",
			found.Trials, found.Conjecture)
	}
	result := c.print(std, found, status)
	return cmp.Or(unwritten, result)
}

// write writes what was found to the file of -o, if anything was. Where that fails, nothing that is
// printed later names the file.
func (c *huntCmd) write(found hunt.Finding) (err error) {
	if f := fileOf(found); c.Output != "" && f.stream != nil {
		err = f.write(c.Output)
	}
	if err != nil {
		c.Output = ""
	}
	return err
}

// print prints a hunt and returns what it found as an error. status is how the hunt ended
// if it has no certificate.
func (c huntCmd) print(std term.Streams, found hunt.Finding, status string) error {
	s, number := found.Conjecture.Statement, func(is bool, v float64) any { return term.Given(is, term.Number(v)) }
	refuted, doubt := found.Certificate != nil, found.Doubt > 0 && found.Certificate == nil
	var proof huntFile
	var unproven error
	switch {
	case refuted:
		status = "refuted"
		proof, unproven = proven(found.Certificate, "")
	case doubt && status == "survived":
		status = "doubt"
	}
	said, row, says, unrelated := relate(found)
	if err := cmp.Or(unproven, unrelated); err != nil {
		return err
	}
	var best []term.Record
	for _, e := range found.Best {
		best = append(best, term.Record{"x", e.X.Value, "y", e.Y})
	}
	_, kept := found.Record()
	term.PrintRows(std.Out, term.Record{
		"learner", s.Learner, "quantity", s.Quantity, "claim", s.Claim, "status", status,
		"best_ratio", term.Number(found.Ratio), "trials", found.Trials, "seconds", term.Number(found.Seconds),
		"certificate", term.Given(refuted && c.Output != "", c.Output),
		"relation", s.Relation, "where", s.Where, "against", s.Against, "classes", s.Classes, "passes", s.Passes,
		"at_rest", s.AtRest, "fixed", s.Fixed,
		"dim", found.Conjecture.Dim.String(), "examples", found.Conjecture.Examples.String(),
		"r", term.Given(c.R != realRange{}, c.R.String()), "seed", c.Seed, "workers", c.Workers,
		"ease", found.EaseName, "doubt", number(doubt, found.Doubt),
		"best_ease", number(best != nil, found.Ease), "best", best,
		"record", term.Given(!refuted && kept && c.Output != "", c.Output),
		"improved", found.Improved,
		"cold", c.Cold, "start", c.Start, "attained", found.Attained,
		"began", term.Given(found.Began != "", found.Began), "met", found.Met,
		"row", row, "row_says", says,
	})
	std.Out.Say("%s\n\n%s", found.Conjecture, c.searched(found, status))
	if refuted {
		std.Out.Say("")
		showCertificate(std.Out, proof.valid)
		showWritten(std.Out, c.Output)
		return term.Found(fmt.Errorf("refuted: %s", found.Conjecture))
	}
	c.showBest(std.Out, found)
	if found.Doubt > 0 {
		ratio := fmt.Sprintf("of %v", term.Number(found.Doubt))
		if found.Doubt <= 1+1e-9 {
			ratio = "within 1e-9 of 1"
		}
		std.Out.Say("A ratio %s was found in floating point. Exact arithmetic could not decide it: "+
			"the attempt came to the end of the budget, to the bound on its work, or to a tie that cannot be decided.",
			ratio)
	}
	if said != "" {
		std.Out.Say("%s", said)
	}
	switch {
	case status == "doubt":
		return fmt.Errorf("in doubt: %s", found.Conjecture)
	case status == "interrupted" && found.Unkept == nil:
		return errors.New("interrupted; --resume goes on")
	case status == "interrupted":
		return fmt.Errorf("interrupted; the search is lost: %w", found.Unkept)
	}
	return nil
}

// relate says how a claim that is not refuted compares with the proved rows: in words, the row that decides it, and
// whether that says the same or more.
func relate(found hunt.Finding) (said string, row, says any, err error) {
	if found.Certificate != nil {
		return "", nil, nil, nil
	}
	proof, err := found.Conjecture.Proved()
	switch {
	case err != nil || proof.Row.ID == "":
		return "", nil, nil, err
	case proof.Same:
		return proof.String(), proof.Row.ID, "the same", nil
	}
	return proof.String(), proof.Row.ID, "more", nil
}

// searched says how the hunt ended, after how many streams, and by which flags it is made again.
func (c huntCmd) searched(found hunt.Finding, status string) string {
	outcome := map[string]string{"refuted": "Refuted after", "survived": "Survived", "doubt": "In doubt after",
		"interrupted": "Interrupted after"}[status]
	text := fmt.Sprintf("%s %d streams", outcome, found.Trials)
	if found.Certificate != nil && found.Trials == 0 {
		text = "Refuted by a stream that the hunt began with"
		if found.Began != "" {
			text += ", " + found.Began
		}
		text += ","
	}
	if !math.IsNaN(found.Seconds) {
		text += fmt.Sprintf(" in %.1f s", found.Seconds)
	}
	if status == "interrupted" { // where no flags would
		return text + "."
	}
	return fmt.Sprintf("%s (%s).", text, c.again(found))
}

// showBest prints the best ratio of a claim that is not refuted.
func (c huntCmd) showBest(w *term.Out, found hunt.Finding) {
	if len(found.Best) == 0 {
		return
	}
	if found.Conjecture.Statement.Where != "" {
		w.Say("%d of these streams meet the condition of the claim.", found.Met)
	}
	w.Say("The best ratio, %s, is %s, at %s = %v, on %s in %s.", ratioName(found.Conjecture.Statement),
		report.Ratio(found.Ratio, found.Attained), found.EaseName, term.Number(found.Ease), term.Count(len(found.Best),
			"example", "examples"), term.Count(len(found.Best[0].X.Value), "dimension", "dimensions"))
	rose := fmt.Sprintf("The ratio last rose after %d streams.", found.Improved)
	if found.Improved == 0 {
		rose = "No stream of this hunt was better than the best one it began with"
		if found.Began != "" {
			rose += ", " + found.Began
		}
		rose += "."
	}
	w.Say("%s The search had come to %v examples in %v dimensions.", rose, found.Examples, found.Dim)
	if c.Output == "" {
		w.Say("-o FILE.json keeps the best stream, as a record.")
	} else {
		w.Say("The best stream is in %s, as a record: marginlab replay computes its ratio again, and hunt --start "+
			"goes on from it.", c.Output)
	}
}

// again are the flags that, with the statement, make this very hunt again.
func (c huntCmd) again(found hunt.Finding) string {
	flags := fmt.Sprintf("--seed %d --workers %d", c.Seed, c.Workers)
	add := func(is bool, format string, args ...any) {
		if is {
			flags += fmt.Sprintf(format, args...)
		}
	}
	add(c.Dim != intRange{}, " --dim %v", c.Dim)
	add(c.Examples != intRange{}, " --examples %v", c.Examples)
	add(c.Cold, " --cold")
	for _, file := range c.Start {
		add(true, " --start %s", quoted(file))
	}
	add(c.Resume && c.State != "", " --state %s", quoted(c.State))
	add(c.Resume, " --resume")
	add(c.Streams > 0, " --streams %d", c.Streams)
	trials := cmp.Or(c.Trials, found.Trials)
	add(c.Epochs > 0, " --epochs %d", c.Epochs)
	add(c.Epochs == 0 && trials > 0, " --trials %d", trials)
	return flags
}

// quoted is a word of a command line, in quotes if the shell would read it as another one.
func quoted(word string) string {
	if word != "" && !strings.ContainsFunc(word, func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("-_./:,+=@%", c)
	}) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// ratioName is the ratio of a statement: above 1 it is refuted.
func ratioName(s certificate.Statement) string {
	factor := func(side string) string {
		if strings.ContainsAny(side, " +-*/?") && !(side[0] == '(' && strings.IndexByte(side, ')') == len(side)-1) {
			return "(" + side + ")"
		}
		return side
	}
	quantity, claim := factor(s.Quantity), "claim"
	if p, err := adversarial.Compile(s); err == nil && p.Sides() != p.Statement { // of a difference
		quantity, claim = factor(p.Sides().Quantity), factor(p.Sides().Claim)
	}
	if s.FromBelow() {
		return claim + " / " + quantity
	}
	return quantity + " / " + claim
}

// named is the finding of a hunt with the file of --start that it began with, if it is that.
func (c huntCmd) named(found hunt.Finding) hunt.Finding {
	for i, file := range c.Start {
		if found.Began == hunt.Given(i) {
			found.Began = file
		}
	}
	return found
}

// foundBy is what a settled hunt found, and its plan. A certificate is verified here, in exact arithmetic, and must be
// of the very claim of the hunt: the machines it came from are not trusted.
func foundBy(ctx context.Context, client *cluster.Client, st cluster.Status) (found hunt.Finding, plan hunt.Plan,
	err error) {
	runner, err := runnerFrom(st.Spec)
	if err != nil {
		return found, plan, err
	}
	states, err := client.States(ctx, st)
	if err != nil {
		return found, plan, err
	}
	if found, err = runner.Finding(ctx, states); err != nil || found.Certificate == nil {
		return found, runner.Plan(), err
	}
	if got, want := found.Certificate.Statement.String(), found.Conjecture.Statement.String(); got != want {
		err = fmt.Errorf("hunt %s: the certificate that a worker sent is of %s, expected %s", st.ID, got, want)
	} else if _, err = found.Certificate.Verify(certificate.Limit{}); err != nil {
		err = fmt.Errorf("hunt %s: the certificate that a worker sent is refused: %w", st.ID, err)
	}
	return found, runner.Plan(), err
}
