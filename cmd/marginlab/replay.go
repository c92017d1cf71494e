package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type replayCmd struct {
	File string `arg:"" name:"file" help:"A certificate or a record, JSON files that hunt -o writes; - is standard input."`
	Plot string `placeholder:"STEM" help:"Draw the stream to STEM.svg and .png. It must have two dimensions."`
	JSON bool   `name:"json" help:"Print one JSON object."`
}

func (replayCmd) Help() string {
	return `Examples:

    marginlab replay cert.json
    marginlab hunt 'e-omm: mistakes <= 2 where r <= 3' -o cert.json; marginlab replay --plot picture cert.json

Of a certificate, replay computes everything again in exact arithmetic, with models of the learners that share no code with the learners that were hunted (package algos/exact). It checks the maximum margin by its multipliers, without a solver.

Of a record, the best stream of a claim that survived, it computes the ratio of quantity and claim again, in floating point, and says whether it is as stated.

JSON keys of a certificate: certificate valid reason statement quantity claim examples dim. Those of a record: record valid reason statement ratio examples dim.

Exit status: 0 valid, 1 refused (the reason is printed), 2 the file could not be read.`
}

// replayRow is a certificate or a record as it is printed.
type replayRow struct {
	Certificate string       `json:"certificate,omitempty"`
	Record      string       `json:"record,omitempty"`
	Valid       bool         `json:"valid"`
	Reason      *string      `json:"reason"`
	Statement   string       `json:"statement"`
	Quantity    *term.Number `json:"quantity,omitempty"`
	Claim       *term.Number `json:"claim,omitempty"`
	Ratio       *term.Number `json:"ratio,omitempty"`
	Examples    int          `json:"examples"`
	Dim         int          `json:"dim"`
}

// Run verifies the certificate or the record.
func (c replayCmd) Run(_ context.Context, std term.Streams) error {
	text, err := contents(c.File, std.In)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	f, err := parseHuntFile(c.File, text)
	if err != nil {
		return err
	}
	var refused error
	if f.record != nil {
		refused = f.record.Verify()
	} else {
		refused = f.certificate.Verify(certificate.Limit{})
	}
	if refused != nil && !errors.As(refused, new(*certificate.RefusedError)) && !errors.As(refused, new(*adversarial.NotAsStatedError)) {
		return fmt.Errorf("%s: %w", c.File, refused)
	}
	if err := c.print(std, f, refused); err != nil {
		return err
	}
	if refused == nil && c.Plot != "" {
		if err := f.draw(c.Plot); err != nil {
			return err
		}
	}
	if refused != nil {
		return term.Found(fmt.Errorf("%s: %w", c.File, refused))
	}
	return nil
}

func (c replayCmd) print(std term.Streams, f huntFile, refused error) error {
	if c.JSON {
		stream := f.stream()
		r := replayRow{Valid: refused == nil, Statement: f.statement().String(), Examples: len(stream), Dim: theory.Dim(stream)}
		number := func(v float64) *term.Number { n := term.Number(v); return &n }
		if f.record != nil {
			r.Record, r.Ratio = c.File, number(f.record.Ratio)
		} else {
			r.Certificate, r.Quantity, r.Claim = c.File, number(f.certificate.Quantity.Middle()), number(f.certificate.Claim.Middle())
		}
		if refused != nil {
			reason := refused.Error()
			r.Reason = &reason
		}
		return term.WriteJSON(std.Out, r)
	}
	if refused != nil {
		return nil
	}
	fmt.Fprintf(std.Out, "%s\n\n", f.statement())
	if f.record != nil {
		return showRecord(std.Out, *f.record)
	}
	if err := showCertificate(std.Out, f.certificate); err != nil {
		return err
	}
	_, err := fmt.Fprintf(std.Out, "\nValid: the statement is refuted.\n")
	return err
}

// showRecord prints the stream and the ratio.
func showRecord(w io.Writer, r adversarial.Record) error {
	g := term.NewTable(term.Right("t"), term.Left("y"), term.Left("x"))
	for t, e := range r.Stream {
		var x []string
		for _, v := range e.X.Value {
			x = append(x, term.Number(v).String())
		}
		g.Row(t+1, fmt.Sprintf("%+d", e.Y), strings.Join(x, ", "))
	}
	if err := g.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\nThe ratio of %s and claim is %v, as stated: the claim survives this stream.\n", quantityText(r.Statement), term.Number(r.Ratio))
	return err
}

// showCertificate prints the stream with the learner's decisions, and the quantity beside
// the claim.
func showCertificate(w io.Writer, c *certificate.Certificate) error {
	learners := term.Left("predicted")
	columns := []term.Column{term.Right("t"), term.Left("y"), term.Left("x"), learners, term.Left("update")}
	if c.Runs.Against != nil {
		columns = append(columns, term.Left("predicted by "+c.Statement.Against), term.Left("update"))
	}
	g := term.NewTable(columns...)
	for t, d := range c.Runs.Learner {
		e := c.Stream[t%len(c.Stream)]
		cells := append([]any{t + 1, fmt.Sprintf("%+d", e.Y), point(e.X)}, decided(d)...)
		if c.Runs.Against != nil {
			cells = append(cells, decided(c.Runs.Against[t])...)
		}
		g.Row(cells...)
	}
	if err := g.Write(w); err != nil {
		return err
	}
	var terms []string
	for _, t := range c.Terms {
		terms = append(terms, termText(t))
	}
	fmt.Fprintf(w, "\n%s\n", strings.Join(terms, ", "))
	if c.Rival != nil {
		fmt.Fprintf(w, "u = (%s)\n", point(c.Rival))
	}
	relation := ">"
	if c.Statement.Relation == ">=" {
		relation = "<"
	}
	quantity, bound := term.Apart(term.Number(c.Quantity.Middle()), term.Number(c.Claim.Middle()))
	stated := bound
	if bound != c.Statement.Claim {
		stated += " = " + c.Statement.Claim
	}
	_, err := fmt.Fprintf(w, "%s = %s %s %s\n", c.Statement.Quantity, quantity, relation, stated)
	return err
}

func decided(d certificate.Decision) []any {
	predicted, update := fmt.Sprintf("%+d", d.Predicted), ""
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
