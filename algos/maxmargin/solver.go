package maxmargin

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Solver holds points, to which more may be added, and their maximum-margin classifier in a norm. A Solver is not for
// concurrent use. In ℓ2:
//
//	Problem    min ½‖u₀ + Zλ‖² subject to Eλ = 1, λ ≥ 0, where the columns of Z
//	           are z = y(x − o_y), and E sums the weights of each hull
//	Given      points with labels, at once or one by one, and a tolerance
//	Returns    λ, w = u₀ + Zλ, the classifier, γ = ‖w‖/2, and Lower ≤ γ∗
//	Tolerance  Σ_g (ν_g − min z·w) ≤ Tolerance·‖w‖², the relative gap
//	Algorithm  Wolfe (1976) on two hulls: go to the least point of the affine
//	           hulls of the corral, drop the points whose weight gets 0 on the
//	           way, enter the point of the least z·w of each hull; every point added
//	           starts from the corral that was there. KKT systems by an updated
//	           Cholesky factor, with iterative refinement. A corral of many sparse
//	           points goes on without it, by [Solver.ascend]
//	Stops      at the tolerance, over all points; at w = 0 to working precision
//	           (not separable); or when rounding keeps ‖w‖ from falling. A
//	           certificate then decides: a wide gap, not separable, or undecided
type Solver struct {
	points
	corral
	opt       Options
	tolerance float64 // in ℓ2
	prices    prices
	pool      []int // the points that are priced between two scans of all

	settled    bool
	u0, w      []float64
	sq, length float64 // ‖w‖² and ‖w‖
	stale      bool    // ‖w‖² and the scores are out of date: w has changed
	terms      float64 // 2 + √d, for the rounding of a sum, whose errors are not all of one sign
	scale      float64 // the longest of u₀ and of the z that have been in the corral
	failed     error   // for good

	lp *power // solves in ℓp, once the rest has solved in ℓ2; nil for ℓ2

	// The present solution, which stays when solving fails.
	classifier  theory.Classifier
	offset      float64 // the score of o₊
	gamma       float64
	plus, minus []float64

	double []vec.Double // scratch of difference
	point  []float64    // its result, and scratch of Score
}

// NewSolver returns a Solver of points in dim dimensions.
func NewSolver(dim int, opt Options) *Solver {
	if dim < 0 {
		panic("maxmargin: negative dimension")
	}
	if !(opt.Tolerance >= 0 && opt.Tolerance < 1) {
		panic("maxmargin: the tolerance is not in [0, 1)")
	}
	opt.Tolerance = cmp.Or(opt.Tolerance, DefaultTolerance)
	if opt.Norm == nil {
		opt.Norm = vec.L2{}
	}
	zeros := func() []float64 { return make([]float64, dim) }
	s := &Solver{
		opt: opt, u0: zeros(), w: zeros(), classifier: theory.Classifier{W: zeros()}, plus: zeros(), minus: zeros(),
		terms: 2 + math.Sqrt(float64(dim)), double: make([]vec.Double, dim), point: zeros(),
		points: points{dim: dim, origin: opt.Origin},
	}
	s.corral = corral{points: &s.points, hulls: 2, rest: zeros()}
	if opt.Origin {
		s.hulls = 1
	}
	s.Reset()
	return s
}

// Reset forgets all points and results. The Solver is then as [NewSolver] made it, but keeps its memory.
func (s *Solver) Reset() {
	s.points.reset()
	s.corral.reset()
	s.pool, s.settled, s.failed, s.tolerance = s.pool[:0], false, nil, s.opt.Tolerance
	switch n := s.opt.Norm.(type) {
	case vec.L2:
	case vec.Lp:
		s.lp, s.tolerance = newPower(n, s.dim, s.tolerance), startTolerance
	default:
		panic(fmt.Sprintf("maxmargin: the norm %v, expected one of package vec", n))
	}
	clear(s.classifier.W)
	clear(s.plus)
	clear(s.minus)
	s.classifier.B, s.offset, s.gamma = 0, 0, 0
}

