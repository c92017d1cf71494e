package maxmargin

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Solver holds points, which may become more, and their maximum-margin
// classifier in a norm. A Solver is not for concurrent use. In ℓ2:
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
	opt    Options
	prices bounds
	pool   []int     // the points that are priced between two scans of all
	all    []float64 // the scores of all points, where they are few

	started, settled bool
	metric           bool // solves a model of a problem in ℓp: u₀ is another than o₊ − o₋
	u0, w            []float64
	sq, length       float64 // ‖w‖² and ‖w‖
	stale            bool    // are ‖w‖² and the scores: w has changed
	terms            float64 // of a sum, whose errors are not all of one sign: 2 + √d
	scale            float64 // the longest of u₀ and of the z that have been in the corral
	failed           error   // for good

	lp *power // what solves in ℓp, after all else has in ℓ2; nil for ℓ2

	// The present solution, which stays when solving fails.
	classifier  theory.Classifier
	offset      float64 // the score of o₊
	gamma       float64
	plus, minus []float64

	convex [2][]Weight  // of the hulls, as they were last asked for
	sum    []vec.Double // scratch of difference
	point  []float64    // its result, and scratch of Score
}

// NewSolver returns a Solver of points in dim dimensions.
func NewSolver(dim int, opt Options) *Solver {
	if dim < 0 {
		panic("maxmargin: negative dimension")
	}
	opt.Tolerance = opt.tolerance()
	if opt.Norm == nil {
		opt.Norm = vec.L2{}
	}
	zeros := func() []float64 { return make([]float64, dim) }
	s := &Solver{
		opt: opt, u0: zeros(), w: zeros(), classifier: theory.Classifier{W: zeros()}, plus: zeros(), minus: zeros(),
		terms: 2 + math.Sqrt(float64(dim)), sum: make([]vec.Double, dim), point: zeros(),
		points: points{dim: dim, origin: opt.Origin},
	}
	s.corral = corral{points: &s.points, hulls: 2, rest: zeros()}
	if opt.Origin {
		s.hulls = 1
	}
	switch n := opt.Norm.(type) {
	case vec.L2:
	case vec.Lp:
		s.lp = newPower(n, dim, opt.Tolerance)
		s.opt.Tolerance = startTolerance
	default:
		panic(fmt.Sprintf("maxmargin: the norm %v, expected one of package vec", n))
	}
	return s
}

// Reset forgets all points, and what was made of them: the Solver is as
// [NewSolver] made it, in the memory that it has.
func (s *Solver) Reset() {
	s.points.reset()
	s.corral.reset()
	s.pool, s.started, s.settled, s.failed = s.pool[:0], false, false, nil
	if s.lp != nil {
		s.lp = newPower(s.opt.Norm.(vec.Lp), s.dim, s.lp.tolerance)
	}
	clear(s.classifier.W)
	clear(s.plus)
	clear(s.minus)
	s.classifier.B, s.offset, s.gamma = 0, 0, 0
}

// Len is the number of points kept.
func (s *Solver) Len() int { return len(s.given) }

// Ready reports whether there is a problem to solve: points of both classes
// have been kept or, through the origin, any point has.
func (s *Solver) Ready() bool {
	if s.origin {
		return len(s.given) > 0
	}
	return s.count[0] > 0 && s.count[1] > 0
}

// Keep holds on to the point, by reference, with a shifted copy of one that is dense. It neither
// checks it nor solves: the classifier stays what it is until Settle, or an Add that solves. It
// panics if x does not fit in the dimension, y is no label, or x is so long that
// vec.Vector.Check does not accept it and squares of distances may overflow.
func (s *Solver) Keep(x vec.Vector, y theory.Label) {
	s.keep(x, y)
	s.settled, s.stale = false, true
}

// Add keeps the point, by reference, and solves again over all points kept when
// the point cuts the margin. It reports whether the classifier changed. When
// the point leaves the margin as it is, and as long as the solver is not Ready,
// Add costs two passes over x. The error is a *NotSeparableError or an
// *UndecidedError, now and at every later call. It panics where Keep does.
func (s *Solver) Add(x vec.Vector, y theory.Label) (changed bool, err error) {
	before := s.settled
	s.Keep(x, y)
	if s.failed != nil || !s.Ready() {
		return false, s.failed
	}
	i := len(s.given) - 1
	switch {
	case s.lp != nil:
		if before && !s.lp.cuts(s, i) {
			s.settled = true
			return false, nil
		}
	case s.started:
		if s.level[s.hull[i]]-s.dot(i, s.w) <= s.slack() && !s.doubtful() {
			s.settled = before
			return false, nil
		}
		s.pool = append(s.pool, i)
	}
	return s.Settle(context.Background())
}

