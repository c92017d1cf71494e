package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode"

	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// print prints a hunt and returns what it found as an error. status is how the hunt ended
// if it has no certificate.
func (c huntCmd) print(std term.Streams, found hunt.Finding, workers int, status string) error {
	s, number := found.Conjecture.Statement, func(is bool, v float64) any { return term.Given(is, term.Number(v)) }
	refuted, doubt := found.Certificate != nil, found.Doubt > 0 && found.Certificate == nil
	switch {
	case refuted:
		status = "refuted"
	case doubt && status == "survived":
		status = "doubt"
	}
	known, err := hunt.BestKnown(found.Conjecture)
	if err != nil {
		return err
	}
	power, err := hunt.PowerOf(found.Conjecture)
	if err != nil {
		return err
	}
	measured := power.Runs > 0 && status == "survived"
	said, row, says, err := relate(found)
	if err != nil {
		return err
	}
	var proof huntFile
	if refuted {
		if proof, err = provenFile(found.Certificate); err != nil {
			return err
		}
	}
	far := hunt.FarPoint{}
	if found.Far != nil {
		far = *found.Far
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
		"r", term.Given(c.R != realRange{}, c.R.String()),
		"seed", c.Seed, "workers", workers,
		"ease", found.EaseName, "doubt", number(doubt, found.Doubt),
		"best_ease", number(best != nil, found.Ease), "best", best,
		"record", term.Given(!refuted && kept && c.Output != "", c.Output),
		"improved", found.Improved, "known_ratio", number(known.File != "", known.Ratio),
		"cold", c.Cold, "start", c.Start, "attained", found.Attained,
		"began", term.Given(found.Began != "", found.Began), "met", found.Met,
		"far_ratio", number(found.Far != nil, far.Ratio), "far_ease", number(found.Far != nil, far.Ease),
		"power", term.Given(measured, term.Record{"claim", power.Claim, "refuted", power.Refuted, "runs", power.Runs,
			"streams", power.Streams}),
		"row", row, "row_says", says,
	})
	c.show(std.Out, found, proof.valid, status, workers, known, term.Given(measured, power))
	if said != "" {
		std.Out.Say("%s", said)
	}
	switch status {
	case "refuted":
		return term.Found(fmt.Errorf("refuted: %s", found.Conjecture))
	case "doubt":
		return fmt.Errorf("in doubt: %s", found.Conjecture)
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
	case err != nil || proof.Row.ID == "" && len(found.Best) == 0:
		return "", nil, nil, err
	case proof.Row.ID == "":
		said, err = hunt.Beside(found.Conjecture, found.Best, found.Ratio)
		return said, nil, nil, err
	case proof.Same:
		return proof.String(), proof.Row.ID, "the same", nil
	}
	return proof.String(), proof.Row.ID, "more", nil
}

