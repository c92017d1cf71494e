package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/report/viewer"
	"marginlab/cmd/marginlab/term"
)

type replayCmd struct {
	Files []string `arg:"" name:"file" help:"What hunts write: certificates and records, of -o, and the file of --state; or folders with such files; - is standard input."`
	HTML  string   `name:"html" placeholder:"FILE.html" help:"Write a page to step through the runs, in a browser: one file, which needs no network."`
	Exec  bool     `help:"Run the programs that witnesses and records name, to hold them against what is stated. Their commands come from the files: read them first."`
	LaTeX bool     `name:"latex" help:"Print the claim with its stream as a proposition in LaTeX, which needs amsmath and an environment of that name."`
	term.Form
}

// Run verifies the files. It prints what came of one at length if it is the only one, else in a line.
func (c replayCmd) Run(ctx context.Context, std term.Streams) error {
	files, err := huntFilesIn(c.Files)
	only := len(files) == 1
	if err = cmp.Or(err, checkOverwrite("--html", c.HTML, files...), writable(c.HTML)); err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	p.Expect(len(files))
	defer p.Clear()
	var page []report.Section
	refusals, broken := 0, 0
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.Say("%s", file)
		f, err := verified(ctx, file, std.In, c.Exec)
		p.Clear()
		p.Done(1)
		if err != nil && only && !refuses(err) {
			return err
		}
		term.PrintRows(std.Out, replayRow(file, f, err))
		switch {
		case refuses(err) && only:
			return term.Found(fmt.Errorf("%s: %w", file, err))
		case refuses(err):
			refusals++
			std.Out.Say("refused  %s: %v", file, err)
			continue
		case err != nil:
			broken++
			std.Out.Say("broken   %v", err)
			continue
		case c.LaTeX:
			std.Out.Verbatim(f.latex())
		case only && c.HTML == "":
			f.show(std.Out, c.Exec)
		default:
			std.Out.Say("valid    %s: %s", file, f.verdict())
		}
		if c.HTML != "" {
			p.Say("steps of %s", file)
			steps, err := f.stepped(ctx, file, fmt.Sprintf("run-%d", len(page)+1))
			if err != nil {
				return err
			}
			page = append(page, steps)
		}
	}
	valid := len(files) - broken - refusals
	if valid > 0 && c.HTML != "" {
		err := writeFile(c.HTML, report.Page{
			Title: "Step by step: " + term.Count(len(page), "run", "runs"),
			About: "Computed by the exact models of the learners. " +
				"Arrow keys step, Space plays, Home and End go to the ends.",
			Made:     "marginlab replay --html " + strings.Join(append([]string{c.HTML}, files...), " "),
			Sections: page, Style: viewer.Style, Script: viewer.Script(),
		}.Write)
		if err != nil {
			return err
		}
	}
	p.Clear()
	switch {
	case broken > 0:
		return fmt.Errorf("of %d files, %d broken, %d refused, %d valid", len(files), broken, refusals, valid)
	case refusals > 0:
		return term.Found(fmt.Errorf("of %d files, %d refused, %d valid", len(files), refusals, valid))
	case !only && !c.LaTeX:
		std.Out.Say("all %d are valid", len(files))
	}
	return nil
}

