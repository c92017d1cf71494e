package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/cluster"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

type sweepCmd struct {
	Claims string `arg:"" name:"FILE" optional:"" help:"Claims, one a line, as marginlab hunt takes them (default: every proved row of marginlab theorems, for each learner that it is about); - is standard input."`

	Epochs  int    `default:"4" placeholder:"N" help:"Epochs of each claim (default: ${default})."`
	Islands int    `default:"4" placeholder:"N" help:"Searches of each claim (default: ${default})."`
	Streams int    `default:"20000" placeholder:"N" help:"Streams of an epoch of each search, or up to some thousands more (default: ${default})."`
	Seed    uint64 `default:"1" help:"Seed of the searches (default: ${default})."`
	Cold    bool   `help:"Start only from drawn streams."`
	engineFlags
	term.Form
}

func (sweepCmd) Help() string {
	return `Examples:

    marginlab sweep --engine nats://127.0.0.1:4222 --epochs 16
    marginlab sweep claims.txt --engine nats://127.0.0.1:4222

A sweep hunts for counterexamples to many claims, a hunt each, on the workers of an engine. Their tasks interleave, so that all claims come on alike. An interrupt ends the waiting, and not the hunts: the same sweep, begun again, joins them. It ends with a table of the best ratios.

JSON keys: hunt row claim state best_ratio ease trials. state is refuted or survived.

Exit status: 0 all claims survived, 1 one is refuted, 2 the command could not do its work.`
}

// swept is a claim of a sweep.
type swept struct {
	row, learner string
	spec         cluster.Spec
}

type sweepRow struct {
	Hunt      string      `json:"hunt"`
	Row       string      `json:"row"`
	Claim     string      `json:"claim"`
	State     string      `json:"state"`
	BestRatio term.Number `json:"best_ratio"`
	Ease      term.Number `json:"ease"`
	Trials    int         `json:"trials"`
}

// Run submits the hunts, waits for all, and prints the table.
func (c sweepCmd) Run(ctx context.Context, std term.Streams) error {
	std.Out = c.Out(std.Out)
	if c.Epochs < 1 || c.Islands < 1 || c.Streams < 1 {
		return errors.New("--epochs, --islands and --streams are numbers of at least 1")
	}
	all, err := c.claims(ctx, std.In)
	if err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	defer p.Clear()
	client, err := c.connect(ctx, p, 0, 0)
	if err != nil {
		return err
	}
	defer client.Close()
	var specs []cluster.Spec
	for _, s := range all {
		specs = append(specs, s.spec)
	}
	if err := client.Submit(ctx, specs...); err != nil {
		return err
	}
	ended, err := c.await(ctx, client, p, all)
	if err != nil {
		return err
	}
	p.Clear()
	return c.print(std, all, ended)
}

// claims are those of the file, or the proved rows.
func (c sweepCmd) claims(ctx context.Context, stdin io.Reader) (all []swept, err error) {
	rows := adversarial.ProvedRows()
	if c.Claims != "" {
		if rows, err = claimsOf(ctx, c.Claims, stdin); err != nil {
			return nil, err
		}
	}
	own, err := identity()
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, r := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		hunt := adversarial.Hunt{Seed: c.Seed, Workers: c.Islands, Epochs: c.Epochs, Streams: c.Streams, Cold: c.Cold}
		spec, err := specOf(hunt.Plan(r.Conjecture), own)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Row, err)
		}
		if !seen[spec.ID()] {
			seen[spec.ID()] = true
			all = append(all, swept{r.Row, r.Conjecture.Learner, spec})
		}
	}
	return all, nil
}

// claimsOf reads claims, one a line; lines that are empty or begin with # are none.
func claimsOf(ctx context.Context, file string, stdin io.Reader) (rows []adversarial.RowClaim, err error) {
	text, err := contents(file, stdin)
	if err != nil {
		return nil, err
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := ctx.Err(); err != nil { // there may be millions
			return nil, err
		}
		s, err := certificate.ParseStatement(line)
		conjecture := adversarial.Conjecture{Statement: s}
		if err == nil {
			err = conjecture.Provable()
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, n, err)
		}
		rows = append(rows, adversarial.RowClaim{Row: fmt.Sprintf("%s:%d", file, n), Conjecture: conjecture})
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("%s holds no claims, expected one a line, as e-omm: mistakes <= 2 + r^2", file)
	}
	return rows, nil
}

// await waits for all hunts, and verifies their certificates.
func (c sweepCmd) await(ctx context.Context, client *cluster.Client, p *term.Progress, all []swept) (map[string]cluster.Status, error) {
	ended, tasks := map[string]cluster.Status{}, len(all)*c.Islands*c.Epochs
	for len(ended) < len(all) {
		began, results := time.Now(), 0
		for _, s := range all {
			id := s.spec.ID()
			if _, ok := ended[id]; ok {
				results += c.Islands * c.Epochs
				continue
			}
			st, err := client.Status(ctx, id)
			if ctx.Err() != nil {
				return nil, errors.New("interrupted; the hunts go on, and the same sweep joins them")
			}
			if err != nil {
				return nil, err
			}
			if err := halted(st); err != nil {
				return nil, fmt.Errorf("%s: %w", s.row, err)
			}
			results += st.Results
			if st.Settled {
				if _, err := findingOf(ctx, client, st); err != nil {
					return nil, err
				}
				ended[id] = st
			}
		}
		p.At(int64(results), int64(tasks))
		p.Say("sweep: %d of %d claims done", len(ended), len(all))
		if len(ended) < len(all) {
			pause(ctx, began)
		}
	}
	return ended, nil
}

func (c sweepCmd) print(std term.Streams, all []swept, ended map[string]cluster.Status) error {
	slices.SortStableFunc(all, func(a, b swept) int {
		return cmp.Compare(ended[b.spec.ID()].Ratio, ended[a.spec.ID()].Ratio)
	})
	rows := term.Rows{Form: c.Form, Out: std.Out}
	table := term.NewTable(term.Left("row").Whole(), term.Left("learner"), term.Left("state"), term.Right("best ratio"), term.Right("ease"), term.Right("streams"), term.Left("claim").Spare(1))
	var refuted []string
	for _, s := range all {
		st := ended[s.spec.ID()]
		if st.State == cluster.Refuted {
			refuted = append(refuted, s.row)
		}
		if c.ForMachines() {
			if err := rows.Add(sweepRow{st.ID, s.row, st.Spec.Title, st.State, term.Number(st.Ratio), term.Number(st.Ease), st.Trials}); err != nil {
				return err
			}
			continue
		}
		table.Row(s.row, s.learner, painted(st.State), report.Ratio(st.Ratio, adversarial.Exactly{}), term.Number(st.Ease), st.Trials, st.Spec.Title)
	}
	var err error
	if c.ForMachines() {
		err = rows.End()
	} else {
		err = table.Write(std.Out)
	}
	if err == nil && len(refuted) > 0 {
		err = term.Found(fmt.Errorf("refuted: %s", strings.Join(refuted, ", ")))
	}
	return err
}
