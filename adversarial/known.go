package adversarial

import (
	"fmt"

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
		if q.Refuted {
			c, err := q.Certificate()
			if err != nil {
				return nil, err
			}
			all = append(all, certificate.Rounded(c.Stream))
			continue
		}
		r, err := q.Record()
		if err != nil {
			return nil, err
		}
		all = append(all, r.Stream)
	}
	return all, nil
}

// start makes the islands of a hunt, with the streams that it begins with. Each island
// has them all.
func (h Hunt) start(t *target) ([]island, error) {
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
	for i, examples := range from {
		s, err := t.streamOf(examples)
		if err != nil {
			return nil, fmt.Errorf("stream %d to start from: %w", i+1, err)
		}
		first.take(e, s)
	}
	var all []island
	for range h.Workers {
		all = append(all, first.clone())
	}
	return all, nil
}
