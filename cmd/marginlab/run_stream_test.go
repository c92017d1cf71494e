package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

// long returns examples in LIBSVM that are more than a stream keeps, and then one more.
func long(last string) string {
	return strings.Repeat("+1 1:2.000000000000 2:0.500000000000\n-1 1:-2.000000000000 2:0.250000000000\n", 130_000) + last
}

// A stream is learned as the same examples in memory are: with a feature that is first seen when learning has begun,
// which is known from the start where the input can be read again; with features that are far, of which only those
// present take memory; and with an error on the first example alone, which ends the measuring there, and leaves
// what is known of all examples as it was.
func TestStreamIsLearnedAsInMemory(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	for _, c := range []struct{ name, learners, text, want string }{
		{"late", "e-omm,perceptron,romma", long("+1 1:1 7:3\n"), `"examples":260001,"dim":7,"passes":1,`},
		{"first", "perceptron,romma", "-1 1:2 2:0.5\n" + long("+1 1:1 7:3\n"),
			`"examples":260002,"dim":7,"passes":1,.*"margin":0,`},
		{"far late", "pa", long("+1 1:1 100000000:3\n"), `"dim":100000000,"passes":1,`},
		{"far", "pa", "+1 1:1 100000000:3\n" + long("-1 1:1 50000000:3\n"), `"dim":100000000,"passes":1,`},
	} {
		file := filepath.Join(t.TempDir(), c.name+".libsvm")
		require.NoError(t, os.WriteFile(file, []byte(c.text), 0o600))
		args := []string{"run", "--json", "--learners", c.learners}
		kept := printed(t, append(args, file)...)
		require.Len(t, regexp.MustCompile(c.want).FindAllString(kept, -1), 1+strings.Count(c.learners, ","), c.name)
		streamed := printed(t, append(args, "--stream", file)...)
		require.Equal(t, without(t, kept, "tau", "seconds"), without(t, streamed, "tau", "seconds"), c.name)
		switch c.name {
		case "late":
			status, piped, errs := ranOn(t.Context(), strings.NewReader(c.text), append(args, "--stream", "-")...)
			require.Zero(t, status, errs)
			require.Equal(t, without(t, kept, "tau", "seconds", "data"), without(t, piped, "tau", "seconds", "data"))
		case "first":
			header, _, _ := strings.Cut(printed(t, "run", "--markdown", "--learners", "perceptron", "--stream", file), "|")
			require.Equal(t, file+": 260002 examples, 7 features; 130001 are +1, 130001 are -1",
				strings.Join(strings.Fields(header), " "))
		}
	}
}

// A line may be as long as --max-line says, in memory and in a stream.
func TestLongLine(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "line.libsvm")
	require.NoError(t, os.WriteFile(file, []byte("+1 1:1\n-1 1:-1\n"+strings.Repeat(" ", 1<<20)), 0o600))
	for _, args := range [][]string{{"run", "--learners", "e-omm"}, {"run", "--stream", "--learners", "e-omm"},
		{"geometry"}} {
		status, _, errs := ran(t, append(args, "--max-line", "512KiB", file)...)
		require.Equal(t, 2, status, args)
		require.Contains(t, errs, "line.libsvm:3: reading: a line or record is longer than it may be: it has more than "+
			"524288 bytes; --max-line allows more")
		printed(t, append(args, file)...)
	}
}

// without returns the rows of JSON without some keys.
func without(t *testing.T, rows string, keys ...string) (all []map[string]any) {
	all = decoded[map[string]any](t, rows)
	for _, row := range all {
		for _, key := range keys {
			delete(row, key)
		}
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
	save := filepath.Join(t.TempDir(), "classifier.json")
	status, out, errs := ranOn(ctx, strings.NewReader(long("")),
		"run", "--stream", "--learners", "e-omm", "--save", save, "-")
	require.Equal(t, 2, status)
	require.Regexp(t, `marginlab: interrupted after [0-9]+ examples\n$`, errs)
	require.Regexp(t, `(?m)^e-omm +[0-9]+`, out)
	require.NoFileExists(t, save)
}
