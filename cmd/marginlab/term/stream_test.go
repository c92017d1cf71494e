package term

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"
)

// A title is broken between words, and inside of one that is wider than a line, so that
// every line fits and no character is lost.
func TestWrappedTitlesFit(t *testing.T) {
	t.Parallel()
	style := NewPlot("", "", "").Title.TextStyle
	const width = 200
	title := "e-omm: opening_mistakes + m(0.9) <= 2 + " + strings.Repeat("log(gamma3/gamma)*", 20) + "1 where gamma > 0"
	lines := wrapped(style, title, width)
	require.Greater(t, len(lines), 8)
	for _, line := range lines {
		require.LessOrEqual(t, style.Width(line), vg.Length(width), line)
		require.NotEmpty(t, line)
	}
	require.Equal(t, strings.ReplaceAll(title, " ", ""), strings.ReplaceAll(strings.Join(lines, ""), " ", ""))
	require.Equal(t, []string{"short"}, wrapped(style, "short", width))
}

// A line is drawn inside of the box, from edge to edge.
func TestLineIsClippedToTheBox(t *testing.T) {
	t.Parallel()
	box := [4]float64{-1, 3, -2, 2}
	require.Nil(t, Line{}.inside(box), "w = 0 has no line")
	require.Nil(t, Line{W: [2]float64{0, 1}, B: -5}.inside(box), "outside")
	for _, l := range []Line{{W: [2]float64{2, 0}, B: -2}, {W: [2]float64{1, 3}, B: 1}, {W: [2]float64{1, 0}, B: -2, From: 0.5, To: 1.5}} {
		line := l.inside(box)
		require.NotNil(t, line)
		for _, p := range line.XYs {
			require.InDelta(t, 0, l.W[0]*p.X+l.W[1]*p.Y+l.B, 1e-12)
			require.True(t, box[0]-1e-12 <= p.X && p.X <= box[1]+1e-12 && box[2]-1e-12 <= p.Y && p.Y <= box[3]+1e-12, p)
			if l.From != l.To {
				require.True(t, l.From-1e-12 <= p.Y && p.Y <= l.To+1e-12, p)
			}
		}
	}
}

// The axis of steps has whole numbers, ten at most.
func TestStepsHaveWholeTicks(t *testing.T) {
	t.Parallel()
	var labels []string
	for _, tick := range (steps{}).Ticks(0.3, 36.7) {
		labels = append(labels, tick.Label)
	}
	require.Equal(t, []string{"4", "8", "12", "16", "20", "24", "28", "32", "36"}, labels)
}

// The line of a refuted claim is at a tick of its own, which no other label touches.
func TestFrontHasATickAtOne(t *testing.T) {
	for _, high := range []float64{1.1, 1.68, 2, 60} {
		var near []float64
		for _, tick := range (ticksWithOne{}).Ticks(0, high) {
			if math.Abs(tick.Value-1) < high/20 {
				near = append(near, tick.Value)
			}
		}
		require.Equal(t, []float64{1}, near, high)
	}
}
