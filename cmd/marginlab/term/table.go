package term

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// Table is rows below the heads of their columns. Print shows it to people, and package report on a page. A row of a
// single cell is a line across the table.
type Table struct {
	Columns []Column
	Rows    [][]any
}

// Column is the head of a column, and how its cells are set.
type Column struct {
	Head   string
	Number bool   // its cells are set to the right, and never wrapped
	Means  string // what the head stands for, on a page

	whole bool // its cells are never wrapped
	drop  int  // where the table is too wide, such columns go in this order; 0 stays
	ample int  // the width to which it is wrapped before a column is dropped
	axis  int  // the width of its bars
}

// Left is a column of text.
func Left(head string) Column { return Column{Head: head, ample: 24} }

// Right is a column of numbers.
func Right(head string) Column { return Column{Head: head, Number: true} }

// Bars is a column of bars, see [Bar], of so many columns. On a terminal an axis from 0 to 1 stands for its head.
func Bars(head string, columns int) Column { return Column{Head: head, whole: true, axis: columns} }

// Drop is the column in a table that may go without it: where the table is too wide, columns are dropped in the order
// of their turns.
func (c Column) Drop(turn int) Column {
	c.drop = turn
	return c
}

// Ample is the column with another width than 24 to which it is wrapped before a column is dropped.
func (c Column) Ample(width int) Column {
	c.ample = width
	return c
}

// Whole is the column with names to search for or to copy, which are never wrapped.
func (c Column) Whole() Column {
	c.whole = true
	return c
}

// Meaning is the column with what its head stands for.
func (c Column) Meaning(means string) Column {
	c.Means = means
	return c
}

// Valued is a cell that shows a text, and is sorted by a number.
type Valued struct {
	Value float64
	Text  string
}

// String returns the text.
func (v Valued) String() string { return v.Text }

// NewTable returns a table without rows.
func NewTable(columns ...Column) *Table { return &Table{Columns: columns} }

// Row appends a row. What is missing at its end is empty. A cell that is [Painted] has its colour on a terminal.
func (t *Table) Row(cells ...any) {
	for len(cells) < len(t.Columns) {
		cells = append(cells, "")
	}
	t.Rows = append(t.Rows, cells)
}

// Across appends a line that spans all columns.
func (t *Table) Across(line Painted) { t.Rows = append(t.Rows, []any{line}) }

// Spans reports whether a row is a line across.
func (t *Table) Spans(row []any) bool { return len(row) == 1 && len(t.Columns) > 1 }

// Print prints the table for people: in Markdown with all columns, else as text that is no wider than the terminal or
// COLUMNS, and names the columns that it drops for that. In a pipe or a file it has all of them.
func (t *Table) Print(o *Out) {
	if o.Markdown {
		o.Verbatim(t.markdown() + "\n")
		return
	}
	d := drawing{Table: t, most: Width(o), color: Colored(o)}
	widths, all, fits := d.fit(widthOr(o, math.MaxInt))
	if !fits {
		d.stack()
		o.painted(d.text.String())
		return
	}
	total := -gap
	var dropped []string
	head := make([]any, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = c.head()
		if widths[i] > 0 {
			total += widths[i] + gap
		} else if c.Head != "" {
			dropped = append(dropped, c.Head)
		}
	}
	d.row(widths, head, true)
	d.text.WriteString(strings.Repeat("-", max(total, 0)) + "\n")
	for _, row := range t.Rows {
		if t.Spans(row) {
			d.across(row[0])
		} else {
			d.row(widths, row, false)
		}
	}
	if dropped != nil {
		d.across(fmt.Sprintf("columns left out: %s (COLUMNS=%d shows them)", strings.Join(dropped, ", "), all))
	}
	o.painted(d.text.String())
}

// markdown is the table in Markdown.
func (t *Table) markdown() string {
	w := table.NewWriter()
	var head table.Row
	var configs []table.ColumnConfig
	for i, c := range t.Columns {
		align := text.AlignLeft
		if c.Number {
			align = text.AlignRight
		}
		head, configs = append(head, c.Head), append(configs, table.ColumnConfig{Number: i + 1, Align: align})
	}
	w.AppendHeader(head)
	w.SetColumnConfigs(configs)
	for _, row := range t.Rows {
		cells := make(table.Row, len(t.Columns))
		for i := range cells {
			cells[i] = ""
			if i < len(row) {
				cells[i] = fmt.Sprint(row[i])
			}
		}
		if t.Spans(row) {
			cells[0] = "**" + cells[0].(string) + "**"
		}
		w.AppendRow(cells)
	}
	return w.RenderMarkdown()
}

// drawing is a table as it is drawn in text.
type drawing struct {
	*Table
	most  int // columns of a line across
	color bool
	text  strings.Builder
}

// gap is the blank between two columns.
const gap = 2

// head is what stands above the column in text.
func (c Column) head() string {
	if c.axis > 1 {
		return fmt.Sprintf("0%*d", c.axis-1, 1)
	}
	return c.Head
}

