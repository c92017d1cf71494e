package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/term"
)

type certifyCmd struct {
	File string `arg:"" name:"FILE" help:"The stream: JSON, CSV or LIBSVM; a certificate or a record; - is standard input."`
	claimFlags

	Memory term.Bytes `default:"4GiB" placeholder:"4GiB" help:"Memory for the examples in exact numbers, zeros too (default: ${default}). The process takes a few times as much."`
	Output string     `short:"o" placeholder:"CERT.json" help:"Write the certificate to this file."`
	term.Form
}

func (certifyCmd) Help() string {
	return `Examples:

    marginlab certify points.csv 'e-omm: mistakes <= 2 where r <= 3' -o cert.json
    marginlab certify points.json --learner 'pumma(delta=1/100)' --quantity later_mistakes --claim '(r-2/r)^2'
    marginlab certify cert.json 'ce-omm: mistakes <= 2'

A stream made by hand is proved to refute a claim as hunt proves it, in exact arithmetic. It is not shrunk. marginlab replay verifies the certificate. A certificate or a record has a statement of its own, which is the claim if none is given.

In JSON, {"stream": [{"x": [0.1, "1/3"], "y": 1}, …]}, a coordinate is a decimal number or a ratio in quotes, and 0.1 is 1/10. In CSV and LIBSVM it is a decimal number of up to 15 digits. A coordinate of a record is its float64.

How the claim is written is in marginlab hunt --help.

JSON keys: file status reason statement quantity claim certificate examples dim. status is certified or holds.

Exit status: 0 the claim is refuted, and certified to be, 1 the stream does not refute the claim (the reason is printed), 2 that could not be told, or the command could not do its work. marginlab hunt exits 1 where the claim is refuted.`
}

// Run certifies, and writes and prints the certificate.
func (c certifyCmd) Run(ctx context.Context, std term.Streams) error {
	if err := cmp.Or(spared("-o", c.Output, c.File), writable(c.Output)); err != nil {
		return err
	}
	s, err := readStream(c.File, std.In, c.Memory)
	if err != nil {
		return err
	}
	if s.rounded != "" {
		return fmt.Errorf("%s: %s has more than 15 digits, which are not read exactly from CSV and LIBSVM, expected JSON", c.File, s.rounded)
	}
	if c.Statement == "" && c.Learner == "" && c.Claim == "" && c.Row == "" {
		c.Statement = s.statement
		if of, err := adversarial.ParseStatement(s.statement); err == nil && programOf(of) != "" {
			return fmt.Errorf("%s: its learner is a program, %s, expected the statement on the command line to run it", c.File, programOf(of))
		}
	}
	conjecture, err := c.conjecture(std.Err)
	if err != nil {
		return err
	}
	cert, err := hunt.Certify(conjecture, s.examples)
	var refused *certificate.RefusedError
	if err != nil && !errors.As(err, &refused) {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	var proof huntFile
	if cert != nil {
		if proof, err = provenFile(cert); err == nil && c.Output != "" {
			err = proof.write(c.Output)
		}
		if err != nil {
			return err
		}
	}
	c.print(std.Out, s, conjecture, proof.valid, refused)
	if refused != nil {
		return term.Found(fmt.Errorf("%s: not refuted: %s", c.File, refused.Reason))
	}
	return nil
}

func (c certifyCmd) print(w *term.Out, s stream, conjecture adversarial.Conjecture, cert *certificate.Verdict,
	refused *certificate.RefusedError) {
	status, statement, reason, quantity, claim := "holds", conjecture.String(), any(nil), term.Missing(), term.Missing()
	if refused != nil {
		reason = refused.Reason
	} else {
		status, statement = "certified", cert.Statement.String()
		quantity, claim = term.Number(certificate.Middle(cert.Quantity)), term.Number(certificate.Middle(cert.Claim))
	}
	term.PrintRows(w, term.Record{
		"file", c.File, "status", status, "reason", reason, "statement", statement, "quantity", quantity, "claim", claim,
		"certificate", term.Given(refused == nil && c.Output != "", c.Output),
		"examples", len(s.examples), "dim", len(s.examples[0].X),
	})
	if refused != nil {
		return
	}
	w.Say("%s\n", cert.Statement)
	showCertificate(w, cert)
	showWritten(w, c.Output)
}
