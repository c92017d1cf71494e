// Package clustertest helps to test engines.
package clustertest

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"

	"github.com/stretchr/testify/require"
)

// Address is one of this machine that nobody listens on, for an engine that is started again at the
// same. Systems give connections ports from 32768 on; one that is lower stays free meanwhile.
func Address(t testing.TB) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 20_000+rand.IntN(12_000))
		free, err := net.Listen("tcp", address)
		if err == nil {
			require.NoError(t, free.Close())
			return address
		}
	}
	t.Fatal("no port of this machine is free")
	return ""
}
