package reproduce

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"marginlab/cmd/marginlab/term"
)

// Row is a run of an experiment as the checkpoint stores it. [printed] writes it with other keys.
type Row struct {
	term.RunRow
	Seed  uint64         // of the run
	Run   int            // from 1
	Cell  string         // which data, in the words of the published numbers
	Asked string         // the requested learner, in the same words
	Shown string         // the same in a table
	More  map[string]any // by JSON key: float64, string, bool, or nil for none

	Theta    *float64
	BiasFree *bool

	Table     *string // of the paper
	Published Reported

	Held     *int     // the number of proved guarantees that hold; nil if none is checked on the run
	Violated []string // the proved guarantees that fail
}

// printed is a row with its keys in print: first the keys of a run, then those of the experiment.
type printed Row

// MarshalJSON implements [json.Marshaler].
func (r printed) MarshalJSON() ([]byte, error) {
	more := term.Record{"table", r.Table, "theta", r.Theta, "bias_free", r.BiasFree, "published",
		r.Published.values(), "run", r.Run, "seed", r.Seed}
	for _, key := range slices.Sorted(maps.Keys(r.More)) {
		more = append(more, key, r.More[key])
	}
	if r.Held != nil {
		more = append(more, "held", *r.Held, "violated", append([]string{}, r.Violated...))
	}
	var text bytes.Buffer
	if err := term.Encode(&text, r.RunRow); err != nil {
		return nil, err
	}
	rest, err := more.MarshalJSON()
	return append(append(bytes.TrimRight(text.Bytes(), "}\n"), ','), rest[1:]...), err
}

// set sets values from alternating JSON keys and numbers. NaN and infinities become null.
func (r *Row) set(pairs ...any) {
	if r.More == nil {
		r.More = map[string]any{}
	}
	for i := 0; i < len(pairs); i += 2 {
		v := pairs[i+1]
		if f, is := v.(float64); is && (math.IsNaN(f) || math.IsInf(f, 0)) {
			v = nil
		}
		r.More[pairs[i].(string)] = v
	}
}

// value returns a number by its JSON key, NaN if missing. A margin of 0 is missing: the last classifier fails to
// separate.
func (r Row) value(key string) float64 {
	ofRun := map[string]float64{
		"mistakes": float64(r.Mistakes), "updates": float64(r.Updates), "passes": float64(r.Passes),
		"tau": float64(r.Tau), "seconds": float64(r.Seconds), "margin": float64(r.Margin),
	}
	v, is := ofRun[key]
	if !is {
		v, is = r.More[key].(float64)
	}
	if !is || key == "margin" && v == 0 {
		return math.NaN()
	}
	return v
}

// Keys by which rows are grouped.
func byAsked(r Row) string   { return r.Asked }
func byCell(r Row) string    { return r.Cell }
func byLearner(r Row) string { return r.Learner }

// column returns a number of each row.
func column(rows []Row, key string) []float64 {
	v := make([]float64, len(rows))
	for i, r := range rows {
		v[i] = r.value(key)
	}
	return v
}

// selectRows returns the rows that meet a condition, all for nil.
func selectRows(rows []Row, is func(Row) bool) []Row {
	if is == nil {
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return !is(r) })
}

// tally prints how many guarantees hold on the runs and how many fail, if any is checked. It returns the finding that
// some fail, nil if none does.
func tally(w *term.Out, rows []Row) error {
	checked, held := 0, 0
	var failed []string
	for _, r := range rows {
		if r.Held != nil {
			checked, held = checked+1, held+*r.Held
		}
		for _, id := range r.Violated {
			failed = append(failed, fmt.Sprintf("%s (%s on %s, seed %d)", id, r.Learner, r.Data, r.Seed))
		}
	}
	if checked > 0 {
		w.Say("\nProved guarantees on these %s: %d hold, %d fail.", term.Count(checked, "run", "runs"), held,
			len(failed))
	}
	if failed == nil {
		return nil
	}
	return term.Found(fmt.Errorf("%s: %s", term.Count(len(failed), "guarantee is violated", "guarantees are violated"),
		strings.Join(failed, ", ")))
}

// Reported has the values of a paper for a run, as printed, by the names of the quantities; nil for none.
type Reported map[string]string

// none is how papers print a missing value.
const none = "-"

// values returns the reported values for JSON: numbers where possible, null for a dash; nil if there are none.
func (r Reported) values() any {
	if r == nil {
		return nil
	}
	values := map[string]any{}
	for key, text := range r {
		if v := number(text); !math.IsNaN(v) {
			values[key] = v
		} else if values[key] = text; text == none {
			values[key] = nil
		}
	}
	return values
}

//go:embed published/*.csv
var published embed.FS

// reports are the published numbers of an experiment, with their table, by cell and learner.
type reports map[[2]string]report

type report struct {
	table    string
	reported Reported
}

// readReports reads a file of published numbers. It has a header line; its first columns are table, cell and learner,
// and an empty field is not in the paper. The file is part of the command, so a fault in it is a programming error.
func readReports(name string) reports {
	text, err := published.ReadFile("published/" + name + ".csv")
	lines := csv.NewReader(bytes.NewReader(text))
	lines.Comment = '#'
	all, wrong := lines.ReadAll()
	if err = cmp.Or(err, wrong); err != nil {
		panic("reproduce: " + name + ": " + err.Error())
	}
	of := reports{}
	for _, line := range all[1:] {
		r := report{line[0], Reported{}}
		for i, value := range line[3:] {
			if value != "" {
				r.reported[all[0][3+i]] = value
			}
		}
		of[[2]string{line[1], line[2]}] = r
	}
	return of
}

// report adds the paper's values to a row.
func (of reports) report(r *Row) {
	if found, is := of[[2]string{r.Cell, ""}]; is { // of the data
		r.Table = &found.table
	}
	if found, is := of[[2]string{r.Cell, r.Asked}]; is {
		r.Table, r.Published = &found.table, found.reported
	}
}

// number returns a published number, NaN if the text is not one.
func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
