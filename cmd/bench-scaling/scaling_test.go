//go:build unix

package main

import (
	"bytes"
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/algos"
	"marginlab/cmd/marginlab/term"
)

// grown is an experiment of a subject whose time and count grow by these powers, and of one
// that reads by another.
func grown(clock, count, reading float64) (experiment, func(func() func()) time.Duration) {
	l := law{what: "a test", axis: "n", order: "O(n)", power: 1}
	var took time.Duration // of the last run
	made := func(name string, size int, clock, count float64) subject {
		return subject{name: name, law: l,
			fresh: func() func() { return func() { took = time.Duration(1000 * math.Pow(float64(size), clock)) } },
			count: func() float64 { return math.Pow(float64(size), count) },
		}
	}
	e := experiment{"made", "nothing", []int{10, 30, 100, 300, 1000}, 3, func(size int) ([]subject, error) {
		return []subject{made("reading", size, reading, 1), made("subject", size, clock, count)}, nil
	}}
	return e, func(fresh func() func()) time.Duration { fresh()(); return took }
}

// Every learner updates at every step but those of its initialisation phase, so that it does the same
// at all sizes.
func TestEveryStepIsAnUpdate(t *testing.T) {
	t.Parallel()
	examples := gaussian(200, 10)
	for _, spec := range algos.Defaults() {
		if spec.Kind.Solves {
			continue
		}
		learner, updates, opening := spec.New(10), 0, 0
		for i, y := range contrary(spec, examples, 10) {
			step := learner.Step(examples[i].X, y)
			if step.Opening {
				opening++
			} else if step.Updated {
				updates++
			}
		}
		require.Less(t, opening, 20, spec)
		require.Equal(t, len(examples), updates+opening, spec)
	}
}

func TestVerdicts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name                  string
		clock, count, reading float64
		want                  string
	}{
		{"as documented", 1, 1, 1, ""},
		{"slower than documented", 0.5, 0.5, 1, ""},
		{"the count", 1, 1.06, 1, "count"},
		{"both", 2, 2, 1, "count"},
		{"the clock", 1.2, 1, 1, "clock"},
		{"the clock, and reading too", 1.2, 1, 1.1, ""},
		{"the clock, and reading grows less", 1.2, 1, 0.5, "clock"},
		{"a little", 1.1, 1.04, 1, ""},
	} {
		e, clock := grown(c.clock, c.count, c.reading)
		rows, err := e.run(t.Context(), false, 3, clock, term.NewProgress(io.Discard))
		require.NoError(t, err)
		require.Len(t, rows, 2)
		require.Empty(t, rows[0].faster(), "reading is not judged")
		require.Equal(t, c.want, rows[1].faster(), c.name)
		require.InDelta(t, c.clock, rows[1].clock.at, 1e-3, c.name)
		require.InDelta(t, c.count, rows[1].count, 1e-9, c.name)
		require.Len(t, rows[1].sizes, 5)
		quick, err := e.run(t.Context(), true, 3, clock, term.NewProgress(io.Discard))
		require.NoError(t, err)
		require.Len(t, quick[1].sizes, 3)
	}
}

// What seems to grow faster once is measured again.
func TestClockIsMeasuredAgain(t *testing.T) {
	t.Parallel()
	e, clock := grown(1.5, 1, 1)
	runs := 0
	rows, err := e.run(t.Context(), false, 3, func(fresh func() func()) time.Duration {
		took := clock(fresh)
		if runs++; runs > 30 { // after three rounds of both subjects
			took = time.Duration(1000 * math.Pow(float64(took)/1000, 1/1.5))
		}
		return took
	}, term.NewProgress(io.Discard))
	require.NoError(t, err)
	require.Equal(t, 45, runs, "the subject alone is measured again")
	require.Empty(t, rows[1].faster())
}

func TestCancelled(t *testing.T) {
	t.Parallel()
	e, clock := grown(1, 1, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := e.run(ctx, false, 3, clock, term.NewProgress(io.Discard))
	require.ErrorIs(t, err, context.Canceled)
}

func TestPage(t *testing.T) {
	t.Parallel()
	var all [][]fitted
	for _, power := range []float64{1, 2} {
		e, clock := grown(power, power, 1)
		rows, err := e.run(t.Context(), false, 3, clock, term.NewProgress(io.Discard))
		require.NoError(t, err)
		all = append(all, rows)
	}
	f := flags{Output: filepath.Join(t.TempDir(), "growth")}
	require.NoError(t, f.write(all, "make scaling"))
	page, err := os.ReadFile(f.Output + ".md")
	require.NoError(t, err)
	require.Contains(t, string(page), "Verdict: 1 of 2 grow faster than documented: subject in made, by the count.")
	require.Contains(t, string(page), "| subject | 2.00 | 2.00..2.00 | 2.000 | grows FASTER than documented, by the count |")
	require.Contains(t, string(page), "![time over size, and the documented growth](growth.svg)")
	figure, err := os.ReadFile(f.Output + ".svg")
	require.NoError(t, err)
	require.Contains(t, string(figure), ">made</text>")
}

func TestArguments(t *testing.T) {
	t.Parallel()
	for want, args := range map[string][]string{
		"--rounds 2: expected at least 3": {"--rounds=2"},
		"--only: error parsing regexp":    {"--only=("},
		"no experiment has such a name":   {"--only=xyz"},
		"unknown flag --what":             {"--what"},
	} {
		var out, errs bytes.Buffer
		require.Equal(t, 2, run(t.Context(), args, term.Streams{Out: &out, Err: &errs}), args)
		require.Contains(t, errs.String(), want)
		require.Empty(t, out.String())
	}
	var out, errs bytes.Buffer
	require.Zero(t, run(t.Context(), []string{"--help"}, term.Streams{Out: &out, Err: &errs}))
	require.Contains(t, out.String(), "nothing grows faster than documented")
}

// Every experiment can be prepared, and runs, at its least size.
func TestExperiments(t *testing.T) {
	for _, e := range experiments(t.TempDir()) {
		require.LessOrEqual(t, e.quick, len(e.sizes), e.name)
		require.GreaterOrEqual(t, e.quick, 3, e.name)
		subjects, err := e.prepare(e.sizes[0])
		require.NoError(t, err, e.name)
		require.Greater(t, len(subjects), 1, e.name)
		for _, s := range subjects {
			require.Equal(t, subjects[1].law.axis, s.law.axis, e.name)
			require.GreaterOrEqual(t, s.counted(), 0.0, "%s of %s", s.name, e.name)
		}
	}
}