// huntFilesIn are the files, with those of folders in the order of their names.
func huntFilesIn(arguments []string) (files []string, err error) {
	for _, argument := range arguments {
		if info, err := os.Stat(argument); argument == "-" || err != nil || !info.IsDir() {
			files = append(files, argument) // what is wrong with it, its own line says
			continue
		}
		before := len(files)
		err := filepath.WalkDir(argument, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() && filepath.Ext(path) == ".json" {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if len(files) == before {
			return nil, fmt.Errorf("%s: there is no file in this folder whose name ends in .json", argument)
		}
	}
	return files, nil
}

// verified is a file, computed again. The error says how it is not as stated, or that it cannot be read, or that the
// limits of exact arithmetic do not suffice. The program that is its learner is run only if exec is true.
func verified(ctx context.Context, file string, stdin io.Reader, exec bool) (f huntFile, err error) {
	if f, err = openHuntFile(ctx, file, stdin); err != nil {
		return f, err
	}
	program := f.program()
	if f.record != nil && program != "" && !exec {
		return f, fmt.Errorf("%s: its learner is a program, %s, expected --exec of marginlab replay to run it", file,
			program)
	}
	if err = f.verify(program != "" && exec); err != nil && !refuses(err) {
		err = fmt.Errorf("%s: %w", file, err)
	}
	return f, err
}

// refuses reports whether an error says that a file is not as stated.
func refuses(err error) bool {
	return errors.As(err, new(*certificate.RefusedError)) || errors.As(err, new(*hunt.NotAsStatedError))
}

// replayRow is a file as it is printed, with what verified says of it.
func replayRow(file string, f huntFile, err error) term.Record {
	if err != nil && !refuses(err) {
		return term.Record{"file", file, "valid", false, "reason", err.Error()}
	}
	kind, reason := "certificate", any(nil)
	quantity, claim := f.sides()
	sides := term.Record{"quantity", quantity, "claim", claim}
	if f.record != nil {
		kind, sides = "record", term.Record{"ratio", term.Number(f.record.Ratio)}
	}
	if err != nil {
		reason = err.Error()
	}
	row := term.Record{kind, file, "valid", err == nil, "reason", reason, "statement", f.statement().String()}
	return append(append(row, sides...), "examples", len(f.stream), "dim", len(f.stream[0].X))
}

type certifyCmd struct {
	File string `arg:"" name:"FILE" help:"The stream: JSON, CSV or LIBSVM; what a hunt wrote; - is standard input."`
	claimFlags

	Output string `short:"o" placeholder:"CERT.json" help:"Write the certificate to this file."`
	term.Form
}

// Run certifies, and writes and prints the certificate.
func (c certifyCmd) Run(ctx context.Context, std term.Streams) error {
	if err := cmp.Or(checkOverwrite("-o", c.Output, c.File), writable(c.Output)); err != nil {
		return err
	}
	from, err := openHuntFile(ctx, c.File, std.In)
	switch program := from.program(); {
	case err != nil:
		return err
	case from.rounded != "":
		return fmt.Errorf("%s: %s has more than 15 digits, which are not read exactly from CSV and LIBSVM, "+
			"expected JSON", c.File, from.rounded)
	case c.Statement+c.Learner+c.Claim+c.Row != "" || from.statement().Learner == "":
	case program != "":
		return fmt.Errorf("%s: its learner is a program, %s, expected the statement on the command line to run it",
			c.File, program)
	default:
		c.Statement = from.statement().String()
	}
	open, is, err := c.openConstant(std.Err)
	conjecture := open.Conjecture
	if !is {
		conjecture, err = c.conjecture(std.Err)
	} else if err == nil { // the constant that the stream refutes
		var constant float64
		constant, err = open.refutedAt(adversarial.Rounded(from.stream))
		conjecture = open.at(constant)
	}
	if err != nil {
		return err
	}
	cert, err := hunt.Certify(conjecture, from.stream)
	refused, holds := errors.AsType[*certificate.RefusedError](err)
	var proof huntFile
	status, reason := "certified", any(nil)
	switch {
	case holds:
		status, reason = "holds", refused.Reason
	case err != nil:
		return fmt.Errorf("%s: %w", c.File, err)
	default:
		if proof, err = proven(cert, c.Output); err != nil {
			return err
		}
		conjecture.Statement = cert.Statement
	}
	quantity, claim := proof.sides()
	term.PrintRows(std.Out, term.Record{
		"file", c.File, "status", status, "reason", reason, "statement", conjecture.String(), "quantity", quantity,
		"claim", claim, "certificate", term.Given(!holds && c.Output != "", c.Output), "examples", len(from.stream),
		"dim", len(from.stream[0].X),
	})
	if holds {
		return term.Found(fmt.Errorf("%s: not refuted: %s", c.File, refused.Reason))
	}
	std.Out.Say("%s\n", cert.Statement)
	showCertificate(std.Out, proof.valid)
	showWritten(std.Out, c.Output)
	return nil
}
