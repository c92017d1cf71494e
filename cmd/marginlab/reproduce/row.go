package reproduce

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Row is a run of an experiment as it is kept in the checkpoint. It is [printed] with other keys.
type Row struct {
	term.RunRow
	Seed  uint64         // of the run
	Cell  string         // which data, in the words of the published numbers
	Asked string         // the learner as it was asked for, in those words
	Shown string         // the same in a table, if that differs
	More  map[string]any // by JSON key: float64, string, bool, or nil for none

	Theta    *float64
	BiasFree *bool

	Table     *string // of the paper
	Published Reported
	Run       int // from 1

	Held     *int     // how many proved guarantees hold; nil if none is held against the run
	Violated []string // the others
}

// printed is a row with the keys that it is printed with: those of a run, and then those of the experiment.
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

// set sets values by JSON keys and numbers in turns. What is no number is null.
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

// value returns a number by its JSON key, NaN for none. A margin of 0 is none: the last classifier does not separate.
func (r Row) value(key string) float64 {
	v := math.NaN()
	switch key {
	case "mistakes":
		return float64(r.Mistakes)
	case "updates":
		return float64(r.Updates)
	case "passes":
		return float64(r.Passes)
	case "tau":
		return float64(r.Tau)
	case "seconds":
		return float64(r.Seconds)
	case "margin":
		v = float64(r.Margin)
	default:
		if f, is := r.More[key].(float64); is {
			v = f
		}
	}
	if v == 0 && (key == "margin" || key == "margin_ratio") {
		return math.NaN()
	}
	return v
}

// shown is the learner in a table.
func (r Row) shown() string {
	if r.Shown != "" {
		return r.Shown
	}
	return r.Asked
}

// column returns a number of each row.
func column(rows []Row, key string) []float64 {
	v := make([]float64, len(rows))
	for i, r := range rows {
		v[i] = r.value(key)
	}
	return v
}

// which returns the rows that a condition holds of.
func which(rows []Row, is func(Row) bool) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return !is(r) })
}

// sorted returns the rows in an order; those that are equal in it stay in theirs.
func sorted(rows []Row, order func(a, b Row) int) []Row {
	return slices.SortedStableFunc(slices.Values(rows), order)
}

// split returns the rows in groups that agree in a key, in the order in which these first appear.
func split(rows []Row, key func(Row) string) (groups [][]Row) {
	at := map[string]int{}
	for _, r := range rows {
		k := key(r)
		i, known := at[k]
		if !known {
			i = len(groups)
			at[k], groups = i, append(groups, nil)
		}
		groups[i] = append(groups[i], r)
	}
	return groups
}

// judge counts the proved guarantees that hold of the run, and names those that fail. It returns the one with the
// lowest bound on any of the quantities, of those that is allows; nil if there is none.
func (r *Row) judge(verdicts []theory.Verdict, is func(theory.Guarantee) bool) (lowest *theory.Verdict) {
	r.Held, r.Violated = new(int), nil
	for i, v := range verdicts {
		switch {
		case v.Guarantee.Status != theory.Proved || v.Silent():
			continue
		case v.Holds:
			*r.Held++
		default:
			r.Violated = append(r.Violated, v.Guarantee.ID)
		}
		if is(v.Guarantee) && (lowest == nil || v.Bound < lowest.Bound) {
			lowest = &verdicts[i]
		}
	}
	return lowest
}

// violations is the finding that runs violate guarantees, nil if none does.
func violations(rows []Row) error {
	var found []string
	for _, r := range rows {
		for _, id := range r.Violated {
			found = append(found, fmt.Sprintf("%s (%s on %s, seed %d)", id, r.Learner, r.Data, r.Seed))
		}
	}
	if found == nil {
		return nil
	}
	return term.Found(fmt.Errorf("%s: %s", term.Count(len(found), "guarantee is violated", "guarantees are violated"),
		strings.Join(found, ", ")))
}

// tally prints how many guarantees hold of the runs and how many fail, if any is held against them.
func tally(w *term.Out, rows []Row) {
	checked, held, failed := 0, 0, 0
	for _, r := range rows {
		if r.Held != nil {
			checked, held, failed = checked+1, held+*r.Held, failed+len(r.Violated)
		}
	}
	if checked > 0 {
		w.Say("\nProved guarantees on these %s: %d hold, %d fail.", term.Count(checked, "run", "runs"), held, failed)
	}
}

// separable returns the geometry of data in a view, in which they must be separable.
func separable(ctx context.Context, data *trial.Data, view theory.View) (theory.Geometry, error) {
	geo, _, err := data.Geometry(ctx, view)
	if err == nil && !geo.Separable {
		err = errors.New(view.Separability(false))
	}
	if err != nil {
		return theory.Geometry{}, fmt.Errorf("%s: %w", data.Name, err)
	}
	return geo, nil
}
