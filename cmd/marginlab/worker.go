package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"marginlab/adversarial/cluster"
	"marginlab/cmd/marginlab/term"
)

type workerCmd struct {
	engineFlags

	Slots int           `placeholder:"N" help:"How many tasks run at once (default: one per core)."`
	Grace time.Duration `default:"15s" help:"How long tasks may go on after an interrupt; then they are given back (default: ${default})."`
	Lease time.Duration `default:"30s" help:"How long a task stays with a worker that is silent, before another one gets it (default: ${default}). The same for all workers of an engine."`
}

func (workerCmd) Help() string {
	return `Examples:

    marginlab worker --engine nats://127.0.0.1:4222
    marginlab worker --engine tls://login.example.org:4222 --creds worker.creds --slots 8

A worker runs tasks of the hunts on the engine: an epoch of an island, some 30 s of work. It may be killed, frozen or cut off at any time: another one then gets its task. It waits for an engine that restarts. After SIGTERM, which Slurm and Kubernetes send, it finishes its tasks or gives them back; a second one ends it at once.

Workers run the hunts of their own build alone, since results must be the same to the bit. A worker ends with an error where all hunts are of others.

Exit status: 0 it was interrupted, 2 the engine refused it, or has hunts of other builds alone.`
}

// Run works until it is interrupted.
func (c workerCmd) Run(ctx context.Context, std term.Streams) error {
	switch {
	case c.Slots < 0 || c.Slots > mostWorkers:
		return fmt.Errorf("--slots is %d, expected how many tasks run at once, at most %d", c.Slots, mostWorkers)
	case c.Lease < time.Second:
		return fmt.Errorf("--lease is %v, expected at least 1s", c.Lease)
	case c.Grace < 0:
		return fmt.Errorf("--grace is %v, expected a duration such as 15s", c.Grace)
	}
	if c.Slots == 0 {
		c.Slots = runtime.GOMAXPROCS(0)
	}
	own, err := identity()
	if err != nil {
		return err
	}
	p := term.NewProgress(std.Err)
	client, err := c.connect(ctx, p, 0)
	if err != nil {
		return err
	}
	defer client.Close()
	std.Out.Say("%s works for %s, %s at once.", own, c.Engine, term.Count(c.Slots, "task", "tasks"))
	return client.Work(ctx, cluster.Worker{Identity: own, Runner: tasksOf, Slots: c.Slots, Lease: c.Lease, Grace: c.Grace, Log: p.Warn})
}