// show prints a hunt for people.
func (c huntCmd) show(w *term.Out, found hunt.Finding, proof *certificate.Verdict, status string, workers int, known hunt.Known,
	power any) {
	outcome := map[string]string{"refuted": "Refuted after", "survived": "Survived", "doubt": "In doubt after"}[status]
	searched := fmt.Sprintf("%s %d streams", outcome, found.Trials)
	if found.Certificate != nil && found.Trials == 0 {
		searched = "Refuted by a stream that the hunt began with"
		if found.Began != "" {
			searched += ", " + found.Began
		}
		searched += ","
	}
	if !math.IsNaN(found.Seconds) {
		searched += fmt.Sprintf(" in %.1f s", found.Seconds)
	}
	text := fmt.Sprintf("%s\n\n%s (%s).\n", found.Conjecture, searched, c.again(found, workers))
	if known.Ratio > 1+sameRatio && found.Began != "adversarial/"+known.File {
		text += fmt.Sprintf("A known stream refutes this claim: that of adversarial/%s.\n", known.File)
	}
	if proof != nil {
		w.Say("%s", text)
		showCertificate(w, proof)
		showWritten(w, c.Output)
		return
	}
	if len(found.Best) > 0 {
		if found.Conjecture.Statement.Where != "" {
			text += fmt.Sprintf("%d of these streams meet the condition of the claim.\n", found.Met)
		}
		text += fmt.Sprintf("The best ratio, %s, is %s, at %s = %v, on %s in %s.\n",
			ratioName(found.Conjecture.Statement),
			report.Ratio(found.Ratio, found.Exactly), found.EaseName, term.Number(found.Ease),
			term.Count(len(found.Best), "example", "examples"), term.Count(len(found.Best[0].X.Value), "dimension", "dimensions"))
		if far := found.Far; far != nil {
			text += fmt.Sprintf("Where %s >= 2, it is %s, at %[1]s = %[3]v.\n", found.EaseName,
				report.Ratio(far.Ratio, far.Exactly), term.Number(far.Ease))
		}
		rose := fmt.Sprintf("The ratio last rose after %d streams.", found.Improved)
		if found.Improved == 0 {
			rose = "No stream of this hunt was better than the best one it began with"
			if found.Began != "" {
				rose += ", " + found.Began
			}
			rose += "."
		}
		text += fmt.Sprintf("%s The search had come to %v examples in %v dimensions.\n%s", rose, found.Examples, found.Dim, besideKnown(found.Ratio, known))
		if c.Output == "" {
			text += "-o FILE.json keeps the best stream, as a record.\n"
		} else {
			text += fmt.Sprintf("The best stream is in %s, as a record: marginlab replay computes its ratio again, and hunt --start goes on from it.\n", c.Output)
		}
	}
	if p, is := power.(hunt.Power); is {
		text += fmt.Sprintf("The power of such a search: of %d cold hunts of %d streams, %d refuted this claim, which is false: %s.\n", p.Runs, p.Streams, p.Refuted, p.Claim)
	}
	if found.Doubt > 0 {
		ratio := fmt.Sprintf("of %v", term.Number(found.Doubt))
		if found.Doubt <= 1+1e-9 {
			ratio = "within 1e-9 of 1"
		}
		text += fmt.Sprintf("A ratio %s was found in floating point. Exact arithmetic could not decide it: the attempt came to the end of the budget, to the bound on its work, or to a tie that cannot be decided.\n", ratio)
	}
	w.Say("%s", strings.TrimSuffix(text, "\n"))
}

// again are the flags that, with the statement, make this very hunt again.
func (c huntCmd) again(found hunt.Finding, workers int) string {
	flags := fmt.Sprintf("--seed %d --workers %d", c.Seed, workers)
	if c.Dim != (intRange{}) {
		flags += fmt.Sprintf(" --dim %v", c.Dim)
	}
	if c.Examples != (intRange{}) {
		flags += fmt.Sprintf(" --examples %v", c.Examples)
	}
	if c.Cold {
		flags += " --cold"
	}
	for _, file := range c.Start {
		flags += " --start " + quoted(file)
	}
	if c.Resume {
		if c.State != "" {
			flags += " --state " + quoted(c.State)
		}
		flags += " --resume"
	}
	if c.Streams > 0 {
		flags += fmt.Sprintf(" --streams %d", c.Streams)
	}
	if trials := cmp.Or(c.Trials, found.Trials); c.Epochs > 0 {
		flags += fmt.Sprintf(" --epochs %d", c.Epochs)
	} else if trials > 0 {
		flags += fmt.Sprintf(" --trials %d", trials)
	}
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

// sameRatio is how far, relatively, two ratios may be apart that are said to be the same:
// maximum margins are only known to a tolerance.
const sameRatio = 1e-6

// besideKnown says how the ratio of a hunt compares with the best known, "" if none is known or
// the claim is refuted.
func besideKnown(ratio float64, known hunt.Known) string {
	if known.File == "" || known.Ratio > 1+sameRatio {
		return ""
	}
	compared := fmt.Sprintf("has the ratio %v: this hunt reached %.1f %% of it", term.Number(known.Ratio), 100*ratio/known.Ratio)
	switch {
	case math.Abs(ratio-known.Ratio) <= sameRatio*known.Ratio:
		compared = "has the same ratio"
	case ratio > known.Ratio:
		compared = fmt.Sprintf("has a lower ratio, %v", term.Number(known.Ratio))
	}
	return fmt.Sprintf("The best known stream of this claim (adversarial/%s) %s.\n", known.File, compared)
}

// showWritten says where the certificate is.
func showWritten(w *term.Out, file string) {
	if file == "" {
		w.Say("\n-o CERT.json writes the certificate.")
	} else {
		w.Say("\nThe certificate is in %s; marginlab replay verifies it.", file)
	}
}

// ratioName is the ratio of a statement: above 1 it is refuted.
func ratioName(s certificate.Statement) string {
	if s.FromBelow() {
		return "claim / " + quantityText(s)
	}
	return quantityText(s) + " / claim"
}

func quantityText(s certificate.Statement) string {
	if strings.ContainsAny(s.Quantity, " +-*/?") {
		return "(" + s.Quantity + ")"
	}
	return s.Quantity
}
