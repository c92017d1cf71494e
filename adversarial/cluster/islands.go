package cluster

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// progress records how far an island has come.
type progress struct {
	Epochs  int     `json:"epochs"`
	State   string  `json:"state"` // the hash of its state then
	Ratio   float64 `json:"ratio"`
	Trials  int     `json:"trials"`
	Refuted bool    `json:"refuted,omitempty"`
}

const (
	kept             = 8         // the number of last states kept for an island
	mostState        = 128 << 20 // bytes
	mostTrials int64 = 1 << 48   // of an island, so that the sum over all islands fits
)

// progress returns the progress of the task's island with its output, without the hash of the state.
func (o Output) progress(t Task) progress {
	return progress{t.Epoch + 1, "", o.Ratio, o.Trials, o.Refuted}
}

// check returns an error if no task can make this progress.
func (p progress) check() error {
	switch {
	case math.IsNaN(p.Ratio) || math.IsInf(p.Ratio, 0):
		return fmt.Errorf("it has the ratio %v, expected a finite number", p.Ratio)
	case p.Trials < 0 || int64(p.Trials) > mostTrials:
		return fmt.Errorf("it ran %d streams, expected from 0 to %d", p.Trials, mostTrials)
	case p.Epochs < 1 || p.Epochs > mostEpochs:
		return fmt.Errorf("it has come through %d epochs, expected from 1 to %d", p.Epochs, mostEpochs)
	}
	return nil
}

// brokenError is an error that no worker can repair: the hunt stops and reports it.
type brokenError struct{ error }

func (e *brokenError) Unwrap() error { return e.error }

func isBroken(err error) bool { return errors.As(err, new(*brokenError)) }

// errLost means that a state is missing, or not what it should be.
var errLost = errors.New("is lost")

// value returns the value of a key, nil if there is none.
func (c *Client) value(ctx context.Context, bucket jetstream.KeyValue, key string) (
	entry jetstream.KeyValueEntry, err error,
) {
	err = c.retry(ctx, "reading "+bucket.Bucket(), func(ctx context.Context) (err error) {
		entry, err = bucket.Get(ctx, key)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		return nil, nil
	}
	return entry, err
}

// entries returns the entries of the keys that match a filter, including the earlier ones that are kept.
func (c *Client) entries(ctx context.Context, bucket jetstream.KeyValue, filter string) (
	all []jetstream.KeyValueEntry, err error,
) {
	err = c.retry(ctx, "reading "+bucket.Bucket(), func(ctx context.Context) error {
		all, err = bucket.History(ctx, filter, jetstream.IgnoreDeletes())
		if errors.Is(err, jetstream.ErrKeyNotFound) {
			err = nil
		}
		return cmp.Or(err, ctx.Err()) // when ctx ends, some may be missing
	})
	return all, err
}

// progress returns the last epochs of each island that matches a filter, the oldest first.
func (c *Client) progress(ctx context.Context, filter string) (
	islands map[string][]progress, revision uint64, err error,
) {
	entries, err := c.entries(ctx, c.islands, filter)
	islands = map[string][]progress{}
	for _, e := range entries {
		var p progress
		err := json.Unmarshal(e.Value(), &p)
		if err == nil {
			err = p.check()
		}
		if err != nil {
			return nil, 0, &brokenError{fmt.Errorf("what the engine keeps of island %s is broken: %w", e.Key(), err)}
		}
		islands[e.Key()], revision = append(islands[e.Key()], p), e.Revision()
	}
	return islands, revision, err
}

// object returns the name of the island's state after the given number of epochs.
func (t Task) object(epochs int) string { return fmt.Sprintf("%s.%d", t.key(), epochs%kept) }

const epochsKey = "epochs" // a key of a state's metadata

// state reads the state of the task's island at a progress, whose hash is "" if it is not known. The error wraps
// errLost if the state is missing, or is a different one.
func (c *Client) state(ctx context.Context, t Task, of progress) (state []byte, err error) {
	lost := func(why error) error {
		return fmt.Errorf("the state of island %d of hunt %s after %d epochs %w: %w",
			t.Island, t.Hunt, of.Epochs, errLost, why)
	}
	err = c.retry(ctx, "reading a state", func(ctx context.Context) error {
		info, err := c.states.GetInfo(ctx, t.object(of.Epochs))
		switch {
		case errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrBadObjectMeta):
			return lost(err)
		case err != nil:
			return err
		case info.Metadata[epochsKey] != fmt.Sprint(of.Epochs), of.State != "" && info.Digest != of.State,
			info.Size > mostState:
			return lost(errors.New("there is another one"))
		}
		// The object store's own reader waits for parts that are missing.
		state = nil
		for at := uint64(1); uint64(len(state)) < info.Size; {
			part, err := c.stateStream.GetMsg(ctx, at, jetstream.WithGetMsgSubject("$O.states.C."+info.NUID))
			if errors.Is(err, jetstream.ErrMsgNotFound) {
				return lost(errors.New("a part of it is missing"))
			}
			if err != nil {
				return err
			}
			state, at = append(state, part.Data...), part.Sequence+1
		}
		hash := sha256.New()
		hash.Write(state)
		if jetstream.GetObjectDigestValue(hash) != info.Digest {
			return lost(jetstream.ErrDigestMismatch)
		}
		return nil
	})
	return state, err
}

