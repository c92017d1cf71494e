package benchdata

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
	"marginlab/theory"
)

// Synthetic is a recipe for a linearly separable stream with a planted geometry:
//
//	symbol   field      meaning                         range
//	n        Examples                                   ≥ 4
//	d        Dim                                        ≥ 2
//	r        R          D/γ∗, D the larger diameter     > 0
//	D̄/D      Ratio      D̄ = max ‖x‖                     ≥ LeastRatio(r)
//	γ∗       Margin     the maximum margin              > 0
//	         Tilt       cosine of the translation to w  [−1, 1]
//	         Seed       the same seed, the same stream
//
// Where the ratio leaves room (D̄ ≥ √(γ∗²+D²/4) suffices), the two classes face each other across the origin, and the
// whole stream is then translated until D̄ is reached: with Tilt 0 along the separating hyperplane, so that its bias
// stays 0, with Tilt ±1 straight across it. Coordinates are rounded in proportion to D̄, so that γ∗ is exact to about
// 1e-16·D̄/γ∗, relatively.
type Synthetic struct {
	Examples, Dim          int
	R, Ratio, Margin, Tilt float64
	Seed                   uint64
}

// maxSpread is the largest D̄/γ∗ and D̄/D of a stream: beyond it γ∗ or D would have less than three exact digits.
const maxSpread = 1e12

// LeastRatio is the least D̄/D of a stream with D/γ∗ = r,
//
//	½          if r ≥ 4,
//	1/r + r/16 if r ≤ 4.
//
// Say that the class with diameter D is the positive one and lies in x₁ ≥ s, x₁ being the coordinate along w. Then v₋,
// which is no farther than D̄ from the origin either, has x₁ = s−2γ∗ ≥ −D̄. If D̄ < 2γ∗, then s ≥ 2γ∗−D̄ > 0, and the
// pair at distance D obeys D² = 2‖a‖²+2‖b‖²−‖a+b‖² ≤ 4D̄²−4s², so D̄ ≥ γ∗+D²/(16γ∗), which is below 2γ∗ just if r < 4.
// Else D̄ ≥ 2γ∗ and D̄ ≥ D/2. Both are reached: by v₋ at the pole −D̄ and the pair on the rim around v₊, and by an
// opposite pair of poles.
func LeastRatio(r float64) float64 {
	if r >= 4 {
		return 0.5
	}
	return 1/r + float64(r/16)
}

// String returns the expression that makes the stream again.
func (p Synthetic) String() string {
	return fmt.Sprintf("synthetic(examples=%d,dim=%d,r=%v,ratio=%v,margin=%v,tilt=%v,seed=%d)",
		p.Examples, p.Dim, p.R, p.Ratio, p.Margin, p.Tilt, p.Seed)
}

// Check reports which parameter no stream can have.
func (p Synthetic) Check() error {
	within := func(v, low, high float64) bool { return low <= v && v <= high } // false for NaN
	switch {
	case p.Examples < 4:
		return fmt.Errorf("%v: %d examples, expected at least 4: two support points and a pair at distance D", p, p.Examples)
	case p.Dim < 2:
		return fmt.Errorf("%v: %d dimensions, expected at least 2", p, p.Dim)
	case !(p.R > 0) || math.IsInf(p.R, 1):
		return fmt.Errorf("%v: r = D/γ* is %v, expected a number above 0", p, p.R)
	case !(p.Ratio >= LeastRatio(p.R)):
		return fmt.Errorf("%v: D̄/D is %v, expected at least %v: with r = %v no separable stream lies nearer to the origin", p, p.Ratio, LeastRatio(p.R), p.R)
	case !(max(1, p.R)*p.Ratio <= maxSpread):
		return fmt.Errorf("%v: D̄ is %.3g times D or γ*, expected at most %.0e times: they would drown in rounding", p, max(1, p.R)*p.Ratio, maxSpread)
	case !within(p.Margin, 1e-100, 1e100):
		return fmt.Errorf("%v: margin %v, expected a number from 1e-100 to 1e100", p, p.Margin)
	case !within(p.Tilt, -1, 1):
		return fmt.Errorf("%v: tilt %v, expected a cosine from -1 to 1", p, p.Tilt)
	}
	return fits(p, p.Examples, p.Dim)
}

// Generate makes the stream and its maximum-margin classifier with ‖w‖ = 1,
// whose margin is p.Margin. The error comes from Check.
func (p Synthetic) Generate() (*Set, theory.Classifier, error) {
	if err := p.Check(); err != nil {
		return nil, theory.Classifier{}, err
	}
	rnd := rand.New(rand.NewPCG(p.Seed, syntheticStream))
	f := p.frame(rnd)
	points := f.points(p.Examples, rnd)
	bias := 1 - f.slab - f.translate(points, p.R*p.Ratio, p.Tilt, rnd)

	w := make([]float64, p.Dim)
	unit(w, rnd)
	side := theory.Positive // which class is the far one
	if rnd.IntN(2) == 0 {
		side = theory.Negative
	}
	examples := make([]theory.Example, p.Examples)
	for k, i := range rnd.Perm(p.Examples) {
		x := points[i].X
		turn(x.Value, w)
		floats.Scale(p.Margin, x.Value)
		examples[k] = theory.Example{X: x, Y: side * points[i].Y}
	}
	floats.Scale(float64(side), w)
	set := &Set{Name: p.String(), Examples: examples, Dim: p.Dim, Labels: [2]string{"-1", "1"}}
	return set, theory.Classifier{W: w, B: float64(side) * bias * p.Margin}, nil
}

