package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"marginlab/adversarial"
	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// swept is a claim of --claims with its hunt.
type swept struct {
	row, learner string
	spec         cluster.Spec
	found        hunt.Finding
}

// sweep hunts for counterexamples to all claims of --claims on the engine, waits for the end unless it is detached, and
// prints the table.
func (c huntCmd) sweep(ctx context.Context, std term.Streams) error {
	all, err := c.sweptClaims(ctx, std.In)
	if err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	client, err := engineFlags{c.Engine, c.Creds}.connect(ctx, p, 0)
	if err != nil {
		return err
	}
	defer client.Close()
	var specs []cluster.Spec
	var ids []string
	for _, s := range all {
		specs, ids = append(specs, s.spec), append(ids, s.spec.ID())
	}
	if err := client.Submit(ctx, specs...); err != nil {
		return err
	}
	if c.Detach {
		return detached(ctx, std, client, specs...)
	}
	found, err := awaited(ctx, client, p, ids...)
	if err != nil {
		return err
	}
	for i := range all {
		all[i].found = found[i]
	}
	return printSwept(std.Out, all)
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
		spec, err := specOf(c.onEngineSized().Plan(r.Conjecture), own)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.Row, err)
		}
		if !seen[spec.ID()] {
			seen[spec.ID()] = true
			all = append(all, swept{row: r.Row, learner: r.Conjecture.Learner, spec: spec})
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
		s, err := adversarial.ParseStatement(line)
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

// printSwept prints the claims, the best ratio first.
func printSwept(w *term.Out, all []swept) error {
	slices.SortStableFunc(all, func(a, b swept) int { return cmp.Compare(b.found.Ratio, a.found.Ratio) })
	table := term.NewTable(term.Left("row").Whole(), term.Left("learner"), term.Left("state"),
		term.Right("best ratio"), term.Right("ease"), term.Right("streams"), term.Left("claim").Drop(1))
	var refuted []string
	for _, s := range all {
		found, state := s.found, cluster.Survived
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
