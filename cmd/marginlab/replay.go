package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"marginlab/adversarial/certificate"
	"marginlab/algos/exact"
	"marginlab/cmd/marginlab/term"
)

type replayCmd struct {
	File string `arg:"" name:"cert" help:"The certificate, a JSON file; - is standard input."`
	Plot string `placeholder:"STEM" help:"Draw the stream to STEM.svg and .png. It must have two dimensions."`
	JSON bool   `name:"json" help:"Print one JSON object."`
}

func (replayCmd) Help() string {
	return `Examples:

    marginlab replay cert.json
    marginlab hunt 'e-omm: mistakes <= 2 where r <= 3' -o cert.json; marginlab replay --plot picture cert.json

replay computes everything in the certificate again in exact arithmetic, with models of the learners that share no code with the learners that were hunted (package algos/exact). It checks the maximum margin by its multipliers, without a solver.

JSON keys: certificate valid reason statement quantity claim examples dim.

Exit status: 0 valid, 1 refused (the reason is printed), 2 the certificate could not be read.`
}

// replayRow is a certificate as it is printed.
type replayRow struct {
	Certificate string      `json:"certificate"`
	Valid       bool        `json:"valid"`
	Reason      *string     `json:"reason"`
	Statement   string      `json:"statement"`
	Quantity    term.Number `json:"quantity"`
	Claim       term.Number `json:"claim"`
	Examples    int         `json:"examples"`
	Dim         int         `json:"dim"`
}

// Run verifies the certificate.
func (c replayCmd) Run(_ context.Context, std term.Streams) error {
	cert, err := c.read(std.In)
	if err != nil {
		return err
	}
	refused := cert.Verify(certificate.Limit{})
	if refused != nil && !errors.As(refused, new(*certificate.RefusedError)) {
		return fmt.Errorf("certificate %s: %w", c.File, refused)
	}
	if err := c.print(std, cert, refused); err != nil {
		return err
	}
	if refused == nil && c.Plot != "" {
		if err := drawStream(c.Plot, cert); err != nil {
			return err
		}
	}
	if refused != nil {
		return term.Found(fmt.Errorf("%s: %w", c.File, refused))
	}
	return nil
}

func (c replayCmd) read(in io.Reader) (*certificate.Certificate, error) {
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return nil, fmt.Errorf("certificate: %w", err)
		}
		defer f.Close()
		in = f
	}
	const most = 64 << 20
	cert, err := certificate.Read(io.LimitReader(in, most)) // what is longer is cut, and broken
	if err != nil {
		return nil, fmt.Errorf("certificate %s: %w", c.File, err)
	}
	return cert, nil
}

func (c replayCmd) print(std term.Streams, cert *certificate.Certificate, refused error) error {
	if c.JSON {
		r := replayRow{
			Certificate: c.File, Valid: refused == nil, Statement: cert.Statement.String(),
			Quantity: term.Number(cert.Quantity.Middle()), Claim: term.Number(cert.Claim.Middle()),
			Examples: len(cert.Stream), Dim: len(cert.Stream[0].X),
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
	fmt.Fprintf(std.Out, "%s\n\n", cert.Statement)
	if err := showCertificate(std.Out, cert); err != nil {
		return err
	}
	_, err := fmt.Fprintf(std.Out, "\nValid: the statement is refuted.\n")
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
