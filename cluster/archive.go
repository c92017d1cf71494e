package cluster

import (
	"context"
	"errors"
	"strings"

	"github.com/nats-io/nats.go/jetstream"
)

// Offer puts a value into the archive, unless the one that is there under the same key is as good:
// better says whether the new one is, and its error that the old one is worth nothing. Whoever else
// writes meanwhile, the better one stays.
func (c *Client) Offer(ctx context.Context, key string, value []byte, better func(old []byte) bool) (taken bool, err error) {
	err = c.again(ctx, "writing the archive", func(ctx context.Context) error {
		entry, err := c.archive.Get(ctx, key)
		switch {
		case errors.Is(err, jetstream.ErrKeyNotFound):
			_, err = c.archive.Create(ctx, key, value)
		case err != nil:
			return err
		case !better(entry.Value()):
			taken = false
			return nil
		default:
			_, err = c.archive.Update(ctx, key, value, entry.Revision())
		}
		if errors.Is(err, jetstream.ErrKeyExists) {
			return errors.New("somebody else wrote it") // try again
		}
		taken = err == nil
		return err
	})
	return taken, err
}

// Archive are the values in the archive by their keys.
func (c *Client) Archive(ctx context.Context) (map[string][]byte, error) {
	subjects, err := c.subjects(ctx, c.archiveStream, "$KV.archive.>")
	all := map[string][]byte{}
	for subject := range subjects {
		key := strings.TrimPrefix(subject, "$KV.archive.")
		value, err := c.value(ctx, c.archive, key)
		if err != nil {
			return nil, err
		}
		if value != nil {
			all[key] = value
		}
	}
	return all, err
}
