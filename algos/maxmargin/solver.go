package maxmargin

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
	"marginlab/theory/vec"
)

// Solver holds a growing set of points and the maximum-margin classifier of
// those seen so far.
//
// Problem: minimise ‖v₊−v₋‖ over v₊ ∈ conv{x : y=+1}, v₋ ∈ conv{x : y=−1}
// (or ‖v‖ over v ∈ conv{yx}, through the origin), as
// minimise ½‖u₀ + Zλ‖² subject to Eλ = 1, λ ≥ 0, where the columns of Z are
// z = y(x − o_y), o_y is the first point of label y, and u₀ = o₊ − o₋.
//
// Given: points with labels, all at once or one by one.
// Returns: λ, w = u₀ + Zλ, a bias, γ = ‖w‖/2, and a lower bound of γ∗.
// Algorithm: Wolfe's nearest-point algorithm (1976) on two hulls: go to the
// affine minimiser over the corral, drop the points whose weight gets 0 on the
// way, enter the point of the least z·w; warm-started with each new point.
// Stop rule: Σ_g (ν_g − min_g z·w) ≤ Tolerance·‖w‖², which is the relative gap.
type Solver struct {
	opt    Options
	dim    int
	count  [2]int // positives, negatives
	points []theory.Example
	shift  [2]shift // o₊, o₋
	u0     []float64
	scale  float64 // the greatest ‖z‖ met, or ‖u₀‖

	corral  corral
	w       []float64 // u₀ + Zλ
	sq      float64   // ‖w‖²
	started bool
	failed  *NotSeparableError

	pool    []int // the points that are priced before all others are
	scores  []float64
	unit    []float64 // w/‖w‖
	bias    float64
	plus    []float64
	minus   []float64
	current bool // plus and minus are those of the corral
}

// NewSolver returns a Solver of points in ℝ^dim.
func NewSolver(dim int, opt Options) *Solver {
	if dim < 0 {
		panic("maxmargin: negative dimension")
	}
	if opt.Tolerance < 0 || math.IsNaN(opt.Tolerance) {
		panic("maxmargin: the tolerance is negative or NaN")
	}
	if opt.Tolerance == 0 {
		opt.Tolerance = DefaultTolerance
	}
	s := &Solver{opt: opt, dim: dim, unit: make([]float64, dim), w: make([]float64, dim), plus: make([]float64, dim), minus: make([]float64, dim)}
	s.corral = corral{groups: 2, column: make([]float64, dim)}
	if opt.Origin {
		s.corral.groups = 1
	}
	return s
}

func side(y theory.Label) int {
	if y > 0 {
		return 0
	}
	return 1
}

// group is the hull that a point of label y belongs to.
func (s *Solver) group(y theory.Label) int {
	if s.opt.Origin {
		return 0
	}
	return side(y)
}

// Len is the number of points kept.
func (s *Solver) Len() int { return len(s.points) }

// Ready reports whether there is a problem to solve: both classes have been
// seen or, through the origin, a point has.
func (s *Solver) Ready() bool {
	if s.opt.Origin {
		return len(s.points) > 0
	}
	return s.count[0] > 0 && s.count[1] > 0
}

// Keep holds on to the point, by reference, and neither checks it nor solves:
// the classifier stays what it was until Settle, or an Add that solves. It
// panics if x does not fit or y is no label.
func (s *Solver) Keep(x vec.Vector, y theory.Label) {
	if y != theory.Positive && y != theory.Negative {
		panic(fmt.Sprintf("maxmargin: label %d", y))
	}
	if x.Dim() > s.dim {
		panic(fmt.Sprintf("maxmargin: point of dimension %d in a space of dimension %d", x.Dim(), s.dim))
	}
	k := side(y)
	if s.count[k] == 0 && !(s.opt.Origin && len(s.points) > 0) {
		s.shift[k] = newShift(x, 1, s.dim)
		if s.opt.Origin {
			s.shift[1-k] = newShift(x, -1, s.dim)
		}
	}
	s.count[k]++
	s.points = append(s.points, theory.Example{X: x, Y: y})
}

// Add keeps the point, by reference, and solves again over all points kept when
// the point cuts the margin. It reports whether the classifier changed. When
// the point leaves the margin as it is, or before Ready, Add costs one inner
// product. The error is a *NotSeparableError, then and ever after.
func (s *Solver) Add(x vec.Vector, y theory.Label) (changed bool, err error) {
	s.Keep(x, y)
	if !s.Ready() {
		return false, nil
	}
	if s.failed != nil {
		return false, s.failed
	}
	if s.started {
		i := len(s.points) - 1
		g := s.group(y)
		if s.corral.level[g]-s.scoreOf(i) <= s.slack() {
			return false, nil
		}
		s.pool = append(s.pool, i)
	}
	return s.Settle(context.Background())
}

// Settle solves over all points kept.
func (s *Solver) Settle(ctx context.Context) (changed bool, err error) {
	if s.failed != nil {
		return false, s.failed
	}
	if !s.Ready() {
		return false, &OneClassError{Positives: s.count[0], Negatives: s.count[1]}
	}
	if !s.started {
		s.start()
		changed = true
	}
	moved, err := s.solve(ctx)
	if moved || changed {
		s.publish()
	}
	return moved || changed, err
}

// start opens the corral with the first point of each hull.
func (s *Solver) start() {
	s.started = true
	s.u0 = make([]float64, s.dim)
	if s.opt.Origin {
		s.shift[0].sparse.AddTo(s.u0, 1)
		if s.points[0].Y != theory.Positive {
			copy(s.u0, s.shift[0].dense)
		}
	} else {
		floats.SubTo(s.u0, s.shift[0].dense, s.shift[1].dense)
	}
	copy(s.w, s.u0)
	norm := floats.Norm(s.u0, 2)
	s.scale = norm
	s.sq = norm * norm
	if norm == 0 {
		norm = 1
	}
	s.corral.sigma = [2]float64{norm, norm}
	for g := range s.corral.groups {
		for i, e := range s.points {
			if s.group(e.Y) == g {
				s.enter(i)
				s.corral.lambda[s.corral.len()-1] = 1
				break
			}
		}
	}
	s.corral.levels(s.w)
}

// scoreOf returns z_i·w.
func (s *Solver) scoreOf(i int) float64 {
	e := &s.points[i]
	return float64(e.Y) * s.shift[side(e.Y)].dot(s.w, e.X)
}

// enter puts point i into the corral with weight 0.
func (s *Solver) enter(i int) bool {
	var room vec.Vector
	if n := len(s.corral.spare); n > 0 {
		room, s.corral.spare = s.corral.spare[n-1], s.corral.spare[:n-1]
	}
	e := s.points[i]
	z := s.shift[side(e.Y)].minus(room, e.X, e.Y)
	s.scale = max(s.scale, math.Sqrt(z.SqNorm()))
	if !s.corral.insert(i, s.group(e.Y), z) {
		s.corral.spare = append(s.corral.spare, z)
		return false
	}
	return true
}
