package reproduce

import (
	"fmt"
	"io"
	"strings"

	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// Judge counts which of the proved guarantees on a run hold, and names those that fail.
// lowest is the one with the lowest bound by the geometry on one of the quantities, nil if
// there is none.
func Judge(verdicts []theory.Verdict, quantities ...theory.Quantity) (held int, violated []string, lowest *theory.Verdict) {
	violated = []string{}
	for i, v := range verdicts {
		if v.Guarantee.Status != theory.Proved || v.Silent {
			continue
		}
		if v.Holds {
			held++
		} else {
			violated = append(violated, v.Guarantee.ID)
		}
		for _, q := range quantities {
			if q.Name == v.Guarantee.Quantity.Name && !v.Guarantee.AnyStream && (lowest == nil || v.Bound < lowest.Bound) {
				lowest = &verdicts[i]
			}
		}
	}
	return held, violated, lowest
}

// Violations is the finding that runs violate guarantees, nil if none does. what is a
// guarantee, and of says which a row violates, and where.
func Violations[R any](what string, rows []R, of func(R) (violated []string, where string)) error {
	var found []string
	for _, r := range rows {
		violated, where := of(r)
		for _, id := range violated {
			found = append(found, fmt.Sprintf("%s (%s)", id, where))
		}
	}
	if found == nil {
		return nil
	}
	return term.Found(fmt.Errorf("%s: %s", term.Count(len(found), what+" is violated", what+"s are violated"), strings.Join(found, ", ")))
}

// Tally prints how many of the proved guarantees on the runs hold and how many fail. what
// are the guarantees, and of says how many hold of a row and which it violates.
func Tally[R any](w io.Writer, what string, rows []R, of func(R) (held int, violated []string)) error {
	held, failed := 0, 0
	for _, r := range rows {
		h, violated := of(r)
		held += h
		failed += len(violated)
	}
	_, err := fmt.Fprintf(w, "\nProved %s on these %s: %d hold, %d fail.\n", what, term.Count(len(rows), "run", "runs"), held, failed)
	return err
}
