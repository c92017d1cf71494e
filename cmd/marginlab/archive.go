package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/cluster"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

type archiveCmd struct {
	List archiveListCmd `cmd:"" help:"List the best streams that an engine keeps, by claim and ease."`
	Get  archiveGetCmd  `cmd:"" help:"Write the best streams that an engine keeps to a folder, as records."`
	Put  archivePutCmd  `cmd:"" help:"Offer streams to an engine, which keeps the best."`
}

// archived is a record of an archive, rated here.
type archived struct {
	adversarial.Record
	adversarial.Rating
	text []byte
}

// key is where the archive of an engine keeps it.
func (a archived) key() string {
	sum := sha256.Sum256([]byte(a.Claim))
	return fmt.Sprintf("%x.%d", sum[:6], a.Bin)
}

// mostArchived are the steps of a record of an archive, which all who look at it take: those of a certificate.
const mostArchived = 100_000

// tooLargeError is that an archive has no room for a record.
type tooLargeError struct{ error }

// rated reads a record and rates it: what it says of itself does not count. The error may be a
// [tooLargeError].
func rated(ctx context.Context, text []byte) (a archived, err error) {
	if a.Record, err = adversarial.ReadRecord(bytes.NewReader(text)); err != nil {
		return a, err
	}
	if program := programOf(a.Statement); program != "" {
		return a, fmt.Errorf("its learner is a program, %s, which is not run for an archive", program)
	}
	if a.Statement.Passes > mostArchived/max(1, len(a.Stream)) {
		return a, tooLargeError{fmt.Errorf("it goes %d times through %d examples, expected at most %d steps in an archive", a.Statement.Passes, len(a.Stream), mostArchived)}
	}
	a.Rating, err = a.Rate(ctx)
	a.Record.Ratio = min(a.Rating.Ratio, math.MaxFloat64) // JSON has no infinite numbers
	var out bytes.Buffer
	if err == nil {
		err = a.Write(&out)
	}
	if err == nil && out.Len() > cluster.MostValue {
		err = tooLargeError{fmt.Errorf("it has %d bytes, expected at most %d in an archive", out.Len(), cluster.MostValue)}
	}
	a.text = out.Bytes()
	return a, err
}

// offer puts a record into the archive of an engine, if it is better than what is there.
func offer(ctx context.Context, client *cluster.Client, a archived) (taken bool, err error) {
	return client.Offer(ctx, a.key(), a.text, func(old []byte) bool {
		there, err := rated(ctx, old)
		return err != nil || there.key() != a.key() || a.Better(there.Rating)
	})
}

// offerAll offers the best stream of each bin that a hunt has found, and warns of those that are too large.
func offerAll(ctx context.Context, client *cluster.Client, runner *adversarial.Runner, last []adversarial.Output) error {
	records, err := runner.Records(ctx, slices.DeleteFunc(slices.Clone(last), func(o adversarial.Output) bool { return o.State == nil })...)
	if err != nil {
		return err
	}
	for _, r := range records {
		var text bytes.Buffer
		if err := r.Write(&text); err != nil {
			return err
		}
		a, err := rated(ctx, text.Bytes())
		if errors.As(err, new(tooLargeError)) {
			client.Warn("the best stream in a bin of %s stays out of the archive: %v", r.Statement, err)
			continue
		}
		if err != nil {
			return err
		}
		if _, err := offer(ctx, client, a); err != nil {
			return err
		}
	}
	return nil
}

// archive are the records that an engine keeps, by claim and ease. One that is not what it says is
// left out with a warning.
func archive(ctx context.Context, std term.Streams, client *cluster.Client) (all []archived, err error) {
	values, err := client.Archive(ctx)
	if err != nil {
		return nil, err
	}
	for key, text := range values {
		a, err := rated(ctx, text)
		if err == nil && a.key() != key {
			err = fmt.Errorf("it is of %s", a.key())
		}
		if err != nil {
			fmt.Fprintf(std.Err, "marginlab: archive: %s is left out: %v\n", key, err)
			continue
		}
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b archived) int { return cmp.Or(strings.Compare(a.Claim, b.Claim), cmp.Compare(a.Bin, b.Bin)) })
	return all, nil
}

type archiveListCmd struct {
	engineFlags
	term.Form
}

func (archiveListCmd) Help() string {
	return `Every ratio is computed from the stream again. JSON keys: claim bin ratio ease examples dim.`
}

type archiveRow struct {
	Claim    string      `json:"claim"`
	Bin      int         `json:"bin"`
	Ratio    term.Number `json:"ratio"`
	Ease     term.Number `json:"ease"`
	Examples int         `json:"examples"`
	Dim      int         `json:"dim"`
}

// Run lists the archive.
func (c archiveListCmd) Run(ctx context.Context, std term.Streams) error {
	std.Out = c.Out(std.Out)
	return c.asked(ctx, std, func(client *cluster.Client) error {
		all, err := archive(ctx, std, client)
		if err != nil {
			return err
		}
		rows := term.Rows{Form: c.Form, Out: std.Out}
		table := term.NewTable(term.Right("ratio"), term.Right("ease"), term.Right("examples"), term.Right("dim"), term.Left("claim"))
		for _, a := range all {
			row := archiveRow{a.Claim, a.Bin, term.Number(a.Rating.Ratio), term.Number(a.Ease), len(a.Stream), theory.Dim(a.Stream)}
			if c.ForMachines() {
				if err := rows.Add(row); err != nil {
					return err
				}
				continue
			}
			table.Row(row.Ratio, row.Ease, row.Examples, row.Dim, row.Claim)
		}
		switch {
		case c.ForMachines():
			return rows.End()
		case len(all) == 0:
			return term.Say(std.Out, "The archive is empty.")
		}
		return table.Write(std.Out)
	})
}

type archiveGetCmd struct {
	Dir string `arg:"" name:"DIR" help:"Folder for the records, a file each."`
	engineFlags
}

// Run writes the records of the archive.
func (c archiveGetCmd) Run(ctx context.Context, std term.Streams) error {
	return c.asked(ctx, std, func(client *cluster.Client) error {
		all, err := archive(ctx, std, client)
		if err != nil {
			return err
		}
		if err := os.MkdirAll(c.Dir, 0o755); err != nil {
			return err
		}
		for _, a := range all {
			file := filepath.Join(c.Dir, strings.ReplaceAll(a.key(), ".", "-")+".json")
			if err := (huntFile{record: &a.Record}).write(file); err != nil {
				return err
			}
		}
		return term.Say(std.Out, "%s in %s; marginlab replay verifies them.", term.Count(len(all), "record", "records"), c.Dir)
	})
}

type archivePutCmd struct {
	Files []string `arg:"" name:"FILE" help:"Records, JSON files that marginlab hunt -o writes, or folders with such files."`
	engineFlags
}

// Run offers records to the archive.
func (c archivePutCmd) Run(ctx context.Context, std term.Streams) error {
	files, err := huntFilesIn(c.Files)
	if err != nil {
		return err
	}
	return c.asked(ctx, std, func(client *cluster.Client) error {
		taken := 0
		for _, file := range files {
			text, err := contents(file, std.In)
			if err != nil {
				return err
			}
			if !asRecord.Match(text) && len(files) > 1 {
				continue // a certificate beside records
			}
			a, err := rated(ctx, text)
			if err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
			better, err := offer(ctx, client, a)
			if err != nil {
				return err
			}
			if better {
				taken++
			}
		}
		return term.Say(std.Out, "%s: %d taken, the others are no better than what is there.", term.Count(len(files), "file", "files"), taken)
	})
}
