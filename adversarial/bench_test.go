package adversarial

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
)

// BenchmarkStreams is the time of one complete stream of 20 examples in 4
// dimensions: e-OMM's run, the geometry that the claim speaks of, the ratio.
func BenchmarkStreams(b *testing.B) {
	for _, kind := range []struct{ name, claim string }{
		{"none", "20"},
		{"lengths", "20 + R + D"},
		{"margin", "2 + r^2"},
		{"margins", "2 + r^2 + (R/gamma0)^2"},
	} {
		b.Run("geometry="+kind.name, func(b *testing.B) {
			t, err := prepare(Conjecture{
				Statement: certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: kind.claim},
				Dim:       Range[int]{4, 4}, Examples: Range[int]{20, 20},
			})
			require.NoError(b, err)
			g := source{t, rand.New(rand.NewPCG(1, 2))}
			var streams []stream
			for range 256 {
				streams = append(streams, g.planted())
			}
			e, i := newEvaluator(t), 0
			for b.Loop() {
				e.score(streams[i%len(streams)])
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "streams/s")
		})
	}
}
