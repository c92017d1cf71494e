package adversarial

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/algos"
	"marginlab/internal/num"
	"marginlab/theory"
)

// moved is a copy of s with one of the moves of the local search made on it.
func (g source) moved(s stream) stream {
	i := g.rng.IntN(len(s))
	switch g.rng.IntN(14) {
	case 0, 1: // one example
		c := s.clone()
		g.shake(c[i].X.Value, g.logUniform(1e-4, 1)*s.size())
		return c
	case 2: // all
		return g.shaken(s, g.logUniform(1e-5, 0.3)*s.size())
	case 3: // one coordinate
		c := s.clone()
		k := g.rng.IntN(s.dim())
		c[i].X.Value[k] += float64(g.logUniform(1e-3, 1) * s.size() * num.Normal(g.rng))
		return c
	case 4: // drop
		if len(s) > g.Examples.Low {
			return slices.Delete(s.clone(), i, i+1)
		}
	case 5: // duplicate
		if len(s) < g.Examples.High {
			return s.insert(g.rng.IntN(len(s)+1), s[i])
		}
	case 6: // reorder
		c := s.clone()
		e := c[i]
		return slices.Insert(slices.Delete(c, i, i+1), g.rng.IntN(len(s)), e)
	case 7: // snap to a lattice
		c := s.clone()
		c.snap(s.size() * num.Exp2(-float64(g.rng.IntN(8))))
		return c
	case 8: // relabel
		c := s.clone()
		c[i].Y = g.other(c[i].Y)
		return c
	case 9: // put one near another
		c := s.clone()
		copy(c[i].X.Value, s[g.rng.IntN(len(s))].X.Value)
		g.shake(c[i].X.Value, g.logUniform(1e-4, 0.3)*s.size())
		return c
	case 10: // another dimension
		if g.Dim.Low < g.Dim.High {
			d := g.Dim.Low + g.rng.IntN(g.Dim.High-g.Dim.Low+1)
			c := s.embed(d)
			if d > s.dim() {
				c[i].X.Value[s.dim()] = g.logUniform(1e-2, 1) * s.size()
			}
			return c
		}
	case 11: // translate, or scale
		c := s.clone()
		shift, factor := make([]float64, s.dim()), g.logUniform(0.5, 2)
		if !g.translates() && g.oneIn(2) {
			g.shake(shift, g.logUniform(1e-2, 10)*s.size())
			factor = 1
		}
		for _, e := range c {
			floats.Scale(factor, e.X.Value)
			floats.Add(e.X.Value, shift)
		}
		return c
	case 12: // scale one example
		c := s.clone()
		floats.Scale(g.logUniform(0.1, 10), c[i].X.Value)
		return c
	case 13: // another answer of the adversary
		if len(s) < g.Examples.High {
			at := 1 + g.rng.IntN(len(s))
			return s.insert(at, g.answer(s[:at]))
		}
		at := g.rng.IntN(len(s))
		if at > 0 {
			c := s.clone()
			c[at] = g.answer(s[:at])
			return c
		}
	}
	return g.shaken(s, g.logUniform(1e-4, 0.1)*s.size())
}

// shake adds noise of a length to x.
func (g source) shake(x []float64, length float64) {
	length /= math.Sqrt(float64(len(x)))
	for k := range x {
		x[k] += float64(length * num.Normal(g.rng))
	}
}

func (g source) shaken(s stream, length float64) stream {
	c := s.clone()
	for _, e := range c {
		g.shake(e.X.Value, length)
	}
	return c
}

// answer is the adaptive adversary's next example: it looks at the classifier that
// the learner has after the prefix and puts a point of a class on the classifier's
// hyperplane, or just beyond, as near to the class as that is, or to one of the
// other examples, or off into a free direction.
func (g source) answer(prefix stream) theory.Example {
	y, size := g.label(), prefix.size()
	c := g.facing(g.after(prefix), y, g.other(y))
	x := prefix.mean(y)
	if near := prefix[g.rng.IntN(len(prefix))]; x == nil || g.oneIn(2) {
		x = slices.Clone(near.X.Value)
	}
	if g.oneIn(2) {
		g.shake(x, g.logUniform(1e-3, 1)*size)
	}
	if across, sq := g.across(c.W); sq > 0 {
		beyond := 0.0 // a tie
		switch g.rng.IntN(4) {
		case 0:
			beyond = g.logUniform(1e-9, 1e-3) * size
		case 1, 2:
			beyond = g.logUniform(1e-3, 1) * size
		}
		score := c.B
		for k, v := range c.W {
			score += float64(v * x[k])
		}
		step := (score + float64(g.sign(y)*beyond*math.Sqrt(sq))) / sq
		for k, v := range across {
			x[k] -= float64(step * v)
		}
	}
	e := newStream(1, prefix.dim())[0]
	copy(e.X.Value, x)
	e.Y = y
	return e
}

// after is the classifier that the learner has after a stream.
func (t *target) after(s stream) theory.Classifier {
	if t.batch {
		return t.solved(s)
	}
	l := t.learner.New(s.dim())
	if streamed, ok := l.(algos.Streamed); ok {
		streamed.Steps(s, true)
		defer streamed.Reset()
	} else {
		for _, e := range s {
			l.Step(e.X, e.Y)
		}
	}
	return l.State().Classifier
}

// across returns the shortest way across the hyperplane of w, and ‖w‖∗². The way is f⁻¹(w)
// for f = ∇½‖·‖², with w·f⁻¹(w) = ‖w‖∗²; in ℓ₂ it is w itself.
func (t *target) across(w []float64) (way []float64, square float64) {
	way = w
	if !t.rotates() {
		way = make([]float64, len(w))
		dual := t.norm.Dual()
		dual.Grad(way, w)
		floats.Scale(dual.Of(w), way)
	}
	for k, v := range w {
		square += float64(v * way[k])
	}
	return way, square
}
