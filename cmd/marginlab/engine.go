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

	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
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

// healthEvery is how often the engine looks whether it can still write.
const healthEvery = time.Second

// Run runs the engine until it is interrupted, or cannot write any more.
func (c engineStartCmd) Run(ctx context.Context, std term.Streams) error {
	engine, err := cluster.Start(c.Dir, c.Listen)
	if err != nil {
		return err
	}
	defer engine.Close()
	std.Out.Say("The engine listens on %s and keeps everything in %s.", engine.URL(), c.Dir)
	tick := time.NewTicker(healthEvery)
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
		Grace: c.Grace, Log: p.Warn})
}

// engineFlags say which engine is asked.
type engineFlags struct {
	Engine string `required:"" env:"MARGINLAB_ENGINE" placeholder:"URL" help:"Address of the engine, as nats://127.0.0.1:4222, or of several, separated by commas."`
	Creds  string `env:"MARGINLAB_CREDS" placeholder:"FILE" help:"Credentials: the file that marginlab engine init wrote, or one of NATS."`
}

// patience is how long a command tries an engine that does not answer.
const patience = 15 * time.Second

// connect connects to the engine. A patience of 0 is for ever.
func (f engineFlags) connect(ctx context.Context, p *term.Progress, patience time.Duration) (*cluster.Client, error) {
	return cluster.Connect(ctx, cluster.Options{URL: f.Engine, Credentials: f.Creds, Patience: patience, Warn: p.Warn})
}

// asked calls f with a connection to the engine, as a short command does.
func (f engineFlags) asked(ctx context.Context, std term.Streams, do func(*cluster.Client) error) error {
	client, err := f.connect(ctx, term.NewProgress(std.Err), patience)
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

// specOf is a hunt as an engine keeps it, for the builds of an identity.
func specOf(plan hunt.Plan, identity string) (cluster.Spec, error) {
	runner, err := ownRunner(plan)
	if err != nil {
		return cluster.Spec{}, err
	}
	plan = runner.Plan() // two ways to say a hunt are one hunt
	text, err := json.Marshal(plan)
	return cluster.Spec{Title: plan.Conjecture.String(), Identity: identity, Islands: plan.Islands,
		Epochs: plan.Epochs, Plan: text}, err
}

// runnerOf is the plan of a hunt, ready to run.
func runnerOf(spec cluster.Spec) (*hunt.Runner, error) {
	var plan hunt.Plan
	if err := json.Unmarshal(spec.Plan, &plan); err != nil {
		return nil, fmt.Errorf("plan of the hunt: %w", err)
	}
	return ownRunner(plan)
}

// ownRunner is a plan, ready to run, whose learner is no program.
func ownRunner(plan hunt.Plan) (*hunt.Runner, error) {
	if program := programOf(plan.Conjecture.Statement); program != "" {
		return nil, fmt.Errorf("the learner is a program, %s: workers run none, expected a hunt without --engine",
			program)
	}
	return plan.Runner()
}

// tasksOf is the function of a hunt's tasks.
func tasksOf(spec cluster.Spec) (cluster.Func, error) {
	runner, err := runnerOf(spec)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, t cluster.Task, own []byte) (cluster.Output, error) {
		o, err := runner.Step(ctx, t.Island, t.Epoch, own)
		return cluster.Output(o), err
	}, nil
}
