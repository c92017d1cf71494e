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
	"marginlab/adversarial/cluster"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// swept is a claim of --claims with its hunt.
type swept struct {
	row, learner string
	spec         cluster.Spec
}

// sweep hunts for counterexamples to all claims of --claims on the engine, waits for the end unless it is detached, and
// prints the table.
func (c huntCmd) sweep(ctx context.Context, std term.Streams) error {
	all, err := c.sweptClaims(ctx, std.In)
	if err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	defer p.Clear()
	client, err := engineFlags{c.Engine, c.Creds}.connect(ctx, p, 0)
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
	if c.Detach {
		var stopped error
		for _, spec := range specs {
			fmt.Fprintln(std.Out, spec.ID())
			st, err := client.Status(ctx, spec.ID()) // a hunt that is there already may be stopped
			stopped = errors.Join(stopped, err, halted(st))
		}
		return stopped
	}
	ended, err := awaitAll(ctx, client, p, all)
	if err != nil {
		return err
	}
	p.Clear()
	return printSwept(std.Out, all, ended)
}

// sweptClaims are those of the file of --claims, or the proved rows.
func (c huntCmd) sweptClaims(ctx context.Context, stdin io.Reader) (all []swept, err error) {
	var rows []adversarial.RowClaim
	if c.Claims == "rows" {
		rows = adversarial.ProvedRows()
	} else if rows, err = claimsOf(ctx, c.Claims, stdin); err != nil {
		return nil, err
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
		hunt := sized(adversarial.Hunt{Seed: c.Seed, Workers: c.Workers, Epochs: c.Epochs, Streams: c.Streams, Cold: c.Cold})
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

// awaitAll waits for all hunts, and verifies their certificates.
func awaitAll(ctx context.Context, client *cluster.Client, p *term.Progress, all []swept) (map[string]adversarial.Finding, error) {
	ended := map[string]adversarial.Finding{}
	for len(ended) < len(all) {
		began, results, tasks := time.Now(), 0, 0
		for _, s := range all {
			id, full := s.spec.ID(), s.spec.Islands*s.spec.Epochs
			tasks += full
			if _, ok := ended[id]; ok {
				results += full
				continue
			}
			st, err := client.Status(ctx, id)
			if ctx.Err() != nil {
				return nil, errors.New("interrupted; the hunts go on, and the same command joins them")
			}
			if err != nil {
				return nil, err
			}
			if err := halted(st); err != nil {
				return nil, fmt.Errorf("%s: %w", s.row, err)
			}
			results += st.Results
			if st.Settled {
				if ended[id], err = findingOf(ctx, client, st); err != nil {
					return nil, err
				}
			}
		}
		p.At(int64(results), int64(tasks))
		p.Say("%d of %d claims done", len(ended), len(all))
		if len(ended) < len(all) {
			pause(ctx, began)
		}
	}
	return ended, nil
}

// printSwept prints the claims, the best ratio first.
func printSwept(w *term.Out, all []swept, ended map[string]adversarial.Finding) error {
	slices.SortStableFunc(all, func(a, b swept) int {
		return cmp.Compare(ended[b.spec.ID()].Ratio, ended[a.spec.ID()].Ratio)
	})
	table := term.NewTable(term.Left("row").Whole(), term.Left("learner"), term.Left("state"),
		term.Right("best ratio"), term.Right("ease"), term.Right("streams"), term.Left("claim").Drop(1))
	var refuted []string
	for _, s := range all {
		found, state := ended[s.spec.ID()], cluster.Survived
		if found.Certificate != nil {
			refuted, state = append(refuted, s.row), cluster.Refuted
		}
		term.PrintRows(w, term.Record{"hunt", s.spec.ID(), "row", s.row, "claim", s.spec.Title, "state", state,
			"best_ratio", term.Number(found.Ratio), "ease", term.Number(found.Ease), "trials", found.Trials})
		table.Row(s.row, s.learner, painted(state), report.Ratio(found.Ratio, found.Exactly), term.Number(found.Ease), found.Trials, s.spec.Title)
	}
	table.Print(w)
	if len(refuted) > 0 {
		return term.Found(fmt.Errorf("refuted: %s", strings.Join(refuted, ", ")))
	}
	return nil
}
