package term

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
)

// Table has rows below the heads of their columns. Print shows it to people, package report on a page. A row with a
// single cell is a line across the table.
type Table struct {
	Columns []Column
	Rows    [][]any
}

// Column is the head of a column and the layout of its cells.
type Column struct {
	Head   string
	Number bool   // its cells are aligned right
	Means  string // what the head stands for, on a page

	whole bool // its cells are never wrapped
	drop  int  // its turn to be dropped if the table is too wide; 0 means never
	ample int  // the width to which it is wrapped before a column is dropped
}

// Left returns a column of text.
func Left(head string) Column { return Column{Head: head, ample: 24} }

// Right returns a column of numbers, which are never wrapped.
func Right(head string) Column { return Column{Head: head, Number: true, whole: true} }

// Drop returns the column marked as dispensable: if the table is too wide, columns are dropped in the order of their
// turns, from 1.
func (c Column) Drop(turn int) Column {
	c.drop = turn
	return c
}

// Ample returns the column with a width, instead of 24, to which it is wrapped before a column is dropped.
func (c Column) Ample(width int) Column {
	c.ample = width
	return c
}

// Whole returns the column without wrapping, for names to search for or to copy, and for bars.
func (c Column) Whole() Column {
	c.whole = true
	return c
}

// Meaning returns the column with an explanation of its head.
func (c Column) Meaning(means string) Column {
	c.Means = means
	return c
}

// Valued is a cell that shows a text and is sorted by a number.
type Valued struct {
	Value float64
	Text  string
}

// String returns the text.
func (v Valued) String() string { return v.Text }

// NewTable returns a table without rows.
func NewTable(columns ...Column) *Table { return &Table{Columns: columns} }

// Row appends a row. Missing cells at its end are empty. A [Painted] cell has its colour on a terminal.
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
// COLUMNS, naming the columns that it drops for that. In a pipe or a file all columns stay. If the columns do not fit
// at any width, each cell is a line after its head.
func (t *Table) Print(o *Out) {
	if o.Markdown {
		o.Verbatim(t.markdown())
		return
	}
	most := widthOr(o, math.MaxInt)
	widths, all := t.fit(most)
	total, color := -gap, Colored(o)
	var dropped []string
	var head []any
	for i, c := range t.Columns {
		head = append(head, c.Head)
		if widths[i] > 0 {
			total += widths[i] + gap
		} else if c.Head != "" {
			dropped = append(dropped, c.Head)
		}
	}
	var drawn strings.Builder
	across := func(cell any) { drawn.WriteString(strings.Join(lines(cell, Width(o), color), "\n") + "\n") }
	stacked := total > most
	if !stacked {
		t.draw(&drawn, head, widths, color)
		drawn.WriteString(strings.Repeat("-", max(total, 0)) + "\n")
	}
	for _, row := range t.Rows {
		switch {
		case t.Spans(row):
			across(row[0])
		case !stacked:
			t.draw(&drawn, row, widths, color)
		default:
			for i, cell := range row {
				if s := strings.TrimSpace(fmt.Sprint(cell)); s != "" {
					across(strings.TrimSpace(t.Columns[i].Head + "  " + s))
				}
			}
			across("")
		}
	}
	if dropped != nil && !stacked {
		across(fmt.Sprintf("columns left out: %s (COLUMNS=%d shows them)", strings.Join(dropped, ", "), all))
	}
	o.painted(drawn.String())
}

// markdown returns the table in Markdown.
func (t *Table) markdown() string {
	escape := strings.NewReplacer("|", `\|`, "\n", "<br/>")
	var head, align, rows strings.Builder
	for _, c := range t.Columns {
		head.WriteString("| " + escape.Replace(c.Head) + " ")
		align.WriteString(map[bool]string{false: "|:--- ", true: "| ---:"}[c.Number])
	}
	for _, row := range t.Rows {
		for i := range t.Columns {
			cell := ""
			if i < len(row) {
				cell = fmt.Sprint(row[i])
			}
			if t.Spans(row) && i == 0 {
				cell = "**" + cell + "**"
			}
			rows.WriteString("| " + escape.Replace(cell) + " ")
		}
		rows.WriteString("|\n")
	}
	return head.String() + "|\n" + align.String() + "|\n" + rows.String()
}

// gap is the blank between two columns.
const gap = 2

