package cluster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
	"github.com/nats-io/nats.go/jetstream"
)

// ref names a blob by the SHA-256 of its content. The zero value is no blob.
//
// Note: an object store of NATS leaves a marker for every object that was deleted, and takes
// twice the messages. These are plain messages, which a purge leaves no trace of.
type ref struct {
	SHA256 string `json:"sha256,omitempty"`
	Parts  int    `json:"parts,omitempty"` // messages
}

const (
	partBytes = 512 << 10 // of a message, which is at most 1 MiB
	mostBlob  = 128 << 20 // bytes of a blob
	mostParts = mostBlob/partBytes + 1
)

// packers make and read zstd.
type packers struct {
	*zstd.Encoder
	*zstd.Decoder
}

func newPackers() packers {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic("cluster: zstd: " + err.Error())
	}
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(mostBlob))
	if err != nil {
		panic("cluster: zstd: " + err.Error())
	}
	return packers{e, d}
}

// Close ends them.
func (z packers) Close() { z.Decoder.Close() }

// pack is the ref of a content, and its messages.
func (z packers) pack(content []byte) (ref, [][]byte) {
	if len(content) == 0 {
		return ref{}, nil
	}
	var parts [][]byte
	for packed := z.EncodeAll(content, nil); len(packed) > 0; {
		n := min(partBytes, len(packed))
		parts = append(parts, packed[:n])
		packed = packed[n:]
	}
	return ref{sum(content), len(parts)}, parts
}

// unpack is the content of a blob, whose hash it checks.
func (z packers) unpack(r ref, packed []byte) ([]byte, error) {
	content, err := z.DecodeAll(packed, nil)
	if err != nil {
		return nil, fmt.Errorf("blob %.12s: %w", r.SHA256, err)
	}
	if got := sum(content); got != r.SHA256 {
		return nil, fmt.Errorf("blob %.12s: its content has the hash %.12s", r.SHA256, got)
	}
	return content, nil
}

// sum is the SHA-256 of a text, in hexadecimal digits.
func sum(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

func (t Task) blob(r ref, part int) string { return fmt.Sprintf("blob.%v.%s.%d", t, r.SHA256, part) }

// put writes a blob.
func (c *Client) put(ctx context.Context, t Task, r ref, parts [][]byte) error {
	for i, part := range parts {
		err := c.again(ctx, "writing a state", func(ctx context.Context) error {
			_, err := c.js.Publish(ctx, t.blob(r, i), part)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// errLost is a blob that is missing or is not what its name says.
var errLost = errors.New("lost")

// get reads a blob. The error wraps errLost if it is missing, or is not as its hash says.
func (c *Client) get(ctx context.Context, z packers, t Task, r ref) ([]byte, error) {
	var packed []byte
	for i := range r.Parts {
		err := c.again(ctx, "reading a state", func(ctx context.Context) error {
			m, err := c.blobs.GetLastMsgForSubject(ctx, t.blob(r, i))
			if err == nil && len(m.Data) > partBytes {
				err = jetstream.ErrMsgNotFound // it is no part that put writes
			}
			if err == nil {
				packed = append(packed, m.Data...)
			}
			return err
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil, fmt.Errorf("blob %.12s of task %v is missing: %w", r.SHA256, t, errLost)
		}
		if err != nil {
			return nil, err
		}
	}
	if r.Parts == 0 {
		return nil, nil
	}
	content, err := z.unpack(r, packed)
	if err != nil {
		return nil, fmt.Errorf("%w of task %v: %w", err, t, errLost)
	}
	return content, nil
}

// drop deletes the blobs of a subject.
func (c *Client) drop(ctx context.Context, subject string) error {
	return c.again(ctx, "deleting old states", func(ctx context.Context) error {
		return c.blobs.Purge(ctx, jetstream.WithPurgeSubject(subject))
	})
}
