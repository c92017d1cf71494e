package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"marginlab/adversarial/cluster"
	"marginlab/cmd/marginlab/term"
)

type engineCmd struct {
	Start engineStartCmd `cmd:"" orderly:"" default:"withargs" help:"Keep hunts and their queue, for workers on many machines."`
	Init  engineInitCmd  `cmd:"" help:"Make the keys and the certificate of an engine, and the credentials of its workers."`
}

func (engineCmd) Help() string {
	return `Examples:

    marginlab engine --dir ~/hunts
    marginlab worker --engine nats://127.0.0.1:4222

and for workers on other machines:

    marginlab engine init --dir ~/hunts --host login.example.org
    marginlab engine --dir ~/hunts --listen 0.0.0.0:4222
    marginlab worker --engine tls://login.example.org:4222 --creds worker.creds

The engine is a NATS server with JetStream. What it has acknowledged is on the disk, so that it may be killed and started again at any time; workers wait for it. Any other NATS from version 2.11 serves as well: a cluster of three nats-server keeps three copies, and goes on when one of them dies.

marginlab engine is marginlab engine start.

Exit status: 0 it was interrupted, 2 it could not start, or could not write any more.`
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