// fit returns the widths of the columns, in total and with their gaps at most `most` if possible; 0 means dropped. all
// is the least total width at which none is dropped. Texts are wrapped first, the widest before the others. Then
// columns are dropped, one turn after the other, and at last texts are wrapped down to a part of a word.
func (t *Table) fit(most int) (widths []int, all int) {
	n, turns := len(t.Columns), 0
	full, floor, least := make([]int, n), make([]int, n), make([]int, n)
	for i, c := range t.Columns {
		grow := func(cell any, whole bool) {
			s := Printable(fmt.Sprint(cell))
			width := text.LongestLineLen(s)
			if full[i] = max(full[i], width); whole {
				floor[i], least[i] = max(floor[i], width), max(least[i], width)
				return
			}
			for word := range strings.FieldsSeq(s) {
				floor[i] = max(floor[i], text.StringWidth(word))
				least[i] = max(least[i], text.LongestLineLen(strings.Join(part.FindAllString(word, -1), "\n")))
			}
		}
		grow(c.Head, false)
		for _, row := range t.Rows {
			if !t.Spans(row) {
				grow(row[i], c.whole)
			}
		}
		floor[i] = max(floor[i], min(full[i], c.ample))
		all, turns = all+floor[i]+gap, max(turns, c.drop)
	}
	for turn := 0; ; turn++ {
		if turn > turns {
			floor = least
		}
		over := -gap - most
		widths = slices.Clone(full)
		for i, c := range t.Columns {
			if 0 < c.drop && c.drop <= turn {
				widths[i] = 0
			} else if full[i] > 0 {
				over += full[i] + gap
			}
		}
		for ; over > 0; over-- {
			widest := -1
			for i, w := range widths {
				if w > floor[i] && (widest < 0 || w > widths[widest]) {
					widest = i
				}
			}
			if widest < 0 {
				break
			}
			widths[widest]--
		}
		if over <= 0 || turn > turns {
			return widths, all - gap
		}
	}
}

// draw draws a row with as many lines as its longest cell.
func (t *Table) draw(b *strings.Builder, row []any, widths []int, color bool) {
	cells := make([][]string, len(widths)) // the lines of each
	height := 1
	for i, w := range widths {
		if w > 0 {
			cells[i] = lines(row[i], w, color)
			height = max(height, len(cells[i]))
		}
	}
	for k := range height {
		line := ""
		for i, w := range widths {
			if w == 0 {
				continue
			}
			piece, align := "", text.AlignLeft
			if k < len(cells[i]) {
				piece = cells[i][k]
			}
			if t.Columns[i].Number {
				align = text.AlignRight
			}
			line += align.Apply(piece, w) + strings.Repeat(" ", gap)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}

// lines wraps a cell to a width, and paints it if there is color.
func lines(cell any, width int, color bool) []string {
	all := Wrap(Printable(fmt.Sprint(cell)), width)
	if p, is := cell.(Painted); is {
		for i, line := range all {
			all[i] = p.paint(line, color)
		}
	}
	return all
}

// Wrap breaks a text into lines of the width: between words and, within longer words, after the signs of a formula. If
// the text is indented, the lines after the first are indented more.
func Wrap(s string, width int) (lines []string) {
	for paragraph := range strings.SplitSeq(s, "\n") {
		hang := paragraph[:len(paragraph)-len(strings.TrimLeft(paragraph, " "))]
		if hang != "" {
			hang += "  "
		}
		line := ""
		for _, piece := range cut(paragraph, width-len(hang)) {
			if strings.TrimSpace(line) != "" && text.StringWidth(line+strings.TrimRight(piece, " ")) > width {
				lines, line = append(lines, strings.TrimRight(line, " ")), hang
			}
			line += piece
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	return lines
}

// part matches the pieces into which a word may be cut.
var part = regexp.MustCompile(`[^,()*]*[,()*]+ *|[^,()*]+`)

// cut cuts a line after its blanks, and words wider than the width also after the signs of a formula.
func cut(line string, width int) (pieces []string) {
	for _, word := range strings.SplitAfter(line, " ") {
		if text.StringWidth(strings.TrimRight(word, " ")) <= width {
			pieces = append(pieces, word)
		} else {
			pieces = append(pieces, part.FindAllString(word, -1)...)
		}
	}
	return pieces
}

// Bar draws a part of 1 as a bar on this many columns, to an eighth of a column. A part above
// 1 fills them all, and a part above 0 is at least an eighth.
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
