package chart

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

// A step line stays at a value until the next one. What is off the axes is not drawn.
func TestLinesAreDrawnWhereTheirValuesAre(t *testing.T) {
	c := Chart{X: Axis{Low: 0, High: 10}, Y: Axis{Low: 1, High: 100, Log: true}}
	points := []Point{{X: 0, Y: 1}, {X: 5, Y: 10}, {X: 11, Y: 10}, {X: 10, Y: 100}}
	for kind, want := range map[Kind]string{
		Line:  "M0.0 1000.0L500.0 500.0L1100.0 500.0L1000.0 0.0", // cut off at the edge,
		Steps: "M0.0 1000.0H500.0V500.0H1000.0V0.0",
		Dots:  "M0.0 1000.0h.1M500.0 500.0h.1M1000.0 0.0h.1",
	} {
		c.Series = []Series{{Kind: kind, Points: points}}
		d := c.draw(1000, 1000, 6, 6)
		require.Equal(t, want, d.Path(d.Series[0]))
	}
	c.Series = []Series{{Kind: Marks, Points: points}}
	d := c.draw(1000, 1000, 6, 6)
	require.Len(t, d.Series[0].Points, 3)
	require.Equal(t, "M1000.0 0.0h.1", d.Dot(d.Series[0].Points[2]))
	var values [][2]float64
	require.NoError(t, json.Unmarshal([]byte(d.Series[0].Values()), &values))
	require.Equal(t, [][2]float64{{0, 1}, {5, 10}, {10, 100}}, values)
}