// frame is the stream before it is translated and turned, in units of γ∗. The coordinate x₁ lies across the separating
// slab: the far class has x₁ ≥ slab, the near class x₁ ≤ slab−2. Both lie in the ball of the given radius about 0, and
// each in a ball of diameter r about its own centre on the axis:
//
//	far  = slab+h   of the far class, whose two points (far, ±r/2) make D = r;
//	near = slab−2−h'  of the near class.
//
// The support points v± = (slab, 0) and (slab−2, 0) make γ∗ = 1 exact.
type frame struct {
	dim             int
	r, radius, slab float64
	far, near       float64
}

// frame places the slab so that the pair has room beyond it, symmetrically if
// possible, and draws how far behind it the centres are.
func (p Synthetic) frame(rnd *rand.Rand) frame {
	f := frame{dim: p.Dim, r: p.R}
	f.radius = min(p.R*p.Ratio, 1+p.R) // 1+r holds both class balls
	room := math.Sqrt(max(0, (f.radius-float64(f.r/2))*(f.radius+float64(f.r/2))))
	f.slab = min(1, room)
	f.far = f.slab + float64(rnd.Float64()*min(f.r/2, room-f.slab))
	f.near = f.slab - 2 - float64(rnd.Float64()*min(f.r/2, max(0, f.radius+f.slab-2)))
	return f
}

// points returns v₊, v₋, the pair at distance r, and n−4 points of random classes. The far class is +1.
func (f frame) points(n int, rnd *rand.Rand) []theory.Example {
	all := newDense(n, f.dim)
	for i, e := range all {
		x := e.X.Value
		y := theory.Positive
		switch i {
		case 0:
			x[0] = f.slab
		case 1:
			x[0], y = f.slab-2, theory.Negative
		case 2:
			unit(x[1:], rnd)
			floats.Scale(f.r/2, x[1:])
			x[0] = f.far
		case 3:
			floats.ScaleTo(x, -1, all[2].X.Value)
			x[0] = f.far
		default:
			if rnd.IntN(2) == 0 {
				y = theory.Negative
			}
			f.draw(x, y == theory.Negative, rnd)
		}
		all[i].Y = y
	}
	return all
}

// draw stores in x a random point of a class: uniform in the class's ball, folded over the slab's boundary into the
// class's half-space, and pulled towards the ball's centre until it lies in the ball about the origin. The centre lies
// in all three, which are convex; so the pull leaves none, and as it lies behind the boundary the fold does not leave
// the class's ball.
func (f frame) draw(x []float64, near bool, rnd *rand.Rand) {
	centre, boundary := f.far, f.slab
	if near {
		centre, boundary = f.near, f.slab-2
	}
	unit(x, rnd)
	floats.Scale(f.r/2*num.Pow(rnd.Float64(), 1/float64(f.dim)), x)
	x[0] += centre
	if (x[0] > boundary) == near {
		x[0] = 2*boundary - x[0]
	}
	if q := num.Dot(x, x); q > f.radius*f.radius {
		x[0] -= centre
		// ‖c + λx‖ = radius with c on the first axis
		a, b, c := num.Dot(x, x), float64(centre*x[0]), (centre-f.radius)*(centre+f.radius)
		floats.Scale(max(0, (-b+math.Sqrt(max(0, float64(b*b)-float64(a*c))))/a), x)
		x[0] += centre
	}
}

// translate moves all points in one direction, at the cosine tilt to the first axis, until the farthest of them is at
// distance dBar from the origin, and returns how far x₁ has moved. Before, no point is farther than dBar.
func (f frame) translate(points []theory.Example, dBar, tilt float64, rnd *rand.Rand) float64 {
	g := make([]float64, f.dim)
	unit(g[1:], rnd)
	floats.Scale(math.Sqrt((1-tilt)*(1+tilt)), g[1:])
	g[0] = tilt
	t := math.Inf(1)
	for _, e := range points {
		// ‖x + tg‖ = dBar at t = −x·g + √((x·g)² + dBar² − ‖x‖²)
		xg, xx := num.Dot(e.X.Value, g), num.Norm(e.X.Value)
		t = min(t, -xg+math.Sqrt(max(0, float64(xg*xg)+float64((dBar-xx)*(dBar+xx)))))
	}
	t = max(0, t)
	for _, e := range points {
		num.AddScaled(e.X.Value, t, g)
	}
	return t * tilt
}

// unit stores in x a random unit vector.
func unit(x []float64, rnd *rand.Rand) {
	for {
		normals(x, rnd)
		if n := num.Norm(x); n > 0 {
			floats.Scale(1/n, x)
			return
		}
	}
}

// turn applies to x an orthogonal map that takes the first axis to the unit vector w. For a random w, and x drawn
// symmetrically about the first axis, it is as good as a random rotation. It is ±1 times the Householder reflection
//
//	x ← x − 2h(h·x)/‖h‖²,  h = e₁ ∓ w,
//
// with the sign for which ‖h‖² = 2 ∓ 2w₁ does not cancel.
func turn(x, w []float64) {
	s := 1.0
	if w[0] > 0 {
		s = -1
	}
	t := (x[0] - float64(s*num.Dot(w, x))) / (1 - float64(s*w[0]))
	x[0] -= t
	num.AddScaled(x, s*t, w)
	floats.Scale(s, x)
}

// mostCoordinates is the size of the largest data that are made, 4 GiB.
const mostCoordinates = 1 << 29

// fits reports data of n dense examples that are too large to be made.
func fits(data fmt.Stringer, n, dim int) error {
	if n > mostCoordinates/dim {
		return fmt.Errorf("%v: %d examples in %d dimensions, expected at most %d coordinates, which take 4 GiB", data, n, dim, mostCoordinates)
	}
	return nil
}
