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

	"marginlab/adversarial/certificate"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

type replayCmd struct {
	Files []string `arg:"" name:"file" help:"What hunts write: certificates and records, of -o, and the file of --state; or folders with such files; - is standard input."`
	HTML  string   `name:"html" placeholder:"FILE.html" help:"Write a page to step through the runs, in a browser: one file, which needs no network."`
	Exec  bool     `help:"Run the programs that witnesses and records name, to hold them against what is stated. Their commands come from the files: read them first."`
	Plot  string   `placeholder:"STEM" help:"Draw the stream, of one or two features, with the hyperplanes to STEM.svg and, of a state, the best ratio over r to STEM-ratio.svg."`
	LaTeX bool     `name:"latex" help:"Print the claim with its stream as a proposition in LaTeX, which needs amsmath and an environment of that name."`
	term.Form
}

// Run verifies the files. It prints what came of one at length if it is the only one, else in a line.
func (c replayCmd) Run(ctx context.Context, std term.Streams) error {
	files, err := huntFilesIn(c.Files)
	only := len(files) == 1
	switch {
	case err != nil:
		return err
	case c.Plot != "" && !only:
		return fmt.Errorf("--plot draws one stream, expected one file in place of %d", len(files))
	}
	err = cmp.Or(spared("--html", c.HTML, files...), writable(c.HTML, c.Plot))
	if c.Plot != "" {
		all := append(files, c.HTML)
		err = cmp.Or(err, spared("--plot", c.Plot+".svg", all...), spared("--plot", c.Plot+"-ratio.svg", all...))
	}
	if err != nil {
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
		f, refused, err := verified(ctx, file, std.In, c.Exec)
		p.Clear()
		p.Done(1)
		if err != nil && only {
			return err
		}
		term.PrintRows(std.Out, replayRow(file, f, refused, err))
		switch {
		case err != nil:
			broken++
			std.Out.Say("broken   %v", err)
			continue
		case refused != nil && only:
			return term.Found(fmt.Errorf("%s: %w", file, refused))
		case refused != nil:
			refusals++
			std.Out.Say("refused  %s: %v", file, refused)
			continue
		case c.LaTeX:
			std.Out.Verbatim(f.latex())
		case only && c.HTML == "":
			f.show(std.Out, c.Exec)
		default:
			std.Out.Say("valid    %s: %s", file, f.verdict())
		}
		if c.Plot != "" {
			err = f.draw(ctx, c.Plot, std.Err)
		}
		if err == nil && c.HTML != "" {
			p.Say("steps of %s", file)
			page, err = steppedThrough(ctx, page, file, f)
		}
		if err != nil {
			return err
		}
	}
	valid := len(files) - broken - refusals
	if valid > 0 && c.HTML != "" {
		err := writePage(report.Page{
			Title: "Step by step: " + term.Count(len(page), "run", "runs"),
			About: "Computed by the exact models of the learners. " +
				"Arrow keys step, Space plays, Home and End go to the ends.",
			Made:     "marginlab replay --html " + strings.Join(append([]string{c.HTML}, files...), " "),
			Sections: page,
		}, c.HTML, std.Out)
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

// verified is a file, computed again; refused says how it is not as stated. The error says that it cannot be read, or
// that the limits of exact arithmetic do not suffice. The program that is its learner is run only if exec is true.
func verified(ctx context.Context, file string, stdin io.Reader, exec bool) (f huntFile, refused, err error) {
	if f, err = openHuntFile(ctx, file, stdin); err != nil {
		return f, nil, err
	}
	program := f.program()
	if f.record != nil && program != "" && !exec {
		return f, nil, fmt.Errorf("%s: its learner is a program, %s, expected --exec of marginlab replay to run it", file, program)
	}
	refused = f.verify(program != "" && exec)
	if refused != nil && !errors.As(refused, new(*certificate.RefusedError)) && !errors.As(refused, new(*hunt.NotAsStatedError)) {
		return f, nil, fmt.Errorf("%s: %w", file, refused)
	}
	return f, refused, nil
}

// replayRow is a file as it is printed. The error says that it is broken.
func replayRow(file string, f huntFile, refused, err error) term.Record {
	if err != nil {
		return term.Record{"file", file, "valid", false, "reason", err.Error()}
	}
	kind, reason := "certificate", any(nil)
	quantity, claim := f.sides()
	sides := term.Record{"quantity", quantity, "claim", claim}
	if f.record != nil {
		kind, sides = "record", term.Record{"ratio", term.Number(f.record.Ratio)}
	}
	if refused != nil {
		reason = refused.Error()
	}
	row := term.Record{kind, file, "valid", refused == nil, "reason", reason, "statement", f.statement().String()}
	return append(append(row, sides...), "examples", len(f.stream), "dim", len(f.stream[0].X))
}

// show prints a file that is valid; exec says that a program was run again for it.
func (f huntFile) show(w *term.Out, exec bool) {
	w.Say("%s\n", f.statement())
	if f.record != nil {
		showRecord(w, f)
		return
	}
	showCertificate(w, f.valid)
	const valid = "\nValid: the stream, its geometry and the counts are as stated."
	switch program := f.program(); {
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

// showRecord prints the stream and the ratio.
func showRecord(w *term.Out, f huntFile) {
	r := *f.record
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