// Len returns the number of points kept.
func (s *Solver) Len() int { return len(s.given) }

// Ready reports whether there is a problem to solve: points of both classes have been kept or, through the origin,
// any point has.
func (s *Solver) Ready() bool {
	return s.count[0] > 0 && s.count[1] > 0 || s.origin && s.Len() > 0
}

// Keep stores the point by reference, with a shifted copy if it is dense. It neither checks the point nor solves: the
// classifier stays the same until Settle, or an Add that solves. It panics if x does not fit in the dimension, if y is
// no label, or if x is so long that vec.Vector.Check does not accept it and squares of distances may overflow.
func (s *Solver) Keep(x vec.Vector, y theory.Label) {
	s.keep(x, y)
	s.settled = false
	if s.Len() <= fewest {
		s.pool = append(s.pool, s.Len()-1)
	}
}

// Add keeps the point, by reference, and solves again over all points kept when the point cuts the margin. It reports
// whether the classifier changed. When the point leaves the margin as it is, and as long as the solver is not Ready,
// Add costs two passes over x. The error is a *NotSeparableError or an *UndecidedError, now and at every later call.
// It panics where Keep does.
func (s *Solver) Add(x vec.Vector, y theory.Label) (changed bool, err error) {
	before := s.settled
	s.Keep(x, y)
	if s.failed != nil || !s.Ready() {
		return false, s.failed
	}
	i := s.Len() - 1
	switch {
	case s.lp != nil:
		if s.settled = before && !s.lp.cuts(s, i); s.settled {
			return false, nil
		}
	case len(s.member) > 0:
		if s.level[s.hull[i]]-s.dot(i, s.w) <= s.slack() && !s.doubtful() {
			s.settled = before
			return false, nil
		}
		s.pool = append(s.pool, i)
	}
	return s.Settle(context.Background())
}

// Settle solves over all points kept. It reports whether the classifier changed. The error is a *NotSeparableError or
// an *UndecidedError, now and at every later call; a *OneClassError when the solver is not Ready; or that of ctx,
// after which Settle may be called again and goes on.
func (s *Solver) Settle(ctx context.Context) (changed bool, err error) {
	switch {
	case s.failed != nil:
		return false, s.failed
	case !s.Ready():
		return false, &OneClassError{Positives: s.count[0], Negatives: s.count[1]}
	case s.settled:
		return false, nil
	case s.lp != nil:
		changed, err = s.lp.settle(ctx, s)
	default:
		changed, err = s.separate(ctx)
	}
	if s.failed != nil {
		return false, s.failed
	}
	if changed {
		s.publish()
	}
	s.settled = err == nil
	return changed, err
}

// separate solves in ℓ2.
func (s *Solver) separate(ctx context.Context) (changed bool, err error) {
	if len(s.member) == 0 {
		floats.SubTo(s.u0, s.shift[0], s.shift[1])
		if s.origin {
			copy(s.u0, s.shift[0])
		}
		first := [2]member{{id: slices.Index(s.hull, 0), lambda: 1}, {id: slices.Index(s.hull, s.hulls-1), lambda: 1}}
		s.start(first[:s.hulls])
		changed = true
	}
	moved, err := s.solve(ctx)
	return moved || changed, err
}

// start opens the corral with the given members, some of each hull, at w = u₀ + Zλ. Points that depend on earlier ones
// stay outside.
func (s *Solver) start(members []member) {
	s.corral.reset()
	if s.Len() > fewest {
		s.pool = s.pool[:0]
	}
	s.prices.reset(s.u0)
	s.scale = math.Sqrt(vec.Dot(s.u0, s.u0))
	for _, m := range members {
		s.scale = max(s.scale, s.norm[m.id])
	}
	if s.sigma = s.scale; s.scale == 0 {
		s.sigma = 1
	}
	for _, m := range members {
		s.insert(m.id, m.lambda)
	}
	s.refresh()
}