// fit returns the widths of the columns, in all and with their gaps at most `most`; 0 is a column that is dropped. all
// is the width from which on none is. Texts are wrapped first, while that is ample. Then columns are dropped, one
// turn after the other, and at last texts are wrapped down to a part of a word. fits says whether all this was enough.
func (t *Table) fit(most int) (widths []int, all int, fits bool) {
	n := len(t.Columns)
	full, word, least := make([]int, n), make([]int, n), make([]int, n)
	for i, c := range t.Columns {
		grow := func(cell any, whole bool) {
			s := Printable(fmt.Sprint(cell))
			w := widest(s)
			full[i] = max(full[i], w)
			if whole {
				word[i], least[i] = max(word[i], w), max(least[i], w)
			} else {
				word[i], least[i] = max(word[i], longest(s, " ")), max(least[i], longest(s, breaks))
			}
		}
		grow(c.head(), c.axis > 0)
		for _, row := range t.Rows {
			if !t.Spans(row) {
				grow(row[i], c.Number || c.whole)
			}
		}
		word[i] = max(word[i], min(full[i], c.ample))
		all += word[i] + gap
	}
	// share gives the columns as much room as there is, each at least its floor and the rest in proportion.
	share := func(floor []int) bool {
		room, want := most+gap, 0
		for i, w := range full {
			if w > 0 {
				room -= floor[i] + gap
				want += w - floor[i]
			}
		}
		if widths = slices.Clone(full); want <= room {
			return true
		}
		fits = room >= 0
		for i, w := range full {
			if w > floor[i] {
				more := (w - floor[i]) * max(room, 0) / want
				widths[i], room, want = floor[i]+more, room-more, want-(w-floor[i])
			}
		}
		return fits
	}
	for !share(word) {
		next := 0
		for i, c := range t.Columns {
			if c.drop > 0 && full[i] > 0 && (next == 0 || c.drop < next) {
				next = c.drop
			}
		}
		if next == 0 {
			fits = share(least)
			return widths, all - gap, fits
		}
		for i, c := range t.Columns {
			if c.drop == next {
				full[i], word[i], least[i] = 0, 0, 0
			}
		}
	}
	return widths, all - gap, true
}

// row draws a row of as many lines as its longest cell. Shorter cells begin in its first line, and those of the
// head end in its last.
func (d *drawing) row(widths []int, row []any, head bool) {
	lines := make([][]string, len(widths)) // of each column
	height := 1
	for i, w := range widths {
		if w > 0 {
			lines[i] = wrap(Printable(fmt.Sprint(row[i])), w, breaks)
			height = max(height, len(lines[i]))
		}
	}
	for k := range height {
		line := ""
		for i, w := range widths {
			if w == 0 {
				continue
			}
			at, piece := k, ""
			if head {
				at -= height - len(lines[i])
			}
			if 0 <= at && at < len(lines[i]) {
				piece = lines[i][at]
			}
			blank := strings.Repeat(" ", max(0, w-widest(piece)))
			piece = d.paint(row[i], piece)
			if d.Columns[i].Number {
				piece, blank = blank+piece, ""
			}
			line += piece + blank + strings.Repeat(" ", gap)
		}
		d.text.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// paint paints a line of a cell.
func (d *drawing) paint(cell any, line string) string {
	if p, is := cell.(Painted); is {
		return p.paint(line, d.color)
	}
	return line
}

// across draws a line across the table.
func (d *drawing) across(cell any) {
	for _, line := range wrap(Printable(fmt.Sprint(cell)), d.most, " ") {
		d.text.WriteString(d.paint(cell, line) + "\n")
	}
}

// stack draws a line for each cell that is not empty, behind the head of its column.
func (d *drawing) stack() {
	for _, row := range d.Rows {
		if d.Spans(row) {
			d.across(row[0])
			continue
		}
		for i, c := range row {
			if s := strings.TrimSpace(Printable(fmt.Sprint(c))); s != "" {
				signs := breaks
				if d.Columns[i].whole {
					signs = " "
				}
				for k, line := range wrap(strings.TrimSpace(d.Columns[i].Head+"  "+s), d.most-gap, signs) {
					d.text.WriteString(strings.Repeat(" ", gap*min(k, 1)) + line + "\n")
				}
			}
		}
		d.text.WriteString("\n")
	}
}

// Bar draws a part of 1 as a bar of so many columns, to an eighth of a column. What is above
// 1 fills it, and what is above 0 is at least an eighth.
func Bar(part float64, columns int) string {
	if !(part > 0) { // also NaN
		return ""
	}
	const eighths = " ▏▎▍▌▋▊▉"
	n := max(1, int(math.Round(8*float64(columns)*min(part, 1))))
	bar := strings.Repeat("█", n/8)
	if n%8 > 0 {
		bar += string([]rune(eighths)[n%8])
	}
	return bar
}
