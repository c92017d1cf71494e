package cluster

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCredentials(t *testing.T) {
	t.Parallel()
	_, err := Start(Engine{Dir: t.TempDir(), Listen: "0.0.0.0:0"})
	require.ErrorContains(t, err, "needs TLS and credentials: marginlab engine init --dir")
	_, err = Start(Engine{Dir: t.TempDir(), Cluster: "127.0.0.1:0", Name: "a"})
	require.ErrorContains(t, err, "needs the --cluster of another one: --peer")
	_, err = Start(Engine{Dir: t.TempDir(), Cluster: "0.0.0.0:0", Peers: []string{"a:6222"}, Name: "a"})
	require.ErrorContains(t, err, "beyond this machine, needs TLS: marginlab engine init --dir")
	dir, other := t.TempDir(), t.TempDir()
	good, err := Init(dir, nil)
	require.NoError(t, err)
	_, err = Init(dir, nil)
	require.ErrorContains(t, err, "an engine has its keys")
	stranger, err := Init(other, []string{"engine.example"})
	require.NoError(t, err)
	for _, secret := range []string{good, filepath.Join(dir, keyFile)} {
		info, err := os.Stat(secret)
		require.NoError(t, err)
		require.Zero(t, info.Mode()&0o077)
	}
	server, err := Start(Engine{Dir: dir, Listen: "127.0.0.1:0", Cluster: "127.0.0.1:0", Peers: []string{"127.0.0.1:1"}, Name: "a"})
	require.NoError(t, err)
	defer server.Close()
	require.True(t, server.nats.JetStreamConfig().SyncAlways)

	authority, err := os.ReadFile(filepath.Join(dir, authorityFile))
	require.NoError(t, err)
	text, err := os.ReadFile(stranger)
	require.NoError(t, err)
	_, seed, _ := bytes.Cut(text, []byte("-----BEGIN USER"))
	unknown := filepath.Join(other, "unknown.creds") // that trusts the engine, which does not know it
	require.NoError(t, os.WriteFile(unknown, append(authority, append([]byte("-----BEGIN USER"), seed...)...), 0o600))
	for creds, want := range map[string]string{
		"":       "it asks for credentials",
		stranger: "its certificate is not signed by whom the credentials name",
		unknown:  "it does not know the credentials in " + unknown,
	} {
		_, err := Connect(t.Context(), Options{URL: server.URL(), Credentials: creds, Patience: 20 * time.Second})
		require.ErrorContains(t, err, want)
	}

	// Nobody meets engines without a certificate of theirs.
	conn, err := net.Dial("tcp", server.nats.ClusterAddr().String())
	require.NoError(t, err)
	defer conn.Close()
	peer := tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
	require.NoError(t, peer.Handshake())
	_, err = peer.Read(make([]byte, 100))
	require.ErrorContains(t, err, "certificate required")
}

// Workers need no more than what they are given.
func TestConnectWithCredentials(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	good, err := Init(dir, nil)
	require.NoError(t, err)
	text, err := os.ReadFile(good)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(good, append([]byte("SUBJECT OF A CERTIFICATE\n"), text...), 0o600)) // as some tools write it
	server, err := Start(Engine{Dir: dir, Listen: "127.0.0.1:0"})
	require.NoError(t, err)
	defer server.Close()
	for _, o := range []Options{{URL: server.URL(), Credentials: good}, {Server: server}} {
		c, err := Connect(t.Context(), o)
		require.NoError(t, err)
		c.Close()
	}
}

// Beyond this machine browsers need the keys, whose authority signed the certificate.
func TestListenForBrowsers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, folder := range []string{"", dir} {
		_, _, _, err := ListenForBrowsers("0.0.0.0:0", folder)
		require.ErrorContains(t, err, "needs TLS: marginlab engine init")
	}
	_, _, _, err := ListenForBrowsers("8080", dir)
	require.ErrorContains(t, err, `--http is "8080", expected HOST:PORT`)
	_, err = Init(dir, nil)
	require.NoError(t, err)
	serve := func(address string) string {
		l, at, _, err := ListenForBrowsers(address, dir)
		require.NoError(t, err)
		server := &http.Server{Handler: http.NotFoundHandler(), ErrorLog: log.New(io.Discard, "", 0)}
		t.Cleanup(func() { _ = server.Close() })
		go func() { _ = server.Serve(l) }()
		return at
	}
	require.Regexp(t, `^http://127\.0\.0\.1:\d+$`, serve("127.0.0.1:0")) // plain, keys or not
	at := serve("0.0.0.0:0")
	require.Regexp(t, `^https://.+:\d+$`, at)
	authority, err := os.ReadFile(filepath.Join(dir, authorityFile))
	require.NoError(t, err)
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(authority))
	at = "https://127.0.0.1" + at[strings.LastIndex(at, ":"):]
	trusting := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
	defer trusting.CloseIdleConnections()
	got, err := trusting.Get(at)
	require.NoError(t, err)
	require.NoError(t, got.Body.Close())
	_, err = new(http.Client).Get(at) // which trusts others
	require.Error(t, err)
}
