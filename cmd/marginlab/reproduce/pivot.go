package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"marginlab/cmd/marginlab/term"
)

// A Pivot is a layout of rows as tables.
type Pivot struct {
	Title   string
	About   func(rows []Row) string // before the title of each table; nil for nothing
	Rows    func([]Row) []Row       // selects rows and puts them in the order of the lines; nil for all
	Split   func(Row) string        // rows with the same value share a table; nil for one table
	Line    func(Row) string        // rows with the same value share a line
	Columns []Column
}

// A Column is filled from the rows of each line.
type Column struct {
	term.Column
	Cell func(rows []Row) any
}

// mark follows a range that does not contain the paper's value.
const mark = " *"

// Print prints the tables of the rows, with an empty line between them.
func (p Pivot) Print(w *term.Out, rows []Row) {
	if p.Rows != nil {
		rows = p.Rows(rows)
	}
	tables := []term.Group[Row]{{Rows: rows}}
	if p.Split != nil {
		tables = term.Grouped(rows, p.Split)
	}
	for i, of := range tables {
		if i > 0 {
			w.Say("")
		}
		title := p.Title
		if p.About != nil {
			title = p.About(of.Rows) + title
		}
		w.Say("%s\n", title)
		g := term.NewTable()
		for _, c := range p.Columns {
			g.Columns = append(g.Columns, c.Column)
		}
		marked := false
		for _, line := range term.Grouped(of.Rows, p.Line) {
			var cells []any
			for _, c := range p.Columns {
				cell := c.Cell(line.Rows)
				marked = marked || strings.HasSuffix(fmt.Sprint(cell), mark)
				cells = append(cells, cell)
			}
			g.Row(cells...)
		}
		g.Print(w)
		if marked {
			w.Say("* the paper's value is not in this range")
		}
	}
}

// text returns a column with a word of the first row of each line.
func text(c term.Column, word func(Row) any) Column {
	return Column{c, func(rows []Row) any { return word(rows[0]) }}
}

// learner returns the column of the learners.
func learner() Column {
	return text(term.Left("learner"), func(r Row) any { return r.Shown })
}

// A Quantity is a number that runs have, with its middle and its range in a table.
type Quantity struct {
	Head, Key string
	Format    string
	Middle    func([]float64) float64 // nil for the median, the lower one of two
	Alone     bool                    // without the range
	None      float64                 // the value in a median of a run without one
	Of        func(Row) bool          // selects rows of a line; nil for all
	Drop      int                     // as of a [term.Column]
}

// middle returns the middle and the range.
func (q Quantity) middle(rows []Row) (low, middle, high float64) {
	v := column(selectRows(rows, q.Of), q.Key)
	if low, middle, high = spread(v, q.None); q.Middle != nil {
		middle = q.Middle(v)
	}
	return low, middle, high
}

// here returns the column of measured values.
func (q Quantity) here() Column {
	c := term.Left(q.Head)
	if q.Alone {
		c = term.Right(q.Head)
	}
	return Column{c.Drop(q.Drop), func(rows []Row) any { return q.show(rows) }}
}

// show writes the middle, and the range where the values differ.
func (q Quantity) show(rows []Row) string {
	low, middle, high := q.middle(rows)
	format := func(v float64) string { return term.Number(v).Format(q.Format) }
	if q.Alone || format(low) == format(high) {
		return format(middle)
	}
	return fmt.Sprintf("%s (%s..%s)", format(middle), format(low), format(high))
}

// beside returns the columns of published and measured values. A range without the paper's value is marked.
func (q Quantity) beside() []Column {
	paper, here := q.paper(), q.here()
	paper.Head, here.Head = q.Head+": paper", "here"
	here.Cell = func(rows []Row) any {
		if q.Key != "seconds" && q.differs(rows) {
			return q.show(rows) + mark
		}
		return q.show(rows)
	}
	return []Column{paper, here}
}

// paper returns the column of published values.
func (q Quantity) paper() Column {
	return Column{term.Right(q.Head).Drop(q.Drop), func(rows []Row) any { return cmp.Or(q.published(rows), none) }}
}

// published returns the value that the paper prints, "" if there is none.
func (q Quantity) published(rows []Row) string {
	if rows = selectRows(rows, q.Of); len(rows) == 0 {
		return ""
	}
	return rows[0].Published[q.Key]
}

// differs reports whether the paper's value is outside the range of several runs, rounded as in the paper.
func (q Quantity) differs(rows []Row) bool {
	text := q.published(rows)
	value := number(text)
	if text == none {
		value = q.None
	}
	if math.IsNaN(value) || len(selectRows(rows, q.Of)) < 2 {
		return false
	}
	_, fraction, _ := strings.Cut(text, ".")
	unit := math.Pow10(len(fraction))
	rounded := func(v float64) float64 { return orElse(math.Round(v*unit)/unit, q.None) }
	low, _, high := q.middle(rows)
	return value < rounded(low) || value > rounded(high)
}
