package reproduce

import (
	"embed"
	"encoding/csv"
	"maps"
	"math"
	"slices"
	"strconv"

	"marginlab/cmd/marginlab/term"
)

// Reported is what a paper reports of a run, by the names of the quantities, as it prints it; nil for nothing.
type Reported map[string]string

// none is how papers print that there is no value.
const none = "-"

// values are what is reported as JSON: numbers where they are ones, null for a dash; nil for nothing.
func (r Reported) values() any {
	if r == nil {
		return nil
	}
	record := term.Record{}
	for _, key := range slices.Sorted(maps.Keys(r)) {
		var value any = r[key]
		if v := number(r[key]); !math.IsNaN(v) {
			value = v
		} else if r[key] == none {
			value = nil
		}
		record = append(record, key, value)
	}
	return record
}

//go:embed published/*.csv
var published embed.FS

// reports are the published numbers of an experiment: by the cell and the learner the table, and what is in it.
type reports map[[2]string]report

type report struct {
	table    string
	reported Reported
}

// readReports reads a file of published numbers. Its first columns are table, cell and learner, its lines begin with
// a head, and what is empty there is not in the paper. It comes with the command: what is wrong in it is a programming
// error.
func readReports(name string) reports {
	file, err := published.Open("published/" + name + ".csv")
	if err != nil {
		panic("reproduce: " + err.Error())
	}
	defer file.Close()
	lines := csv.NewReader(file)
	lines.Comment = '#'
	all, err := lines.ReadAll()
	if err != nil {
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

// report completes a row with what the paper reports of it.
func (of reports) report(r *Row) {
	if found, is := of[[2]string{r.Cell, ""}]; is { // of the data
		r.Table = &found.table
	}
	if found, is := of[[2]string{r.Cell, r.Asked}]; is {
		r.Table, r.Published = &found.table, found.reported
	}
}

// number is a published number, NaN where it is none.
func number(text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return v
}
