package exact_test

import (
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"marginlab/algos/exact"
	"marginlab/internal/rapidtest"
)

// separated is a stream of n points of ℤ^5 in [−9, 9]^5, on either side of a
// hyperplane (through the origin without bias).
func separated(bias bool, n int) []exact.Example {
	return beside([]int{3, -2, 1, 2, -1}, 7, 6, bias, n, rand.New(rand.NewPCG(1, 2)))
}

// integers are n points of ℤ^dim in [−9, 9]^dim beside a hyperplane, which may be near.
func integers(dim, n int, bias bool) []exact.Example {
	r := rand.New(rand.NewPCG(3, uint64(dim)))
	u := make([]int, dim)
	for i := range u {
		u[i] = r.IntN(7) - 3
	}
	return beside(u, 3, 2, bias, n, r)
}

// beside are points on either side of the hyperplane of u, and of b with a bias, where their score is at least so much.
func beside(u []int, b, least int, bias bool, n int, r *rand.Rand) []exact.Example {
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

// doubles reports whether the numbers of the learner may double in length at an
// update, and it has too many updates for a long stream.
func doubles(s setting) bool {
	switch s.learner {
	case "perceptron", "pa", "pa-i(C=1/8)", "pa-ii(C=2)", "mira", "amira(eps=1/4)", "amira(eps=1/2)", "romma(eps=1)", "ce-omm", "randomized", "randomized(psi=printed,R=4)":
		return false
	}
	return true
}

// BenchmarkRun is a stream of 40 examples in five dimensions.
func BenchmarkRun(b *testing.B) {
	for _, s := range settings() {
		if !doubles(s) {
			b.Run("learner="+key(s)+"/T=40", func(b *testing.B) {
				benchmark(b, s, separated(s.bias, 40))
			})
		}
	}
}

// BenchmarkLong is a run of hundreds of updates, see [longRuns].
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

// key is the setting in the form of a benchmark's name.
func key(s setting) string {
	return strings.NewReplacer("=", ":", "÷", "_").Replace(s.String())
}

// benchmark reports bits, the length of the longest numerator or denominator of the last w.
func benchmark(b *testing.B, s setting, stream []exact.Example) {
	updates := 0
	var l exact.Learner
	for b.Loop() {
		l = s.new(5)
		updates = 0
		for _, e := range stream {
			if l.Step(e.X, e.Y).Updated {
				updates++
			}
		}
	}
	w, _ := classifier(b, l)
	b.ReportMetric(float64(len(stream)), "examples")
	b.ReportMetric(float64(updates), "updates")
	b.ReportMetric(float64(bits(w)), "bits")
}

func bits(x exact.Vector) int {
	longest := 0
	for _, v := range x {
		for _, n := range []*big.Int{v.Num(), v.Denom()} {
			longest = max(longest, n.BitLen())
		}
	}
	return longest
}
