package term

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table is a table for people: columns of text and, to the right, of numbers. It is no
// wider than the terminal or COLUMNS, and names the columns that it leaves out for that. In a
// pipe or a file it has all of them.
type Table struct {
	columns []Column
	rows    [][]cell // one of a single cell is a line across the table
}

// Column is the head of a column.
type Column struct {
	name  string
	align text.Align
	spare int
	ample int
	whole bool // its texts are never wrapped
	axis  int  // the width of its bars
}

// Left is a column of text.
func Left(name string) Column { return Column{name: name, align: text.AlignLeft, ample: 24} }

// Right is a column of numbers, which are never wrapped.
func Right(name string) Column { return Column{name: name, align: text.AlignRight} }

// Spare marks a column that may be left out where the table is too wide, those with the
// lowest turn first.
func (c Column) Spare(turn int) Column {
	c.spare = turn
	return c
}

// Ample sets the width down to which a column of text is wrapped before a spare column is
// left out (24 if it is not set).
func (c Column) Ample(width int) Column {
	c.ample = width
	return c
}

// Whole marks a column of names to search for or to copy, which are never wrapped.
func (c Column) Whole() Column {
	c.whole = true
	return c
}

// Bars is a column of bars, see [Bar], of so many columns. On a terminal an axis from 0 to 1
// stands for its name.
func Bars(name string, columns int) Column {
	c := Left(name)
	c.axis = columns
	return c
}

// head is what stands above the column on a terminal.
func (c Column) head() string {
	if c.axis > 1 {
		return fmt.Sprintf("0%*d", c.axis-1, 1)
	}
	return c.name
}

// cell is a text of one place in the table, and how it is painted on a terminal.
type cell struct {
	text  string
	paint Paint
}

// NewTable returns a table without rows.
func NewTable(columns ...Column) *Table { return &Table{columns: columns} }

// Row appends a row. What is missing at its end is empty. A cell that is [Painted] has its
// colour on a terminal.
func (t *Table) Row(cells ...any) {
	row := make([]cell, max(len(cells), len(t.columns)))
	for i, c := range cells {
		row[i] = cell{text: Printable(fmt.Sprint(c))}
		if p, is := c.(Painted); is {
			row[i].paint = p.paint
		}
	}
	t.rows = append(t.rows, row)
}

// Across appends a line that spans all columns.
func (t *Table) Across(line Painted) {
	t.rows = append(t.rows, []cell{{Printable(line.text), line.paint}})
}

// spans says whether a row is a line across.
func (t *Table) spans(row []cell) bool { return len(row) == 1 && len(t.columns) > 1 }

// Write writes the table in plain text, or in Markdown, see [Form.Out]. What has no room for its
// columns has a line for each of its cells.
func (t *Table) Write(w io.Writer) error {
	if _, is := w.(markdown); is {
		return t.writeMarkdown(w)
	}
	width := Width(w) // of lines across
	widths, ample := t.fit(widthOr(w, math.MaxInt))
	color := Colored(w)
	if widths == nil {
		_, err := fmt.Fprint(raw(w), t.stacked(width, color))
		return err
	}
	total := -gap
	var without []string
	for i, n := range widths {
		if n > 0 {
			total += n + gap
		} else if name := t.columns[i].name; name != "" {
			without = append(without, name)
		}
	}
	var out strings.Builder
	head := make([]cell, len(t.columns))
	for i, c := range t.columns {
		head[i].text = c.head()
	}
	t.draw(&out, widths, head, true, color)
	out.WriteString(strings.Repeat("-", max(total, 0)) + "\n")
	for _, row := range t.rows {
		if !t.spans(row) {
			t.draw(&out, widths, row, false, color)
			continue
		}
		for _, line := range wrap(row[0].text, width, false) {
			out.WriteString(row[0].paint.on(line, color) + "\n")
		}
	}
	if without != nil {
		note := fmt.Sprintf("columns left out: %s (COLUMNS=%d shows them)", strings.Join(without, ", "), ample)
		out.WriteString(strings.Join(wrap(note, width, false), "\n") + "\n")
	}
	_, err := fmt.Fprint(raw(w), out.String())
	return err
}

// stacked returns the rows with a line for each cell that is not empty, behind the name of its
// column.
func (t *Table) stacked(width int, color bool) string {
	var out strings.Builder
	left := 0
	for _, c := range t.columns {
		left = max(left, widest(words(c.name)))
	}
	for _, row := range t.rows {
		if t.spans(row) {
			for _, line := range wrap(row[0].text, width, false) {
				out.WriteString(row[0].paint.on(line, color) + "\n")
			}
			continue
		}
		for i, c := range row {
			if c.text == "" {
				continue
			}
			name := wrap(t.columns[i].name, left, false)
			lines := wrap(strings.TrimLeft(c.text, " "), width-left-gap, !t.columns[i].whole)
			for k := range max(len(name), len(lines)) {
				head, line := "", ""
				if k < len(name) {
					head = name[k]
				}
				if k < len(lines) {
					line = c.paint.on(lines[k], color)
				}
				out.WriteString(strings.TrimRight(text.Pad(head, left+gap, ' ')+line, " ") + "\n")
			}
		}
		out.WriteString("\n")
	}
	return out.String()
}

// draw writes a row of as many lines as its longest cell. Shorter cells begin in its first line,
// and those of the head end in its last.
func (t *Table) draw(out *strings.Builder, widths []int, row []cell, head, color bool) {
	var lines [][]string // of each column
	height := 1
	for i, c := range row {
		lines = append(lines, wrap(c.text, widths[i], true))
		if widths[i] > 0 {
			height = max(height, len(lines[i]))
		}
	}
	for k := range height {
		line, pad := "", ""
		for i, c := range row {
			if widths[i] == 0 {
				continue
			}
			at := k
			if head {
				at -= height - len(lines[i])
			}
			piece := ""
			if 0 <= at && at < len(lines[i]) {
				piece = lines[i][at]
			}
			blank := strings.Repeat(" ", max(0, widths[i]-widest([]string{piece})))
			if t.columns[i].align == text.AlignRight {
				pad, blank = pad+blank, ""
			}
			if piece != "" {
				line, pad = line+pad+c.paint.on(piece, color), ""
			}
			pad += blank + strings.Repeat(" ", gap)
		}
		out.WriteString(line + "\n")
	}
}

// writeMarkdown writes the table in Markdown, with all columns.
func (t *Table) writeMarkdown(w io.Writer) error {
	markdown := table.NewWriter()
	var head table.Row
	var configs []table.ColumnConfig
	for i, c := range t.columns {
		head = append(head, c.name)
		configs = append(configs, table.ColumnConfig{Number: i + 1, Align: c.align})
	}
	markdown.AppendHeader(head)
	markdown.SetColumnConfigs(configs)
	for _, row := range t.rows {
		cells := make(table.Row, len(t.columns))
		for i := range cells {
			cells[i] = ""
			if i < len(row) {
				cells[i] = row[i].text
			}
		}
		if t.spans(row) {
			cells[0] = "**" + row[0].text + "**"
		}
		markdown.AppendRow(cells)
	}
	_, err := fmt.Fprintln(w, markdown.RenderMarkdown())
	return err
}
