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
	firstCall  = 2 * time.Second // how long to wait for an answer; then longer, for a busy engine
	callLasts  = 20 * time.Second
	firstPause = 50 * time.Millisecond
	mostPause  = 2 * time.Second
	quietFor   = 5 * time.Second // before the first warning, and between warnings
)

// retry calls f until it succeeds, fails for good, or ctx ends. Everything that may be temporary counts as temporary:
// an engine that restarts, elects a leader, or has no room on its disk. It warns about what lasts.
func (c *Client) retry(ctx context.Context, what string, f func(context.Context) error) error {
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
		if err == nil || isFinal(err) {
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

// isFinal reports whether an error is permanent.
func isFinal(err error) bool {
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
