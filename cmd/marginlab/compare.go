package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"golang.org/x/perf/benchmath"

	"marginlab/cmd/marginlab/term"
)

type compareCmd struct {
	A string `arg:"" name:"A.json" help:"What marginlab check --json or marginlab run --json printed, on one day or by one version; - is standard input."`
	B string `arg:"" name:"B.json" help:"What it printed on another."`
	term.Form
}

func (compareCmd) Help() string {
	return `Examples:

    marginlab check --json my.libsvm > before.json
    marginlab check --json my.libsvm > after.json
    marginlab compare before.json after.json

There is a line for each number, verdict or text that is not the same in both, of each run or guarantee. Verdicts come first. Rows belong together that have the same learner, guarantee and property. Other data are named once, before all else. Times are not compared, and numbers are alike that differ by 1e-9 of themselves, as rounding may.

Where a learner has several runs, as with run --permutations 20, the medians of both sides are shown with their ranges, and p: how likely ranks would be as far apart if both sides were alike (the U-test of Mann and Whitney). A small p says that they are not.

JSON keys: learner row what a b p. row is the guarantee or the property, null for a run; learner is null where the data differ.

Exit status: 0 all is alike, 1 something differs, 2 a file could not be read.`
}

// results are the rows of a learner, a guarantee or a property: several for the runs of as many permutations.
type results struct {
	learner, row string
	rows         []map[string]json.RawMessage
}

// change is what differs between two results.
type change struct {
	of   results
	what string
	a, b string
	p    term.Number // that both sides are alike, missing where there is one run
}

// verdictFirst are the keys whose changes come before those of numbers.
var verdictFirst = map[string]int{"data": 4, "holds": 3, "silent": 2, "row": 1}

// Run prints what differs.
func (c compareCmd) Run(std term.Streams) error {
	a, err := readResults(c.A, std.In)
	if err != nil {
		return err
	}
	b, err := readResults(c.B, std.In)
	if err != nil {
		return err
	}
	var changes []change
	if before, after := dataOf(a), dataOf(b); before != after {
		changes = append(changes, change{what: "data", a: before, b: after, p: term.Missing()})
	}
	differ, same := 0, 0
	for _, old := range a {
		i := slices.IndexFunc(b, func(r results) bool { return r.learner == old.learner && r.row == old.row })
		if i < 0 {
			differ, changes = differ+1, append(changes, change{old, "row", "there", "-", term.Missing()})
			continue
		}
		found := compared(old, b[i])
		if b = slices.Delete(b, i, i+1); len(found) > 0 {
			differ, changes = differ+1, append(changes, found...)
		} else {
			same++
		}
	}
	for _, r := range b {
		differ, changes = differ+1, append(changes, change{r, "row", "-", "there", term.Missing()})
	}
	slices.SortStableFunc(changes, func(a, b change) int {
		return cmp.Compare(verdictFirst[b.what], verdictFirst[a.what])
	})
	sideA, sideB := term.Left("A"), term.Left("B")
	sideA.Number, sideB.Number = true, true // of most, and texts are wrapped
	g := term.NewTable(term.Left("learner"), term.Left("row").Whole(), term.Left("what"), sideA, sideB,
		term.Right("p").Drop(1))
	for _, d := range changes {
		term.PrintRows(std.Out, term.Record{"learner", term.Given(d.of.learner != "", d.of.learner),
			"row", term.Given(d.of.row != "", d.of.row), "what", d.what, "a", d.a, "b", d.b, "p", d.p})
		g.Row(d.of.learner, d.of.row, d.what, d.a, d.b, d.p)
	}
	if len(changes) == 0 {
		std.Out.Say("All %s alike.", term.Count(same, "result is", "results are"))
		return nil
	}
	g.Print(std.Out)
	if differ == 0 {
		return term.Found(fmt.Errorf("the data differ, and no result: %s and %s", c.A, c.B))
	}
	all := term.Count(differ+same, "result differs", "results differ")
	return term.Found(fmt.Errorf("%d of %s: %s and %s", differ, all, c.A, c.B))
}

