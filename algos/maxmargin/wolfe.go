package maxmargin

import (
	"context"
	"math"
	"slices"

	"marginlab/internal/num"
)

const (
	// unit is the unit roundoff u of float64.
	unit = 0x1p-53
	// patience is how many entering points in a row may leave ‖w‖² where it is
	// before rounding is taken for the reason. Away from rounding an active set
	// that does not get better is one of a chain of degenerate ones, of which
	// there are few.
	patience = 200
	// strain is how many active sets of one solution may be too ill-conditioned for
	// their least point to be computed, before the solver gives in. Where D/γ∗
	// is below 1e8 none was seen.
	strain = 20
)

// slack is how far below the level ν of its hull the score z·w of a point may
// be. The hulls share nine tenths of the tolerance; the rest is for the active set.
// Where rounding is more than that, it is the rounding, once for the active set and
// once for the point.
func (s *Solver) slack() float64 {
	return max(0.9*s.opt.Tolerance*s.sq/float64(s.active.hulls), 2*s.rounding())
}

// rounding is how far a computed z·w may be from the true one: u a product and
// a difference, and √d·u for the sum, whose errors are not all of one sign.
func (s *Solver) rounding() float64 {
	return s.roundingOf(math.Sqrt(s.sq), s.scale)
}

func (s *Solver) roundingOf(w, z float64) float64 {
	return float64((2 + math.Sqrt(float64(len(s.w)))) * unit * w * z)
}

// vanished reports whether w cannot be told from 0. Data with D/γ∗ above 1/(4(m+2)u),
// 2e13 for m = 100, are not told from hulls that meet; that those below are told from
// them is not promised, see [UndecidedError].
func (s *Solver) vanished() bool { return s.vanishes(s.sq, s.active.len()) }

// vanishes is vanished for a ‖w‖² of m members.
func (s *Solver) vanishes(sq float64, m int) bool { return math.Sqrt(sq) <= s.blur(m) }

// blur is how far from the true one a w of m members may be. It is a sum of m+1 vectors no
// longer than scale with convex weights, each addition of which may be wrong by u·scale;
// four times that is within every error of the sum and of its weights.
func (s *Solver) blur(m int) float64 { return float64(4 * float64(m+2) * unit * s.scale) }

// solve makes w optimal over all points kept. Every turn enters one point; the
// turns end, because ‖w‖² falls by more than its rounding within patience of
// them. Falls of less may be the drift of w from its weights, which has no end.
func (s *Solver) solve(ctx context.Context) (moved bool, err error) {
	best, idle, strained, bulked := math.Inf(1), 0, 0, false
	watch := Watcher(ctx)
	for turns := 0; ; turns++ {
		if err := ctx.Err(); err != nil {
			return moved, err
		}
		watch(Stage{What: "maximum margin", Turns: turns})
		if !bulked && s.crowded(turns) {
			bulked, moved = true, true
			if err := s.solveBulk(ctx, turns); err != nil {
				return moved, err
			}
		}
		if s.vanished() {
			s.refresh() // w may have drifted from its weights
			if !s.vanished() && s.factorise() {
				s.descend()
			}
			if s.vanished() {
				return moved, s.refuse()
			}
			moved = true
		}
		i := s.lowest()
		if i < 0 {
			if s.scan() > s.slack() {
				i = s.lowest()
			}
			if i < 0 && s.doubtful() {
				return moved, s.decide()
			}
			if i < 0 {
				return moved, nil
			}
		}
		if !moved {
			moved = true
			s.refresh()
		}
		if !s.factorise() {
			return moved, s.decide()
		}
		s.admit(i)
		if !s.descend() {
			strained++
		}
		if s.sq+max(16*unit*s.sq, s.rounding()) < best {
			best, idle = s.sq, 0
		} else {
			idle++
		}
		if idle > patience || strained > strain {
			return moved, s.decide()
		}
	}
}

// factorise computes R where a solution without one left the active set. It reports false
// where that has too many members.
func (s *Solver) factorise() bool {
	c := &s.active
	if c.r.N == c.len() {
		return true
	}
	if c.len() > mostFactored {
		return false
	}
	c.refactor()
	return true
}

// doubtful reports whether points may be on the wrong side of the hyperplane
// although no score shows it: the rounding of the longest point's, which need
// not have been in the active set, is of the order of ‖w‖² itself.
func (s *Solver) doubtful() bool { return 8*s.rounding()*max(1, s.reach/s.scale) > s.sq }

