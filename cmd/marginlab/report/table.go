package report

import (
	"fmt"
	"html/template"
	"math"

	"marginlab/cmd/marginlab/report/chart"
	"marginlab/cmd/marginlab/term"
)

// Table is a table that a reader sorts by a click or a key on the title of a column.
type Table struct {
	ID      string // unique on the page
	Caption string
	Tall    bool // many rows: they scroll below their titles
	*term.Table
}

// Cell is a cell of a table that a page alone shows as it does.
type Cell struct {
	Text  string
	Note  string   // below the text
	To    *Section // a part of the page that is linked below them, nil for none
	Sort  *float64 // what a column of numbers is sorted by; nil comes last
	Class string   // of the style
}

// cellOf is a cell of any table. Numbers are typeset, and sorted by their values.
func cellOf(v any) Cell {
	number := math.NaN()
	c := Cell{Text: fmt.Sprint(v)}
	switch v := v.(type) {
	case Cell:
		return v
	case term.Painted:
		c.Class, c.Text = v.Class(), chart.Typeset(v.String())
	case term.Valued:
		number, c.Text = v.Value, chart.Typeset(v.Text)
	case term.Number:
		number, c.Text = float64(v), chart.Format(v)
	case int:
		number, c.Text = float64(v), chart.Format(float64(v))
	}
	if !math.IsNaN(number) {
		c.Sort = &number
	}
	return c
}

// HTML is the table as a part of a section.
func (t Table) HTML() template.HTML { return render("table", t) }

// Ratio writes a ratio in as many digits as tell it from 1. attained says that it is 1 in exact arithmetic.
func Ratio(ratio float64, attained bool) string {
	if attained {
		return "1 (attained)"
	}
	text, _ := term.Apart(term.Number(ratio), 1)
	return text
}

// ratioCell is a cell with a ratio.
func ratioCell(ratio float64, attained bool) term.Valued {
	return term.Valued{Value: ratio, Text: Ratio(ratio, attained)}
}
