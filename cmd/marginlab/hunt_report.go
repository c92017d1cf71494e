package main

import (
	"fmt"
	"io"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
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
		Relation: s.Relation, Where: s.Where, Against: s.Against, Passes: s.Passes, AtRest: s.AtRest, Fixed: s.Fixed,
		Dim: found.Conjecture.Dim.String(), Examples: found.Conjecture.Examples.String(),
		Seed: c.Seed, Workers: workers, Ease: found.EaseName, BestEase: term.Missing(), Doubt: term.Missing(), Improved: found.Improved, KnownRatio: term.Missing(),
	}
	if found.Conjecture.R != (adversarial.Range[float64]{}) {
		text := found.Conjecture.R.String()
		r.R = &text
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
	if _, record, ok := known(found.Conjecture); ok {
		r.KnownRatio = term.Number(record.Ratio)
	}
	if c.JSON {
		if err := term.WriteJSON(std.Out, r); err != nil {
			return err
		}
	} else if err := c.show(std, found, r); err != nil {
		return err
	}
	switch r.Status {
	case "refuted":
		return term.Found(fmt.Errorf("refuted: %s", found.Conjecture))
	case "doubt":
		return fmt.Errorf("in doubt: %s", found.Conjecture)
	}
	return nil
}

// show prints a hunt for people.
func (c huntCmd) show(std term.Streams, found adversarial.Finding, r huntRow) error {
	fmt.Fprintf(std.Out, "%s\n\n", found.Conjecture)
	searched := fmt.Sprintf("%d streams in %.1f s (--seed %d --workers %d)", found.Trials, found.Seconds, r.Seed, r.Workers)
	if found.Certificate == nil {
		headline := "Survived"
		if r.Status == "doubt" {
			headline = "Neither refuted nor survived"
		}
		fmt.Fprintf(std.Out, "%s %s.\n", headline, searched)
		if len(found.Best) > 0 {
			fmt.Fprintf(std.Out, "The best ratio of %s and claim is %v, at %s = %v, on %d examples in %d dimensions.\n",
				quantityText(found.Conjecture.Statement), r.BestRatio, r.Ease, r.BestEase, len(found.Best), len(found.Best[0].X.Value))
			rose := fmt.Sprintf("It last rose after %d streams.", found.Improved)
			if found.Improved == 0 {
				rose = "It is that of a stream that the hunt began with."
			}
			fmt.Fprintf(std.Out, "%s The search had come to %v examples in %v dimensions.\n", rose, found.Examples, found.Dim)
			c.showKept(std, found)
		}
		if found.Doubt > 0 {
			fmt.Fprintf(std.Out, "In doubt: a ratio of %v was found in floating point. Whether it is so could not be told exactly: the attempt came to the bound on its work, or a tie cannot be decided.\n", r.Doubt)
		}
		return nil
	}
	fmt.Fprintf(std.Out, "Refuted after %s.\n\n", searched)
	if err := showCertificate(std.Out, found.Certificate); err != nil {
		return err
	}
	return showWritten(std.Out, c.Output)
}

// showWritten says where the certificate is.
func showWritten(w io.Writer, file string) (err error) {
	if file == "" {
		_, err = fmt.Fprintf(w, "\n-o CERT.json writes the certificate.\n")
	} else {
		_, err = fmt.Fprintf(w, "\nThe certificate is in %s; marginlab replay verifies it.\n", file)
	}
	return err
}

// showKept says where the best stream is kept, and how near it comes to the best known.
func (c huntCmd) showKept(std term.Streams, found adversarial.Finding) {
	if c.Output == "" {
		fmt.Fprintf(std.Out, "-o FILE.json keeps that stream, as a record.\n")
	} else {
		fmt.Fprintf(std.Out, "That stream is in %s, as a record: marginlab replay computes its ratio again, and hunt --start goes on from it.\n", c.Output)
	}
	if q, record, ok := known(found.Conjecture); ok {
		fmt.Fprintf(std.Out, "The best known record of this claim is %v (adversarial/testdata/open/%s.json): this hunt reached %.1f %% of it.\n",
			term.Number(record.Ratio), q.Name, 100*found.Ratio/record.Ratio)
	}
}

// known is the open question that asks the conjecture, with its record. It is false if there is
// none.
func known(c adversarial.Conjecture) (adversarial.Question, adversarial.Record, bool) {
	for _, q := range adversarial.Asked(c) {
		if record, err := q.Record(); err == nil {
			return q, record, true
		}
	}
	return adversarial.Question{}, adversarial.Record{}, false
}

func quantityText(s certificate.Statement) string {
	if strings.ContainsAny(s.Quantity, " +-*/?") {
		return "(" + s.Quantity + ")"
	}
	return s.Quantity
}
