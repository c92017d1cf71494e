package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/cmd/marginlab/term"
	"marginlab/internal/rapidtest"
)

// long returns examples in LIBSVM that are more than a stream keeps, and then one more.
func long(last string) string {
	return strings.Repeat("+1 1:2.000000000000 2:0.500000000000\n-1 1:-2.000000000000 2:0.250000000000\n", 130_000) + last
}

// A feature that is first seen when learning has begun is known from the start, where the file
// can be read again.
func TestStreamedFeaturesThatComeLate(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	file := filepath.Join(t.TempDir(), "late.libsvm")
	require.NoError(t, os.WriteFile(file, []byte(long("+1 1:1 7:3\n")), 0o600))
	var kept, streamed, piped, errs bytes.Buffer
	args := []string{"run", "--json", "--learners", "e-omm,perceptron,romma"}
	require.Zero(t, run(t.Context(), append(args, file), term.Streams{Out: term.NewOut(&kept), Err: &errs}), errs.String())
	require.Zero(t, run(t.Context(), append(args, "--stream", file),
		term.Streams{Out: term.NewOut(&streamed), Err: &errs}), errs.String())
	require.Contains(t, kept.String(), `"examples":260001,"dim":7,"passes":1,`)
	require.Equal(t, without(t, kept.String(), "tau", "seconds"), without(t, streamed.String(), "tau", "seconds"))

	in := strings.NewReader(long("+1 1:1 7:3\n"))
	require.Zero(t, run(t.Context(), append(args, "--stream", "-"), term.Streams{In: in, Out: term.NewOut(&piped), Err: &errs}), errs.String())
	require.Equal(t, without(t, kept.String(), "tau", "seconds", "data"), without(t, piped.String(), "tau", "seconds", "data"))
}

// An error on the first example alone, which ends the measuring there, leaves what is known of
// all examples as it was.
func TestStreamedMarginEndsAtAnError(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "first.libsvm")
	require.NoError(t, os.WriteFile(file, []byte("-1 1:2 2:0.5\n"+long("+1 1:1 7:3\n")), 0o600))
	for _, form := range []string{"--json", "--markdown"} {
		var kept, streamed, errs bytes.Buffer
		args := []string{"run", form, "--learners", "perceptron,romma", file}
		require.Zero(t, run(t.Context(), args, term.Streams{Out: term.NewOut(&kept), Err: &errs}), errs.String())
		require.Zero(t, run(t.Context(), append(args, "--stream"), term.Streams{Out: term.NewOut(&streamed), Err: &errs}),
			errs.String())
		if form == "--json" {
			require.Contains(t, kept.String(), `"examples":260002,"dim":7,"passes":1,`)
			require.Equal(t, 2, strings.Count(kept.String(), `"margin":0,`))
			require.Equal(t, without(t, kept.String(), "tau", "seconds"), without(t, streamed.String(), "tau", "seconds"))
			continue
		}
		header, _, _ := strings.Cut(kept.String(), "|")
		require.Contains(t, header, "130001")
		require.True(t, strings.HasPrefix(streamed.String(), header), streamed.String())
	}
}

// Wide features take what is present, wherever the first of them are.
func TestStreamedFeaturesThatAreFar(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for name, text := range map[string]string{
		"at the end": long("+1 1:1 100000000:3\n"),
		"more later": "+1 1:1 100000000:3\n" + long("-1 1:1 50000000:3\n"),
	} {
		file := filepath.Join(t.TempDir(), "far.libsvm")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		var kept, streamed, errs bytes.Buffer
		args := []string{"run", "--json", "--learners", "pa"}
		require.Zero(t, run(t.Context(), append(args, file), term.Streams{Out: term.NewOut(&kept), Err: &errs}),
			errs.String())
		require.Zero(t, run(t.Context(), append(args, "--stream", file),
			term.Streams{Out: term.NewOut(&streamed), Err: &errs}), errs.String())
		require.Contains(t, kept.String(), `"dim":100000000,"passes":1,`)
		require.Equal(t, without(t, kept.String(), "tau", "seconds"), without(t, streamed.String(), "tau", "seconds"), name)
	}
}

// A line may be as long as --max-line says, in memory and in a stream.
func TestLongLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "line.libsvm")
	require.NoError(t, os.WriteFile(file, []byte("+1 1:1\n-1 1:-1\n"+strings.Repeat(" ", 1<<20)), 0o600))
	for _, args := range [][]string{{"run", "--learners", "e-omm"}, {"run", "--stream", "--learners", "e-omm"},
		{"geometry"}} {
		var errs bytes.Buffer
		require.Equal(t, 2, run(t.Context(), append(args, "--max-line", "512KiB", file),
			term.Streams{Out: term.NewOut(io.Discard), Err: &errs}), args)
		require.Contains(t, errs.String(), "line.libsvm:3: reading: a line or record is longer than it may be: it has more than 524288 bytes; --max-line allows more")
		require.Zero(t, run(t.Context(), append(args, file), term.Streams{Out: term.NewOut(io.Discard), Err: &errs}), args)
	}
}

// without returns the rows of JSON without some keys.
func without(t *testing.T, rows string, keys ...string) (all []map[string]any) {
	for line := range strings.Lines(rows) {
		var row map[string]any
		require.NoError(t, json.Unmarshal([]byte(line), &row))
		for _, key := range keys {
			delete(row, key)
		}
		all = append(all, row)
	}
	return all
}

// interruptedLate is a context that is interrupted after it has been asked so many times.
type interruptedLate struct {
	context.Context
	left atomic.Int64
}

func (c *interruptedLate) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// An interrupted stream says how far the learners are, and saves no classifier of a part.
func TestInterruptedStream(t *testing.T) {
	t.Parallel()
	ctx := &interruptedLate{Context: t.Context()}
	ctx.left.Store(400)
	var out, errs bytes.Buffer
	save := filepath.Join(t.TempDir(), "classifier.json")
	require.Equal(t, 2, run(ctx, []string{"run", "--stream", "--learners", "e-omm", "--save", save, "-"},
		term.Streams{In: strings.NewReader(long("")), Out: term.NewOut(&out), Err: &errs}))
	require.Regexp(t, `marginlab: interrupted after [0-9]+ examples\n$`, errs.String())
	require.Regexp(t, `(?m)^e-omm +[0-9]+`, out.String())
	require.NoFileExists(t, save)
}
