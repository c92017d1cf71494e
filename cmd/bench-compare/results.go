//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"
	"golang.org/x/perf/benchunit"
)

const (
	base = 0
	head = 1
)

// resultUnits says in the words of the Go benchmark format which units are
// results, the same in every run, and which way is better. A result of type
// float64 is printed by package testing with four significant digits.
const resultUnits = `Unit mistakes assume=exact better=lower
Unit updates assume=exact better=lower
Unit margin assume=exact better=higher
Unit allocs/op assume=exact better=lower
Unit dots/op assume=exact better=lower
Unit rows/op assume=exact better=lower
Unit B-read/op assume=exact better=lower
`

// counts are the units that say how much work an algorithm does: inner products, runs
// along a vector (of a kernel, rows of the Gram matrix), and bytes read.
var counts = []string{"dots/op", "rows/op", "B-read/op"}

// A key names a row: one unit of one benchmark.
type key struct{ pkg, name, unit string }

func (k key) benchmark() string { return k.pkg + "." + k.name }

// results holds what the benchmarks of all sides printed.
type results struct {
	keys     []key               // in the order of first sight
	values   []map[key][]float64 // of each side
	machines []map[string]bool   // of each side: goos, goarch and cpu
	skipped  map[string]string   // benchmarks that skipped themselves, with their reason
	units    benchfmt.UnitMetadataMap

	reader benchfmt.Reader
	writer *benchfmt.Writer
}

// newResults returns results of so many sides that copy every run to writer.
func newResults(writer *benchfmt.Writer, sides int) (*results, error) {
	r := &results{skipped: make(map[string]string), writer: writer}
	for range sides {
		r.values, r.machines = append(r.values, map[key][]float64{}), append(r.machines, map[string]bool{})
	}
	err := r.read("units", strings.NewReader(resultUnits), writer.Write)
	return r, err
}

// readFile adds the results of a file to one side.
func (r *results) readFile(which int, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	names := make(map[string]bool) // of the sides that the file holds
	err = r.read(path, f, func(rec benchfmt.Record) error {
		if result, ok := rec.(*benchfmt.Result); ok {
			names[result.GetConfig("side")] = true
			r.add(which, result)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case len(names) == 0:
		return fmt.Errorf("%s: no benchmark result in it: expected the output of go test -bench, or of --record", path)
	case len(names) > 1:
		return fmt.Errorf("%s: holds both sides of a comparison: expected the results of one revision", path)
	}
	return nil
}

// readRun adds what one run of a package's benchmarks printed that match pattern;
// header holds the configuration lines that belong before it.
func (r *results) readRun(which int, pkg, pattern, header string, text []byte) error {
	if err := lost(text, pattern); err != nil {
		return err
	}
	skipped, _ := audit(text, pattern)
	for name, reason := range skipped {
		r.skipped[pkg+"."+name] = reason
	}
	return r.read(pkg, io.MultiReader(strings.NewReader(header), bytes.NewReader(text)), func(rec benchfmt.Record) error {
		if result, ok := rec.(*benchfmt.Result); ok {
			r.add(which, result)
		}
		return r.writer.Write(rec)
	})
}

// lost returns an error if benchmarks came to no result.
func lost(text []byte, pattern string) error {
	if _, names := audit(text, pattern); len(names) > 0 {
		return fmt.Errorf("%s began and neither printed a result nor skipped itself; does it print text without a newline?", strings.Join(names, ", "))
	}
	return nil
}

func (r *results) read(name string, text io.Reader, each func(benchfmt.Record) error) error {
	r.reader.Reset(text, name)
	for r.reader.Scan() {
		rec := r.reader.Result()
		if err, ok := rec.(*benchfmt.SyntaxError); ok {
			return fmt.Errorf("benchmark results of %w", err)
		}
		if err := each(rec); err != nil {
			return err
		}
	}
	r.units = r.reader.Units()
	return r.reader.Err()
}

func (r *results) add(which int, result *benchfmt.Result) {
	machine := result.GetConfig("goos") + "/" + result.GetConfig("goarch") + " " + result.GetConfig("cpu")
	r.machines[which][machine] = true
	for _, v := range result.Values {
		// The reader leaves ns and MB in the unit of a value that is zero.
		_, unit := benchunit.Tidy(v.Value, v.Unit)
		k := key{result.GetConfig("pkg"), result.Name.String(), unit}
		seen := func(values map[key][]float64) bool { return values[k] != nil }
		if !slices.ContainsFunc(r.values, seen) {
			r.keys = append(r.keys, k)
		}
		r.values[which][k] = append(r.values[which][k], v.Value)
	}
}

// pair returns the results of two of the sides, as base and head.
func (r *results) pair(old, now int) *results {
	return &results{values: []map[key][]float64{r.values[old], r.values[now]}, units: r.units}
}

// complete checks that each benchmark of a side printed the same units in every
// one of count runs.
func (r *results) complete(which, count int) error {
	for _, k := range r.keys {
		if n := len(r.values[which][k]); n != 0 && n != count {
			return fmt.Errorf("%s printed %s in %d of %d runs", k.benchmark(), k.unit, n, count)
		}
	}
	return nil
}

// audit reads the verbose output of a run that went well. It returns the
// benchmarks that skipped themselves with the reason they gave, and those that
// began but came to no result. A benchmark with fewer levels than the -test.bench
// pattern may have begun only for sub-benchmarks that then did not match.
func audit(text []byte, pattern string) (skipped map[string]string, lost []string) {
	result := regexp.MustCompile(`^(Benchmark\S*?)(-\d+)?\s+\d+\s`)
	skipped = make(map[string]string)
	done := make(map[string]bool)
	var began []string
	previous := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if m := result.FindStringSubmatch(line); m != nil {
			done[m[1]] = true      // with GOMAXPROCS > 1
			done[m[1]+m[2]] = true // with GOMAXPROCS = 1, and a name that ends so
		} else if name, ok := strings.CutPrefix(line, "--- SKIP: Benchmark"); ok {
			skipped[name] = strings.TrimSpace(previous)
			done["Benchmark"+name] = true
		} else if strings.HasPrefix(line, "Benchmark") && !strings.ContainsAny(line, " \t") {
			began = append(began, line)
		}
		previous = line
	}
	for _, name := range began {
		isParent := slices.ContainsFunc(began, func(other string) bool { return strings.HasPrefix(other, name+"/") })
		mayBeParent := strings.Count(name, "/") < strings.Count(pattern, "/")
		if !done[name] && !isParent && !mayBeParent {
			lost = append(lost, name)
		}
	}
	return skipped, lost
}
