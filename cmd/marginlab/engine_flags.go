package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"marginlab/adversarial/cluster"
	"marginlab/adversarial/hunt"
	"marginlab/cmd/marginlab/term"
)

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
	return cluster.Spec{Title: plan.Conjecture.String(), Identity: identity, Islands: plan.Islands, Epochs: plan.Epochs, Plan: text}, err
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
		return nil, fmt.Errorf("the learner is a program, %s: workers run none, expected a hunt without --engine", program)
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
