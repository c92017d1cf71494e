package term

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"marginlab/internal/rapidtest"
)

func TestStatus(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err     error
		want    int
		message string
	}{
		{nil, 0, ""},
		{Found(errors.New("one fails")), 1, "marginlab: one fails\n"},
		{errors.New("broken"), 2, "marginlab: broken\n"},
		{context.Canceled, 2, "marginlab: interrupted\n"},
	} {
		var out bytes.Buffer
		require.Equal(t, c.want, status("marginlab", c.err, &out))
		require.Equal(t, c.message, out.String())
	}
}

// silent is a flag whose value never comes.
type silent struct{}

func (*silent) UnmarshalText([]byte) error { select {} }

// A flag that reads a silent pipe is interrupted as a command is.
func TestFlagsAreInterrupted(t *testing.T) {
	t.Parallel()
	rapidtest.Slow(t)
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var grammar struct{ Norm silent }
	var out, errs bytes.Buffer
	require.Equal(t, 2, Run(ctx, &grammar, []string{"--norm", "pipe"}, Streams{Out: NewOut(&out), Err: &errs}))
	require.Equal(t, "marginlab: interrupted\n", errs.String())
	require.Empty(t, out.String())
}

// outlasting is a command that goes on for two moments after an interrupt.
type outlasting struct{}

func (outlasting) Run(ctx context.Context) error {
	<-ctx.Done()
	time.Sleep(2 * moment)
	return Found(errors.New("kept"))
}

// Run returns without a command a moment after an interrupt, unless the command keeps its results.
func TestOrderlyCommandsAreWaitedFor(t *testing.T) {
	t.Parallel()
	var grammar struct {
		Hasty outlasting `cmd:""`
		Keep  struct {
			Results outlasting `cmd:""`
		} `cmd:"" orderly:""`
	}
	for line, want := range map[string]string{"hasty": "marginlab: interrupted\n", "keep results": "marginlab: kept\n"} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			ctx, interrupt := context.WithCancel(t.Context())
			interrupt()
			var errs bytes.Buffer
			Run(ctx, &grammar, strings.Fields(line), Streams{Out: NewOut(io.Discard), Err: &errs})
			require.Equal(t, want, errs.String())
		})
	}
}