// readResults reads JSON objects that check or run printed.
func readResults(file string, stdin io.Reader) (all []results, err error) {
	text, err := contents(file, stdin)
	if err != nil {
		return nil, err
	}
	from := json.NewDecoder(bytes.NewReader(text))
	for {
		var row map[string]json.RawMessage
		if err := from.Decode(&row); errors.Is(err, io.EOF) && all != nil {
			return all, nil
		} else if _, is := row["learner"]; err != nil || !is {
			return nil, fmt.Errorf("%s: after %s: expected what marginlab check --json or run --json prints",
				file, term.Count(len(all), "result", "results"))
		}
		of := results{learner: shown(row["learner"]), row: shown(row["id"]) + shown(row["property"])}
		i := slices.IndexFunc(all, func(r results) bool { return r.learner == of.learner && r.row == of.row })
		if i < 0 {
			i, all = len(all), append(all, of)
		}
		all[i].rows = append(all[i].rows, row)
	}
}

// dataOf names the data that results are on.
func dataOf(all []results) string {
	var names []string
	for _, r := range all {
		of, _ := r.values("data")
		names = append(names, of...)
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), ", ")
}

// shown is a value of JSON as people read it, "" for none.
func shown(value json.RawMessage) (text string) {
	if value == nil || json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// compared is what differs between the results of a learner, in the order of the keys. Where one side has more rows
// than the other, that is a change, and texts differ that not both have.
func compared(a, b results) (changes []change) {
	keys, n, m := map[string]bool{}, len(a.rows), len(b.rows)
	for _, row := range slices.Concat(a.rows, b.rows) {
		for key := range row {
			keys[key] = key != "seconds" && key != "data" && (key != "shuffle" || n+m == 2)
		}
	}
	if n != m {
		changes = append(changes, change{a, "rows", fmt.Sprint(n), fmt.Sprint(m), term.Missing()})
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		before, x := a.values(key)
		after, y := b.values(key)
		if n != m {
			before, after = slices.Compact(before), slices.Compact(after)
		}
		if !keys[key] || slices.Equal(before, after) || len(x) == len(before) && slices.EqualFunc(x, y, alike) {
			continue
		}
		d := change{of: a, what: key, a: strings.Join(before, ", "), b: strings.Join(after, ", "), p: term.Missing()}
		switch {
		case len(before)+len(after) == 2 && len(x)+len(y) == 2:
			d.a, d.b = term.Apart(term.Number(x[0]), term.Number(y[0]))
		case len(x) > 0 && len(y) > 0:
			d.a, d.b = spread(x, n), spread(y, m)
			at := &benchmath.DefaultThresholds
			ranks := benchmath.AssumeNothing.Compare(benchmath.NewSample(x, at), benchmath.NewSample(y, at))
			d.p = term.Number(min(ranks.P, 1)) // rounding may take it above
		}
		changes = append(changes, d)
	}
	return changes
}

// alike reports whether numbers are the same but for rounding.
func alike(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)) }

// values are those of a key, sorted: as people read them, and those that are numbers.
func (r results) values(key string) (texts []string, numbers []float64) {
	for _, row := range r.rows {
		var v *float64
		if json.Unmarshal(row[key], &v) == nil && v != nil {
			numbers = append(numbers, *v)
		}
		texts = append(texts, cmp.Or(shown(row[key]), "-"))
	}
	slices.Sort(texts)
	slices.Sort(numbers)
	return texts, numbers
}

// spread is the median of numbers, which are sorted, with their range, and how many of n rows have none.
func spread(all []float64, n int) string {
	if len(all) == 0 {
		return "-"
	}
	first, last := term.Number(all[0]), term.Number(all[len(all)-1])
	text := fmt.Sprintf("%v (%v..%v)", term.Number(all[(len(all)-1)/2]), first, last)
	if len(all) < n {
		text += fmt.Sprintf(", %d missing", n-len(all))
	}
	return text
}
