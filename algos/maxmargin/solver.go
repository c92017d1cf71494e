package maxmargin

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
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
//	           hulls of the active set, drop the points whose weight gets 0 on the
//	           way, enter the point of the least z·w; every point added starts
//	           from the active set that was there. KKT systems by an updated R of
//	           QR, with iterative refinement. An active set of many sparse points
//	           goes on without R, by [bulk]
//	Stops      at the tolerance, over all points; at w = 0 to working precision
//	           (not separable); or when rounding keeps ‖w‖ from falling (a wide
//	           gap, or undecided)
type Solver struct {
	opt    Options
	points []theory.Example
	count  [2]int   // positives, negatives
	reach  float64  // the longest of the z
	shift  [2]shift // o₊, o₋
	scores scores

	dense    bool // is a point
	factored bool // solve by R only: another norm, or another u₀ than o₊ − o₋

	started bool
	u0, w   []float64
	sq      float64 // ‖w‖²
	scale   float64 // the longest of u₀ and of the z that have been in the active set
	active  activeSet
	small   small
	failed  error // for good

	power *power // what solves in ℓp, after all else has in ℓ2; nil for ℓ2

	// The present solution, which stays when solving fails.
	classifier  theory.Classifier
	offset      float64 // the score of o₊
	gamma       float64
	plus, minus []float64

	convex [2][]Weight  // of the hulls, as they were last asked for
	sum    []vec.Double // scratch of difference
	point  []float64    // its result
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
	s := &Solver{
		opt:        opt,
		u0:         make([]float64, dim),
		w:          make([]float64, dim),
		active:     activeSet{hulls: 2, residual: make([]float64, dim)},
		scores:     scores{at: make([]float64, dim)},
		classifier: theory.Classifier{W: make([]float64, dim)},
		plus:       make([]float64, dim),
		minus:      make([]float64, dim),
	}
	if opt.Origin {
		s.active.hulls = 1
	}
	switch n := opt.Norm.(type) {
	case vec.L2:
	case vec.Lp:
		s.power = newPower(n, dim, opt.Tolerance)
		s.opt.Tolerance = startTolerance
		s.factored = true
	default:
		panic(fmt.Sprintf("maxmargin: the norm %v, expected one of package vec", n))
	}
	return s
}

// Reset forgets all points, and what was made of them: the Solver is as
// [NewSolver] made it, in the memory that it has.
func (s *Solver) Reset() {
	clear(s.points)
	s.points, s.count, s.reach = s.points[:0], [2]int{}, 0
	s.scores.reset()
	s.dense, s.started, s.failed = false, false, nil
	s.active.reset()
	if s.power != nil {
		s.power = newPower(s.opt.Norm.(vec.Lp), len(s.w), s.power.tolerance)
	}
	clear(s.classifier.W)
	clear(s.plus)
	clear(s.minus)
	s.classifier.B, s.offset, s.gamma = 0, 0, 0
}

// side is the index of a label in count and shift.
func side(y theory.Label) int {
	if y == theory.Positive {
		return 0
	}
	return 1
}

// hull is the index of the hull that a point of label y belongs to.
func (s *Solver) hull(y theory.Label) int {
	if s.opt.Origin {
		return 0
	}
	return side(y)
}

// Len is the number of points kept.
func (s *Solver) Len() int { return len(s.points) }

// Ready reports whether there is a problem to solve: points of both classes
// have been kept or, through the origin, any point has.
func (s *Solver) Ready() bool {
	if s.opt.Origin {
		return len(s.points) > 0
	}
	return s.count[0] > 0 && s.count[1] > 0
}

// Keep holds on to the point, by reference, and neither checks it nor solves:
// the classifier stays what it is until Settle, or an Add that solves. It
// panics if x does not fit in the dimension, y is no label, or x is so long that
// vec.Vector.Check does not accept it and squares of distances may overflow.
func (s *Solver) Keep(x vec.Vector, y theory.Label) {
	if y != theory.Positive && y != theory.Negative {
		panic(fmt.Sprintf("maxmargin: label %d", y))
	}
	if x.Dim() > len(s.w) {
		panic(fmt.Sprintf("maxmargin: a point of %d dimensions in a space of %d", x.Dim(), len(s.w)))
	}
	k := side(y)
	if s.count[k] == 0 && !(s.opt.Origin && len(s.points) > 0) {
		expect(x.SqNorm(), vec.MaxSqNorm)
		s.shift[k].set(x, 1, len(s.w))
		if s.opt.Origin {
			s.shift[1-k].set(x, -1, len(s.w))
		}
	}
	distance := s.shift[k].distance(x)
	expect(distance/4*distance, vec.MaxSqNorm) // (‖x‖+‖o‖)² ≤ 4·MaxSqNorm
	s.reach = max(s.reach, distance)
	s.count[k]++
	s.dense = s.dense || !x.IsSparse()
	s.points = append(s.points, theory.Example{X: x, Y: y})
	s.scores.known = append(s.scores.known, score{low: math.Inf(-1), norm: distance, hull: int8(s.hull(y))})
}

