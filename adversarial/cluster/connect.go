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
	URL         string                           // as nats://127.0.0.1:4222, several separated by commas
	Credentials string                           // file that [Init] wrote, or a NATS credentials file; "" for none
	Patience    time.Duration                    // for which an engine that does not answer is tried; 0 for ever
	Warn        func(format string, args ...any) // is told what goes wrong and is tried again; may be nil
}

// Client is a connection to an engine. It survives the engine's restart.
type Client struct {
	nc                                    *nats.Conn
	js                                    jetstream.JetStream
	tasks                                 jetstream.Stream
	hunts, islands                        jetstream.KeyValue
	states                                jetstream.ObjectStore
	huntStream, islandStream, stateStream jetstream.Stream // of these buckets
	patience                              time.Duration
	warn                                  func(format string, args ...any)
}

const mostKeys = 1 << 20 // bytes of credentials

// Connect connects to an engine, and makes what is missing of its streams. The error is at once
// and clear where the engine refuses: no credentials, wrong ones, or a certificate that is not
// trusted.
func Connect(ctx context.Context, o Options) (*Client, error) {
	c := &Client{patience: o.Patience, warn: o.Warn}
	if c.warn == nil {
		c.warn = func(string, ...any) {}
	}
	options, err := o.nats()
	if err != nil {
		return nil, err
	}
	err = c.again(ctx, "engine at "+o.URL, func(context.Context) error {
		var err error
		c.nc, err = nats.Connect(o.URL, options...)
		return refusal(err, o.Credentials)
	})
	if err != nil {
		return nil, refused(err, o.URL)
	}
	if c.js, err = jetstream.New(c.nc); err == nil {
		err = c.open(ctx)
	}
	if err != nil {
		c.Close()
		return nil, refused(err, o.URL)
	}
	return c, nil
}

// Close ends the connection.
func (c *Client) Close() { c.nc.Close() }

// nats are the options of the connection.
func (o Options) nats() ([]nats.Option, error) {
	options := []nats.Option{
		nats.Name("marginlab"), nats.MaxReconnects(-1), nats.ReconnectWait(250 * time.Millisecond), nats.ReconnectJitter(250*time.Millisecond, 250*time.Millisecond),
		nats.Timeout(5 * time.Second), nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(3),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // calls return their errors
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
// cluster. The buckets are as NATS makes them, but read from the leader alone: what was written before is seen.
func (c *Client) open(ctx context.Context) (err error) {
	stream := func(config jetstream.StreamConfig) (s jetstream.Stream) {
		if err == nil {
			err = c.again(ctx, "stream "+config.Name, func(ctx context.Context) error { s, err = c.stream(ctx, config); return err })
		}
		return s
	}
	bucket := func(name string, history int64) (s jetstream.Stream, kv jetstream.KeyValue) {
		s = stream(jetstream.StreamConfig{
			Name: "KV_" + name, Subjects: []string{"$KV." + name + ".>"}, MaxMsgsPerSubject: history, Discard: jetstream.DiscardNew,
			AllowRollup: true, DenyDelete: true,
		})
		if err == nil {
			err = c.again(ctx, "bucket "+name, func(ctx context.Context) (err error) { kv, err = c.js.KeyValue(ctx, name); return err })
		}
		return s, kv
	}
	c.tasks = stream(jetstream.StreamConfig{
		Name: "tasks", Subjects: []string{"task.>"}, Retention: jetstream.WorkQueuePolicy, Duplicates: looksEvery,
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
	})
	c.huntStream, c.hunts = bucket("hunts", 1)
	c.islandStream, c.islands = bucket("islands", kept)
	c.stateStream = stream(jetstream.StreamConfig{
		Name: "OBJ_states", Subjects: []string{"$O.states.C.>", "$O.states.M.>"}, Discard: jetstream.DiscardNew,
		AllowRollup: true, Compression: jetstream.S2Compression,
	})
	if err == nil {
		err = c.again(ctx, "states", func(ctx context.Context) (err error) { c.states, err = c.js.ObjectStore(ctx, "states"); return err })
	}
	return err
}

// stream finds or makes a stream.
func (c *Client) stream(ctx context.Context, config jetstream.StreamConfig) (jetstream.Stream, error) {
	if s, err := c.js.Stream(ctx, config.Name); err == nil {
		return s, nil
	}
	config.Replicas = 1
	if c.nc.ConnectedClusterName() != "" {
		config.Replicas = 3
	}
	s, err := c.js.CreateStream(ctx, config)
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // by somebody else meanwhile
		return c.js.Stream(ctx, config.Name)
	}
	return s, err
}
