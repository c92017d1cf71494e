package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"runtime"
	"runtime/debug"
	"time"

	"marginlab/adversarial"
	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/report"
	"marginlab/cmd/marginlab/term"
)

type engineCmd struct {
	Start engineStartCmd `cmd:"" orderly:"" default:"withargs" help:"Keep hunts and their queue, for workers on many machines."`
	Init  engineInitCmd  `cmd:"" help:"Make the keys and the certificate of an engine, and the credentials of its workers."`
}

type engineStartCmd struct {
	Dir    string `required:"" placeholder:"DIR" help:"Folder where everything is kept, on a local disk."`
	Listen string `default:"127.0.0.1:4222" placeholder:"HOST:PORT" help:"Where workers connect (default: ${default}). Beyond this machine, as with 0.0.0.0:4222, it needs the keys of marginlab engine init."`
}

// Run runs the engine until it is interrupted, or cannot write any more.
func (c engineStartCmd) Run(ctx context.Context, std term.Streams) error {
	engine, err := cluster.Start(c.Dir, c.Listen)
	if err != nil {
		return err
	}
	defer engine.Close()
	std.Out.Say("The engine listens on %s and keeps everything in %s.", engine.URL(), c.Dir)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick.C:
		}
		if err := engine.Healthy(); err != nil {
			return err
		}
	}
}

type engineInitCmd struct {
	Dir  string   `required:"" placeholder:"DIR" help:"Folder of the engine."`
	Host []string `placeholder:"HOST" help:"A name or an address by which workers call the engine, beside this machine's own. May be repeated; the servers of a cluster share the keys, and need the names of all."`
	Keep bool     `help:"Succeed where the folder has keys already, and leave them as they are."`
}

// Run makes the keys.
func (c engineInitCmd) Run(std term.Streams) error {
	credentials, err := cluster.Init(c.Dir, c.Host)
	if c.Keep && errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("engine init: %w", err)
	}
	std.Out.Say("The keys are in %s. Whoever has %s may connect: give it to workers, by --creds, and to nobody else.",
		c.Dir, credentials)
	return nil
}

type workerCmd struct {
	engineFlags

	Slots int           `most:"4096" placeholder:"N" help:"How many tasks run at once (default: one per core)."`
	Grace time.Duration `default:"15s" help:"How long tasks may go on after an interrupt; then they are given back (default: ${default})."`
	Lease time.Duration `least:"1s" default:"30s" help:"How long a task stays with a worker that is silent, before another one gets it (default: ${default}). The same for all workers of an engine."`
}

// Run works until it is interrupted.
func (c workerCmd) Run(ctx context.Context, std term.Streams) error {
	c.Slots = cmp.Or(c.Slots, runtime.GOMAXPROCS(0))
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
	return client.Work(ctx, cluster.Worker{Identity: own, Runner: tasksOf, Slots: c.Slots, Lease: c.Lease,
		Grace: c.Grace})
}

// engineFlags say which engine is asked.
type engineFlags struct {
	Engine string `required:"" env:"MARGINLAB_ENGINE" placeholder:"URL" help:"Address of the engine, as nats://127.0.0.1:4222, or of several, separated by commas."`
	Creds  string `env:"MARGINLAB_CREDS" placeholder:"FILE" help:"Credentials: the file that marginlab engine init wrote, or one of NATS."`
}

// connect connects to the engine. A patience of 0 is for ever.
func (f engineFlags) connect(ctx context.Context, p *term.Progress, patience time.Duration) (*cluster.Client, error) {
	return cluster.Connect(ctx, cluster.Options{URL: f.Engine, Credentials: f.Creds, Patience: patience, Warn: p.Warn})
}

// withClient calls do with a connection to the engine, as a short command does. It gives up one that does not answer.
func (f engineFlags) withClient(ctx context.Context, std term.Streams, do func(*cluster.Client) error) error {
	client, err := f.connect(ctx, term.NewProgress(std.Err), 15*time.Second)
	if err != nil {
		return err
	}
	defer client.Close()
	return do(client)
}

