package cluster

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"marginlab/internal/atomicfile"
)

// Engine is a running NATS server with JetStream in this process.
type Engine struct {
	nats  *server.Server
	store string // the folder
}

const (
	startLasts = 10 * time.Second
	noLimit    = 1 << 50 // bytes; by default the free space at the start stays the limit, even on a full disk
)

// Start starts an engine that keeps everything in a folder, on a local disk and not NFS, and listens on HOST:PORT. To
// listen beyond loopback it needs the keys that [Init] wrote there; if they exist, nobody connects without them.
func Start(dir, listen string) (*Engine, error) {
	at, err := net.ResolveTCPAddr("tcp", listen)
	if err != nil {
		return nil, fmt.Errorf("--listen is %q, expected HOST:PORT, as in 127.0.0.1:4222: %w", listen, err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	o, err := options(dir)
	switch {
	case err != nil:
		return nil, fmt.Errorf("engine: its keys in %s: %w", dir, err)
	case o.TLSConfig == nil && !at.IP.IsLoopback():
		return nil, fmt.Errorf("an engine that listens on %s, beyond this machine, needs TLS and credentials: "+
			"marginlab engine init --dir %s makes them", listen, dir)
	}
	free, err := net.ListenTCP("tcp", at)
	if err != nil {
		return nil, fmt.Errorf("engine: %w, expected an address that is free", err)
	}
	_ = free.Close()
	if o.Port = at.Port; o.Port == 0 {
		o.Port = server.RANDOM_PORT
	}
	if at.IP != nil {
		o.Host = at.IP.String()
	}
	o.JetStream, o.StoreDir, o.SyncAlways = true, filepath.Join(dir, "store"), true
	o.JetStreamMaxStore, o.NoSigs, o.DisableJetStreamBanner = noLimit, true, true
	s, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	e := &Engine{s, o.StoreDir}
	s.Start()
	if !s.ReadyForConnections(startLasts) || !s.JetStreamEnabled() {
		e.Close()
		return nil, fmt.Errorf("engine: it was not ready within %v, expected that %s is of no other engine, and writable",
			startLasts, dir)
	}
	return e, nil
}

// options returns server options with the keys in the folder of an engine, if there are any.
func options(dir string) (*server.Options, error) {
	users := filepath.Join(dir, usersFile)
	if _, err := os.Stat(users); errors.Is(err, fs.ErrNotExist) {
		return &server.Options{}, nil
	}
	o, err := server.ProcessConfigFile(users)
	if err != nil {
		return nil, err
	}
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, certificateFile), filepath.Join(dir, keyFile))
	o.TLSConfig, o.TLSTimeout = &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13}, 5
	return o, err
}

// URL returns the address for clients.
func (e *Engine) URL() string { return e.nats.ClientURL() }

// Healthy returns an error once the engine no longer keeps anything, for example after its folder was lost or its disk
// was full: after one failed write a stream accepts nothing until the engine is restarted.
func (e *Engine) Healthy() error {
	if err := atomicfile.Writable(filepath.Join(e.store, "health")); err != nil {
		return fmt.Errorf("the engine cannot write to its folder any more: %w", err)
	}
	failed := !e.nats.JetStreamEnabled()
	for _, err := range e.nats.Healthz(&server.HealthzOptions{Details: true}).Errors {
		failed = failed || strings.Contains(err.Error, "write error") // others pass
	}
	if failed {
		return fmt.Errorf("the engine cannot write to %s any more: is the disk full? "+
			"It goes on where it was when it is started again", e.store)
	}
	return nil
}

// Close ends the engine. Everything it acknowledged is on the disk.
func (e *Engine) Close() {
	e.nats.Shutdown()
	e.nats.WaitForShutdown()
}
