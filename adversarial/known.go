package adversarial

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// knownStreams are those that a hunt begins with: the traps, which are the constructions
// that reach bounds, the records of the questions that are open, and the streams of all
// certificates.
func knownStreams() ([][]theory.Example, error) {
	var all [][]theory.Example
	for _, trap := range Traps() {
		all = append(all, trap.Examples)
	}
	for _, e := range Errata() {
		c, err := e.Certificate()
		if err != nil {
			return nil, err
		}
		all = append(all, certificate.Rounded(c.Stream))
	}
	for _, q := range Open() {
		examples, err := q.stream()
		if errors.Is(err, fs.ErrNotExist) { // a new question
			continue
		}
		if err != nil {
			return nil, err
		}
		all = append(all, examples)
	}
	return all, nil
}

// stream is that of the question's certificate or record.
func (q Question) stream() ([]theory.Example, error) {
	if !q.Refuted {
		r, err := q.Record()
		return r.Stream, err
	}
	c, err := q.Certificate()
	if err != nil {
		return nil, err
	}
	return certificate.Rounded(c.Stream), nil
}

// start makes the islands of a hunt, with the streams that it begins with. Each island
// has them all.
func (h Hunt) start(ctx context.Context, t *target) ([]island, error) {
	from := h.From
	if !h.Cold {
		known, err := knownStreams()
		if err != nil {
			return nil, err
		}
		for _, examples := range known {
			if theory.Dim(examples) <= t.Dim.High && len(examples) <= t.Examples.High {
				from = append(from[:len(from):len(from)], examples)
			}
		}
	}
	first, e := newIsland(), newEvaluator(t)
	e.ctx = ctx
	for i, examples := range from {
		s, err := t.streamOf(examples)
		if err != nil {
			return nil, fmt.Errorf("stream %d to start from: %w", i+1, err)
		}
		first.take(e, s)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("%d streams to start from were not scored in time, expected a longer budget, or none of them: %w", len(from), err)
	}
	var all []island
	for range h.Workers {
		all = append(all, first.clone())
	}
	return all, nil
}

// startHash is a hash of the streams that a hunt starts from: whether it is cold, and From.
func (h Hunt) startHash() (string, error) {
	from := make([]stream, len(h.From))
	for i, examples := range h.From {
		var err error
		if from[i], err = copyOf(examples); err != nil {
			return "", fmt.Errorf("stream %d to start from: %w", i+1, err)
		}
	}
	text, err := json.Marshal(from)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sha256.Sum256(fmt.Appendf(text, " %t", h.Cold))), nil
}
