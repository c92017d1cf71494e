package report

import (
	"html/template"
	"math"
	"strings"
)

// Table is a table that a reader sorts by a click or a key on the title of a column.
type Table struct {
	ID      string // unique on the page
	Caption string
	Tall    bool // many rows: they scroll below their titles
	Columns []Column
	Rows    [][]Cell
}

// Column is a column of a table. Numbers are aligned on the right.
type Column struct {
	Title  string
	Number bool
	Means  string // what the title stands for, if that is not plain
}

// Cell is a cell of a table.
type Cell struct {
	Text  string
	Body  template.HTML // shown instead of the text, if it is not empty
	Sort  *float64      // what a column of numbers is sorted by; nil comes last
	Class string
}

// Text is a cell of text.
func Text(s string) Cell { return Cell{Text: s} }

// Number is a cell of a number as the command prints it.
func Number(v float64) Cell {
	return Valued(v, shown(v))
}

// Valued is a cell that shows a text and is sorted by a number; NaN comes last.
func Valued(v float64, text string) Cell {
	c := Cell{Text: text}
	if !math.IsNaN(v) {
		c.Sort = &v
	}
	return c
}

var notedTemplate = template.Must(template.New("noted").Parse(`{{.Text}}{{with .Note}}<small>{{.}}</small>{{end}}`))

// noted is a cell of text with a note below it.
func noted(text, note string) Cell {
	return Cell{Body: rendered(notedTemplate, struct{ Text, Note string }{text, note}), Class: "noted"}
}

// Marked is the cell in a class of the style.
func (c Cell) Marked(class string) Cell {
	c.Class = class
	return c
}

var tableTemplate = template.Must(template.New("table").Parse(`
<div class="scroll{{if .Tall}} tall{{end}}" role="region" tabindex="0" aria-labelledby="{{.ID}}-caption">
<table id="{{.ID}}" class="sortable">
<caption id="{{.ID}}-caption">{{.Caption}}</caption>
<thead><tr>{{range .Columns}}<th scope="col"{{if .Number}} class="number"{{end}}{{with .Means}} title="{{.}}"{{end}}>{{.Title}}</th>{{end}}</tr></thead>
<tbody>
{{$columns := .Columns}}{{range .Rows}}<tr>{{range $i, $cell := .}}{{with $column := index $columns $i}}<td{{if or .Number $cell.Class}} class="{{if .Number}}number {{end}}{{$cell.Class}}"{{end}}{{with $cell.Sort}} data-sort="{{.}}"{{end}}>{{or $cell.Body $cell.Text}}</td>{{end}}{{end}}</tr>
{{end}}</tbody>
</table>
</div>
`))

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