// decide settles by certificate what rounding has left open: that the classifier
// of w, as it will be published, separates the points kept, or that the hulls
// meet, or neither.
func (s *Solver) decide() error {
	w := make([]float64, len(s.w))
	s.direction(w)
	return s.judge(w)
}

// judge refuses unless w separates the points kept.
func (s *Solver) judge(w []float64) error {
	if s.lower(w) > 0 {
		return nil
	}
	return s.refuse()
}

// leastScale is the least distance whose square, and the squares of parts of
// it down to rounding, are not denormal numbers.
const leastScale = 1e-135

// refuse ends the solver for good: with the witness that the hulls meet if it
// is one, and else undecided.
func (s *Solver) refuse() error {
	s.active.normalise()
	e := &NotSeparableError{}
	plusWeights, minusWeights := s.euclidean()
	e.PlusWeights, e.MinusWeights = slices.Clone(plusWeights), slices.Clone(minusWeights)
	v := s.difference(plusWeights, minusWeights)
	e.Distance = s.length(s.opt.Norm, v)
	if norm(v) > s.touch() {
		s.failed = &UndecidedError{Upper: s.margin(e.Distance), Scale: s.scale}
		return s.failed
	}
	plus, minus := make([]float64, len(s.w)), make([]float64, len(s.w))
	s.certificates(plus, minus, s.active.z, s.active.hull, s.active.lambda)
	for i, v := range plus {
		minus[i] += float64((v - minus[i]) / 2)
	}
	e.Point = minus
	s.failed = e
	return s.failed
}

// touch is the greatest distance of two points of the hulls that says that the
// hulls meet. When w vanished it is at most 4(m+2)u·scale, as computed. To the
// points themselves it is wrong by 3u·scale for each of m+1 additions, as no
// partial sum is longer than 3·scale; by 2u·scale for the differences z; and by
// 2u·scale for weights that do not sum to 1. All this is below 8(m+2)u·scale.
// Where squares underflow only hulls that meet exactly do.
func (s *Solver) touch() float64 {
	if s.scale < leastScale {
		return 0
	}
	return 2 * s.blur(s.active.len())
}

// refresh computes w = u₀ + Zλ from the weights.
func (s *Solver) refresh() {
	c := &s.active
	c.normalise()
	copy(s.w, s.u0)
	for k, l := range c.lambda {
		c.z[k].AddTo(s.w, l)
	}
	s.sq = num.Dot(s.w, s.w)
}

// admit lets point i enter the active set. When it is in the affine hulls already,
// it takes the place of a member there, and w stays where it is.
func (s *Solver) admit(i int) {
	c := &s.active
	if slices.Contains(c.id, i) || s.enter(i) {
		return
	}
	// z̃ = Z̃·coef, so that weight t on i and λ − t·coef on the active set keep w and
	// the sums of weights. The member whose weight is used up first leaves; the coef of the
	// hull of i sum to 1, and so there is one.
	t, first := math.Inf(1), 0
	for k, f := range c.coef {
		if f > dependent && c.lambda[k] < t*f {
			t, first = c.lambda[k]/f, k
		}
	}
	for k, f := range c.coef {
		c.lambda[k] = max(0, c.lambda[k]-float64(t*f))
	}
	c.remove(first)
	if s.enter(i) {
		c.lambda[c.len()-1] = t
	} else {
		// Dependent on the others too: these take t over, so that no hull loses it.
		for k, f := range c.coef {
			c.lambda[k] = max(0, c.lambda[k]+float64(t*f))
		}
	}
	s.refresh()
}

// descend takes w to the least point of the affine hulls of an active set, dropping
// from it the points whose weight gets 0 on the way. It reports false when
// rounding kept it from that point, with R as good as it gets.
func (s *Solver) descend() bool {
	c := &s.active
	last, stuck, fresh := math.Inf(1), 0, false
	for {
		spread := c.levels(s.w)
		if s.vanished() || spread <= max(0.05*s.opt.Tolerance*s.sq, s.rounding()) {
			return true
		}
		if !(spread <= last/2) {
			stuck++
		}
		if stuck > 3 {
			if fresh {
				return false
			}
			c.refactor()
			s.refresh()
			last, stuck, fresh = math.Inf(1), 0, true
			continue
		}
		last = spread
		c.solve()
		blocked := c.move(s.w)
		s.sq = num.Dot(s.w, s.w)
		if !blocked {
			continue
		}
		for k := c.len() - 1; k >= 0; k-- {
			if c.lambda[k] == 0 {
				s.scores.pool = append(s.scores.pool, c.id[k])
				c.remove(k)
			}
		}
		last, stuck = math.Inf(1), 0
	}
}
