package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	firstCall  = 2 * time.Second // of an answer; then longer, for an engine that has much to do
	callLasts  = 20 * time.Second
	firstPause = 50 * time.Millisecond
	mostPause  = 2 * time.Second
	quietFor   = 5 * time.Second // before the first warning, and between two
)

// again calls f until it succeeds, fails for good, or ctx ends. Everything that may pass counts
// as passing: an engine that restarts, elects a leader, or has no room on its disk. What does not
// pass is warned about.
func (c *Client) again(ctx context.Context, what string, f func(context.Context) error) error {
	if c.patience > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, c.patience, errors.New("the engine does not answer"))
		defer cancel()
	}
	warned, pause := time.Now(), firstPause
	for lasts := firstCall; ; lasts = min(2*lasts, callLasts) {
		once, cancel := context.WithTimeout(ctx, lasts)
		err := f(once)
		cancel()
		if err == nil || final(err) {
			return err
		}
		if ctx.Err() != nil {
			if c.patience > 0 && errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return fmt.Errorf("%s: no success within %v: %w", what, c.patience, err)
			}
			return context.Cause(ctx)
		}
		if time.Since(warned) > quietFor {
			warned = time.Now()
			c.warn("%s: %v; trying again", what, err)
		}
		_ = wait(ctx, pause)
		pause = min(2*pause, mostPause)
	}
}

// final reports whether an error does not pass by itself.
func final(err error) bool {
	for _, is := range []error{
		errLost, jetstream.ErrKeyNotFound, jetstream.ErrInvalidKey,
		nats.ErrConnectionClosed, nats.ErrPermissionViolation, nats.ErrAuthorization, nats.ErrMaxPayload,
	} {
		if errors.Is(err, is) {
			return true
		}
	}
	return isBroken(err)
}

// wait waits for a while, or until ctx ends.
func wait(ctx context.Context, while time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(while):
		return nil
	}
}
