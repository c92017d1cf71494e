package cluster

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestCredentials(t *testing.T) {
	t.Parallel()
	_, err := Start(t.TempDir(), "0.0.0.0:0")
	require.ErrorContains(t, err, "needs TLS and credentials: marginlab engine init --dir")
	_, err = Start(t.TempDir(), "4222")
	require.ErrorContains(t, err, `--listen is "4222", expected HOST:PORT`)
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
	e, err := Start(dir, "127.0.0.1:0")
	require.NoError(t, err)
	defer e.Close()
	require.True(t, e.nats.JetStreamConfig().SyncAlways)
	_, err = Start(t.TempDir(), strings.TrimPrefix(e.URL(), "tls://"))
	require.ErrorContains(t, err, "expected an address that is free")

	certificate, err := os.ReadFile(filepath.Join(dir, certificateFile))
	require.NoError(t, err)
	text, err := os.ReadFile(stranger)
	require.NoError(t, err)
	seed, _, _ := bytes.Cut(text, []byte("-----BEGIN CERTIFICATE"))
	unknown := filepath.Join(other, "unknown.creds") // that trusts the engine, which does not know it
	require.NoError(t, os.WriteFile(unknown, append(seed, certificate...), 0o600))
	for creds, want := range map[string]string{
		"":       "it asks for credentials",
		stranger: "its certificate is not that in " + stranger + "",
		unknown:  "it does not know the credentials in " + unknown,
	} {
		_, err := Connect(t.Context(), Options{URL: e.URL(), Credentials: creds, Patience: 20 * time.Second})
		require.ErrorContains(t, err, want)
	}
	c, err := Connect(t.Context(), Options{URL: e.URL(),
		Credentials: good}) // workers need no more than what they are given
	require.NoError(t, err)
	c.Close()
}
