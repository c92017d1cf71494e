package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"
	"unicode"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// huntRow is a hunt as it is printed.
type huntRow struct {
	Learner     string        `json:"learner"`
	Quantity    string        `json:"quantity"`
	Claim       string        `json:"claim"`
	Status      string        `json:"status"`
	BestRatio   term.Number   `json:"best_ratio"`
	Trials      int           `json:"trials"`
	Seconds     term.Number   `json:"seconds"`
	Certificate *string       `json:"certificate"`
	Relation    string        `json:"relation"`
	Where       string        `json:"where"`
	Against     string        `json:"against"`
	Classes     int           `json:"classes"`
	Passes      int           `json:"passes"`
	AtRest      bool          `json:"at_rest"`
	Fixed       string        `json:"fixed"`
	Dim         string        `json:"dim"`
	Examples    string        `json:"examples"`
	R           *string       `json:"r"`
	Seed        uint64        `json:"seed"`
	Workers     int           `json:"workers"`
	Ease        string        `json:"ease"`
	Doubt       term.Number   `json:"doubt"`
	BestEase    term.Number   `json:"best_ease"`
	Best        []huntExample `json:"best"`
	Record      *string       `json:"record"`
	Improved    int           `json:"improved"`
	KnownRatio  term.Number   `json:"known_ratio"`
	Cold        bool          `json:"cold"`
	Start       []string      `json:"start"`
	Attained    bool          `json:"attained"`
	Began       *string       `json:"began"`
	Met         int           `json:"met"`
	FarRatio    term.Number   `json:"far_ratio"`
	FarEase     term.Number   `json:"far_ease"`
	Power       *huntPower    `json:"power"`
	Row         *string       `json:"row"`      // a proved row that decides the claim
	RowSays     *string       `json:"row_says"` // the same, or more
}

type huntPower struct {
	Claim   string `json:"claim"`
	Refuted int    `json:"refuted"`
	Runs    int    `json:"runs"`
	Streams int    `json:"streams"`
}

type huntExample struct {
	X []float64    `json:"x"`
	Y theory.Label `json:"y"`
}

// print prints a hunt and returns what it found as an error. status is how the hunt ended
// if it has no certificate.
func (c huntCmd) print(std term.Streams, found adversarial.Finding, workers int, status string) error {
	s := found.Conjecture.Statement
	r := huntRow{
		Learner: s.Learner, Quantity: s.Quantity, Claim: s.Claim, Status: status,
		BestRatio: term.Number(found.Ratio), Trials: found.Trials, Seconds: term.Number(found.Seconds),
		Relation: s.Relation, Where: s.Where, Against: s.Against, Classes: s.Classes, Passes: s.Passes, AtRest: s.AtRest, Fixed: s.Fixed,
		Dim: found.Conjecture.Dim.String(), Examples: found.Conjecture.Examples.String(),
		Seed: c.Seed, Workers: workers, Ease: found.EaseName, BestEase: term.Missing(), Doubt: term.Missing(), Improved: found.Improved, KnownRatio: term.Missing(),
		Cold: c.Cold, Start: c.Start, Attained: found.Attained, Met: found.Met, FarRatio: term.Missing(), FarEase: term.Missing(),
	}
	if found.Began != "" {
		r.Began = &found.Began
	}
	if found.Far != nil {
		r.FarRatio, r.FarEase = term.Number(found.Far.Ratio), term.Number(found.Far.Ease)
	}
	if found.Conjecture.R != (adversarial.Range[float64]{}) {
		r.R = new(found.Conjecture.R.String())
	}
	if found.Certificate != nil {
		r.Status = "refuted"
		if c.Output != "" {
			r.Certificate = &c.Output
		}
	} else if _, ok := found.Record(); ok && c.Output != "" {
		r.Record = &c.Output
	}
	for _, e := range found.Best {
		r.Best = append(r.Best, huntExample{e.X.Value, e.Y})
	}
	if len(found.Best) > 0 {
		r.BestEase = term.Number(found.Ease)
	}
	if found.Doubt > 0 && found.Certificate == nil {
		r.Doubt = term.Number(found.Doubt)
		if status == "survived" {
			r.Status = "doubt"
		}
	}
	known, err := found.Conjecture.Known()
	if err != nil {
		return err
	}
	if known.File != "" {
		r.KnownRatio = term.Number(known.Ratio)
	}
	if power, err := found.Conjecture.Power(); err != nil {
		return err
	} else if power.Runs > 0 && r.Status == "survived" {
		r.Power = &huntPower{power.Claim, power.Refuted, power.Runs, power.Streams}
	}
	said, err := relate(found, &r)
	if err != nil {
		return err
	}
	term.PrintRows(std.Out, r)
	c.show(std.Out, found, r, known)
	if said != "" {
		std.Out.Say("%s", said)
	}
	switch r.Status {
	case "refuted":
		return term.Found(fmt.Errorf("refuted: %s", found.Conjecture))
	case "doubt":
		return fmt.Errorf("in doubt: %s", found.Conjecture)
	}
	return nil
}

