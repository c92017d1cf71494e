package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"marginlab/adversarial"
	"marginlab/adversarial/certificate"
	"marginlab/adversarial/cluster"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

// The size of a hunt on an engine, where flags do not say it. An epoch is some 30 s of work.
const (
	engineIslands = 8
	engineEpochs  = 4
	engineStreams = 100_000
)

// sized is the hunt with the islands, epochs and streams that it has on an engine.
func sized(h adversarial.Hunt) adversarial.Hunt {
	if h.Workers == 0 {
		h.Workers = engineIslands
	}
	if h.Epochs == 0 {
		h.Epochs = engineEpochs
	}
	if h.Streams == 0 {
		h.Streams = engineStreams
	}
	return h
}

// onEngine hunts on the engine, waits for the end unless it is detached, and prints what was found.
func (c huntCmd) onEngine(ctx context.Context, std term.Streams, conjecture adversarial.Conjecture) error {
	hunt := sized(adversarial.Hunt{Seed: c.Seed, Workers: c.Workers, Epochs: c.Epochs, Streams: c.Streams, Cold: c.Cold})
	from, settled, err := c.startingStreams(ctx, conjecture)
	if err != nil {
		return err
	}
	if settled.Certificate != nil {
		return c.close(ctx, std, settled, hunt.Workers)
	}
	hunt.From = from
	own, err := identity()
	if err != nil {
		return err
	}
	spec, err := specOf(hunt.Plan(conjecture), own)
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
		fmt.Fprintln(std.Out, spec.ID())
		st, err := client.Status(ctx, spec.ID()) // a hunt that is there already may be stopped
		return errors.Join(err, halted(st))
	}
	began := time.Now()
	st, err := awaited(ctx, client, p, spec.ID())
	if err != nil {
		return err
	}
	found, err := findingOf(ctx, client, st)
	if err != nil {
		return err
	}
	found = c.named(found.Beside(settled))
	found.Seconds = time.Since(began).Seconds()
	unwritten := c.write(found)
	result := c.print(std, found, hunt.Workers, "survived")
	return errors.Join(unwritten, result)
}

// watchEvery is how often a hunt is looked at: less often where a look takes long, as at a hunt of a
// thousand islands or of many claims.
const watchEvery = 500 * time.Millisecond

// pause waits from one look, which began then, to the next.
func pause(ctx context.Context, began time.Time) {
	select {
	case <-ctx.Done():
	case <-time.After(max(watchEvery, 4*time.Since(began))):
	}
}

// awaited waits until nothing can change the result of a hunt, and shows how it goes.
func awaited(ctx context.Context, client *cluster.Client, p *term.Progress, hunt string) (cluster.Status, error) {
	defer p.Clear()
	for {
		began := time.Now()
		st, err := client.Status(ctx, hunt)
		switch {
		case ctx.Err() != nil:
			return st, fmt.Errorf("interrupted; the hunt goes on: marginlab hunts watch %s", hunt)
		case err != nil || st.Settled:
			return st, err
		}
		if err := halted(st); err != nil {
			return st, err
		}
		p.At(int64(st.Results), int64(st.Spec.Islands*st.Spec.Epochs))
		p.Say("hunt %s: %d of %d epochs, %d streams, best ratio %s", hunt, st.Epoch, st.Spec.Epochs, st.Trials, report.Ratio(st.Ratio, adversarial.Exactly{}))
		pause(ctx, began)
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
func findingOf(ctx context.Context, client *cluster.Client, st cluster.Status) (adversarial.Finding, error) {
	runner, err := runnerOf(st.Spec)
	if err != nil {
		return adversarial.Finding{}, err
	}
	states, err := client.States(ctx, st)
	if err != nil {
		return adversarial.Finding{}, err
	}
	found, err := runner.Finding(ctx, states)
	if err != nil || found.Certificate == nil {
		return found, err
	}
	if got, want := found.Certificate.Statement.String(), found.Conjecture.Whole().String(); got != want {
		return found, fmt.Errorf("hunt %s: the certificate that a worker sent is of %s, expected %s", st.ID, got, want)
	}
	if err := found.Certificate.Verify(certificate.Limit{}); err != nil {
		return found, fmt.Errorf("hunt %s: the certificate that a worker sent is refused: %w", st.ID, err)
	}
	return found, nil
}
