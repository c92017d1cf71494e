package props

import (
	"fmt"
	"math"

	"marginlab/theory"
)

// PerceptronIsNovikoffs: the Perceptron updates iff y(w·x) ≤ 0, by w ← w + yx;
// with w∗ the maximum-margin direction through the origin of the stream that it
// sees, γ its margin and R = max‖x‖, every update has
//
//	‖w+yx‖² ≤ ‖w‖² + R²  and  (w+yx)·w∗ ≥ w·w∗ + γ,
//
// so that there are at most (R/γ)² (Novikoff 1962). In a norm it is θ that grows by yx,
// w = ∇½‖θ‖², and ‖θ+yx‖^s ≤ ‖θ‖^s + cR^s by smoothness, so that there are at most
// (c^{1/s}R/γ)^{s/(s−1)} updates (Grove, Littlestone, Schuurmans 2001, for p ≥ 2).
func PerceptronIsNovikoffs(c Case) error {
	lift, in := c.Learner.Lift(), c.metric()
	star, direction, err := throughOrigin(c, lift)
	if err != nil {
		return err
	}
	power, constant := in.smoothness()
	x := lifted(c.Stream, c.Dim, lift)
	lattice := onLattice(x)
	l := c.Learner.New(c.Dim)
	theta := make([]float64, star.Dim)
	far := in.farthest(x)
	updates, most := 0, 0.0
	for t, e := range c.Stream {
		w, size := in.link(theta), in.of(theta)
		y := float64(e.Y)
		a, before := y*dot(w, x[t]), size*size
		if in.euclidean() {
			before = dot(w, w)
		}
		most = max(most, before) // ‖w‖² is followed by its differences
		slack := 0x1p-50 * float64(len(w)+t) * (norm(w) + star.DBar) * star.DBar
		strict := in.euclidean() && lattice && max(1, before) < 0x1p40*dot(x[t], x[t])
		if !in.euclidean() {
			slack = in.units(len(w)) * size * far
			if strict = lattice && in.m == nil && alone(theta) || size == 0; !lattice {
				e := units(len(w)) * float64(t) * (norm(theta) + longest(x))
				slack += (size + e*float64(len(w))) * in.sway(theta, x[t], e)
			}
		}
		if strict {
			slack = 0
		}
		step := l.Step(e.X, e.Y)
		if !near(step.Score, a, slack) || !near(step.Norm*step.Norm, before, 0x1p-48*float64(t+1)*in.p*(most+far*far)) {
			return fmt.Errorf("t=%d: y(w·x) and ‖w‖ are told to be %v and %v, and are %v and %v", t+1, step.Score, step.Norm, a, math.Sqrt(before))
		}
		if predicted := theory.Label(1); slack == 0 && a == 0 && step.Predicted != predicted {
			return fmt.Errorf("t=%d: predicted -1 at w·x = 0, expected sign(0) = +1", t+1)
		}
		if math.Abs(a) > slack && (step.Predicted == e.Y) != (a > 0) {
			return fmt.Errorf("t=%d: predicted %+d at y(w·x) = %v", t+1, step.Predicted, a)
		}
		update := a <= 0
		if math.Abs(a) <= slack && slack > 0 {
			update = step.Score <= 0 // rounding hides which
		}
		if zero := dot(x[t], x[t]) == 0; step.Updated != (update && !zero) {
			return fmt.Errorf("t=%d: updated: %v at y(w·x) = %v, ‖x‖ = %v", t+1, step.Updated, a, in.of(x[t]))
		}
		if !update {
			continue
		}
		updates++
		next := along(theta, y, x[t])
		growth, bound := dot(next, next)-before, star.DBar*star.DBar*(1+0x1p-48)+4*slack
		if !in.euclidean() {
			grown, was := math.Pow(in.of(next), power), math.Pow(size, power)
			growth = grown - was
			bound = constant*math.Pow(star.DBar, power)*(1+0x1p-40) + 0x1p-40*was + power*slack*math.Pow(max(size, star.DBar), power-2)
		}
		if growth > bound {
			return fmt.Errorf("t=%d: ‖w‖ to the power %v grew by %v, R = %v", t+1, power, growth, star.DBar)
		}
		if star.Separable {
			if progress := dot(minus(next, theta), direction); progress < star.Lower*(1-1e-9)-slack/star.DBar {
				return fmt.Errorf("t=%d: w·w* grew by %v, gamma = %v", t+1, progress, star.Gamma)
			}
		}
		theta = next
		w = in.link(theta)
		got := l.Classifier()
		if !in.euclidean() {
			if off := in.of(minus(in.unlink(whole(got, lift)), theta)); off > in.units(len(w))*float64(t+1)*(in.span(theta)+far) {
				return fmt.Errorf("t=%d: the classifier is %v, expected w = %v", t+1, got, w)
			}
			continue
		}
		own := theory.Classifier{W: w[:c.Dim]}
		if lift != 0 {
			own.B = w[c.Dim] * lift
		}
		if off := distance(got.W, own.W); off > 0x1p-50*float64(t+1)*norm(w) || !near(got.B, own.B, 0x1p-50*float64(t+1)*(norm(w)+1)*math.Abs(lift)) {
			return fmt.Errorf("t=%d: the classifier is %v, expected w = %v, b = %v", t+1, got, own.W, own.B)
		}
	}
	q := math.Pow(constant, 1/power) * star.DBar / star.Lower
	if bound := math.Pow(q, power/(power-1)); star.Separable && float64(updates) > bound*(1+1e-9) {
		return fmt.Errorf("%d updates, expected at most %v", updates, bound)
	}
	return nil
}

// throughOrigin is the geometry of the lifted stream seen through the origin,
// with the direction w∗ of the maximum margin, ‖w∗‖∗ = 1.
func throughOrigin(c Case, lift float64) (theory.Geometry, []float64, error) {
	in := c.metric()
	g, err := in.offline(c.Stream, c.Dim, theory.View{Origin: true, Lift: lift})
	if err != nil || !g.Separable {
		return g, nil, err
	}
	x := lifted(c.Stream, c.Dim, lift)
	for t, e := range c.Stream {
		x[t] = along(make([]float64, g.Dim), float64(e.Y), x[t])
	}
	return g, in.apart(x, [][]float64{make([]float64, g.Dim)}).w, nil
}
