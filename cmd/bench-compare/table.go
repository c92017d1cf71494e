//go:build unix

package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"
)

// String is a table for each unit, what is not in them, why a row is not as it was, and the verdict.
func (rep *report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "base: %s\nhead: %s\n%s", rep.titles[base], rep.titles[head], rep.elsewhere)
	tables, units := map[string]table.Writer{}, []string{}
	for _, r := range rep.rows {
		t := tables[r.unit]
		if t == nil {
			t = table.NewWriter()
			style := table.StyleLight
			style.Options, style.Box.PaddingLeft, style.Box.PaddingRight = table.OptionsNoBordersAndSeparators, "", "  "
			t.SetStyle(style)
			t.SuppressTrailingSpaces()
			t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, Align: text.AlignRight}, {Number: 3, Align: text.AlignRight}, {Number: 4, Align: text.AlignRight}})
			t.AppendRow(table.Row{r.unit, "base", "head", "delta", "", ""})
			tables[r.unit], units = t, append(units, r.unit)
		}
		t.AppendRow(r.cells())
	}
	for _, unit := range units {
		b.WriteString("\n" + tables[unit].Render() + "\n")
	}
	b.WriteString(listed("identical: nothing to measure", rep.identical) + listed("only in head", rep.onlyHead) +
		listed("only in base", rep.onlyBase) + listed("skipped on both sides", rep.skipped))
	for o := changed; o <= undecided; o++ {
		b.WriteString(listed(o.String(), rep.reasons(o)))
	}
	return b.String() + "\n" + rep.summary() + "\n"
}

// markdown is the verdict, the rows that are not as they were, and folded away all tables.
func (rep *report) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**Benchmarks, %s**\n\nBase `%s`, head `%s`.\n\n", rep.summary(), rep.titles[base], rep.titles[head])
	for _, o := range []outcome{worsened, undecided, improved, changed} {
		for _, reason := range rep.reasons(o) {
			fmt.Fprintf(&b, "- %v: `%s`\n", o, reason)
		}
	}
	fmt.Fprintf(&b, "\n<details><summary>All rows</summary>\n\n```text\n%v```\n\n</details>\n", rep)
	return b.String()
}

func (r row) cells() table.Row {
	old, now := resultCell(r.base), resultCell(r.head)
	delta := r.comparison.FormatDelta(r.base.Center, r.head.Center)
	switch {
	case !r.exact:
		scale := benchunit.CommonScale([]float64{r.base.Center, r.head.Center}, benchunit.ClassOf(r.unit))
		old = fmt.Sprintf("%s ± %3s", scale.Format(r.base.Center), r.base.PctRangeString())
		now = fmt.Sprintf("%s ± %3s", scale.Format(r.head.Center), r.head.PctRangeString())
	case r.outcome == same:
		delta = "="
	case r.outcome == undecided:
		delta = "~"
	}
	return table.Row{r.benchmark(), old, now, delta, fmt.Sprintf("(%v)", r.comparison), r.outcome}
}

// resultCell prints a result in full, or the range of what should be one.
func resultCell(s benchmath.Summary) string {
	if s.Lo < s.Hi {
		return number(s.Lo) + ".." + number(s.Hi)
	}
	return number(s.Center)
}

// reasons says of each row with an outcome what happened to it, in all its measurements.
func (rep *report) reasons(o outcome) (reasons []string) {
	for _, r := range rep.rows {
		if r.outcome == o && o != same {
			s := fmt.Sprintf("%s of %s: %s", r.unit, r.benchmark(), r.reason)
			for last := r.before; last != nil; last = last.before {
				s += "; before that, " + last.change()
			}
			reasons = append(reasons, s)
		}
	}
	return reasons
}

// change says by how much a measurement differs.
func (r row) change() string {
	what := "better"
	switch {
	case r.better == 0:
		what = "different"
	case r.worse > 0:
		what = "worse"
	}
	return fmt.Sprintf("%s %s (%v)", percent(math.Abs(r.worse)), what, r.comparison)
}

// summary is the verdict in one line.
func (rep *report) summary() string {
	count := rep.count()
	rows := fmt.Sprintf("of %d rows (threshold %s, p < %v)", len(rep.rows), percent(rep.threshold), alpha)
	s := fmt.Sprintf("verdict: no regression: 0 %s worse, %d better", rows, count[improved])
	switch rep.verdict() {
	case exitWorse:
		s = fmt.Sprintf("verdict: REGRESSION: %d %s worse", count[worsened], rows)
	case exitUndecided:
		s = fmt.Sprintf("verdict: UNDECIDED: %d %s cannot be judged", count[undecided], rows)
	}
	if n := len(rep.onlyBase); n > 0 {
		s += fmt.Sprintf("; %d of base not in head", n)
	}
	if rep.lenient && rep.verdict() == exitUndecided {
		s += "; this passes, as --undecided=pass says"
	}
	return s
}

// listed prints a list under a title, nothing if it is empty.
func listed(title string, items []string) string {
	if len(items) == 0 {
		return ""
	}
	return fmt.Sprintf("\n%s:\n  %s\n", title, strings.Join(items, "\n  "))
}

// number prints all digits of a result.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

func percent(fraction float64) string {
	if math.IsInf(fraction, 0) {
		return "∞ %"
	}
	if fraction >= 1 {
		return strconv.FormatFloat(100*fraction, 'f', 0, 64) + " %"
	}
	return strconv.FormatFloat(100*fraction, 'g', 3, 64) + " %"
}
