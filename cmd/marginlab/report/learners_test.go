package report

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/report/chart"
	"marginlab/theory"
)

// A thinned line has few points, all of them points of the line, both ends and no level twice.
func TestThinnedLinesKeepTheirEnds(t *testing.T) {
	var points []chart.Point
	for i := range 100_000 {
		points = append(points, chart.Point{X: float64(i), Y: float64(i / 7)})
	}
	kept := thin(points)
	require.LessOrEqual(t, len(kept), linePoints+2)
	require.Greater(t, len(kept), linePoints/2)
	require.Equal(t, points[0], kept[0])
	require.Equal(t, points[len(points)-1], kept[len(kept)-1])
	for i, p := range kept[1:] {
		require.Equal(t, points[int(p.X)], p)
		require.Greater(t, p.Y, kept[i].Y-1e-9)
	}
	few := []chart.Point{{X: 0, Y: 0}, {X: 3, Y: 1}, {X: 9, Y: 1}}
	require.Equal(t, few, thin(few), fmt.Sprint(few))
	require.Empty(t, thin(nil))
}

// Colours go to the learners with the fewest mistakes; one that stopped has few, and comes last.
func TestColoursOfTheBest(t *testing.T) {
	var runs []*trial.Run
	for mistakes := range coloured + 1 {
		runs = append(runs, &trial.Run{Trace: theory.Trace{Mistakes: coloured - mistakes}})
	}
	runs[coloured].Stop = errors.New("stopped")
	classes := coloursOf(runs)
	require.Equal(t, "series-1", classes[runs[coloured-1]])
	require.Equal(t, fmt.Sprintf("series-%d", coloured), classes[runs[0]])
	require.Equal(t, "other", classes[runs[coloured]])
}