// newest returns how far an island has come, and the newest available state, up to the one that the task makes; epochs
// is 0 if there is none.
func (c *Client) newest(ctx context.Context, t Task) (come, epochs int, state []byte, err error) {
	islands, _, err := c.progress(ctx, t.key())
	all := islands[t.key()]
	if len(all) > 0 {
		if come = all[len(all)-1].Epochs; all[0].Epochs > t.Epoch+1 {
			all = []progress{{Epochs: t.Epoch + 1}} // its hash is no longer kept
		}
	}
	for _, p := range slices.Backward(all) {
		if p.Epochs > t.Epoch+1 {
			continue
		}
		state, err := c.state(ctx, t, p)
		if !errors.Is(err, errLost) {
			return come, p.Epochs, state, err
		}
		c.warn("%v; a worker makes it again", err)
	}
	return come, 0, nil, err
}

// write writes the output of a task: the first result counts, and any other must equal it.
func (c *Client) write(ctx context.Context, t Task, out Output) error {
	now := out.progress(t)
	err := c.retry(ctx, "writing a state", func(ctx context.Context) error {
		info, err := c.states.Put(ctx, jetstream.ObjectMeta{
			Name: t.object(now.Epochs), Metadata: map[string]string{epochsKey: fmt.Sprint(now.Epochs)},
		}, bytes.NewReader(out.State))
		if err == nil {
			now.State = info.Digest
		}
		return err
	})
	if err != nil {
		return err
	}
	return c.retry(ctx, "writing how far an island has come", func(ctx context.Context) error {
		islands, revision, err := c.progress(ctx, t.key())
		if err != nil {
			return err
		}
		before := islands[t.key()]
		for _, p := range before {
			if p.Epochs == now.Epochs && p != now {
				return &brokenError{fmt.Errorf("task %v came to another result than before, so it is no pure function "+
					"on all machines: %s, and now %s", t, text(p), text(now))}
			}
		}
		if len(before) > 0 && before[len(before)-1].Epochs >= now.Epochs {
			return nil
		}
		_, err = c.islands.Update(ctx, t.key(), text(now), revision)
		return err // also when another worker was faster: then it is compared
	})
}

// enqueue queues a task, unless it is in the queue.
func (c *Client) enqueue(ctx context.Context, s Spec, t Task) error {
	return c.retry(ctx, "submitting a task", func(ctx context.Context) error {
		_, err := c.js.Publish(ctx, t.subject(s.Identity), nil)
		var api *jetstream.APIError
		if errors.As(err, &api) && strings.Contains(api.Description, "maximum messages per subject") {
			return nil // a full disk has the same code
		}
		return err
	})
}
