// Package shrink makes a violating stream as small as possible while it still
// violates. The caller's predicate decides whether a stream violates.
//
// Deletion alone is not enough. A stream of 12 rows in 5 dimensions in general
// position seldom still violates without one of its coordinates, though one
// dimension may be enough for a violation. Hence three parts are repeated:
//
//	collapse   delete rows (delta debugging); project onto the leading axes
//	walk       a random walk among the violating streams: nudge, reorder, turn,
//	           translate, project, delete, snap to a coarse lattice
//	minimise   units of integers, to a fixed point
//
// A stream is smaller than another if it has fewer rows; if equal, fewer dimensions; then a
// smaller sum of |X|, a smaller denominator, fewer negative coordinates. [Shrink] states what is
// certain of the result. [Minimise] shrinks anything else.
//
// References: Zeller and Hildebrandt (2002), Simplifying and isolating
// failure-inducing input, IEEE TSE 28(2), for the deletion of rows in chunks.
package shrink

import (
	"cmp"
	"context"
	"encoding/binary"
	"math/rand/v2"
)

// Predicate reports whether a stream violates. It is pure: it gives the same answer for the same stream and does
// not change the stream. It has to answer for every stream of at least one row and one dimension, including
// streams of one class, inseparable ones, and all zeros.
type Predicate func(Stream) bool

// Options are the options of [Shrink]. The zero value is useful.
type Options struct {
	Seed uint64 // of the random walk
	// Tries is the number of streams without success, since the last loss of a row or a dimension, after which
	// the random walk gives up. 0 means 3000. More tries find smaller streams and take longer.
	Tries int
	// Classes is the number of labels 0, 1, …; 0 means the labels +1 and −1.
	Classes int
	// Rough skips the minimisation of units after the walk: rows and dimensions are few,
	// but the result need not be minimal.
	Rough bool
}

// Shrink returns the smallest stream it finds for which violates is true. Unless opt.Rough is
// set or ctx ends early, the result is minimal. None of these violates:
//
//   - the result without one of its rows,
//   - without one of its dimensions,
//   - with one coordinate that is not 0 set to 0, or moved towards 0 by one,
//   - with a denominator above 1 set to 1, or less by one.
//
// If ctx ends, the result is the smallest violating stream so far. The same seed gives the same result. Shrink
// does not change s. It panics if s does not violate, unless ctx has ended.
func Shrink(ctx context.Context, s Stream, violates Predicate, opt Options) Stream {
	if !violates(s) {
		if ctx.Err() != nil { // the predicate may have answered false for it
			return s
		}
		panic("shrink: the stream does not violate the predicate")
	}
	h := &search{
		ctx:      ctx,
		violates: violates,
		rng:      rand.New(rand.NewPCG(opt.Seed, 0)),
		classes:  opt.Classes,
		known:    map[string]bool{},
		best:     s,
	}
	end := h.walk(h.collapse(s), cmp.Or(opt.Tries, 3000))
	if opt.Rough {
		return h.best
	}
	h.minimise(end) // the smallest integers are not at the end of one way down
	return h.minimise(h.best)
}

// search is the state of one Shrink.
type search struct {
	ctx      context.Context
	violates Predicate
	rng      *rand.Rand
	classes  int
	known    map[string]bool // the answers so far, by stream
	best     Stream          // the smallest violating stream so far
}

// try reports whether c violates, and keeps it if it is the best so far. It returns
// false once the context has ended, so that every loop ends.
func (h *search) try(c Stream) bool {
	if h.ctx.Err() != nil {
		return false
	}
	name := c.name()
	violates, known := h.known[name]
	if !known {
		violates = h.violates(c)
		h.known[name] = violates
	}
	if violates && compare(c, h.best) < 0 {
		h.best = c
	}
	return violates
}

// collapse removes what can be removed directly: rows, then dimensions.
func (h *search) collapse(s Stream) Stream {
	return Minimise(h.ctx, s, inTurn(deletions, projections), compare, h.try)
}

// minimise makes a stream smaller by single steps.
func (h *search) minimise(s Stream) Stream {
	return Minimise(h.ctx, s, inTurn(deletions, flattenings, scales, units, shifts), compare, h.try)
}

// name returns a text that identifies the stream.
func (s Stream) name() string {
	name := binary.AppendVarint(nil, s.Den)
	name = binary.AppendVarint(name, int64(s.Dim()))
	for _, row := range s.Rows {
		name = binary.AppendVarint(name, int64(row.Y))
		for _, v := range row.X {
			name = binary.AppendVarint(name, v)
		}
	}
	return string(name)
}
