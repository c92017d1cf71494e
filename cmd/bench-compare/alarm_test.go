//go:build unix

package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// machine draws times as benchmarks print them: each run is off by some noise, one in twenty is
// far slower, and the machine drifts, which both sides see, since their runs are interleaved.
type machine struct {
	*rand.Rand
	noise float64
}

// measured are the results of so many benchmarks, and of head's slower than base's.
func (m machine) measured(t *testing.T, benchmarks int, slower float64) *results {
	r := resultsOf(t)
	const runs = 10
	for b := range benchmarks {
		k := key{"p", fmt.Sprint("B", b), "sec/op"}
		r.keys = append(r.keys, k)
		drift := 1.0
		for range runs {
			drift *= math.Exp(m.noise / 2 * m.NormFloat64())
			for side, factor := range []float64{base: 1, head: 1 + slower} {
				v := drift * factor * math.Exp(m.noise*m.NormFloat64())
				if m.Float64() < 0.05 {
					v *= 1 + m.ExpFloat64()/4
				}
				r.values[side][k] = append(r.values[side][k], v)
			}
		}
	}
	return r
}

// alarms counts comparisons by their exit status.
func (m machine) alarms(t *testing.T, comparisons, benchmarks int, threshold, slower float64) map[int]int {
	count := map[int]int{}
	for range comparisons {
		rep, err := compare(m.measured(t, benchmarks, slower), threshold, nil)
		require.NoError(t, err)
		for n := 0; n < maxRechecks && len(rep.suspects()) > 0; n++ {
			require.NoError(t, rep.recheck(m.measured(t, benchmarks, slower)))
		}
		code, _ := rep.verdict()
		count[code]++
	}
	return count
}

// On a quiet machine at most one comparison of a hundred between equals is an alarm, and a loss
// of 5 % is seen in 19 of 20.
func TestAlarms(t *testing.T) {
	t.Parallel()
	field, _ := reflect.TypeFor[flags]().FieldByName("Threshold")
	threshold, err := strconv.ParseFloat(field.Tag.Get("default"), 64)
	require.NoError(t, err)
	n := rapidtest.Count(20, 200, 2000)
	for _, noise := range []float64{0.002, 0.005, 0.01} {
		m := machine{rand.New(rand.NewPCG(18, 3)), noise}
		require.LessOrEqual(t, n-m.alarms(t, n, 5, threshold/100, 0)[exitFine], n/100, "alarms at noise %v", noise)
		require.GreaterOrEqual(t, m.alarms(t, n, 1, threshold/100, 0.05)[exitWorse], n*19/20, "seen at noise %v", noise)
	}
}

var realAlarms = flag.Int("alarms", 0, "how often TestRealAlarms compares; the machine must be quiet")

// The same of real comparisons, of a revision with itself and with one that does 5 % more work.
//
//	go test ./cmd/bench-compare -run RealAlarms -alarms 20 -timeout 0
func TestRealAlarms(t *testing.T) {
	if *realAlarms == 0 {
		t.Skip("it takes a quiet machine: -alarms=20")
	}
	s := newScratch(t)
	s.write("work/work.go", workSource(200, 12))
	s.commit("Work 200 times")
	s.write("work/work.go", workSource(210, 12))
	s.commit("Work 210 times")
	equals, slower := map[int]int{}, map[int]int{}
	for range *realAlarms {
		code, _, _ := s.run("--base=HEAD", "--no-skip-identical", "--bench=Work/n", "--count=10", "--benchtime=100ms")
		equals[code]++
		code, _, _ = s.run("--base=HEAD~1", "--bench=Work/n", "--count=10", "--benchtime=100ms")
		slower[code]++
	}
	t.Logf("by exit status: equals %v, 5 %% slower %v", equals, slower)
	require.LessOrEqual(t, equals[exitWorse], *realAlarms/100)
	require.GreaterOrEqual(t, slower[exitWorse], *realAlarms*19/20)
}