// expect panics if a square is above the limit, but for rounding, or NaN.
func expect(square, limit float64) {
	if !(square <= limit*(1+1e-9)) {
		panic("maxmargin: a vector that is not finite or too long, expected one that vec.Vector.Check accepts")
	}
}

// Add keeps the point, by reference, and solves again over all points kept when
// the point cuts the margin. It reports whether the classifier changed. When
// the point leaves the margin as it is, and as long as the solver is not Ready,
// Add costs two passes over x. The error is a *NotSeparableError or an
// *UndecidedError, now and at every later call. It panics where Keep does.
func (s *Solver) Add(x vec.Vector, y theory.Label) (changed bool, err error) {
	s.Keep(x, y)
	return s.take()
}

// take is Add for the last point kept.
func (s *Solver) take() (changed bool, err error) {
	if s.failed != nil {
		return false, s.failed
	}
	if !s.Ready() {
		return false, nil
	}
	i := len(s.points) - 1
	switch {
	case s.power != nil:
		if s.power.started && !s.power.cuts(s, i) {
			return false, nil
		}
	case s.started:
		v := s.score(i)
		if s.active.level[s.hull(s.points[i].Y)]-v <= s.slack() && !s.doubtful() {
			s.scores.note(i, v)
			return false, nil
		}
		s.scores.pool = append(s.scores.pool, i)
	}
	return s.Settle(context.Background())
}

// Settle solves over all points kept. It reports whether the classifier
// changed. The error is a *NotSeparableError or an *UndecidedError, now and at
// every later call, a *OneClassError when the solver is not Ready, or that of
// ctx; after this one
// Settle may be called again and goes on.
func (s *Solver) Settle(ctx context.Context) (changed bool, err error) {
	if s.failed != nil {
		return false, s.failed
	}
	if !s.Ready() {
		return false, &OneClassError{Positives: s.count[0], Negatives: s.count[1]}
	}
	if s.power != nil {
		changed, err = s.power.settle(ctx, s)
	} else {
		changed, err = s.separate(ctx)
	}
	if s.failed != nil {
		return false, s.failed
	}
	if changed {
		s.publish()
	}
	return changed, err
}

// separate solves in ℓ2.
func (s *Solver) separate(ctx context.Context) (changed bool, err error) {
	if !s.started {
		s.open()
		if ctx.Err() == nil && s.isSmall() && s.solveSmall() {
			return true, nil
		}
		s.start()
		changed = true
	}
	moved, err := s.solve(ctx)
	return moved || changed, err
}

// open computes u₀.
func (s *Solver) open() {
	copy(s.u0, s.shift[0].dense)
	if !s.opt.Origin {
		floats.Sub(s.u0, s.shift[1].dense)
	}
}

// start opens the active set with the first point of each hull.
func (s *Solver) start() {
	var first [2]int
	for g := range s.active.hulls {
		for s.hull(s.points[first[g]].Y) != g {
			first[g]++
		}
	}
	s.startFrom(first[:s.active.hulls], []float64{1, 1})
}

// startFrom opens the active set with the given points, some of each hull, and their
// convex weights, at w = u₀ + Zλ. Points that depend on those before them stay
// outside.
func (s *Solver) startFrom(members []int, lambda []float64) {
	s.started = true
	copy(s.w, s.u0)
	copy(s.scores.at, s.u0)
	s.sq = num.Dot(s.w, s.w)
	s.scale = math.Sqrt(s.sq)
	for _, i := range members {
		s.scale = max(s.scale, s.scores.known[i].norm)
	}
	s.active.sigma = s.scale
	if s.scale == 0 {
		s.active.sigma = 1
	}
	for k, i := range members {
		if s.enter(i) {
			s.active.lambda[s.active.len()-1] = lambda[k]
		}
	}
	s.refresh()
	s.active.levels(s.w)
}

// score returns z·w of point i.
func (s *Solver) score(i int) float64 { return s.scoreAt(s.w, i) }

func (s *Solver) scoreAt(w []float64, i int) float64 {
	e := &s.points[i]
	return float64(e.Y) * s.shift[side(e.Y)].dot(w, e.X)
}

// maxScale is how many times σ the scale may be. (E K⁻¹ Eᵀ)⁻¹ = σ² + M, where
// aᵀMa is the least ‖Zλ‖² with Eλ = a and so at most (Σ|a|)²·scale²: its condition
// number is below 1 + 2·maxScale², and solve loses three digits of ν at most.
const maxScale = 16

// enter puts point i into the active set with weight 0, unless it is in the affine
// hulls of the active set. When it is far longer than those before it, σ grows to it.
func (s *Solver) enter(i int) bool {
	c, e := &s.active, &s.points[i]
	z := s.shift[side(e.Y)].minus(c.room(), e.X, e.Y)
	if s.scale = max(s.scale, s.scores.known[i].norm); s.scale > maxScale*c.sigma {
		c.sigma = s.scale
		c.refactor()
	}
	if !c.insert(i, s.hull(e.Y), z) {
		c.spare = append(c.spare, z)
		return false
	}
	return true
}