const (
	// unit is the unit roundoff u of float64.
	unit = 0x1p-53
	// fewest is the number of points up to which all are priced each time, and the number priced between two scans of
	// all.
	fewest = 128
	// patience is how many entering points in a row may leave ‖w‖² unchanged before rounding is taken to be the reason.
	// Without rounding a corral that does not improve is one of a chain of degenerate ones, of which there are few.
	patience = 200
	// strain is how many corrals of one solution may be too ill-conditioned for their least point to be computed,
	// before the solver gives up. None was seen with D/γ∗ below 1e8.
	strain = 20
	// maxScale is how many times σ the scale may be. (E K⁻¹ Eᵀ)⁻¹ = σ² + M, where aᵀMa is the least ‖Zλ‖² with Eλ
	// = a and so at most (Σ|a|)²·scale²: its condition number is below 1 + 2·maxScale², and solve loses three
	// digits of ν at most.
	maxScale = 16
)

// solve makes w optimal over all points kept. Every turn enters a point or two; the turns end, because ‖w‖² falls by
// more than its rounding within patience of them.
func (s *Solver) solve(ctx context.Context) (moved bool, err error) {
	best, idle, strained, ascended := math.Inf(1), 0, 0, false
	watch := Watcher(ctx)
	for turns := 0; ; turns++ {
		if err := ctx.Err(); err != nil {
			return moved, err
		}
		watch(Stage{What: "maximum margin", Turns: turns})
		if !s.descend() {
			strained++
		}
		if s.vanished() {
			s.refresh() // w may have drifted from its weights
			if s.descend(); s.vanished() {
				return true, s.refuse()
			}
		}
		if !ascended && s.crowded() {
			ascended, moved = true, true
			if turns, err = s.ascend(ctx, turns); err != nil {
				return moved, err
			}
			continue
		}
		idle++
		if s.sq+max(16*unit*s.sq, s.rounding()) < best {
			best, idle = s.sq, 0
		}
		low, spent := s.lowest(), idle > patience || strained > strain
		if !s.rooted() {
			spent = len(s.member) > mostRooted
		}
		switch none := low == [2]int{-1, -1}; {
		case none && !s.doubtful():
			return moved, nil
		case none || spent:
			return moved, s.decide(s.w, s.length)
		case !s.rooted():
			s.refactor()
		default:
			s.enter(low)
			if !moved {
				moved = true
				s.refresh()
			}
		}
	}
}

// descend takes w to the least point of the affine hulls of a corral, dropping from it the points whose weight becomes
// 0 on the way. It reports false if rounding kept it from that point although R is as accurate as possible.
func (s *Solver) descend() bool {
	last, stuck, fresh := math.Inf(1), 0, false
	for {
		spread := s.measure()
		halved := spread <= last/2
		if s.vanished() || spread <= 0.05*s.tolerance*s.sq || !halved && spread <= s.rounding() || !s.rooted() {
			return true
		}
		if !halved {
			stuck++
		}
		if stuck > 3 {
			if fresh {
				return false
			}
			s.refactor()
			s.refresh()
			last, stuck, fresh = math.Inf(1), 0, true
			continue
		}
		last = spread
		s.corral.solve()
		part, blocked := s.move()
		if s.stale = true; s.blur()*s.scale < 1e-3*s.tolerance*s.sq {
			s.sum(s.w, s.u0, s.member)
		} else { // w is short: its weights do not determine its last digits, only steps from it do
			for k, d := range s.delta {
				s.addTo(s.member[k].id, s.w, part*d)
			}
		}
		if !blocked {
			continue
		}
		for k := len(s.member) - 1; k >= 0; k-- {
			if s.member[k].lambda == 0 && s.delta[k] < 0 {
				if s.Len() > fewest {
					s.pool = append(s.pool, s.member[k].id)
				}
				s.remove(k)
			}
		}
		last, stuck = math.Inf(1), 0
	}
}

