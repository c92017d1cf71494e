package term

import (
	"fmt"
	"io"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table is a table for people: columns of text and, to the right, of numbers.
type Table struct{ t table.Writer }

// Column is the head of a column.
type Column struct {
	name  string
	align text.Align
	width int // where lines are broken, 0 for nowhere
}

// Left is a column of text.
func Left(name string) Column { return Column{name: name, align: text.AlignLeft} }

// Right is a column of numbers.
func Right(name string) Column { return Column{name: name, align: text.AlignRight} }

// Within breaks lines of more than width characters between words.
func (c Column) Within(width int) Column {
	c.width = width
	return c
}

// NewTable returns a table without rows.
func NewTable(columns ...Column) Table {
	t := table.NewWriter()
	var head table.Row
	var configs []table.ColumnConfig
	for i, c := range columns {
		head = append(head, c.name)
		configs = append(configs, table.ColumnConfig{
			Number: i + 1, Align: c.align, AlignHeader: c.align, WidthMax: c.width, WidthMaxEnforcer: text.WrapSoft,
		})
	}
	t.AppendHeader(head)
	t.SetColumnConfigs(configs)
	t.SuppressTrailingSpaces()
	t.SetStyle(table.Style{
		Box:     table.BoxStyle{MiddleHorizontal: "-", MiddleSeparator: "-", MiddleVertical: "", PaddingRight: "  "},
		Options: table.Options{SeparateHeader: true},
	})
	return Table{t}
}

// Row appends a row.
func (t Table) Row(cells ...any) { t.t.AppendRow(cells) }

// Write writes the table in plain text.
func (t Table) Write(w io.Writer) error {
	_, err := fmt.Fprintln(w, t.t.Render())
	return err
}

// WriteMarkdown writes the table in Markdown.
func (t Table) WriteMarkdown(w io.Writer) error {
	_, err := fmt.Fprintln(w, t.t.RenderMarkdown())
	return err
}
