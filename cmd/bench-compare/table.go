//go:build unix

package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/perf/benchmath"
	"golang.org/x/perf/benchunit"
	"gonum.org/v1/gonum/stat"
)

// print writes a table for each unit, what is not in them, why a row is not as it
// was, and the verdict.
func (rep *report) print(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "base: %s\nhead: %s\n", rep.titles[base], rep.titles[head])
	if rep.elsewhere != "" {
		b.WriteString(rep.elsewhere + "\n")
	}
	byUnit := make(map[string][]row)
	var units []string
	for _, r := range rep.rows {
		if byUnit[r.unit] == nil {
			units = append(units, r.unit)
		}
		byUnit[r.unit] = append(byUnit[r.unit], r)
	}
	for _, unit := range units {
		b.WriteString("\n" + unitTable(unit, byUnit[unit]) + "\n")
	}
	b.WriteString(listed("identical: nothing to measure", rep.identical))
	b.WriteString(listed("only in head", rep.onlyHead))
	b.WriteString(listed("only in base", rep.onlyBase))
	b.WriteString(listed("skipped on both sides", rep.skipped))
	for _, o := range []outcome{changed, improved, undecided, worsened} {
		var reasons []string
		for _, r := range rep.rows {
			if r.outcome == o {
				reasons = append(reasons, r.explain())
			}
		}
		b.WriteString(listed(o.String(), reasons))
	}
	b.WriteString("\n" + rep.summary() + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// unitTable renders the rows of one unit as benchstat does, a heading for each
// package and the geometric mean at the end.
func unitTable(unit string, rows []row) string {
	t := table.NewWriter()
	style := table.StyleLight
	style.Options = table.OptionsNoBordersAndSeparators
	style.Options.SeparateHeader = true
	style.Format = table.FormatOptions{}
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	t.SetStyle(style)
	t.SuppressTrailingSpaces()
	t.SetColumnConfigs([]table.ColumnConfig{
		{Number: 2, Align: text.AlignRight, AlignHeader: text.AlignRight},
		{Number: 3, Align: text.AlignRight, AlignHeader: text.AlignRight},
		{Number: 4, Align: text.AlignRight, AlignHeader: text.AlignRight},
	})
	t.AppendHeader(table.Row{unit, "base", "head", "delta", "", ""})
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(a.pkg, b.pkg) })
	pkg := ""
	for _, r := range rows {
		if r.pkg != pkg {
			pkg = r.pkg
			t.AppendRow(table.Row{pkg})
		}
		t.AppendRow(r.cells())
	}
	if len(rows) > 1 {
		if mean := geomean(unit, rows); mean != nil {
			t.AppendRow(mean)
		}
	}
	return t.Render()
}

func (r row) cells() table.Row {
	old, now := resultCell(r.base), resultCell(r.head)
	if !r.exact {
		scale := benchunit.CommonScale([]float64{r.base.Center, r.head.Center}, benchunit.ClassOf(r.unit))
		old, now = measurementCell(scale, r.base), measurementCell(scale, r.head)
	}
	delta := r.comparison.FormatDelta(r.base.Center, r.head.Center)
	switch {
	case r.exact && r.outcome == same:
		delta = "="
	case r.exact && r.outcome == undecided:
		delta = "~"
	}
	return table.Row{"  " + r.name, old, now, delta, fmt.Sprintf("(%v)", r.comparison), r.label()}
}

// label is the outcome, and how often the row was measured again.
func (r row) label() string {
	switch {
	case r.before == nil:
		return r.outcome.String()
	case r.before.before == nil:
		return strings.TrimSpace(r.outcome.String() + " (rechecked)")
	}
	return strings.TrimSpace(r.outcome.String() + " (rechecked twice)")
}

// recheckTitle says what is measured again.
func (rep *report) recheckTitle(measured int) string {
	count := map[outcome]int{}
	for _, r := range rep.rows {
		if r.suspect() {
			count[r.outcome]++
		}
	}
	return fmt.Sprintf("recheck %d of at most %d: measuring again what is worse (rows: %d) or undecided (%d)", measured, maxRechecks, count[worsened], count[undecided])
}

// resultCell prints a result in full, or the range of what should be one.
func resultCell(s benchmath.Summary) string {
	if s.Lo < s.Hi {
		return number(s.Lo) + ".." + number(s.Hi)
	}
	return number(s.Center)
}

// measurementCell prints a median and its confidence interval.
func measurementCell(scale benchunit.Scaler, s benchmath.Summary) string {
	return fmt.Sprintf("%s ± %3s", scale.Format(s.Center), s.PctRangeString())
}

// geomean is the row of the geometric means of all rows, nil if a value is not
// positive.
func geomean(unit string, rows []row) table.Row {
	var old, now []float64
	for _, r := range rows {
		if !(r.base.Center > 0 && r.head.Center > 0) {
			return nil
		}
		old, now = append(old, r.base.Center), append(now, r.head.Center)
	}
	a, b := stat.GeometricMean(old, nil), stat.GeometricMean(now, nil)
	cell := func(v float64) string { return strconv.FormatFloat(v, 'g', 4, 64) }
	if !rows[0].exact {
		const besideInterval = "      " // as wide as " ± 10%"
		scale := benchunit.CommonScale([]float64{a, b}, benchunit.ClassOf(unit))
		cell = func(v float64) string { return scale.Format(v) + besideInterval }
	}
	return table.Row{"geomean", cell(a), cell(b), fmt.Sprintf("%+.2f%%", 100*(b/a-1))}
}

// explain says what happened to a row, and why it is judged as it is.
func (r row) explain() string {
	s := fmt.Sprintf("%s of %s: %s", r.unit, r.benchmark(), r.reason)
	if r.exact && slices.Contains(counts, r.unit) {
		s = fmt.Sprintf("%s: changed: %s %s", r.benchmark(), r.reason, r.unit)
	}
	for last := r.before; last != nil; last = last.before {
		s += "; before that, " + last.change()
	}
	return s
}

// change says by how much a measurement differs.
func (r row) change() string {
	what := percent(math.Abs(r.worse)) + " "
	switch {
	case r.better == 0:
		what += "different"
	case r.worse > 0:
		what += "worse"
	default:
		what += "better"
	}
	return fmt.Sprintf("%s (%v)", what, r.comparison)
}

// summary is the verdict in one line.
func (rep *report) summary() string {
	count := rep.count()
	judged := 0
	for _, n := range count {
		judged += n
	}
	rows := fmt.Sprintf("of %d rows (threshold %s, p < %v)", judged, percent(rep.threshold), alpha)
	s := "verdict: "
	switch rep.verdict() {
	case exitWorse:
		s += fmt.Sprintf("REGRESSION: %d %s worse", count[worsened], rows)
	case exitUndecided:
		s += fmt.Sprintf("UNDECIDED: %d %s cannot be judged", count[undecided], rows)
	default:
		s += fmt.Sprintf("no regression: 0 %s worse, %d better", rows, count[improved])
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
