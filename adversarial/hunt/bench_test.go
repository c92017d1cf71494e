package hunt

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial"

	"marginlab/adversarial/certificate"
	"marginlab/internal/rapidtest"
	"marginlab/theory/vec"
)

// BenchmarkStreams is the time of one complete stream: e-OMM's run, the geometry that
// the claim is about, the ratio.
func BenchmarkStreams(b *testing.B) {
	for _, kind := range []struct {
		name, quantity, claim string
		examples, dim         int
	}{
		{"geometry=none", "mistakes", "20", 20, 4},
		{"geometry=lengths", "mistakes", "20 + R + D", 20, 4},
		{"geometry=margin", "mistakes", "2 + r^2", 20, 4},
		{"geometry=margins", "mistakes", "2 + r^2 + (R/gamma0)^2", 20, 4},
		{"examples=8/dim=7", "later_mistakes", "r^2/2", 8, 7},
		{"examples=10/dim=6", "later_mistakes", "r^2/2", 10, 6},
		{"examples=20/dim=18", "later_mistakes", "r^2/2", 20, 18},
	} {
		b.Run(kind.name, func(b *testing.B) {
			t, err := compile(adversarial.Conjecture{
				Statement: certificate.Statement{Learner: "e-omm", Quantity: kind.quantity, Claim: kind.claim},
				Dim:       span(kind.dim, kind.dim), Examples: span(kind.examples, kind.examples),
			})
			require.NoError(b, err)
			g := source{t, rand.New(rand.NewPCG(1, 2)), t.conjecture.Dim, t.conjecture.Examples}
			var streams []stream
			for range 256 {
				streams = append(streams, g.planted())
			}
			e, i := newEvaluator(b.Context(), t), 0
			for b.Loop() {
				e.score(streams[i%len(streams)])
				i++
			}
			b.ReportMetric(float64(i)/b.Elapsed().Seconds(), "streams/s")
			work := vec.Count(func() {
				for _, s := range streams {
					e.score(s)
				}
			})
			rapidtest.ReportWork(b, work, len(streams))
		})
	}
}