// relate says how a claim that is not refuted compares with the proved rows, and puts the row that
// decides it into r.
func relate(found adversarial.Finding, r *huntRow) (string, error) {
	if found.Certificate != nil {
		return "", nil
	}
	proof, err := found.Conjecture.Proved()
	if err != nil || proof.Row.ID == "" && len(found.Best) == 0 {
		return "", err
	}
	if proof.Row.ID == "" {
		return found.Conjecture.Beside(found.Best, found.Ratio)
	}
	says := "more"
	if proof.Same {
		says = "the same"
	}
	r.Row, r.RowSays = &proof.Row.ID, &says
	return proof.String(), nil
}

// show prints a hunt for people.
func (c huntCmd) show(w *term.Out, found adversarial.Finding, r huntRow, known adversarial.Known) {
	outcome := map[string]string{"refuted": "Refuted after", "survived": "Survived", "doubt": "In doubt after"}[r.Status]
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
	text := fmt.Sprintf("%s\n\n%s (%s).\n", found.Conjecture, searched, c.again(found, r.Workers))
	if known.Ratio > 1+sameRatio && found.Began != "adversarial/"+known.File {
		text += fmt.Sprintf("A known stream refutes this claim: that of adversarial/%s.\n", known.File)
	}
	if found.Certificate != nil {
		w.Say("%s", text)
		showCertificate(w, found.Certificate)
		showWritten(w, c.Output)
		return
	}
	if len(found.Best) > 0 {
		if found.Conjecture.Whole().Where != "" {
			text += fmt.Sprintf("%d of these streams meet the condition of the claim.\n", found.Met)
		}
		text += fmt.Sprintf("The best ratio, %s, is %s, at %s = %v, on %s in %s.\n", ratioName(found.Conjecture.Statement), report.Ratio(found.Ratio, found.Exactly), r.Ease, r.BestEase,
			term.Count(len(found.Best), "example", "examples"), term.Count(len(found.Best[0].X.Value), "dimension", "dimensions"))
		if far := found.Far; far != nil {
			text += fmt.Sprintf("Where %s >= 2, it is %s, at %[1]s = %[3]v.\n", r.Ease, report.Ratio(far.Ratio, far.Exactly), r.FarEase)
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
	if r.Power != nil {
		text += fmt.Sprintf("The power of such a search: of %d cold hunts of %d streams, %d refuted this claim, which is false: %s.\n", r.Power.Runs, r.Power.Streams, r.Power.Refuted, r.Power.Claim)
	}
	if found.Doubt > 0 {
		ratio := fmt.Sprintf("of %v", r.Doubt)
		if found.Doubt <= 1+1e-9 {
			ratio = "within 1e-9 of 1"
		}
		text += fmt.Sprintf("A ratio %s was found in floating point. Exact arithmetic could not decide it: the attempt came to the end of the budget, to the bound on its work, or to a tie that cannot be decided.\n", ratio)
	}
	w.Say("%s", strings.TrimSuffix(text, "\n"))
}

// again are the flags that, with the statement, make this very hunt again.
func (c huntCmd) again(found adversarial.Finding, workers int) string {
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
func besideKnown(ratio float64, known adversarial.Known) string {
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
