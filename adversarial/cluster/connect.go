package cluster

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"
)

// Options say how to reach an engine.
type Options struct {
	URL         string  // as nats://127.0.0.1:4222, several separated by commas; "" with Server
	Server      *Server // an engine in this process
	Credentials string  // file that [Init] wrote, or a NATS credentials file; "" for none
	Name        string  // of this client, as the engine lists it
	// Lease is how long a task stays with a worker that is silent; 0 for 30 s. The last one who
	// connects decides.
	Lease time.Duration
	// Patience is how long an engine that does not answer is tried; 0 for ever.
	Patience time.Duration
	Warn     func(format string, args ...any) // is told what goes wrong and is tried again; may be nil
}

// Client is a connection to an engine. It survives the engine's restart.
type Client struct {
	nc             *nats.Conn
	js             jetstream.JetStream
	tasks, blobs   jetstream.Stream
	hunts, results jetstream.KeyValue
	huntStream     jetstream.Stream // of these buckets
	resultStream   jetstream.Stream
	lease          time.Duration
	patience       time.Duration
	replicas       int
	warn           func(format string, args ...any)
}

const (
	defaultLease = 30 * time.Second
	mostKeys     = 1 << 20 // bytes of credentials
)

// Connect connects to an engine, and makes what is missing of its streams. The error is at once
// and clear where the engine refuses: no credentials, wrong ones, or a certificate that is not
// trusted.
func Connect(ctx context.Context, o Options) (*Client, error) {
	c := &Client{lease: o.Lease, patience: o.Patience, warn: o.Warn}
	if c.lease == 0 {
		c.lease = defaultLease
	}
	if c.warn == nil {
		c.warn = func(string, ...any) {}
	}
	options, err := o.nats()
	if err != nil {
		return nil, err
	}
	err = c.again(ctx, "engine at "+o.address(), func(context.Context) error {
		var err error
		c.nc, err = nats.Connect(o.URL, options...)
		return refusal(err, o.Credentials)
	})
	if err != nil {
		return nil, refused(err, o.address())
	}
	if c.js, err = jetstream.New(c.nc); err == nil {
		err = c.open(ctx)
	}
	if err != nil {
		c.Close()
		return nil, refused(err, o.address())
	}
	return c, nil
}

// Close ends the connection.
func (c *Client) Close() { c.nc.Close() }

func (o Options) address() string {
	if o.Server != nil {
		return "this process"
	}
	return o.URL
}

