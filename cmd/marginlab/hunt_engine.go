package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// The size of a hunt on an engine, where flags do not say it. An epoch is some 30 s of work.
const (
	engineIslands = 8
	engineEpochs  = 4
	engineStreams = 100_000
)

// onEngineSized is the hunt of the flags, with the islands, epochs and streams that it has on an engine.
func (c huntCmd) onEngineSized() hunt.Hunt {
	return hunt.Hunt{
		Seed: c.Seed, Cold: c.Cold, Workers: cmp.Or(c.Workers, engineIslands), Epochs: cmp.Or(c.Epochs, engineEpochs),
		Streams: cmp.Or(c.Streams, engineStreams),
	}
}

// onEngine hunts on the engine, waits for the end unless it is detached, and prints what was found.
func (c huntCmd) onEngine(ctx context.Context, std term.Streams, conjecture adversarial.Conjecture) error {
	h := c.onEngineSized()
	from, settled, err := c.startingStreams(ctx, conjecture)
	if err != nil {
		return err
	}
	if settled.Certificate != nil {
		return c.close(ctx, std, settled, h.Workers)
	}
	h.From = from
	own, err := identity()
	if err != nil {
		return err
	}
	spec, err := specOf(h.Plan(conjecture), own)
	if err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	client, err := engineFlags{c.Engine, c.Creds}.connect(ctx, p, 0)
	if err != nil {
		return err
	}
	defer client.Close()
	if err := client.Submit(ctx, spec); err != nil {
		return err
	}
	if c.Detach {
		return detached(ctx, std, client, spec)
	}
	began := time.Now()
	all, err := awaited(ctx, client, p, spec.ID())
	if err != nil {
		return err
	}
	found := c.named(all[0].Beside(settled))
	found.Seconds = time.Since(began).Seconds()
	unwritten := c.write(found)
	result := c.print(std, found, h.Workers, "survived")
	return errors.Join(unwritten, result)
}

// detached prints the IDs of hunts that were submitted. Those that were there already may be stopped.
func detached(ctx context.Context, std term.Streams, client *cluster.Client, specs ...cluster.Spec) (stopped error) {
	for _, spec := range specs {
		fmt.Fprintln(std.Out, spec.ID())
		st, err := client.Status(ctx, spec.ID())
		stopped = errors.Join(stopped, err, halted(st))
	}
	return stopped
}

// watchEvery is how often hunts are looked at: less often where a look takes long, as at a hunt of a
// thousand islands or at many hunts.
const watchEvery = 500 * time.Millisecond

// awaited waits until nothing can change the results of hunts, shows how they go, and returns what they found.
func awaited(ctx context.Context, client *cluster.Client, p *term.Progress, hunts ...string) ([]hunt.Finding, error) {
	defer p.Clear()
	all, found := make([]cluster.Status, len(hunts)), make([]hunt.Finding, len(hunts))
	for {
		began, done, results, tasks := time.Now(), 0, 0, 0
		for i, id := range hunts {
			if !all[i].Settled {
				var err error
				if all[i], err = client.Status(ctx, id); err == nil {
					err = halted(all[i])
				}
				if err == nil && all[i].Settled {
					found[i], err = findingOf(ctx, client, all[i])
				}
				switch {
				case ctx.Err() != nil && len(hunts) == 1:
					return nil, fmt.Errorf("interrupted; the hunt goes on: marginlab hunts watch %s", id)
				case ctx.Err() != nil:
					return nil, errors.New("interrupted; the hunts go on, and the same command joins them")
				case err != nil:
					return nil, err
				}
			}
			full := all[i].Spec.Islands * all[i].Spec.Epochs
			if tasks += full; all[i].Settled {
				done, results = done+1, results+full
			} else {
				results += all[i].Results
			}
		}
		if done == len(hunts) {
			return found, nil
		}
		p.At(int64(results), int64(tasks))
		if st := all[0]; len(hunts) == 1 {
			p.Say("hunt %s: %d of %d epochs, %d streams, best ratio %s", st.ID, st.Epoch, st.Spec.Epochs, st.Trials, report.Ratio(st.Ratio, hunt.Exactly{}))
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