// identity is that of the builds that give the same results to the bit: the version, GOARCH and
// its variant. A build of files that no commit has is told by its hash.
func identity() (string, error) {
	settings := map[string]string{}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			settings[s.Key] = s.Value
		}
	}
	name := version() + " " + settings["GOARCH"] + " " + settings["GOAMD64"] + settings["GOARM64"]
	if settings["vcs.revision"] == "" || settings["vcs.modified"] != "false" {
		own, err := term.Build()
		if err != nil {
			return "", fmt.Errorf("no hash of the command to tell its build by: %w", err)
		}
		name += " " + own[:12]
	}
	return name, nil
}

// runnerOf is the plan of a hunt, ready to run. Workers run no program.
func runnerOf(plan hunt.Plan) (*hunt.Runner, error) {
	if program := programOf(plan.Conjecture.Statement); program != "" {
		return nil, fmt.Errorf("the learner is a program, %s: workers run none, expected a hunt without --engine",
			program)
	}
	return plan.Runner()
}

// runnerFrom is the hunt that an engine keeps, ready to run.
func runnerFrom(spec cluster.Spec) (*hunt.Runner, error) {
	var plan hunt.Plan
	if err := json.Unmarshal(spec.Plan, &plan); err != nil {
		return nil, fmt.Errorf("plan of the hunt: %w", err)
	}
	return runnerOf(plan)
}

// tasksOf is the function of a hunt's tasks.
func tasksOf(spec cluster.Spec) (cluster.Func, error) {
	runner, err := runnerFrom(spec)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, t cluster.Task, own []byte) (cluster.Output, error) {
		o, err := runner.Step(ctx, t.Island, t.Epoch, own)
		return cluster.Output(o), err
	}, nil
}

// specsOf are the hunts for counterexamples to claims as an engine keeps them, for builds like this one. A claim that
// is there again, also in other words, is one.
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
		runner, err := runnerOf(h.Plan(r.Conjecture))
		switch {
		case err != nil && r.Row != "":
			return nil, fmt.Errorf("%s: %w", r.Row, err)
		case err != nil:
			return nil, err
		}
		plan := runner.Plan()
		text, err := json.Marshal(plan)
		if err != nil {
			return nil, err
		}
		spec := cluster.Spec{Title: plan.Conjecture.String(), Identity: own, Islands: plan.Islands, Epochs: plan.Epochs,
			Plan: text}
		if !seen[spec.ID()] {
			seen[spec.ID()] = true
			all = append(all, swept{row: r.Row, learner: r.Conjecture.Learner, spec: spec})
		}
	}
	return all, nil
}

// onEngine hunts for counterexamples to claims on the engine. It waits for the end unless it is detached.
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
	for i, spec := range specs {
		if c.Detach {
			fmt.Fprintln(std.Out, spec.ID())
			st, unknown := client.Status(ctx, spec.ID())
			err = errors.Join(err, unknown, halted(st)) // one that was there already may be stopped
			continue
		}
		if all[i].found, _, err = await(ctx, client, p, spec.ID()); err != nil {
			return nil, err
		}
	}
	return all, err
}

// await waits until nothing can change the result of a hunt, and shows how it goes. It returns what the hunt found, and
// its plan. It looks less often where a look takes long, as at a hunt of a thousand islands.
func await(ctx context.Context, client *cluster.Client, p *term.Progress, id string) (hunt.Finding, hunt.Plan, error) {
	p.Begin("hunt "+id, 0)
	defer p.Clear()
	for {
		began := time.Now()
		st, err := client.Status(ctx, id)
		if err == nil {
			err = halted(st)
		}
		switch {
		case ctx.Err() != nil:
			return hunt.Finding{}, hunt.Plan{}, fmt.Errorf(
				"interrupted; the hunt goes on: the same command joins it, or marginlab hunts watch %s", id)
		case err != nil:
			return hunt.Finding{}, hunt.Plan{}, err
		case st.Settled:
			return foundBy(ctx, client, st)
		}
		p.At(int64(st.Results), int64(st.Spec.Islands*st.Spec.Epochs))
		p.Say("hunt %s: %d of %d epochs, %d streams, best ratio %s", id, st.Epoch, st.Spec.Epochs, st.Trials,
			report.Ratio(st.Ratio, false))
		select {
		case <-ctx.Done():
		case <-time.After(max(500*time.Millisecond, 4*time.Since(began))):
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