// nats are the options of the connection.
func (o Options) nats() ([]nats.Option, error) {
	options := []nats.Option{
		nats.Name(o.Name), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.Timeout(5 * time.Second), nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(3),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // calls return their errors
	}
	if o.Server != nil {
		options = append(options, nats.InProcessServer(o.Server.nats))
		if o.Server.own == nil {
			return options, nil
		}
		public, err := o.Server.own.PublicKey()
		return append(options, nats.Nkey(public, o.Server.own.Sign)), err
	}
	if o.Credentials == "" {
		return options, nil
	}
	f, err := os.Open(o.Credentials)
	if err != nil {
		return nil, fmt.Errorf("credentials: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostKeys+1))
	if err == nil && len(text) > mostKeys {
		err = fmt.Errorf("%s has more than %d bytes, expected a file that marginlab engine init wrote, or one of NATS", o.Credentials, mostKeys)
	}
	if err != nil {
		return nil, fmt.Errorf("credentials: %w", err)
	}
	if bytes.Contains(text, []byte("BEGIN NATS USER JWT")) {
		return append(options, nats.UserCredentials(o.Credentials)), nil
	}
	_, seed, _ := bytes.Cut(text, []byte("BEGIN USER NKEY SEED")) // a certificate before it may have lines that look like one
	key, err := nkeys.ParseDecoratedNKey(seed)
	if err != nil {
		return nil, fmt.Errorf("credentials: %s: %w, expected a file that marginlab engine init wrote, or one of NATS", o.Credentials, err)
	}
	public, err := key.PublicKey()
	if err != nil {
		return nil, fmt.Errorf("credentials: %s: %w", o.Credentials, err)
	}
	options = append(options, nats.Nkey(public, key.Sign))
	if roots := x509.NewCertPool(); roots.AppendCertsFromPEM(text) {
		options = append(options, nats.Secure(&tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS13}))
	}
	return options, nil
}

// refusedError is an engine's refusal. It does not pass by trying again.
type refusedError struct{ why string }

func (e *refusedError) Error() string { return e.why }
func (*refusedError) Is(target error) bool {
	return target == nats.ErrAuthorization // so that nobody tries again
}

// refusal is the error of a connection, told apart from an engine that is not there yet.
func refusal(err error, credentials string) error {
	var unknown x509.UnknownAuthorityError
	asks := &refusedError{"it asks for credentials, expected the file that marginlab engine init wrote"}
	var name x509.HostnameError
	switch {
	case err == nil:
		return nil
	case errors.Is(err, nats.ErrAuthorization) || strings.Contains(strings.ToLower(err.Error()), "authorization violation"):
		if credentials == "" {
			return asks
		}
		return &refusedError{fmt.Sprintf("it does not know the credentials in %s", credentials)}
	case errors.As(err, &unknown) && credentials == "":
		return asks
	case errors.As(err, &unknown):
		return &refusedError{"its certificate is not signed by whom the credentials name, expected the file that marginlab engine init wrote beside its keys"}
	case errors.As(err, &name):
		return &refusedError{fmt.Sprintf("%v: marginlab engine init --host makes a certificate for it", name)}
	case errors.Is(err, nats.ErrSecureConnWanted):
		return &refusedError{"it has no TLS, which the credentials ask for"}
	case errors.As(err, new(*tls.CertificateVerificationError)):
		return &refusedError{fmt.Sprintf("its certificate: %v", err)}
	}
	return err
}

func refused(err error, address string) error {
	var no *refusedError
	if errors.As(err, &no) {
		return fmt.Errorf("engine at %s refuses: %w", address, no)
	}
	return err
}

// open finds the streams and buckets, or makes them: in three copies where the engine is a
// cluster.
func (c *Client) open(ctx context.Context) error {
	c.replicas = 1
	if c.nc.ConnectedClusterName() != "" {
		c.replicas = 3
	}
	var err error
	stream := func(config jetstream.StreamConfig) (s jetstream.Stream) {
		if err == nil {
			err = c.again(ctx, "stream "+config.Name, func(ctx context.Context) error { s, err = c.stream(ctx, config); return err })
		}
		return s
	}
	bucket := func(name string) (kv jetstream.KeyValue, s jetstream.Stream) {
		// As a bucket of NATS is, but read from the leader alone: what was written before is seen.
		s = stream(jetstream.StreamConfig{
			Name: "KV_" + name, Subjects: []string{"$KV." + name + ".>"}, MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew,
			AllowRollup: true, DenyDelete: true,
		})
		if err == nil {
			err = c.again(ctx, "bucket "+name, func(ctx context.Context) (err error) { kv, err = c.js.KeyValue(ctx, name); return err })
		}
		return kv, s
	}
	c.tasks = stream(jetstream.StreamConfig{
		Name: "tasks", Subjects: []string{"task.>"}, Retention: jetstream.WorkQueuePolicy,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	})
	c.blobs = stream(jetstream.StreamConfig{Name: "blobs", Subjects: []string{"blob.>"}, MaxMsgsPerSubject: 1})
	c.hunts, c.huntStream = bucket("hunts")
	c.results, c.resultStream = bucket("results")
	return err
}

// stream finds or makes a stream.
func (c *Client) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	if s, err := c.js.Stream(ctx, config.Name); err == nil {
		return s, nil
	}
	config.Replicas, config.Storage = c.replicas, jetstream.FileStorage
	s, err := c.js.CreateStream(ctx, config)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // by somebody else meanwhile
		return c.js.Stream(ctx, config.Name)
	}
	return s, err
}

// consumer is the queue of an identity. One that is as it should be is not written again.
func (c *Client) consumer(ctx context.Context, identity string) (queue jetstream.Consumer, err error) {
	err = c.again(ctx, "queue", func(ctx context.Context) (err error) {
		if queue, err = c.tasks.Consumer(ctx, hashed(identity)); err == nil && queue.CachedInfo().Config.AckWait == c.lease {
			return nil
		}
		queue, err = c.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
			Durable: hashed(identity), FilterSubject: "task." + hashed(identity) + ".>", AckPolicy: jetstream.AckExplicitPolicy,
			AckWait: c.lease, MaxDeliver: -1, MaxAckPending: -1, MaxWaiting: 1 << 16,
		})
		return err
	})
	return queue, err
}
