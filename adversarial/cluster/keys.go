package cluster

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"marginlab/internal/atomicfile"
)

// The files of an engine's keys, in its folder. Engines of a cluster share them.
const (
	authorityFile   = "authority.pem" // who signs the certificate, which clients trust
	certificateFile = "certificate.pem"
	keyFile         = "key.pem"
	usersFile       = "users" // public keys of who may connect, one a line
	// CredentialsFile is what a worker, or whoever submits, connects with.
	CredentialsFile = "worker.creds"
)

const keysLast = 10 * 365 * 24 * time.Hour

// Init makes the keys and the certificate of an engine, in its folder, and credentials for its
// workers, in the file that it returns. hosts are the names and addresses that workers
// call it by, beside this machine's own.
func Init(dir string, hosts []string) (credentials string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	for _, file := range []string{authorityFile, certificateFile, keyFile, usersFile, CredentialsFile} {
		if _, err := os.Lstat(filepath.Join(dir, file)); !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("%s %w: an engine has its keys, and workers would not know it by others", filepath.Join(dir, file), fs.ErrExist)
		}
	}
	authority, certificate, key, err := certificates(hosts)
	if err != nil {
		return "", fmt.Errorf("certificate: %w", err)
	}
	user, public, err := newUser()
	if err != nil {
		return "", err
	}
	seed, err := user.Seed()
	if err != nil {
		return "", err
	}
	secret := fmt.Appendf(bytes.Clone(authority), "-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n", seed)
	for _, f := range []struct {
		name    string
		content []byte
	}{
		{authorityFile, authority}, {certificateFile, certificate}, {keyFile, key}, {CredentialsFile, secret}, {usersFile, []byte(public + "\n")},
	} {
		if err := os.WriteFile(filepath.Join(dir, f.name), nil, 0o600); err != nil { // whole keeps its permissions
			return "", err
		}
		if err := atomicfile.WriteFile(filepath.Join(dir, f.name), f.content); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, CredentialsFile), nil
}

// newUser makes the keys of somebody who may connect.
func newUser() (user nkeys.KeyPair, public string, err error) {
	if user, err = nkeys.CreateUser(); err == nil {
		public, err = user.PublicKey()
	}
	return user, public, err
}

// certificates are an authority of its own, and a certificate that it signs with its key.
func certificates(hosts []string) (authority, certificate, key []byte, err error) {
	now := time.Now().Add(-time.Hour) // clocks differ
	root := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "marginlab engine"}, NotBefore: now, NotAfter: now.Add(keysLast),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
	}
	rootKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, nil, err
	}
	rootBytes, err := x509.CreateCertificate(rand.Reader, root, root, rootKey.Public(), rootKey)
	if err != nil {
		return nil, nil, nil, err
	}
	leaf := &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "marginlab engine"}, NotBefore: now, NotAfter: root.NotAfter,
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	self, err := os.Hostname()
	if err != nil {
		return nil, nil, nil, err
	}
	for _, host := range append([]string{"localhost", "127.0.0.1", "::1", self}, hosts...) {
		if ip := net.ParseIP(host); ip != nil {
			leaf.IPAddresses = append(leaf.IPAddresses, ip)
		} else {
			leaf.DNSNames = append(leaf.DNSNames, host)
		}
	}
	leafKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, nil, err
	}
	leafBytes, err := x509.CreateCertificate(rand.Reader, leaf, root, leafKey.Public(), rootKey)
	if err != nil {
		return nil, nil, nil, err
	}
	keyBytes, err := x509.MarshalPKCS8PrivateKey(leafKey)
	if err != nil {
		return nil, nil, nil, err
	}
	block := func(kind string, b []byte) []byte { return pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: b}) }
	return block("CERTIFICATE", rootBytes), block("CERTIFICATE", leafBytes), block("PRIVATE KEY", keyBytes), nil
}

// keys are those of an engine.
type keys struct {
	server, peers *tls.Config
	users         []*server.NkeyUser
}

// readKeys reads the keys in an engine's folder; nil if there are none.
func readKeys(dir string) (*keys, error) {
	users, err := os.ReadFile(filepath.Join(dir, usersFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("keys of the engine: %w", err)
	}
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, certificateFile), filepath.Join(dir, keyFile))
	if err != nil {
		return nil, fmt.Errorf("keys of the engine: %w", err)
	}
	authority, err := os.ReadFile(filepath.Join(dir, authorityFile))
	if err != nil {
		return nil, fmt.Errorf("keys of the engine: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(authority) {
		return nil, fmt.Errorf("keys of the engine: %s holds no certificate", filepath.Join(dir, authorityFile))
	}
	k := &keys{
		server: &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13},
		peers:  &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: roots, ClientCAs: roots, ClientAuth: tls.RequireAndVerifyClientCert, MinVersion: tls.VersionTLS13},
	}
	for i, line := range strings.Fields(string(users)) {
		if !nkeys.IsValidPublicUserKey(line) {
			return nil, fmt.Errorf("keys of the engine: %s:%d: %q is no public key of a user", filepath.Join(dir, usersFile), i+1, line)
		}
		k.users = append(k.users, &server.NkeyUser{Nkey: line})
	}
	return k, nil
}
