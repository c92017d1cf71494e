package exact_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// separated is a stream of n points of ℤ^5 in [−9, 9]^5, on either side of a
// hyperplane (through the origin without bias).
func separated(bias bool, n int) []exact.Example {
	r := rand.New(rand.NewPCG(1, 2))
	u := []int{3, -2, 1, 2, -1}
	var stream []exact.Example
	for len(stream) < n {
		x, score := make([]int, len(u)), 0
		if bias {
			score = 7
		}
		for i := range x {
			x[i] = r.IntN(19) - 9
			score += u[i] * x[i]
		}
		if score*score >= 36 {
			stream = append(stream, exact.Example{X: vector(x), Y: num(score).Sign()})
		}
	}
	return stream
}

// doubles reports whether the numbers of the learner may double in length at an
// update, and it has too many updates for a long stream.
func doubles(s setting) bool {
	switch s.String() {
	case "perceptron", "pa", "pa-i,C=1÷8", "pa-ii,C=2", "mira", "amira,eps=1÷4", "amira,eps=1÷2", "romma,eps=1", "ce-omm", "randomized", "randomized(psi=printed),R=4":
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

// BenchmarkGrowth is the least part of such a stream that makes so many updates.
func BenchmarkGrowth(b *testing.B) {
	for _, s := range settings() {
		for _, updates := range []int{4, 8, 12} {
			if !doubles(s) || strings.Contains(s.name, "(") {
				continue
			}
			stream := separated(s.bias, 200)
			l := s.new(b, 5)
			n := 0
			for made := 0; made < updates; n++ {
				if l.Step(stream[n].X, stream[n].Y).Updated {
					made++
				}
			}
			b.Run(fmt.Sprintf("learner=%s/updates=%d", key(s), updates), func(b *testing.B) {
				benchmark(b, s, stream[:n])
			})
		}
	}
}

// key is the setting in the form of a benchmark's name.
func key(s setting) string {
	return strings.NewReplacer("=", ":", "÷", "_").Replace(s.String())
}

// benchmark reports bits, the length of the longest numerator or denominator of
// the last w.
func benchmark(b *testing.B, s setting, stream []exact.Example) {
	var tr exact.Trace
	var l exact.Learner
	for b.Loop() {
		l = s.new(b, 5)
		tr = run(b, l, stream)
	}
	w, _ := l.Classifier()
	b.ReportMetric(float64(len(stream)), "examples")
	b.ReportMetric(float64(tr.Updates), "updates")
	b.ReportMetric(float64(bits(w)), "bits")
}

func run(b *testing.B, l exact.Learner, stream []exact.Example) exact.Trace {
	tr, err := exact.Run(l, stream)
	require.NoError(b, err)
	return tr
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
