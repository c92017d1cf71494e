package report

import (
	"fmt"
	"html/template"
	"math"
	"strings"

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
	Body  template.HTML // shown instead of the text, if it is not empty
	Sort  *float64      // what a column of numbers is sorted by; nil comes last
	Class string
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

var notedTemplate = template.Must(template.New("noted").Parse(`{{.Text}}{{with .Note}}<small>{{.}}</small>{{end}}`))

// noted is a cell of text with a note below it.
func noted(text, note string) Cell {
	return Cell{Body: rendered(notedTemplate, struct{ Text, Note string }{text, note}), Class: "noted"}
}

// marked is a cell in a class of the style.
func marked(cell any, class string) Cell {
	c := cellOf(cell)
	c.Class = class
	return c
}

var tableTemplate = template.Must(template.New("table").Parse(`
<div class="scroll{{if .Tall}} tall{{end}}" role="region" tabindex="0" aria-labelledby="{{.ID}}-caption">
<table id="{{.ID}}" class="sortable">
<caption id="{{.ID}}-caption">{{.Caption}}</caption>
<thead><tr>{{range .Columns}}<th scope="col"{{if .Number}} class="number"{{end}}{{with .Means}} title="{{.}}"{{end}}>{{.Head}}</th>{{end}}</tr></thead>
<tbody>
{{$columns := .Columns}}{{range .Cells}}<tr>{{range $i, $cell := .}}{{with $column := index $columns $i}}<td{{if or .Number $cell.Class}} class="{{if .Number}}number {{end}}{{$cell.Class}}"{{end}}{{with $cell.Sort}} data-sort="{{.}}"{{end}}>{{or $cell.Body $cell.Text}}</td>{{end}}{{end}}</tr>
{{end}}</tbody>
</table>
</div>
`))

// Cells are those of the rows.
func (t Table) Cells() (rows [][]Cell) {
	for _, row := range t.Rows {
		var cells []Cell
		for _, v := range row {
			cells = append(cells, cellOf(v))
		}
		rows = append(rows, cells)
	}
	return rows
}

// HTML is the table as a part of a section.
func (t Table) HTML() template.HTML { return rendered(tableTemplate, t) }

// rendered is what a template makes of data that it was written for.
func rendered(t *template.Template, data any) template.HTML {
	var b strings.Builder
	if err := t.Execute(&b, data); err != nil {
		panic("report: " + err.Error())
	}
	return template.HTML(b.String())
}
