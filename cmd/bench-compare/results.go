//go:build unix

package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

const (
	base = 0
	head = 1
)

// resultUnits says which units every run repeats, and which way is better.
const resultUnits = `Unit mistakes assume=exact better=lower
Unit updates assume=exact better=lower
Unit margin assume=exact better=higher
Unit allocs/op assume=exact better=lower
Unit dots/op assume=exact better=lower
Unit rows/op assume=exact better=lower
Unit B-read/op assume=exact better=lower
`

// counts are the units of work: inner products, runs along a vector, and bytes read.
var counts = []string{"dots/op", "rows/op", "B-read/op"}

// A key names a row: one unit of one benchmark.
type key struct{ pkg, name, unit string }

func (k key) benchmark() string { return k.pkg + "." + k.name }

// results holds what the benchmarks of both sides printed.
type results struct {
	keys     []key // in the order of first sight
	values   [2]map[key][]float64
	machines [2]map[string]bool // goos, goarch and cpu
	skipped  map[string]string  // benchmarks that skipped themselves, with their reason
	units    benchfmt.UnitMetadataMap
	reader   benchfmt.Reader
	writer   *benchfmt.Writer
}

// newResults returns results that copy every run to writer.
func newResults(writer *benchfmt.Writer) (*results, error) {
	r := &results{skipped: map[string]string{}, writer: writer}
	for i := range r.values {
		r.values[i], r.machines[i] = map[key][]float64{}, map[string]bool{}
	}
	_, err := r.read(base, "units", resultUnits, true)
	return r, err
}

// readFile adds the results of a file to one side.
func (r *results) readFile(which int, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	sides, err := r.read(which, path, string(text), false)
	switch {
	case err != nil:
		return err
	case len(sides) == 0:
		return fmt.Errorf("%s: no benchmark result in it: expected the output of go test -bench, or of --record", path)
	case len(sides) > 1:
		return fmt.Errorf("%s: holds both sides of a comparison: expected the results of one revision", path)
	}
	return nil
}

// readRun adds what a run of the benchmarks of a package printed that match pattern; header holds the
// configuration lines before it.
func (r *results) readRun(which int, pkg, pattern, header, text string) error {
	skipped, lost := audit(text, pattern)
	if len(lost) > 0 {
		return fmt.Errorf("%s began and neither printed a result nor skipped itself; does it print text without a newline?", strings.Join(lost, ", "))
	}
	for name, reason := range skipped {
		r.skipped[pkg+"."+name] = reason
	}
	_, err := r.read(which, pkg, header+text, true)
	return err
}

// read returns the sides that the results name.
func (r *results) read(which int, name, text string, write bool) (sides map[string]bool, err error) {
	sides = map[string]bool{}
	for r.reader.Reset(strings.NewReader(text), name); r.reader.Scan(); {
		switch rec := r.reader.Result().(type) {
		case *benchfmt.SyntaxError:
			return nil, fmt.Errorf("benchmark results of %w", rec)
		case *benchfmt.Result:
			sides[rec.GetConfig("side")] = true
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
		if write {
			if err := r.writer.Write(r.reader.Result()); err != nil {
				return nil, err
			}
		}
	}
	r.units = r.reader.Units()
	return sides, r.reader.Err()
}

// complete checks that each benchmark of a side printed the same units in every one of count runs.
func (r *results) complete(which, count int) error {
	for _, k := range r.keys {
		if n := len(r.values[which][k]); n != 0 && n != count {
			return fmt.Errorf("%s printed %s in %d of %d runs", k.benchmark(), k.unit, n, count)
		}
	}
	return nil
}
