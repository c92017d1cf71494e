package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// twoPanels has all that a file can show.
func twoPanels() Figure {
	line := Series{Name: "measured <1>", Class: "series-1", Kind: Line,
		Points: []Point{{X: 1, Y: 10, Low: 8, High: 20}, {X: 2, Y: 30}}}
	open := Series{Name: "published", Class: "series-1 open", Kind: Dots, Ring: true, Points: []Point{{X: 1, Y: 12}}}
	return Figure{
		Title: "Two panels & " + strings.Repeat("a long title ", 20), Width: 200, Height: 120,
		Notes: []string{"A note."},
		Panels: []Chart{
			{Title: "(a)", X: Axis{Label: "x"}, Y: Axis{Label: "mistakes", Log: true}, Series: []Series{open, line},
				Rules: []Rule{{At: 15, Name: "bound", Class: "bound"}}},
			{X: Axis{Low: -0.5, High: 2.5}, Y: Axis{Zero: true}, Series: []Series{line, {
				Name: "bars", Class: "series-2", Kind: Bars, Width: 0.3,
				Points: []Point{{X: 0, Y: 5}, {X: 2, Y: 9}},
			}}},
		},
	}
}

func TestFigureIsOneWholeFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "figure.svg")
	require.NoError(t, twoPanels().Write(file))
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	svg := string(text)
	for d := xml.NewDecoder(strings.NewReader(svg)); err == nil; {
		_, err = d.Token()
	}
	require.True(t, errors.Is(err, io.EOF), err)
	require.Equal(t, 1, strings.Count(svg, ">measured &lt;1&gt;</text>"), "the legend of both panels")
	for _, part := range []string{
		"Two panels &amp; a long", ">A note.</text>", ">bound</text>", `class="dots series-1 open hole"`,
		`<path class="range series-1" d="M7.4 `, `class="bars series-2" d="M33.3 120.0V`, `stroke-width="20"`,
	} {
		require.Contains(t, svg, part)
	}
	require.NotContains(t, svg, "var(--", "a program that knows no custom properties draws it too")
	require.Equal(t, svg, twoPanels().SVG(), "the same bytes")
	require.ErrorContains(t, twoPanels().Write(filepath.Join(file, "x")), "x")
}

// Invisible or hostile characters in a text are escaped.
func TestFigureHasPrintableText(t *testing.T) {
	const hostile = "a\x1b[31mred\u202e"
	c := Chart{Title: hostile, X: Axis{Label: hostile},
		Series: []Series{{Name: hostile, Kind: Dots, Points: []Point{{X: 1, Y: 1}}}}}
	svg := Figure{Title: hostile, Width: 100, Height: 100, Panels: []Chart{c}, Notes: []string{hostile}}.SVG()
	require.NotContains(t, svg, "\x1b")
	require.Equal(t, 5, strings.Count(svg, `a\u001b[31mred\u202e`), svg)
}
