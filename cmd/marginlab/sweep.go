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
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// swept is a claim with its hunt on an engine.
type swept struct {
	row, learner string
	spec         cluster.Spec
	found        hunt.Finding
}

// sweep hunts for counterexamples to all claims of --claims on the engine, and prints the table.
func (c huntCmd) sweep(ctx context.Context, std term.Streams) (err error) {
	var rows []adversarial.RowClaim
	if c.Claims == "rows" {
		rows = adversarial.ProvedRows()
	} else if rows, err = claimsOf(ctx, c.Claims, std.In); err != nil {
		return err
	}
	all, err := c.onEngine(ctx, std, rows, c.hunt())
	if err != nil || c.Detach {
		return err
	}
	return printSwept(std.Out, all)
}

// onEngine hunts for counterexamples to claims on the engine. It waits for the end unless it is detached. A claim that
// is there again is one.
func (c huntCmd) onEngine(ctx context.Context, std term.Streams, rows []adversarial.RowClaim, h hunt.Hunt) (
	[]swept, error) {
	all, err := specsOf(ctx, rows, h)
	if err != nil {
		return nil, err
	}
	var specs []cluster.Spec
	for _, s := range all {
		specs = append(specs, s.spec)
	}
	p := term.NewProgress(std.Err)
	client, err := engineFlags{c.Engine, c.Creds}.connect(ctx, p, 0)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	if err := client.Submit(ctx, specs...); err != nil {
		return nil, err
	}
	if !c.Detach {
		return all, await(ctx, client, p, all)
	}
	for _, spec := range specs { // those that were there already may be stopped
		fmt.Fprintln(std.Out, spec.ID())
		st, unknown := client.Status(ctx, spec.ID())
		err = errors.Join(err, unknown, halted(st))
	}
	return nil, err
}

// specsOf are the hunts for counterexamples to claims, as an engine keeps them.
func specsOf(ctx context.Context, rows []adversarial.RowClaim, h hunt.Hunt) (all []swept, err error) {
	own, err := identity()
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, r := range rows {
		if err := ctx.Err(); err != nil { // there may be millions
			return nil, err
		}
		spec, err := specOf(h.Plan(r.Conjecture), own)
		if err != nil && r.Row != "" {
			err = fmt.Errorf("%s: %w", r.Row, err)
		}
		if err != nil {
			return nil, err
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
		table.Row(s.row, s.learner, painted(state), report.Ratio(found.Ratio, found.Exactly), term.Number(found.Ease),
			found.Trials, s.spec.Title)
	}
	table.Print(w)
	if len(refuted) > 0 {
		return term.Found(fmt.Errorf("refuted: %s", strings.Join(refuted, ", ")))
	}
	return nil
}

// watchEvery is how often hunts are looked at: less often where a look takes long, as at a hunt of a
// thousand islands or at many hunts.
const watchEvery = 500 * time.Millisecond

// await waits until nothing can change the results of hunts, shows how they go, and keeps what they found.
func await(ctx context.Context, client *cluster.Client, p *term.Progress, hunts []swept) error {
	defer p.Clear()
	all := make([]cluster.Status, len(hunts))
	for {
		began, done, results, tasks := time.Now(), 0, 0, 0
		for i := range hunts {
			id, st := hunts[i].spec.ID(), &all[i]
			if !st.Settled {
				var err error
				if *st, err = client.Status(ctx, id); err == nil {
					err = halted(*st)
				}
				if err == nil && st.Settled {
					hunts[i].found, err = findingOf(ctx, client, *st)
				}
				switch {
				case ctx.Err() != nil && len(hunts) == 1:
					return fmt.Errorf("interrupted; the hunt goes on: marginlab hunts watch %s", id)
				case ctx.Err() != nil:
					return errors.New("interrupted; the hunts go on, and the same command joins them")
				case err != nil:
					return err
				}
			}
			full := st.Spec.Islands * st.Spec.Epochs
			tasks += full
			if st.Settled {
				done, results = done+1, results+full
			} else {
				results += st.Results
			}
		}
		if done == len(hunts) {
			return nil
		}
		p.At(int64(results), int64(tasks))
		if st := all[0]; len(hunts) == 1 {
			p.Say("hunt %s: %d of %d epochs, %d streams, best ratio %s", st.ID, st.Epoch, st.Spec.Epochs, st.Trials,
				report.Ratio(st.Ratio, hunt.Exactly{}))
		} else {
			p.Say("%d of %d claims done", done, len(hunts))
		}
		select {
		case <-ctx.Done():
		case <-time.After(max(watchEvery, 4*time.Since(began))):
		}
	}
}

// halted is the error that a hunt does not go on, nil if it does.
func halted(st cluster.Status) error {
	switch st.State {
	case cluster.Failed:
		return fmt.Errorf("hunt %s failed, and marginlab hunts resume %[1]s tries again: %s", st.ID, st.Why)
	case cluster.Stopped:
		return fmt.Errorf("hunt %s is stopped; marginlab hunts resume %[1]s goes on with it", st.ID)
	}
	return nil
}

// findingOf is what a settled hunt found. A certificate is verified here, in exact arithmetic, and
// must be of the very claim of the hunt: the machines it came from are not trusted.
func findingOf(ctx context.Context, client *cluster.Client, st cluster.Status) (hunt.Finding, error) {
	runner, err := runnerOf(st.Spec)
	if err != nil {
		return hunt.Finding{}, err
	}
	states, err := client.States(ctx, st)
	if err != nil {
		return hunt.Finding{}, err
	}
	found, err := runner.Finding(ctx, states)
	if err != nil || found.Certificate == nil {
		return found, err
	}
	if got, want := found.Certificate.Statement.String(), found.Conjecture.Statement.String(); got != want {
		return found, fmt.Errorf("hunt %s: the certificate that a worker sent is of %s, expected %s", st.ID, got, want)
	}
	if _, err := found.Certificate.Verify(certificate.Limit{}); err != nil {
		return found, fmt.Errorf("hunt %s: the certificate that a worker sent is refused: %w", st.ID, err)
	}
	return found, nil
}