// Settle solves over all points kept. It reports whether the classifier
// changed. The error is a *NotSeparableError or an *UndecidedError, now and at
// every later call; a *OneClassError when the solver is not Ready; or that of
// ctx, after which Settle may be called again and goes on.
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
	if !s.started {
		copy(s.u0, s.shift[0])
		if !s.origin {
			floats.Sub(s.u0, s.shift[1])
		}
		first := [2]int{s.first(0), s.first(s.hulls - 1)}
		s.start(first[:s.hulls], []float64{1, 1})
		changed = true
	}
	moved, err := s.solve(ctx)
	return moved || changed, err
}

// start opens the corral with the given points, some of each hull, and their convex weights, at
// w = u₀ + Zλ. Points that depend on those before them stay outside.
func (s *Solver) start(members []int, lambda []float64) {
	s.started = true
	s.corral.reset()
	s.pool = s.pool[:0]
	s.prices.reset(s.u0)
	s.scale = math.Sqrt(vec.Dot(s.u0, s.u0))
	for _, i := range members {
		s.scale = max(s.scale, s.norm[i])
	}
	if s.sigma = s.scale; s.scale == 0 {
		s.sigma = 1
	}
	for k, i := range members {
		if s.insert(i) {
			s.lambda[len(s.id)-1] = lambda[k]
		}
	}
	s.refresh()
}

const (
	// unit is the unit roundoff u of float64.
	unit = 0x1p-53
	// fewest is the number of points up to which all are priced each time, and of those that are
	// priced between two scans of all.
	fewest = 128
	// patience is how many entering points in a row may leave ‖w‖² where it is before rounding is
	// taken for the reason. Away from rounding a corral that does not get better is one of a chain of
	// degenerate ones, of which there are few.
	patience = 200
	// strain is how many corrals of one solution may be too ill-conditioned for their least point
	// to be computed, before the solver gives in. Where D/γ∗ is below 1e8 none was seen.
	strain = 20
	// maxScale is how many times σ the scale may be. (E K⁻¹ Eᵀ)⁻¹ = σ² + M, where aᵀMa is the least
	// ‖Zλ‖² with Eλ = a and so at most (Σ|a|)²·scale²: its condition number is below
	// 1 + 2·maxScale², and solve loses three digits of ν at most.
	maxScale = 16
)

// solve makes w optimal over all points kept. Every turn enters a point or two; the turns end,
// because ‖w‖² falls by more than its rounding within patience of them.
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
		if s.sq+max(16*unit*s.sq, s.rounding()) < best {
			best, idle = s.sq, 0
		} else {
			idle++
		}
		low := s.lowest()
		if low == [2]int{-1, -1} {
			if s.doubtful() {
				return moved, s.decide()
			}
			return moved, nil
		}
		if s.rooted < len(s.id) && len(s.id) <= mostRooted {
			s.refactor()
			continue
		}
		if idle > patience || strained > strain || s.rooted < len(s.id) {
			return moved, s.decide()
		}
		s.enter(low)
		if !moved {
			moved = true
			s.refresh()
		}
	}
}

