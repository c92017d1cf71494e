package cluster

import (
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// A network that passes nothing for longer than a lease, and then breaks all connections, costs only time.
func TestStalledNetwork(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	e, err := Start(t.TempDir(), "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(e.Close)
	network := newStall(t, strings.TrimPrefix(e.URL(), "nats://"))
	direct := client(t, e.URL())
	crew(t, client(t, "nats://"+network.Addr().String()), 500*time.Millisecond, chain)
	s := spec(4, 8, `{"Lasts": 20000000}`)
	require.NoError(t, direct.Submit(t.Context(), s))
	waitResults(t, direct, s, 7)
	network.stall(time.Second)
	requireInProcess(t, direct, s)
}

// stall is a network that can stop.
type stall struct {
	net.Listener
	passing sync.RWMutex
	sync.Mutex
	open []net.Conn
}

func newStall(t *testing.T, to string) *stall {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &stall{Listener: listener}
	var all sync.WaitGroup
	all.Go(func() {
		for {
			near, err := listener.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				_ = near.Close()
				continue
			}
			s.Lock()
			s.open = append(s.open, near, far)
			s.Unlock()
			all.Go(func() { s.pass(near, far) })
			all.Go(func() { s.pass(far, near) })
		}
	})
	t.Cleanup(func() { _ = listener.Close(); s.cut(); all.Wait() })
	return s
}

// pass copies all data, unless the network stalls.
func (s *stall) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	room := make([]byte, 32<<10)
	for {
		n, err := from.Read(room)
		s.passing.RLock()
		_, unsent := to.Write(room[:n])
		s.passing.RUnlock()
		if err != nil || unsent != nil {
			return
		}
	}
}

// stall passes nothing for a while, and then cuts all connections.
func (s *stall) stall(while time.Duration) {
	s.passing.Lock()
	time.Sleep(while)
	s.cut()
	s.passing.Unlock()
}

func (s *stall) cut() {
	s.Lock()
	defer s.Unlock()
	for _, c := range s.open {
		_ = c.Close()
	}
	s.open = nil
}
