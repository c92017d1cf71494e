package cluster

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// result is what is kept of the output of a task.
type result struct {
	State       ref     `json:"state"`
	Elites      ref     `json:"elites"`
	Best        ref     `json:"best"`
	Certificate ref     `json:"certificate"`
	Ratio       float64 `json:"ratio"`
	Ease        float64 `json:"ease"`
	Trials      int     `json:"trials"`
}

// blob is a part of an output, ready to be written.
type blob struct {
	ref   ref
	parts [][]byte
}

// packed is an output as it is kept: the result and the blobs.
func (z packers) packed(out Output) (r result, blobs []blob) {
	r = result{Ratio: out.Ratio, Ease: out.Ease, Trials: out.Trials}
	for _, b := range []struct {
		content []byte
		ref     *ref
	}{{out.State, &r.State}, {out.Elites, &r.Elites}, {out.Best, &r.Best}, {out.Certificate, &r.Certificate}} {
		at, parts := z.pack(b.content)
		*b.ref = at
		blobs = append(blobs, blob{at, parts})
	}
	return r, blobs
}

// output is the output of a task, read from its result and its blobs.
func (c *Client) output(ctx context.Context, z packers, t Task, r result) (out Output, err error) {
	out = Output{Ratio: r.Ratio, Ease: r.Ease, Trials: r.Trials}
	for _, b := range []struct {
		ref     ref
		content *[]byte
	}{{r.State, &out.State}, {r.Elites, &out.Elites}, {r.Best, &out.Best}, {r.Certificate, &out.Certificate}} {
		if err == nil {
			*b.content, err = c.get(ctx, z, t, b.ref)
		}
	}
	return out, err
}

func (r result) text() []byte {
	text, err := json.Marshal(r)
	if err != nil {
		panic("cluster: a result: " + err.Error()) // outputs are checked
	}
	return text
}

// result reads the result of a task, false if there is none.
func (c *Client) result(ctx context.Context, t Task) (r result, text []byte, ok bool, err error) {
	entry, err := c.value(ctx, c.results, t.String())
	if entry == nil || err != nil {
		return r, nil, false, err
	}
	if r, err = readResult(entry); err != nil {
		return r, nil, false, &brokenError{fmt.Errorf("result of task %v: %w", t, err)}
	}
	return r, entry, true, nil
}

// readResult reads a result. Whoever wrote it is not trusted to have checked the output.
func readResult(text []byte) (r result, err error) {
	if err = json.Unmarshal(text, &r); err == nil {
		err = Output{Ratio: r.Ratio, Ease: r.Ease, Trials: r.Trials}.check()
	}
	for _, blob := range []ref{r.State, r.Elites, r.Best, r.Certificate} {
		if err == nil && (blob.Parts < 0 || blob.Parts > mostParts) {
			err = fmt.Errorf("a blob of %d parts, expected at most %d", blob.Parts, mostParts)
		}
	}
	return r, err
}

// value is that of a key, nil if there is none, as there is of what is no key.
func (c *Client) value(ctx context.Context, bucket jetstream.KeyValue, key string) (value []byte, err error) {
	err = c.again(ctx, "reading "+bucket.Bucket(), func(ctx context.Context) error {
		entry, err := bucket.Get(ctx, key)
		if err == nil {
			value = entry.Value()
		}
		return err
	})
	if errors.Is(err, jetstream.ErrKeyNotFound) || errors.Is(err, jetstream.ErrInvalidKey) {
		return nil, nil
	}
	return value, err
}

// create writes a value once. It is the value that counts: that of the first who wrote.
func (c *Client) create(ctx context.Context, bucket jetstream.KeyValue, key string, value []byte) ([]byte, error) {
	err := c.again(ctx, "writing "+bucket.Bucket(), func(ctx context.Context) error {
		_, err := bucket.Create(ctx, key, value)
		return err
	})
	if errors.Is(err, jetstream.ErrKeyExists) {
		return c.value(ctx, bucket, key)
	}
	return value, err
}

// brokenError is one that no worker can mend: the hunt stops and says it.
type brokenError struct{ error }

func (e *brokenError) Unwrap() error { return e.error }

func isBroken(err error) bool { return errors.As(err, new(*brokenError)) }

// write writes the result of a task: the first counts, and another one must be the same.
func (c *Client) write(ctx context.Context, t Task, r result) error {
	text := r.text()
	first, err := c.create(ctx, c.results, t.String(), text)
	if err == nil && !bytes.Equal(first, text) {
		err = &brokenError{fmt.Errorf("task %v came to another result than before, so it is no pure function on all machines: %s, and now %s", t, first, text)}
	}
	return err
}
