package cluster

import (
	"bytes"
	"cmp"
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
)

// Options say how to reach an engine.
type Options struct {
	URL         string                           // such as nats://127.0.0.1:4222; several are separated by commas
	Credentials string                           // file that [Init] wrote, or a NATS credentials file; "" for none
	Patience    time.Duration                    // how long to try an engine that does not answer; 0 means for ever
	Warn        func(format string, args ...any) // reports what goes wrong, here or in a task; may be nil
}

// Client is a connection to an engine. It survives the engine's restart.
type Client struct {
	nc             *nats.Conn
	js             jetstream.JetStream
	tasks          jetstream.Stream
	hunts, islands jetstream.KeyValue
	states         jetstream.ObjectStore
	stateStream    jetstream.Stream // of the states
	patience       time.Duration
	warn           func(format string, args ...any)
}

const mostKeys = 1 << 20 // bytes of credentials

// Connect connects to an engine, and makes those of its streams that are missing. It fails at once, with a clear error,
// where the engine refuses: no credentials, wrong ones, or a certificate that is not trusted.
func Connect(ctx context.Context, o Options) (*Client, error) {
	c := &Client{patience: o.Patience, warn: o.Warn}
	if c.warn == nil {
		c.warn = func(string, ...any) {}
	}
	options, err := o.nats()
	if err != nil {
		return nil, err
	}
	err = c.retry(ctx, "engine at "+o.URL, func(context.Context) (err error) {
		c.nc, err = nats.Connect(o.URL, options...)
		return o.refusal(err)
	})
	if err != nil {
		return nil, err
	}
	if c.js, err = jetstream.New(c.nc); err == nil {
		err = c.open(ctx)
	}
	if err != nil {
		c.Close()
	}
	return c, o.refusal(err)
}

// Close ends the connection.
func (c *Client) Close() { c.nc.Close() }

// nats returns the options of the connection.
func (o Options) nats() ([]nats.Option, error) {
	const pause = 250 * time.Millisecond
	const expected = "expected a file that marginlab engine init wrote, or one of NATS"
	options := []nats.Option{
		nats.Name("marginlab"), nats.MaxReconnects(-1), nats.ReconnectWait(pause), nats.ReconnectJitter(pause, pause),
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
		err = fmt.Errorf("%s has more than %d bytes, %s", o.Credentials, mostKeys, expected)
	}
	if err != nil {
		return nil, fmt.Errorf("credentials: %w", err)
	}
	if bytes.Contains(text, []byte("BEGIN NATS USER JWT")) {
		return append(options, nats.UserCredentials(o.Credentials)), nil
	}
	seed, err := nats.NkeyOptionFromSeed(o.Credentials)
	if err != nil {
		return nil, fmt.Errorf("credentials: %s: %w, %s", o.Credentials, err, expected)
	}
	options = append(options, seed)
	if roots := x509.NewCertPool(); roots.AppendCertsFromPEM(text) {
		options = append(options, nats.Secure(&tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS13}))
	}
	return options, nil
}

// refusal makes the error of an engine that refuses permanent. It returns others, as of an engine that is not there
// yet.
func (o Options) refusal(err error) error {
	if err == nil {
		return nil
	}
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	stranger := errors.Is(err, nats.ErrAuthorization) ||
		strings.Contains(strings.ToLower(err.Error()), "authorization violation")
	why := ""
	switch {
	case (stranger || errors.As(err, &unknown)) && o.Credentials == "":
		why = "it asks for credentials, expected the file that marginlab engine init wrote"
	case stranger:
		why = "it does not know the credentials in " + o.Credentials +
			", expected the file that marginlab engine init wrote for it"
	case errors.As(err, &unknown):
		why = "its certificate is not that in " + o.Credentials +
			", expected the file that marginlab engine init wrote beside its keys"
	case errors.As(err, &name):
		why = fmt.Sprintf("%v: marginlab engine init --host makes a certificate for it", name)
	case errors.Is(err, nats.ErrSecureConnWanted):
		why = "it has no TLS, which the credentials ask for"
	case errors.As(err, new(*tls.CertificateVerificationError)):
		why = fmt.Sprintf("its certificate: %v", err)
	default:
		return err
	}
	return &brokenError{fmt.Errorf("engine at %s refuses: %s", o.URL, why)}
}

// open finds the streams and buckets, or makes them, in three copies where the engine is a cluster. The buckets are as
// NATS makes them, but reads go to the leader only, so that they see all earlier writes.
func (c *Client) open(ctx context.Context) error {
	bucket := func(name string, history int64) jetstream.StreamConfig {
		return jetstream.StreamConfig{
			Name: "KV_" + name, Subjects: []string{"$KV." + name + ".>"}, MaxMsgsPerSubject: history,
			Discard: jetstream.DiscardNew, AllowRollup: true, DenyDelete: true,
		}
	}
	return c.retry(ctx, "streams of the engine", func(ctx context.Context) error {
		var errs [7]error
		c.tasks, errs[0] = c.stream(ctx, jetstream.StreamConfig{
			Name: "tasks", Subjects: []string{"task.>"}, Retention: jetstream.WorkQueuePolicy, Duplicates: looksEvery,
			MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true,
		})
		_, errs[1] = c.stream(ctx, bucket("hunts", 1))
		c.hunts, errs[2] = c.js.KeyValue(ctx, "hunts")
		_, errs[3] = c.stream(ctx, bucket("islands", kept))
		c.islands, errs[4] = c.js.KeyValue(ctx, "islands")
		c.stateStream, errs[5] = c.stream(ctx, jetstream.StreamConfig{
			Name: "OBJ_states", Subjects: []string{"$O.states.C.>", "$O.states.M.>"}, Discard: jetstream.DiscardNew,
			AllowRollup: true, Compression: jetstream.S2Compression,
		})
		c.states, errs[6] = c.js.ObjectStore(ctx, "states")
		return cmp.Or(errs[:]...)
	})
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
	if errors.Is(err, jetstream.ErrStreamNameAlreadyInUse) { // by another client meanwhile
		return c.js.Stream(ctx, config.Name)
	}
	return s, err
}
