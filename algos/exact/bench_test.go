package exact_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

// integers returns n points of ℤ^dim in [−9, 9]^dim beside a hyperplane, which may be near.
func integers(dim, n int, bias bool) []exact.Example {
	r := rand.New(rand.NewPCG(3, uint64(dim)))
	u := make([]int, dim)
	for i := range u {
		u[i] = r.IntN(7) - 3
	}
	return pointsBeside(u, 3, 2, bias, n, r)
}

// pointsBeside returns points on either side of the hyperplane of u, and of b with a bias, with a score of at least
// least.
func pointsBeside(u []int, b, least int, bias bool, n int, r *rand.Rand) []exact.Example {
	var stream []exact.Example
	for len(stream) < n {
		x, score := make([]int, len(u)), 0
		if bias {
			score = b
		}
		for i := range x {
			x[i] = r.IntN(19) - 9
			score += u[i] * x[i]
		}
		if score*score >= least*least {
			stream = append(stream, exact.Example{X: vector(x), Y: num(score).Sign()})
		}
	}
	return stream
}

// BenchmarkRun runs the learners whose numbers stay short enough over a stream of 40 examples in five dimensions.
func BenchmarkRun(b *testing.B) {
	for _, s := range settings() {
		if s.longest() < 40 {
			continue
		}
		b.Run("learner="+strings.NewReplacer("=", ":", "÷", "_").Replace(s.String()), func(b *testing.B) {
			stream, updates := integers(5, 40, s.bias), 0
			for b.Loop() {
				updates = mustRun(b, s.new(5), stream).updates
			}
			b.ReportMetric(float64(updates), "updates")
		})
	}
}

// BenchmarkLong runs hundreds of updates, see [longRuns].
func BenchmarkLong(b *testing.B) {
	rapidtest.Slow(b)
	for _, c := range longRuns() {
		stream := c.stream()
		b.Run("learner="+c.learner, func(b *testing.B) {
			updates := 0
			for b.Loop() {
				result, err := runOf(find(b, c.learner), c.dim, stream, c.repeat, exact.Limit{})
				if err != nil {
					b.Fatal(err)
				}
				updates = result.Updates
			}
			b.ReportMetric(float64(updates), "updates")
		})
	}
}
