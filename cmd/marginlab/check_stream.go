package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"unsafe"

	"marginlab/algos/trial"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// streamedSteps is how many bytes the steps of all learners take that are kept of a stream.
const streamedSteps = 32 << 20

func (c checkCmd) streamFlags() streamFlags {
	return streamFlags{in: c.input, order: c.order, space: c.spaceFlags, learners: c.Learners}
}

// Validate implements kong's check of a command's flags.
func (c checkCmd) Validate() error {
	if err := cmp.Or(c.order.Validate(), c.propertyFlags.validate(c.Learners, c.Stream)); err != nil || !c.Stream {
		return err
	}
	if c.Exact {
		return fmt.Errorf("--exact needs all examples at once, expected it without --stream")
	}
	return c.streamFlags().validate()
}

// stream holds the guarantees while the examples are read.
func (c checkCmd) stream(ctx context.Context, std term.Streams) error {
	s, err := c.streamFlags().open(std)
	if err != nil {
		return err
	}
	defer s.progress.Clear()
	together, err := s.learn(ctx, func(data *trial.Data) (*trial.Together, error) {
		learners, err := c.Learners.on(data)
		if err == nil && learners == nil {
			learners, err = data.Checked()
			learners = s.partByPart(learners)
		}
		if err == nil && c.Learner != "" {
			learners, err = only(c.Learner, learners)
		}
		if err != nil {
			return nil, err
		}
		together, err := trial.NewTogether(learners, data)
		if err == nil {
			together.Hold(streamedSteps/int(unsafe.Sizeof(theory.Step{}))/len(learners), !s.again)
		}
		return together, err
	})
	if err == nil && s.again {
		err = s.measure(ctx, together)
	}
	if err != nil {
		return err
	}
	s.progress.Clear()
	data := s.data()
	var rows []checkRow
	runs := together.Runs()
	for _, r := range runs {
		held, err := c.rows(ctx, r, data, std.Err)
		if err != nil {
			return err
		}
		rows = append(rows, held...)
	}
	if rows, err = c.chosen(rows); err != nil {
		return err
	}
	if c.Learner == "" {
		if err := s.note(std); err != nil {
			return err
		}
	}
	failed := c.report(std.Out, term.About(data, []int{s.positives, s.examples - s.positives}), rows, nil)
	if c.ForMachines() {
		return failed
	}
	if err := c.counts(std.Out, runs); err != nil {
		return err
	}
	if c.detailed() {
		return failed // the reasons are among the rows
	}
	for _, why := range leftOutOf(rows) {
		if err := term.Say(std.Out, "\n%s", why); err != nil {
			return err
		}
	}
	return failed
}

// counts prints what the learners did.
func (c checkCmd) counts(w io.Writer, runs []*trial.Run) error {
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	g := term.NewTable(term.Left("learner"), term.Right("mistakes"), term.Right("updates"))
	for _, r := range runs {
		g.Row(r.Label, r.Trace.Mistakes, r.Trace.Updates)
	}
	return g.Write(c.Out(w))
}

// leftOutOf says which guarantees are left out, a sentence for each reason.
func leftOutOf(rows []checkRow) (all []string) {
	ids := map[string][]string{}
	var reasons []string
	for _, r := range rows {
		if r.why.Kind != theory.LeftOut {
			continue
		}
		why := r.why.Detail
		if ids[why] == nil {
			reasons = append(reasons, why)
		}
		if !slices.Contains(ids[why], r.ID) {
			ids[why] = append(ids[why], r.ID)
		}
	}
	for _, why := range reasons {
		all = append(all, fmt.Sprintf("Left out, as %s: %s.", why, strings.Join(ids[why], ", ")))
	}
	return all
}
