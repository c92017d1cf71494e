package cluster

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"marginlab/internal/atomicfile"
)

// Engine says how to start an engine: a NATS server with JetStream in this process.
type Engine struct {
	Dir    string // where all is kept; on a local disk, not NFS
	Keys   string // folder with the keys that [Init] wrote; "" for Dir
	Listen string // host and port; "" to be reached from this process alone
	// Cluster is the host and port where this engine listens to others, and Peers are those of
	// the others; "" for an engine alone. A cluster has three, and lives on when one dies.
	Cluster string
	Peers   []string
	Name    string // in a cluster
	Warn    func(format string, args ...any)
}

// Server is an engine that runs.
type Server struct {
	nats *server.Server
	own  nkeys.KeyPair // of clients in this process, nil where nobody needs any
	dir  string        // where all is kept
}

const (
	startLasts = 10 * time.Second
	noLimit    = 1 << 50 // bytes: else what is free at the start is the limit for good, even of a full disk
)

// Start starts an engine. Where it listens beyond loopback, it needs the keys that [Init] wrote;
// where those are, nobody connects without.
func Start(e Engine) (*Server, error) {
	o := &server.Options{
		ServerName: e.Name, JetStream: true, StoreDir: filepath.Join(e.Dir, "store"), JetStreamMaxStore: noLimit, SyncAlways: true,
		NoSigs: true, DisableJetStreamBanner: true, DontListen: e.Listen == "",
	}
	if err := os.MkdirAll(e.Dir, 0o700); err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	keys, err := readKeys(cmp.Or(e.Keys, e.Dir))
	if err != nil {
		return nil, err
	}
	if e.Listen != "" {
		if o.Host, o.Port, err = hostPort("--listen", e.Listen); err != nil {
			return nil, err
		}
		if keys == nil && !loopback(o.Host) {
			return nil, fmt.Errorf("an engine that listens on %s, beyond this machine, needs TLS and credentials: marginlab engine init --dir %s makes them", e.Listen, e.Dir)
		}
	}
	var own nkeys.KeyPair
	if keys != nil {
		var public string
		if own, public, err = newUser(); err != nil {
			return nil, err
		}
		o.TLSConfig, o.Nkeys, o.TLSTimeout = keys.server, append(keys.users, &server.NkeyUser{Nkey: public}), 5
	}
	if e.Cluster != "" {
		if err := e.cluster(o, keys); err != nil {
			return nil, err
		}
	}
	s, err := server.NewServer(o)
	if err != nil {
		return nil, fmt.Errorf("engine: %w", err)
	}
	if e.Warn != nil {
		s.SetLoggerV2(logger(e.Warn), false, false, false)
	}
	s.Start()
	if !s.ReadyForConnections(startLasts) || !s.JetStreamEnabled() {
		s.Shutdown()
		s.WaitForShutdown()
		return nil, fmt.Errorf("engine: it was not ready within %v: is %s free, and is %s of no other engine?", startLasts, cmp.Or(e.Listen, "the port"), e.Dir)
	}
	return &Server{s, own, o.StoreDir}, nil
}

// cluster sets the options of an engine among others.
func (e Engine) cluster(o *server.Options, keys *keys) (err error) {
	if e.Name == "" {
		return errors.New("an engine in a cluster needs a name of its own: --name")
	}
	if len(e.Peers) == 0 {
		return errors.New("an engine in a cluster needs the --cluster of another one: --peer")
	}
	o.Cluster.Name = "marginlab"
	o.Cluster.NoAdvertise = true // clients know the names that the certificate has, and these are addresses
	if o.Cluster.Host, o.Cluster.Port, err = hostPort("--cluster", e.Cluster); err != nil {
		return err
	}
	if keys == nil && !loopback(o.Cluster.Host) {
		return fmt.Errorf("an engine that meets others on %s, beyond this machine, needs TLS: marginlab engine init --dir %s makes the keys, which all engines share", e.Cluster, e.Dir)
	}
	if keys != nil {
		o.Cluster.TLSConfig, o.Cluster.TLSTimeout = keys.peers, 5
	}
	for _, peer := range e.Peers {
		if _, _, err := hostPort("--peer", peer); err != nil {
			return err
		}
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats", Host: peer})
	}
	return nil
}

// URL is the address for clients.
func (s *Server) URL() string { return s.nats.ClientURL() }

// Healthy is an error once the engine keeps nothing any more, as after its folder was lost or its disk
// full: a stream that could not be written once takes no more until the engine is started again.
func (s *Server) Healthy() error {
	if err := atomicfile.Writable(filepath.Join(s.dir, "health")); err != nil {
		return fmt.Errorf("the engine cannot write to its folder any more: %w", err)
	}
	why := ""
	if !s.nats.JetStreamEnabled() {
		why = "the store was closed"
	}
	for _, e := range s.nats.Healthz(&server.HealthzOptions{Details: true}).Errors {
		if strings.Contains(e.Error, "write error") { // others pass, as while a leader is elected
			why = e.Error
		}
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("the engine cannot write to its folder any more: is the disk full? It goes on where it was when it is started again: %s", why)
}

// Close ends the engine. Everything it acknowledged is on the disk.
func (s *Server) Close() {
	s.nats.Shutdown()
	s.nats.WaitForShutdown()
}

func hostPort(flag, address string) (host string, port int, err error) {
	host, text, err := net.SplitHostPort(address)
	if err == nil {
		port, err = strconv.Atoi(text)
	}
	if err != nil || port < -1 || port > 65535 {
		return "", 0, fmt.Errorf("%s is %q, expected HOST:PORT, as in 127.0.0.1:4222", flag, address)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return cmp.Or(host, "0.0.0.0"), port, nil
}

// loopback reports whether only this machine reaches a host.
func loopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback() || strings.EqualFold(host, "localhost")
}

// logger takes the server's warnings and errors.
type logger func(format string, args ...any)

func (l logger) Noticef(string, ...any)            {}
func (l logger) Debugf(string, ...any)             {}
func (l logger) Tracef(string, ...any)             {}
func (l logger) Warnf(format string, args ...any)  { l(format, args...) }
func (l logger) Errorf(format string, args ...any) { l(format, args...) }
func (l logger) Fatalf(format string, args ...any) { l(format, args...) }
