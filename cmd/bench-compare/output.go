//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/google/renameio/v2"
)

// rowJSON is a row as it is printed in JSON.
type rowJSON struct {
	Package   string   `json:"package"`
	Benchmark string   `json:"benchmark"`
	Unit      string   `json:"unit"`
	Base      *float64 `json:"base"`
	Head      *float64 `json:"head"`
	Worse     *float64 `json:"worse"` // the loss as a fraction, null if it is not finite
	P         *float64 `json:"p"`     // null of a result
	Runs      [2]int   `json:"runs"`
	Judged    bool     `json:"judged"`
	Outcome   string   `json:"outcome"`
	Reason    string   `json:"reason"`
	Rechecks  int      `json:"rechecks"`
	Exact     bool     `json:"exact"`  // a result, not a measurement
	Better    int      `json:"better"` // 1: more is, -1: less is, 0: nobody said
}

// reportJSON is a comparison as it is printed in JSON.
type reportJSON struct {
	Verdict   string    `json:"verdict"`
	Exit      int       `json:"exit"`
	Base      string    `json:"base"`
	Head      string    `json:"head"`
	Threshold float64   `json:"threshold"`
	Rows      []rowJSON `json:"rows"`
	Identical []string  `json:"identical"`
	OnlyBase  []string  `json:"only_base"`
	OnlyHead  []string  `json:"only_head"`
	Skipped   []string  `json:"skipped"`
}

// printJSON prints the comparison as one object.
func (rep *report) printJSON(w io.Writer, code int) error {
	some := func(list []string) []string { return append([]string{}, list...) } // [] and not null
	out := reportJSON{
		Verdict: map[int]string{exitFine: "no regression", exitWorse: "regression", exitUndecided: "undecided"}[rep.verdict()],
		Exit:    code, Base: rep.titles[base], Head: rep.titles[head], Threshold: rep.threshold, Rows: []rowJSON{},
		Identical: some(rep.identical), OnlyBase: some(rep.onlyBase), OnlyHead: some(rep.onlyHead), Skipped: some(rep.skipped),
	}
	for _, r := range rep.rows {
		row := rowJSON{
			Package: r.pkg, Benchmark: r.name, Unit: r.unit, Base: finite(r.base.Center), Head: finite(r.head.Center), Worse: finite(r.worse), Runs: [2]int{r.comparison.N1, r.comparison.N2}, Judged: !r.echo, Outcome: r.outcome.String(), Reason: r.reason,
			Exact: r.exact, Better: r.better,
		}
		if !r.exact {
			row.P = finite(r.comparison.P)
		}
		if r.outcome == same {
			row.Outcome = "same"
		}
		for last := r.before; last != nil; last = last.before {
			row.Rechecks++
		}
		out.Rows = append(out.Rows, row)
	}
	return json.NewEncoder(w).Encode(out)
}

// finite is null in JSON where a number is none.
func finite(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// writeMarkdown writes the comparison to a file: the verdict, a table of the rows that are
// not as they were, and folded away all tables.
func (rep *report) writeMarkdown(file string) error {
	var b, all strings.Builder
	fmt.Fprintf(&b, "**Benchmarks, %s**\n\nBase `%s`, head `%s`.\n", rep.summary(), rep.titles[base], rep.titles[head])
	begun := false
	for _, o := range []outcome{worsened, undecided, improved, changed} {
		for _, r := range rep.rows {
			if r.outcome != o {
				continue
			}
			if !begun {
				b.WriteString("\n| benchmark | unit | base | head | delta | | why |\n|:--|:--|--:|--:|--:|:--|:--|\n")
				begun = true
			}
			cells := r.cells()
			fmt.Fprintf(&b, "| `%s` | %s | %v | %v | %v | %v | %s |\n", strings.ReplaceAll(r.benchmark(), "|", "\\|"), r.unit, cells[1], cells[2], cells[3], cells[5], r.reason)
		}
	}
	if err := rep.print(&all); err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n<details><summary>All rows</summary>\n\n```text\n%s```\n\n</details>\n", all.String())
	return renameio.WriteFile(file, []byte(b.String()), 0o644)
}
