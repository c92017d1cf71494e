package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/alecthomas/kong"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

type reportCmd struct {
	Files  []string `arg:"" name:"FILE" optional:"" help:"Examples, as check reads them, and what hunts write: certificates, records, and the file of --state, in any order and number. Without FILE: the data set, the certificates and the records that come with marginlab."`
	Output string   `short:"o" required:"" placeholder:"FILE.html" help:"Write the page to this file; - is standard output."`
	reading
	learnFlags
	diameterFlags
}

func (reportCmd) Help() string {
	return `Examples:

    marginlab report -o report.html
    marginlab report my.libsvm -o my.html
    marginlab report cert.json record.json state.json -o hunts.html
    marginlab report --learners 'e-omm,perceptron' --passes 5 'synthetic(r=4)' -o synthetic.html

The page is one file that loads nothing else: it may be mailed, printed, or put on any server. It shows

    data       diameters, maximum margin, the examples along the best hyperplane
    learners   mistakes and their own margin over time, and a table
    theorems   how near each run comes to each bound, and those that fail
    hunts      the best ratio of a hunt so far, over r and over time
    surviving  claims that no stream is known to refute, and their best ratios
    refuted    claims with the streams that refute them

Exit status: 0 the page is written, 1 it is and a proved guarantee fails on the examples, 2 it could not be made.`
}

// Run makes the page. A place where none can be written is found before the work, and the
// file gets its name when the page is whole.
func (c reportCmd) Run(ctx context.Context, command *kong.Context, std term.Streams) (err error) {
	if err := spared("-o", c.Output, c.Files...); err != nil {
		return err
	}
	if c.Output != "-" {
		if err := writable(c.Output); err != nil {
			return err
		}
	}
	samples, hunts, err := c.read(ctx, std)
	if err != nil {
		return err
	}
	for _, s := range samples {
		if err := c.try(ctx, s, std.Err); err != nil {
			return err
		}
	}
	page, found, err := reported(ctx, samples, hunts)
	if err != nil {
		return err
	}
	page.Made = typed(command.Args)
	var text bytes.Buffer
	if err := page.Write(&text); err != nil {
		return err
	}
	if c.Output == "-" {
		_, err = text.WriteTo(std.Out)
	} else {
		err = atomicfile.WriteFile(c.Output, text.Bytes())
	}
	if err != nil {
		return fmt.Errorf("%s: %w", c.Output, err)
	}
	return found
}

// reported is the page of what was found. found is the finding that proved guarantees fail,
// nil if none does.
func reported(ctx context.Context, samples []*report.Sample, hunts reportedHunts) (page report.Page, found, err error) {
	page = report.Page{Title: "marginlab report"}
	for _, s := range samples {
		if err := term.Failed(s.Rows); err != nil {
			found = errors.Join(found, fmt.Errorf("%s: %w", s.Data.Name, err))
		}
	}
	if page.Sections, err = report.Sections(ctx, samples); err != nil {
		return page, nil, err
	}
	parts, err := hunts.sections(ctx)
	page.Sections = append(page.Sections, parts...)
	var about []string
	for _, s := range samples {
		about = append(about, s.Data.Name+": "+term.Verdict(s.Rows))
	}
	if len(about) == 0 { // the head is about the data that were given, if any
		about = hunts.sums()
	}
	page.About = strings.Join(about, " ")
	return page, found, err
}

// typed writes the arguments of the command as they can be given to a shell again.
func typed(args []string) string {
	words := []string{"marginlab"}
	for _, a := range args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

// read reads the files.
func (c reportCmd) read(ctx context.Context, std term.Streams) (samples []*report.Sample, hunts reportedHunts, err error) {
	files := c.Files
	if files == nil {
		files = []string{""}
	}
	for _, file := range files {
		is, err := isHuntFile(file)
		if err != nil {
			return nil, hunts, err
		}
		if is {
			err = hunts.add(ctx, file)
		} else {
			var data *trial.Data
			if data, err = c.data(ctx, input{File: file, reading: c.reading}, c.Classes, std); err == nil {
				c.enclose(data)
				samples = append(samples, &report.Sample{Data: data, Passes: c.Passes, Shuffle: c.Shuffle})
			}
		}
		if err != nil {
			return nil, hunts, err
		}
	}
	if c.Files == nil {
		hunts, err = embeddedHunts(ctx)
	}
	return samples, hunts, err
}

// isHuntFile reports whether a file begins as what hunts write does.
func isHuntFile(file string) (bool, error) {
	if file == "" || file == "-" || makerOf(file) != nil {
		return false, nil
	}
	if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
		return false, nil // what reads examples says what is wrong, and what is read from a pipe is gone
	}
	f, err := os.Open(file)
	if err != nil {
		return false, nil
	}
	defer f.Close()
	begin, err := bufio.NewReader(f).Peek(64)
	if err != nil && !errors.Is(err, io.EOF) {
		return false, err
	}
	return bytes.HasPrefix(bytes.TrimSpace(begin), []byte("{")), nil
}

// try runs the learners on a sample, and holds the guarantees against their runs.
func (c reportCmd) try(ctx context.Context, s *report.Sample, stderr io.Writer) error {
	learners, err := c.Learners.on(s.Data, s.Data.Checked)
	if err != nil {
		return err
	}
	p := term.NewProgress(stderr)
	p.Say("%s: maximum margin of %d examples", s.Data.Name, len(s.Data.Examples))
	err = withFlag(s.Measure(watched(ctx, p, s.Data.Name)))
	p.Clear()
	if err != nil {
		return err
	}
	outcomes, err := c.outcomes(ctx, s.Data, learners, stderr)
	for _, o := range outcomes {
		if o.why != nil {
			fmt.Fprintf(stderr, "marginlab: no theorem is held against %s: %v\n", o.Label, o.why)
		}
		s.Runs, s.Rows = append(s.Runs, o.Run), append(s.Rows, o.rows...)
	}
	return err
}
