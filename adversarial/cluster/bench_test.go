package cluster

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkWorkers runs tasks without work on many workers of one slot, each with its own connection, so that it
// measures only the engine: go test ./adversarial/cluster -run '^$' -bench Workers -benchtime 1x.
func BenchmarkWorkers(b *testing.B) {
	for _, workers := range []int{10, 100, 1000} {
		b.Run(fmt.Sprintf("workers=%d", workers), func(b *testing.B) {
			s, err := Start(b.TempDir(), "127.0.0.1:0")
			require.NoError(b, err)
			defer s.Close()
			ctx, stop := context.WithCancel(context.Background())
			var all sync.WaitGroup
			var clients []*Client
			for range workers {
				c, err := Connect(ctx, Options{URL: s.URL(), Warn: b.Logf})
				require.NoError(b, err)
				defer c.Close()
				clients = append(clients, c)
			}
			const epochs = 4
			run := 0
			before := traffic(clients)
			for _, c := range clients {
				all.Go(func() {
					_ = c.Work(ctx, Worker{Identity: "this build", Runner: chain, Slots: 1, Lease: time.Minute})
				})
			}
			for b.Loop() {
				h := spec(max(100, workers), epochs, fmt.Sprintf(`{"Lasts": 0, "Run": %d}`, run))
				require.NoError(b, clients[0].Submit(ctx, h))
				for settled := false; !settled; time.Sleep(time.Second) {
					st, err := clients[0].Status(ctx, h.ID())
					require.NoError(b, err)
					settled = st.Settled
				}
				run += epochs * h.Islands
			}
			after := traffic(clients)
			b.ReportMetric(float64(run)/b.Elapsed().Seconds(), "tasks/s")
			b.ReportMetric((after.messages-before.messages)/float64(run), "messages/task")
			b.ReportMetric((after.bytes-before.bytes)/float64(run), "bytes/task")
			stop()
			all.Wait()
		})
	}
}

type sent struct{ messages, bytes float64 }

// traffic returns what clients have sent and received.
func traffic(clients []*Client) (t sent) {
	for _, c := range clients {
		s := c.nc.Stats()
		t.messages += float64(s.InMsgs + s.OutMsgs)
		t.bytes += float64(s.InBytes + s.OutBytes)
	}
	return t
}
