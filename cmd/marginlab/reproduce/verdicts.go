package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Judge counts the proved guarantees that hold of a run, and names those that fail. lowest
// is the one with the lowest bound by the geometry on any of the quantities, nil if there
// is none.
func Judge(verdicts []theory.Verdict, quantities ...string) (held int, violated []string, lowest *theory.Verdict) {
	violated = []string{}
	for i, v := range verdicts {
		if v.Guarantee.Status != theory.Proved || v.Silent() {
			continue
		}
		if v.Holds {
			held++
		} else {
			violated = append(violated, v.Guarantee.ID)
		}
		if slices.Contains(quantities, v.Guarantee.Quantity()) && v.Guarantee.NeedsMargin() && (lowest == nil || v.Bound < lowest.Bound) {
			lowest = &verdicts[i]
		}
	}
	return held, violated, lowest
}

// Checked is a row whose run was checked against the proved guarantees.
type Checked interface {
	// Verdict returns how many guarantees hold, the names of those that fail, and what
	// run it is of.
	Verdict() (held int, violated []string, run string)
}

// Violations is the finding that runs violate guarantees, nil if none does. what is the
// word for a guarantee.
func Violations[R Checked](what string, rows []R) error {
	var found []string
	for _, r := range rows {
		_, violated, run := r.Verdict()
		for _, id := range violated {
			found = append(found, fmt.Sprintf("%s (%s)", id, run))
		}
	}
	if found == nil {
		return nil
	}
	return term.Found(fmt.Errorf("%s: %s", term.Count(len(found), what+" is violated", what+"s are violated"), strings.Join(found, ", ")))
}

// Tally prints how many guarantees on the runs hold and how many fail. what is the word
// for a guarantee.
func Tally[R Checked](w *term.Out, what string, rows []R) {
	held, failed := 0, 0
	for _, r := range rows {
		h, violated, _ := r.Verdict()
		held += h
		failed += len(violated)
	}
	w.Say("\nProved %ss on these %s: %d hold, %d fail.", what, term.Count(len(rows), "run", "runs"), held, failed)
}