// descend takes w to the least point of the affine hulls of a corral, dropping from it the points
// whose weight gets 0 on the way. It reports false when rounding kept it from that point, with L as
// good as it gets.
func (s *Solver) descend() bool {
	last, stuck, fresh := math.Inf(1), 0, false
	for {
		spread := s.measure()
		halved := spread <= last/2
		if s.vanished() || spread <= 0.05*s.opt.Tolerance*s.sq || !halved && spread <= s.rounding() ||
			s.rooted < len(s.id) {
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
		// Where w is long, its weights give it to the last digits; else only steps from w do.
		long := s.blur()*s.scale < 1e-3*s.opt.Tolerance*s.sq
		part, blocked := s.move()
		if s.stale = true; long {
			s.addAll(s.w, s.u0, s.id, s.lambda)
		} else {
			s.follow(s.w, part)
		}
		if !blocked {
			continue
		}
		for k := len(s.id) - 1; k >= 0; k-- {
			if s.lambda[k] == 0 && s.delta[k] < 0 {
				if len(s.given) > fewest {
					s.pool = append(s.pool, s.id[k])
				}
				s.remove(k)
			}
		}
		last, stuck = math.Inf(1), 0
	}
}

// refresh computes w = u₀ + Zλ from the weights, which it has drifted from. It is only as true as
// they are: where w is short, descend makes it truer than that.
func (s *Solver) refresh() {
	s.normalise()
	s.addAll(s.w, s.u0, s.id, s.lambda)
	s.stale = true
}

// measure computes ‖w‖² and the scores, where w has changed, and returns the spread of levels.
func (s *Solver) measure() (spread float64) {
	if s.stale {
		s.stale = false
		s.sq = vec.Dot(s.w, s.w)
		s.length = math.Sqrt(s.sq)
		if n := len(s.given); s.dense && n <= fewest {
			s.all = resize(s.all, n)
			vec.DotRows(s.all, s.rows[0][:n*s.dim], s.w)
			for k, i := range s.id {
				s.score[k] = s.all[i]
			}
		} else {
			for k, i := range s.id {
				s.score[k] = s.dot(i, s.w)
			}
		}
	}
	return s.levels()
}

// enter puts points, -1 for none, into the corral with weight 0. Where none of them can enter, as
// they are in its affine hulls, one takes the place of a member. When a point is far longer than
// those before it, σ grows to it.
func (s *Solver) enter(points [2]int) {
	entered, beside := false, -1
	for _, i := range points {
		if i < 0 || slices.Contains(s.id, i) {
			continue
		}
		if s.scale = max(s.scale, s.norm[i]); s.scale > maxScale*s.sigma {
			s.sigma = s.scale
			s.refactor()
		}
		if s.insert(i) {
			s.score[len(s.id)-1], entered = s.dot(i, s.w), true
		} else {
			beside = i
		}
	}
	if !entered && beside >= 0 {
		s.exchange(beside)
		s.refresh()
	}
}

// lowest returns the point of each hull that is farthest below its level by more than the slack,
// the first of equals, or −1.
func (s *Solver) lowest() (low [2]int) {
	low = [2]int{-1, -1}
	if s.dense && len(s.given) <= fewest {
		slack := s.slack()
		worst := [2]float64{slack, slack}
		for i, v := range s.all[:len(s.given)] {
			g := s.hull[i]
			if below := s.level[g] - v; below > worst[g] {
				low[g], worst[g] = i, below
			}
		}
		return low
	}
	if low = s.lowestOfPool(); low == [2]int{-1, -1} && s.scan() {
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

// scan prices the points kept, but for those that are known to satisfy their margin, and fills the
// pool with the lowest. It reports whether one is below its level by more than the slack.
func (s *Solver) scan() bool {
	var low []price
	way, slack, least := s.prices.travel(s.w, len(s.given)), s.slack(), s.slack()
	for i, g := range s.hull {
		if s.prices.low[i]-float64(way*s.norm[i]) >= s.level[g]-slack {
			continue
		}
		v := s.dot(i, s.w)
		s.prices.note(i, v, s.norm[i])
		if below := s.level[g] - v; below > least {
			if low = append(low, price{below, i}); len(low) == 4*fewest {
				low = lowest(low, fewest)
				least = low[fewest-1].below
			}
		}
	}
	s.pool = s.pool[:0]
	for _, p := range lowest(low, fewest) {
		s.pool = append(s.pool, p.i)
	}
	return len(low) > 0
}

// slack is how far below the level ν of its hull the score z·w of a point may
// be. The hulls share nine tenths of the tolerance; the rest is for the corral.
// Where rounding is more than that, it is the rounding, once for the corral and
// once for the point.
func (s *Solver) slack() float64 {
	return max(0.9*s.opt.Tolerance*s.sq/float64(s.hulls), 2*s.rounding())
}

// rounding is how far a computed z·w may be from the true one: u a product and
// a difference, and √d·u for the sum, whose errors are not all of one sign.
func (s *Solver) rounding() float64 { return s.roundingOf(s.length, s.scale) }

func (s *Solver) roundingOf(w, z float64) float64 {
	return float64(s.terms * unit * w * z)
}

// vanished reports whether w cannot be told from 0. Data with D/γ∗ above 1/(4(m+2)u),
// 2e13 for m = 100, are not told from hulls that meet; that those below are told from
// them is not promised, see [UndecidedError].
func (s *Solver) vanished() bool { return s.length <= s.blur() }

// blur is how far from the true one a w of m members may be. It is a sum of m+1 vectors no
// longer than scale with convex weights, each addition of which may be wrong by u·scale;
// four times that is within every error of the sum and of its weights.
func (s *Solver) blur() float64 { return s.blurOf(len(s.id)) }

func (s *Solver) blurOf(m int) float64 { return float64(4 * float64(m+2) * unit * s.scale) }

// doubtful reports whether points may be on the wrong side of the hyperplane
// although no score shows it: the rounding of the longest point's, which need
// not have been in the corral, is of the order of ‖w‖² itself.
func (s *Solver) doubtful() bool { return 8*s.rounding()*max(1, s.reach/s.scale) > s.sq }

// decide settles by certificate what rounding has left open: that the classifier
// of w, as it will be published, separates the points kept, or that the hulls
// meet, or neither.
func (s *Solver) decide() error {
	w := make([]float64, s.dim)
	s.direction(w)
	return s.judge(w)
}

// judge refuses unless w separates the points kept.
func (s *Solver) judge(w []float64) error {
	if s.metric || s.lower(w) > 0 {
		return nil
	}
	return s.refuse()
}
