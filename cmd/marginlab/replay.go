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

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type replayCmd struct {
	Files []string `arg:"" name:"file" help:"Certificates and records, JSON files that hunt -o writes, or folders with such files; - is standard input."`
	HTML  string   `name:"html" placeholder:"FILE.html" help:"Write a page to step through the runs, in a browser: one file, which needs no network."`
	Exec  bool     `help:"Run the programs that witnesses and records name, to hold them against what is stated. Their commands come from the files: read them first."`
	Plot  string   `placeholder:"STEM" help:"Draw the stream with the learner's hyperplanes to STEM.svg."`
	term.Form
}

func (replayCmd) Help() string {
	return `Examples:

    marginlab replay cert.json
    marginlab replay --html steps.html cert.json
    marginlab hunt 'e-omm: mistakes <= 2 where r <= 3' -o cert.json; marginlab replay --plot picture cert.json
    marginlab replay adversarial/testdata

For a certificate, replay computes everything again in exact arithmetic, with models of the learners that share no code with the learners that were hunted (package algos/exact). It checks the maximum margin by its multipliers, without a solver.

A witness is a certificate on a learner without an exact model, such as exec(python3 mine.py). The stream, its geometry and the counts are checked in the same way, and the answers are those that it states; with --exec, the program has to give them again. It says that this implementation does not do what the claim is about, and never that a theorem is false.

For a record, the best stream of a claim that survived, it computes the ratio of quantity and claim again, in floating point, and says whether it is as stated.

For several files, and with --html, it prints a line each. A folder stands for the files in it and below it whose names end in .json.

The page of --html steps through each run by the arrow keys: the hyperplane, the margins, the dual certificates, the decision, exact values, and what the theorems on the learner say there. #NAME=STEP at the end of its address leads to a step.

JSON keys of a certificate: certificate valid reason statement quantity claim examples dim. Those of a record: record valid reason statement ratio examples dim. One of several files that cannot be read has the keys file valid reason.

Exit status: 0 all are valid, 1 one is refused (the reason is printed), 2 one could not be read.`
}

// Run verifies the certificates and records. It prints what came of one at length if it is the only one, else in a line.
func (c replayCmd) Run(ctx context.Context, std term.Streams) error {
	files, err := huntFilesIn(c.Files)
	if err != nil {
		return err
	}
	if err := cmp.Or(spared("--html", c.HTML, files...), sparedByPlot(c.Plot, append(files, c.HTML)...), writable(c.HTML, c.Plot)); err != nil {
		return err
	}
	only := len(files) == 1
	if c.Plot != "" && !only {
		return fmt.Errorf("--plot draws one stream, expected one file in place of %d", len(files))
	}
	p := term.NewProgress(std.Err)
	p.Expect(len(files))
	defer p.Clear()
	var page stepPage
	valid, refusals, broken := 0, 0, 0
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.Say("%s", file)
		f, refused, err := verifiedIn(file, std.In, c.Exec)
		p.Clear()
		p.Done(1)
		switch {
		case err != nil && only:
			return err
		case err != nil:
			broken++
			term.PrintRows(std.Out, term.Record{"file", file, "valid", false, "reason", err.Error()})
			std.Out.Say("broken   %v", err)
			continue
		}
		term.PrintRows(std.Out, replayRow(file, f, refused))
		switch {
		case refused != nil && only:
			return term.Found(fmt.Errorf("%s: %w", file, refused))
		case refused != nil:
			refusals++
			std.Out.Say("refused  %s: %v", file, refused)
			continue
		case only && c.HTML == "":
			showReplay(std.Out, f, c.Exec)
		default:
			std.Out.Say("valid    %s: %s", file, f.verdict())
		}
		valid++
		if c.Plot != "" {
			err = f.draw(ctx, c.Plot)
		}
		if err == nil && c.HTML != "" {
			p.Say("steps of %s", file)
			err = page.add(ctx, file, f)
		}
		if err != nil {
			return err
		}
	}
	if valid > 0 && c.HTML != "" {
		if err := page.write(c.HTML, files); err != nil {
			return err
		}
	}
	p.Clear()
	switch {
	case broken > 0:
		return fmt.Errorf("of %d files, %d broken, %d refused, %d valid", len(files), broken, refusals, valid)
	case refusals > 0:
		return term.Found(fmt.Errorf("of %d files, %d refused, %d valid", len(files), refusals, valid))
	case !only:
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

// verifiedIn reads a file and verifies it.
func verifiedIn(file string, stdin io.Reader, exec bool) (f huntFile, refused, err error) {
	text, err := contents(file, stdin)
	if err != nil {
		return f, nil, err
	}
	return verified(file, text, exec)
}

// verified is a certificate or a record, computed again; refused says how it is not as stated.
// The error says that it cannot be read, or that the limits of exact arithmetic do not suffice.
// The program that is its learner is run only if exec is true.
func verified(file string, text []byte, exec bool) (f huntFile, refused, err error) {
	if f, err = parseHuntFile(file, text); err != nil {
		return f, nil, err
	}
	program := programOf(f.statement())
	if f.record != nil && program != "" && !exec {
		return f, nil, fmt.Errorf("%s: its learner is a program, %s, expected --exec of marginlab replay to run it", file, program)
	}
	refused = f.verify(program != "" && exec)
	if refused != nil && !errors.As(refused, new(*certificate.RefusedError)) && !errors.As(refused, new(*hunt.NotAsStatedError)) {
		return f, nil, fmt.Errorf("%s: %w", file, refused)
	}
	return f, refused, nil
}

// verify is how the file is not as stated, nil if it is. rerun says to run the program that is
// the learner of a certificate.
func (f *huntFile) verify(rerun bool) (err error) {
	if f.record != nil {
		return hunt.Verify(*f.record)
	}
	if f.valid, err = f.certificate.Verify(certificate.Limit{}); err != nil || !rerun {
		return err
	}
	return adversarial.Rerun(f.certificate)
}

// replayRow is a certificate or a record as it is printed.
func replayRow(file string, f huntFile, refused error) term.Record {
	kind, reason, stream := "record", any(nil), f.stream()
	if f.certificate != nil {
		kind = "certificate"
	}
	if refused != nil {
		reason = refused.Error()
	}
	row := term.Record{kind, file, "valid", refused == nil, "reason", reason, "statement", f.statement().String()}
	switch v := f.valid; {
	case v != nil:
		row = append(row, "quantity", term.Number(certificate.Middle(v.Quantity)), "claim", term.Number(certificate.Middle(v.Claim)))
	case f.certificate != nil: // refused
		row = append(row, "quantity", term.Missing(), "claim", term.Missing())
	default:
		row = append(row, "ratio", term.Number(f.record.Ratio))
	}
	return append(row, "examples", len(stream), "dim", theory.Dim(stream))
}
