package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// number is a float64 that is null in JSON where it is NaN or ±Inf.
type number float64

// missing is the number of what has no value.
func missing() number { return number(math.NaN()) }

// MarshalJSON implements [json.Marshaler].
func (v number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(v + 0)) // −0 + 0 = 0
}

// UnmarshalJSON implements [json.Unmarshaler]: null is NaN.
func (v *number) UnmarshalJSON(text []byte) error {
	if string(text) == "null" {
		*v = number(math.NaN())
		return nil
	}
	return json.Unmarshal(text, (*float64)(v))
}

// String is v with four digits, "-" where it has no value.
func (v number) String() string {
	switch {
	case math.IsNaN(float64(v)):
		return "-"
	case math.IsInf(float64(v), 1):
		return "inf"
	case v == number(math.Trunc(float64(v))) && math.Abs(float64(v)) < 1e7:
		return fmt.Sprintf("%.0f", float64(v+0)) // −0 + 0 = 0
	}
	return fmt.Sprintf("%.4g", float64(v))
}

// apart shows two numbers with as few digits as tell them apart, four at least.
func apart(v, w number) (string, string) {
	a, b := v.String(), w.String()
	for digits := 5; a == b && v != w && digits <= 17; digits++ {
		format := fmt.Sprintf("%%.%dg", digits)
		a, b = v.format(format), w.format(format)
	}
	return a, b
}

// format is v as the format says, "-" where it has no value.
func (v number) format(format string) string {
	if math.IsNaN(float64(v)) {
		return v.String()
	}
	return fmt.Sprintf(format, float64(v))
}

// or is v where it has a value, else w.
func (v number) or(w number) number {
	if math.IsNaN(float64(v)) {
		return w
	}
	return v
}

// writeJSON writes one JSON object a line.
func writeJSON[R any](w io.Writer, rows []R) error {
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	for _, r := range rows {
		if err := out.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// grid is a table for people: columns of text and, to the right, of numbers.
type grid struct{ t table.Writer }

// column is the head of a column.
type column struct {
	name  string
	align text.Align
	width int // where lines are broken, 0 for nowhere
}

func left(name string) column  { return column{name: name, align: text.AlignLeft} }
func right(name string) column { return column{name: name, align: text.AlignRight} }

// within breaks lines of more than width characters between words.
func (c column) within(width int) column {
	c.width = width
	return c
}

func newGrid(columns ...column) grid {
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
	return grid{t}
}

func (g grid) row(cells ...any) { g.t.AppendRow(cells) }

func (g grid) write(w io.Writer) error {
	_, err := fmt.Fprintln(w, g.t.Render())
	return err
}

func (g grid) writeMarkdown(w io.Writer) error {
	_, err := fmt.Fprintln(w, g.t.RenderMarkdown())
	return err
}
