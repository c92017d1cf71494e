package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// pictureOfCheck is what the README shows.
const pictureOfCheck = "report/pictures/check.svg"

//go:embed testdata/terminal.svg.tmpl
var terminalText string

// A cell of the picture, in pixels.
const (
	cellWidth  = 8
	cellHeight = 19
	edge       = 18
)

// TestPictureOfCheck holds the picture of the command in the README against what the command
// prints. The flag -update draws it anew.
func TestPictureOfCheck(t *testing.T) {
	t.Setenv("COLUMNS", "100")
	status, out, errs := ran(t, "check")
	require.Zero(t, status)
	require.Empty(t, errs)
	got := drawTerminal("marginlab check", out)
	if *update {
		require.NoError(t, os.WriteFile(pictureOfCheck, got, 0o644))
	}
	want, err := os.ReadFile(pictureOfCheck)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "-update draws %s anew", pictureOfCheck)
}

// A line of a terminal is text, with bars drawn over the characters that stand for them.
type line struct {
	Y, Width int
	Good     string // the first word, in colour
	Text     string
	Class    string
	BarX     float64
	Bar      float64 // its width, 0 for none
}

// drawTerminal draws a command with what it printed.
func drawTerminal(command, printed string) []byte {
	lines := []line{{Text: "$ " + command, Class: "strong"}}
	for text := range strings.Lines(printed) {
		lines = append(lines, drawLine(strings.TrimRight(text, "\n")))
	}
	widest := 0
	for i := range lines {
		lines[i].Y = edge + (i+1)*cellHeight
		lines[i].Width = cellWidth * utf8.RuneCountInString(lines[i].Good+lines[i].Text)
		widest = max(widest, lines[i].Width)
	}
	var b bytes.Buffer
	err := template.Must(template.New("terminal").Parse(terminalText)).Execute(&b, struct {
		Command       string
		Width, Height int
		Lines         []line
	}{command, widest + 2*edge, (len(lines)+1)*cellHeight + 2*edge - cellHeight/2, lines})
	if err != nil {
		panic(err)
	}
	return b.Bytes()
}

// drawLine draws a line of text. A block of n eighths is a part of a bar.
func drawLine(text string) line {
	l := line{}
	switch {
	case strings.HasPrefix(text, "PASS"): // the word alone is in colour, as on a terminal
		l.Good, text = "PASS", text[len("PASS"):]
	case strings.HasPrefix(text, "---"):
		l.Class = "faint"
	}
	var plain strings.Builder
	for _, r := range text {
		if r < '▏' && r >= '█' || r == '▏' { // █ is eight eighths, ▏ one
			if l.Bar == 0 {
				l.BarX = edge + float64(cellWidth*utf8.RuneCountInString(plain.String()))
			}
			l.Bar += cellWidth * float64('▏'-r+1) / 8
			r = ' '
		}
		plain.WriteRune(r)
	}
	l.Text = plain.String()
	return l
}