// refresh computes w = u₀ + Zλ from the weights, from which it has drifted. It is only as accurate as they are: where w
// is short, descend makes it more accurate.
func (s *Solver) refresh() {
	normalise(s.member)
	s.sum(s.w, s.u0, s.member)
	s.stale = true
}

// measure computes ‖w‖² and the scores if w has changed, and returns the spread of levels.
func (s *Solver) measure() (spread float64) {
	if s.stale {
		s.stale = false
		s.sq = vec.Dot(s.w, s.w)
		s.length = math.Sqrt(s.sq)
		for k := range s.member {
			s.member[k].score = s.dot(s.member[k].id, s.w)
		}
	}
	return s.levels()
}

// enter puts points, -1 for none, into the corral with weight 0. If none can enter because they are in its affine
// hulls, one replaces a member. When a point is far longer than the earlier ones, σ grows to its length.
func (s *Solver) enter(points [2]int) {
	entered, beside := false, -1
	for _, i := range points {
		if i < 0 || find(s.member, i) >= 0 {
			continue
		}
		if s.scale = max(s.scale, s.norm[i]); s.scale > maxScale*s.sigma {
			s.sigma = s.scale
			s.refactor()
		}
		if s.insert(i, 0) {
			s.member[len(s.member)-1].score, entered = s.dot(i, s.w), true
		} else {
			beside = i
		}
	}
	if !entered && beside >= 0 {
		s.exchange(beside)
		s.refresh()
	}
}

// lowest returns the point of each hull that is farthest below its level by more than the slack, the first of equals,
// or −1. It looks in the pool and, if the pool has none, among all points.
func (s *Solver) lowest() (low [2]int) {
	if low = s.lowestOfPool(); low == [2]int{-1, -1} && s.Len() > fewest {
		all, _ := s.scan(&s.prices, s.w, s.level, s.slack(), fewest)
		s.pool = s.pool[:0]
		for _, p := range all {
			s.pool = append(s.pool, p.id)
		}
		low = s.lowestOfPool()
	}
	return low
}

func (s *Solver) lowestOfPool() (low [2]int) {
	low = [2]int{-1, -1}
	worst := [2]float64{s.slack(), s.slack()}
	for _, i := range s.pool {
		g := s.hull[i]
		below := s.level[g] - s.dot(i, s.w)
		if below > worst[g] || below == worst[g] && i < low[g] {
			low[g], worst[g] = i, below
		}
	}
	return low
}

// slack returns how far below the level ν of its hull the score z·w of a point may be. The hulls share nine tenths of
// the tolerance; the rest is for the corral. If rounding is larger, slack is the rounding, once for the corral and once
// for the point.
func (s *Solver) slack() float64 {
	return max(0.9*s.tolerance*s.sq/float64(s.hulls), 2*s.rounding())
}

// rounding bounds the error of a computed z·w: u for a product and for a difference, and √d·u for the sum, whose errors
// are not all of one sign.
func (s *Solver) rounding() float64 { return s.roundingOf(s.length, s.scale) }

func (s *Solver) roundingOf(w, z float64) float64 {
	return float64(s.terms * unit * w * z)
}

// vanished reports whether w cannot be distinguished from 0. Data with D/γ∗ above 1/(4(m+2)u), 2e13 for m = 100, are
// not distinguished from hulls that meet; below that it is not guaranteed that they are, see [UndecidedError].
func (s *Solver) vanished() bool { return s.length <= s.blur() }

// blur bounds the error of a w of m members. w is a sum of m+1 vectors no longer than scale with convex weights, and
// each addition may be wrong by u·scale; four times that covers every error of the sum and of its weights.
func (s *Solver) blur() float64 { return s.blurOf(len(s.member)) }

func (s *Solver) blurOf(m int) float64 { return float64(4 * float64(m+2) * unit * s.scale) }

// doubtful reports whether points may be on the wrong side of the hyperplane although no score shows it: the rounding
// of the longest point's score is of the order of ‖w‖² itself. That point need not have been in the corral.
func (s *Solver) doubtful() bool { return 8*s.rounding()*max(1, s.reach/s.scale) > s.sq }
