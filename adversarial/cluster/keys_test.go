package cluster

import (
	"bytes"
	"crypto/tls"
	"net"
	"os"
	"path/filepath"
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
