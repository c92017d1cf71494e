package chart

import (
	"html/template"
	"regexp"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/internal/atomicfile"
)

// Figure is a file of SVG with one or several charts in rows, and the legend of all below them.
type Figure struct {
	Title         string
	Panels        []Chart
	Columns       int // of panels; 0 for one row
	Width, Height int // of each chart without the text around it, in pixels
	Notes         []string
}

// The space for text around a chart in a file, and the width of a character, in pixels.
const (
	edge      = 14 // of the file
	left      = 52 // of a panel, for the names of its values
	gap       = 18 // on the right of a panel
	line      = 17 // from one line of text to the next
	character = 6.6
	bold      = 8.2
)

// file is a figure in the form that the template needs.
type file struct {
	Width, Height int
	Style         template.CSS
	Texts         []written
	Panels        []panel
	Keys          []key
}

type written struct {
	X, Y                int
	Class, Anchor, Text string
}

type panel struct {
	drawnChart
	Left, Top int
}

type key struct {
	Series
	X, Y int
}

// Write writes the figure to a file, as a whole.
func (f Figure) Write(name string) error { return atomicfile.WriteFile(name, []byte(f.SVG())) }

// SVG returns the content of the file. Its texts are [term.Printable].
func (f Figure) SVG() string {
	columns := f.Columns
	if columns == 0 {
		columns = len(f.Panels)
	}
	d := file{Width: 2*edge + columns*(left+f.Width+gap), Style: lightStyle()}
	y := edge
	paragraph := func(class, text string, character float64) {
		for _, text := range term.Wrap(text, int(float64(d.Width-2*edge)/character)) {
			y += line
			d.Texts = append(d.Texts, written{X: edge, Y: y, Class: class, Text: text})
		}
		y += line / 3
	}
	paragraph("title", f.Title, bold)
	above, below := 0, line+edge // of each panel
	for _, c := range f.Panels {
		above = max(above, line*(lines(c.Title)+lines(c.Y.Label))+8)
		if c.Named() {
			above = max(above, line*(lines(c.Title)+1)+8)
		}
		below = max(below, line*(1+lines(c.X.Label))+edge)
	}
	var keys []Series
	seen := map[string]bool{"": true}
	for i, c := range f.Panels {
		p := panel{c.draw(float64(f.Width), float64(f.Height), f.Width/60+1, f.Height/45+1),
			edge + left + i%columns*(left+f.Width+gap), y + above}
		if i%columns == columns-1 || i == len(f.Panels)-1 {
			y += above + f.Height + below
		}
		at := p.Top - 8
		for _, text := range []written{{Class: "axis", Text: c.Y.Label}, {Class: "title", Text: c.Title}} {
			if text.Text != "" {
				text.X, text.Y = p.Left, at
				d.Texts, at = append(d.Texts, text), at-line
			}
		}
		d.Texts = append(d.Texts, written{p.Left + f.Width, p.Top + f.Height + 2*line + 1, "axis", "end", c.X.Label})
		d.Panels = append(d.Panels, p)
		for _, r := range c.Rules {
			if !r.Upright {
				keys = append(keys, Series{Name: r.Name, Class: "rule " + r.Class, Kind: Line})
			}
		}
		keys = append(keys, c.Series...)
	}
	x := edge
	for _, s := range keys {
		if s.Silent || seen[s.Name] {
			continue
		}
		seen[s.Name] = true
		width := 28 + int(character*float64(len([]rune(s.Name)))) + gap
		if x > edge && x+width > d.Width {
			x, y = edge, y+line
		}
		d.Keys = append(d.Keys, key{s, x, y})
		d.Texts = append(d.Texts, written{X: x + 28, Y: y + 9, Class: "key", Text: s.Name})
		x += width
	}
	y += line
	for _, note := range f.Notes {
		paragraph("note", note, character)
	}
	d.Height = y + edge
	return term.Printable(string(Rendered(templates, "file", d)))
}

// lines returns 1 for a text, 0 for an empty one.
func lines(text string) int { return min(len(text), 1) }

var property = regexp.MustCompile(`--([a-z0-9-]+): ([^;]+);`)

// lightStyle returns the rules of charts with the light colours in place of their names, which not every program that
// draws SVG knows.
func lightStyle() template.CSS {
	light, _, _ := strings.Cut(string(Colours), "@media")
	_, style, _ := strings.Cut(string(Style), "/* What is drawn, on pages and in files */\n")
	for _, m := range property.FindAllStringSubmatch(light, -1) {
		style = strings.ReplaceAll(style, "var(--"+m[1]+")", m[2])
	}
	return template.CSS(style)
}
