//go:build unix

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

// resultUnits lists the units that every run repeats, and which way is better.
const resultUnits = `Unit mistakes assume=exact better=lower
Unit updates assume=exact better=lower
Unit margin assume=exact better=higher
Unit allocs/op assume=exact better=lower
Unit dots/op assume=exact better=lower
Unit rows/op assume=exact better=lower
Unit B-read/op assume=exact better=lower
`

// A key names a row: one unit of one benchmark.
type key struct{ pkg, name, unit string }

func (k key) benchmark() string { return k.pkg + "." + k.name }

// results holds what the benchmarks of both sides printed.
type results struct {
	keys     []key // in order of first appearance
	values   [2]map[key][]float64
	machines [2]map[string]bool // goos, goarch and cpu
	units    benchfmt.UnitMetadataMap
	reader   benchfmt.Reader
	log      *benchfmt.Writer // of every run
}

func newResults(log *benchfmt.Writer) (*results, error) {
	r := &results{values: [2]map[key][]float64{{}, {}}, machines: [2]map[string]bool{{}, {}}, log: log}
	return r, r.add(base, "units", resultUnits)
}

// add adds the results in a text to a side.
func (r *results) add(which int, name, text string) error {
	for r.reader.Reset(strings.NewReader(text), name); r.reader.Scan(); {
		switch rec := r.reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return fmt.Errorf("benchmark results of %w", rec)
		case *benchfmt.Result:
			r.machines[which][rec.GetConfig("goos")+"/"+rec.GetConfig("goarch")+" "+rec.GetConfig("cpu")] = true
			for _, v := range rec.Values {
				_, unit := benchunit.Tidy(v.Value, v.Unit) // the reader leaves the ns of a zero
				k := key{rec.GetConfig("pkg"), rec.Name.String(), unit}
				if r.values[base][k] == nil && r.values[head][k] == nil {
					r.keys = append(r.keys, k)
				}
				r.values[which][k] = append(r.values[which][k], v.Value)
			}
		}
		if err := r.log.Write(r.reader.Result()); err != nil {
			return err
		}
	}
	r.units = r.reader.Units()
	return r.reader.Err()
}

// addFile adds the results of a file to a side.
func (r *results) addFile(which int, path string) error {
	text, err := os.ReadFile(path)
	switch s := string(text); {
	case err != nil:
		return err
	case strings.Contains(s, "side: base") && strings.Contains(s, "side: head"):
		return fmt.Errorf("%s: holds both sides of a comparison: expected the results of one revision", path)
	}
	err = r.add(which, path, string(text))
	if err == nil && len(r.machines[which]) == 0 {
		err = fmt.Errorf("%s: no benchmark result in it: expected the output of go test -bench, or of --record", path)
	}
	return err
}

// complete checks that each benchmark of a side printed the same units in every one of count runs.
func (r *results) complete(which, count int) error {
	for k, values := range r.values[which] {
		if len(values) != count {
			return fmt.Errorf("%s printed %s in %d of %d runs", k.benchmark(), k.unit, len(values), count)
		}
	}
	return nil
}

// echoes reports whether a row repeats another: B/s is sec/op of the same runs, and B/op without
// allocations only shows the preparation, divided by the operations.
func (r *results) echoes(k key) bool {
	switch k.unit {
	case "B/s":
		return r.values[base][key{k.pkg, k.name, "sec/op"}] != nil
	case "B/op":
		allocs := key{k.pkg, k.name, "allocs/op"}
		all := slices.Concat(r.values[base][allocs], r.values[head][allocs])
		return len(all) > 0 && slices.Max(all) == 0
	}
	return false
}

// better returns +1 if more of the unit is better, −1 if less is, and 0 if neither the benchmark
// nor the unit tells.
func (r *results) better(unit string) int {
	switch b := r.units.GetBetter(unit); {
	case b != 0:
		return b
	case unit == "sec" || strings.HasPrefix(unit, "sec/"):
		return -1
	case strings.HasSuffix(unit, "/s") || strings.HasSuffix(unit, "/sec"):
		return +1
	}
	return 0
}
