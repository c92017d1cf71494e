package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
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
	"time"

	"github.com/nats-io/nkeys"
)

// The files of an engine's keys, in its folder. Servers of a cluster of NATS share them.
const (
	certificateFile = "certificate.pem" // the only one that clients trust
	keyFile         = "key.pem"
	usersFile       = "users.conf" // public keys of those who may connect, in NATS's format
	// CredentialsFile has the credentials with which workers and submitters connect.
	CredentialsFile = "worker.creds"
)

const keysLast = 10 * 365 * 24 * time.Hour

// Init makes the keys and the certificate of an engine, in its folder, and credentials for its workers, in the file
// that it returns. hosts are the names and addresses by which workers reach it, besides this machine's own.
func Init(dir string, hosts []string) (credentials string, err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	certificate, key, err := certificate(hosts)
	if err != nil {
		return "", fmt.Errorf("certificate: %w", err)
	}
	user, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	public, err := user.PublicKey()
	if err != nil {
		return "", err
	}
	seed, err := user.Seed()
	if err != nil {
		return "", err
	}
	decorated := fmt.Sprintf("-----BEGIN USER NKEY SEED-----\n%s\n------END USER NKEY SEED------\n%s", seed, certificate)
	files := map[string]string{
		certificateFile: string(certificate), keyFile: string(key), CredentialsFile: decorated,
		usersFile: fmt.Sprintf("authorization { users = [ {nkey: %s} ] }\n", public),
	}
	for name := range files {
		if _, err := os.Lstat(filepath.Join(dir, name)); !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("%s %w: an engine has its keys, and workers would not know it by others",
				filepath.Join(dir, name), fs.ErrExist)
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, CredentialsFile), nil
}

// certificate returns a self-signed certificate and its key.
func certificate(hosts []string) (certificate, key []byte, err error) {
	now := time.Now().Add(-time.Hour) // clocks differ
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "marginlab engine"},
		NotBefore: now, NotAfter: now.Add(keysLast),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
		// Servers of a cluster are clients of each other.
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	self, err := os.Hostname()
	if err != nil {
		return nil, nil, err
	}
	for _, host := range append([]string{"localhost", "127.0.0.1", "::1", self}, hosts...) {
		if ip := net.ParseIP(host); ip != nil {
			c.IPAddresses = append(c.IPAddresses, ip)
		} else {
			c.DNSNames = append(c.DNSNames, host)
		}
	}
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, nil, err
	}
	signed, err := x509.CreateCertificate(rand.Reader, c, c, private.Public(), private)
	if err != nil {
		return nil, nil, err
	}
	bytes, err := x509.MarshalPKCS8PrivateKey(private)
	certificate = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: signed})
	return certificate, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: bytes}), err
}
