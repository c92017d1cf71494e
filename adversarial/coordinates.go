package adversarial

import (
	"math"

	"marginlab/algos"
)

// coordinates are the numbers that make a stream of a pattern: what is free of its
// points, when translations and rotations that change nothing are taken out, in units of
// their size, and the levels that are free.
type coordinates struct {
	*target
	pattern
	at     [][2]int // of the points: example and index
	levels []int    // the events whose level is free
	into   stream   // that the last numbers made
	model  algos.Learner

	guess  algos.Learner // of a learner that is a program, see guessOf; nil if there is none
	proved bool          // it learned as the program does from the first stream
}

// coordinatesOf are those of a pattern, with the numbers that make it. Mistakes that
// are pinned have no level: they stay next to the hyperplane, where most are best.
func (t *target) coordinatesOf(p pattern, pinned bool) (*coordinates, []float64) {
	c := &coordinates{target: t, pattern: pattern{depth: p.depth}}
	c.points = canonical(p.points, t.translates(), t.rotates())
	c.at, c.into = c.points.free(t.translates(), t.rotates()), c.points.clone()
	size := c.points.size()
	for _, e := range c.points {
		for k := range e.X.Value {
			e.X.Value[k] /= size
		}
	}
	var z []float64
	for _, at := range c.at {
		z = append(z, c.points[at[0]].X.Value[at[1]])
	}
	for i, e := range p.events {
		if e.mistake && pinned {
			e.level = 0
		} else {
			c.levels = append(c.levels, i)
			z = append(z, e.level)
		}
		c.events = append(c.events, e)
	}
	if t.guess != nil {
		c.guess = t.guess.New(c.into.dim())
	}
	return c, z
}

// set takes the numbers over into the pattern.
func (c *coordinates) set(z []float64) {
	for j, at := range c.at {
		c.points[at[0]].X.Value[at[1]] = z[j]
	}
	for j, i := range c.levels {
		c.events[i].level = math.Abs(z[len(c.at)+j])
	}
}

// stream is the stream that the numbers make. It is overwritten by the next.
func (c *coordinates) stream(z []float64) stream {
	c.set(z)
	if c.guess != nil {
		c.guess = c.target.guess.Renew(c.guess, c.into.dim())
		if c.place(c.guess, c.pattern, c.into); c.proved || alike(c.target.guess, c.learner, c.into) {
			c.proved = true
			return c.into
		}
		c.guess = nil
	}
	c.model = c.learner.Renew(c.model, c.into.dim())
	c.place(c.model, c.pattern, c.into)
	return c.into
}
