// Package shrink makes a stream that violates something as small as it can be
// while it still violates it, by the word of a predicate that the caller gives.
//
// Deletion alone does not get there. A stream of 12 rows in 5 dimensions of
// general position seldom violates any more without one of its coordinates, though
// one dimension may be enough for a violation. Hence three parts, over and over:
//
//	collapse   delete rows (delta debugging); project onto the leading axes
//	walk       a random walk among the violating streams: nudge, reorder, turn,
//	           translate, project, delete, snap to a coarse lattice
//	minimise   units of integers, to a fixed point
//
// A stream is smaller than another if it has fewer rows; with as many, fewer dimensions; then a
// smaller sum of |X|, a smaller denominator, fewer negative coordinates. What is certain of the
// result, [Shrink] says. [Minimise] shrinks anything else.
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

// Predicate reports whether a stream violates what it should not. It is pure: the same stream has the same
// answer, and it does not change the stream. It has to answer at any stream of at least one row and one
// dimension, be it of one class, inseparable, or all zeros.
type Predicate func(Stream) bool

// Options are those of [Shrink]. The zero value is useful.
type Options struct {
	Seed uint64 // of the random walk
	// Tries is the number of streams that the random walk looks at in vain, since it last lost a row or a
	// dimension, before it gives up. 0 is 3000. More find smaller streams, and take longer.
	Tries int
	// Classes is how many labels there are, 0, 1, …; 0 says that they are +1 and −1.
	Classes int
	// Rough leaves the units as the walk ends: rows and dimensions are few, and
	// nothing is promised of the result.
	Rough bool
}

// Shrink returns the smallest stream it finds at which violates is true. If ctx did not end
// before, and unless it is to be rough, the result is minimal: none of these violates,
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
		if ctx.Err() != nil { // which a predicate may have known
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

// try reports whether c violates, and keeps it if it is the best so far. Nothing
// violates once the context has ended, so that every loop comes to its end.
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

// collapse takes what can be had at once: rows, then dimensions.
func (h *search) collapse(s Stream) Stream {
	return Minimise(h.ctx, s, inTurn(deletions, projections), compare, h.try)
}

// minimise makes a stream smaller by single steps.
func (h *search) minimise(s Stream) Stream {
	return Minimise(h.ctx, s, inTurn(deletions, flattenings, scales, units, shifts), compare, h.try)
}

// name tells streams apart.
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
