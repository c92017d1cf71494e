package cluster

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
	"github.com/stretchr/testify/require"
)

func TestAgain(t *testing.T) {
	t.Parallel()
	c := &Client{warn: t.Logf}
	calls := 0
	fails := func(times int, err error) func(context.Context) error {
		calls = 0
		return func(context.Context) error {
			if calls++; calls > times {
				return nil
			}
			return err
		}
	}
	passing := errors.New("no room on the disk")
	require.NoError(t, c.retry(t.Context(), "a call", fails(2, passing)))
	require.Equal(t, 3, calls)
	require.ErrorIs(t, c.retry(t.Context(), "a call", fails(2, jetstream.ErrKeyNotFound)), jetstream.ErrKeyNotFound)
	require.Equal(t, 1, calls)
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := c.retry(ctx, "a call", func(context.Context) error { cancel(errGivenBack); return passing })
	require.ErrorIs(t, stopped, errGivenBack)
	c.patience = 10 * time.Millisecond
	err := c.retry(t.Context(), "a call", fails(1000, passing))
	require.EqualError(t, err, "a call: no success within 10ms: no room on the disk")
}
