package main

import (
	"context"
	"fmt"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
)

// validateCertify reports flags for which there are no exact models.
func (c runCmd) validateCertify() error {
	for _, flag := range []struct {
		name string
		is   bool
	}{{"--stream", c.Stream}, {"--kernel", c.Kernel != nil}} {
		if c.Certify && flag.is {
			return fmt.Errorf("--certify is for learners on features that are in memory, expected it without %s", flag.name)
		}
	}
	return nil
}

const (
	rationalSize = 128               // about what a rational number takes, in bytes
	stepSize     = 16 * rationalSize // and a step of an exact model, of such numbers or of intervals
)

// rational is the error that n examples in dim dimensions take more than the memory as rational
// numbers.
func rational(n, dim int, memory term.Bytes) error {
	return rationals(int64(n)*int64(dim), fmt.Sprintf("%d examples in %d dimensions", n, dim), memory)
}

// rationals is the error that so many rational numbers take more than the memory; what says which
// they are.
func rationals(n int64, what string, memory term.Bytes) error {
	if most := int64(memory) / rationalSize; n > most {
		return fmt.Errorf("%s, expected at most %d numbers with --memory %s: a rational number takes about %d bytes", what, most, memory, rationalSize)
	}
	return nil
}

// certified decides the steps of a run again. The error is that of ctx; any other is why nothing
// was decided.
func (c runCmd) certified(ctx context.Context, r *trial.Run, data *trial.Data) (*term.Certified, error) {
	again, err := data.Redecide(ctx, r, c.passes(len(data.Examples)))
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return &term.Certified{Why: new(err.Error())}, nil
	}
	row := &term.Certified{Steps: again.Steps, Doubtful: again.Doubtful, Otherwise: again.Otherwise, Mistakes: again.Mistakes, Updates: again.Updates}
	if again.Otherwise > 0 {
		row.First = &again.First
	}
	return row, nil
}

// counts are those of the table: of the doubtful steps, and of those decided otherwise.
func counts(c *term.Certified) (doubtful, otherwise term.Number) {
	if c.Why != nil {
		return term.Missing(), term.Missing()
	}
	return term.Number(c.Doubtful), term.Number(c.Otherwise)
}

// showCertified prints, a line a learner, why steps were not decided again, or where otherwise.
func showCertified(w *term.Out, rows []term.RunRow) {
	between := "\n"
	for _, r := range rows {
		c := r.Certified
		if c == nil || c.Why == nil && c.Otherwise == 0 {
			continue
		}
		var said string
		if c.Why != nil {
			said = "not decided again: " + *c.Why
		} else {
			said = fmt.Sprintf("decided otherwise from step %d on; exact arithmetic makes %d mistakes and %d updates", *c.First, c.Mistakes, c.Updates)
		}
		w.Say("%s%s: %s", between, r.Learner, said)
		between = ""
	}
}
