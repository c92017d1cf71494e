package synthetic

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/reproduce"
	"marginlab/cmd/marginlab/term"
)

// What is fitted grows with 1/ε, at the small ε where all runs are at rest.
func TestLawOfTheUpdates(t *testing.T) {
	t.Parallel()
	at := func(epsilon float64, unsettled int, counts ...int) group {
		g := group{epsilon: epsilon, unsettled: unsettled}
		for _, n := range counts {
			g.resting = append(g.resting, learnerRow{Row: reproduce.Row[struct{}]{RunRow: term.RunRow{Updates: n}}})
		}
		return g
	}
	law := lawOf([]group{at(0.1, 1, 5), at(0.125, 0, 6400, 640), at(0.25, 0, 1600, 160), at(0.5, 0, 400, 40), at(1, 0, 1, 1)})
	require.InDelta(t, -2, law.Slope, 1e-12)
	require.Equal(t, 0.125, law.Low)
	require.Equal(t, 0.5, law.High)
	require.True(t, math.IsNaN(lawOf([]group{at(0.5, 0, 3)}).Slope))
}
