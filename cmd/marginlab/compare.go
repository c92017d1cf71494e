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

// result is a row that check or run printed, of the first file or of the second.
type result struct {
	second bool
	values map[string]json.RawMessage
}

func (r result) learner() string { return valueText(r.values["learner"]) }

// row is the guarantee or the property, "" for a run.
func (r result) row() string { return valueText(r.values["id"]) + valueText(r.values["property"]) }

// change is what differs between two results.
type change struct {
	of         result
	what, a, b string
	p          term.Number // that both sides are alike, missing where there is one run
}

// verdictFirst are the keys whose changes come before those of numbers.
var verdictFirst = map[string]int{"data": 4, "holds": 3, "reason": 2, "row": 1}

// Run prints what differs.
func (c compareCmd) Run(std term.Streams) error {
	a, err := readResults(c.A, std.In, false)
	if err != nil {
		return err
	}
	b, err := readResults(c.B, std.In, true)
	if err != nil {
		return err
	}
	var changes []change
	if before, after := dataOf(a), dataOf(b); before != after {
		changes = []change{{what: "data", a: before, b: after, p: term.Missing()}}
	}
	differ := 0
	all := term.Grouped(slices.Concat(a, b), func(r result) string { return r.learner() + "\n" + r.row() })
	for _, of := range all {
		if found := compared(of.Rows); len(found) > 0 {
			differ, changes = differ+1, append(changes, found...)
		}
	}
	slices.SortStableFunc(changes, func(a, b change) int {
		return cmp.Compare(verdictFirst[b.what], verdictFirst[a.what])
	})
	sideA, sideB := term.Left("A"), term.Left("B")
	sideA.Number, sideB.Number = true, true // of most, and texts are wrapped
	g := term.NewTable(term.Left("learner"), term.Left("row").Whole(), term.Left("what"), sideA, sideB,
		term.Right("p").Drop(1))
	for _, d := range changes {
		learner, row := d.of.learner(), d.of.row()
		term.PrintRows(std.Out, term.Record{"learner", term.Given(learner != "", learner),
			"row", term.Given(row != "", row), "what", d.what, "a", d.a, "b", d.b, "p", d.p})
		g.Row(learner, row, d.what, d.a, d.b, d.p)
	}
	if len(changes) == 0 {
		std.Out.Say("All %s alike.", term.Count(len(all), "result is", "results are"))
		return nil
	}
	g.Print(std.Out)
	says := fmt.Sprintf("%d of %s", differ, term.Count(len(all), "result differs", "results differ"))
	if differ == 0 {
		says = "the data differ, and no result"
	}
	return term.Found(fmt.Errorf("%s: %s and %s", says, c.A, c.B))
}

// readResults reads JSON objects that check or run printed.
func readResults(file string, stdin io.Reader, second bool) (all []result, err error) {
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
		all = append(all, result{second, row})
	}
}

// dataOf names the data that results are on.
func dataOf(all []result) string {
	names, _ := valuesOf(all, "data")
	return strings.Join(slices.Compact(names), ", ")
}

// valueText returns a value of JSON as people read it, "" for none.
func valueText(value json.RawMessage) (text string) {
	if value == nil || json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// compared is what differs between the results of a learner, those of the first file first, in the order of the keys.
// Where one side has more rows than the other, that is a change, and texts differ that not both have.
func compared(all []result) (changes []change) {
	keys, n := map[string]bool{}, 0
	for _, r := range all {
		if !r.second {
			n++
		}
		for key := range r.values {
			keys[key] = key != "seconds" && key != "data" && (key != "shuffle" || len(all) == 2)
		}
	}
	add := func(what, a, b string, p term.Number) { changes = append(changes, change{all[0], what, a, b, p}) }
	m := len(all) - n
	switch none := term.Missing(); {
	case n == 0:
		return []change{{all[0], "row", "-", "there", none}}
	case m == 0:
		return []change{{all[0], "row", "there", "-", none}}
	case n != m:
		add("rows", fmt.Sprint(n), fmt.Sprint(m), term.Missing())
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		before, x := valuesOf(all[:n], key)
		after, y := valuesOf(all[n:], key)
		if n != m {
			before, after = slices.Compact(before), slices.Compact(after)
		}
		switch {
		case !keys[key] || slices.Equal(before, after) || len(x) == len(before) && slices.EqualFunc(x, y, alike):
		case len(before)+len(after) == 2 && len(x)+len(y) == 2:
			a, b := term.Apart(term.Number(x[0]), term.Number(y[0]))
			add(key, a, b, term.Missing())
		case len(x) > 0 && len(y) > 0:
			at := &benchmath.DefaultThresholds
			ranks := benchmath.AssumeNothing.Compare(benchmath.NewSample(x, at), benchmath.NewSample(y, at))
			add(key, spread(x, n), spread(y, m), term.Number(min(ranks.P, 1))) // rounding may take it above
		default:
			add(key, strings.Join(before, ", "), strings.Join(after, ", "), term.Missing())
		}
	}
	return changes
}

// alike reports whether numbers are the same but for rounding.
func alike(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)) }

// valuesOf are those of a key, sorted: as people read them, and those that are numbers.
func valuesOf(all []result, key string) (texts []string, numbers []float64) {
	for _, r := range all {
		var v *float64
		if json.Unmarshal(r.values[key], &v) == nil && v != nil {
			numbers = append(numbers, *v)
		}
		texts = append(texts, cmp.Or(valueText(r.values[key]), "-"))
	}
	slices.Sort(texts)
	slices.Sort(numbers)
	return texts, numbers
}

// spread is the median of numbers with their range, and how many of n rows have none.
func spread(all []float64, n int) string {
	if len(all) == 0 {
		return "-"
	}
	slices.Sort(all)
	first, last := term.Number(all[0]), term.Number(all[len(all)-1])
	text := fmt.Sprintf("%v (%v..%v)", term.Number(all[(len(all)-1)/2]), first, last)
	if len(all) < n {
		text += fmt.Sprintf(", %d missing", n-len(all))
	}
	return text
}
