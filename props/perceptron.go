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
// so that there are at most (R/γ)² (Novikoff 1962).
func PerceptronIsNovikoffs(c Case) error {
	lift := c.Learner.Lift()
	star, direction, err := throughOrigin(c, lift)
	if err != nil {
		return err
	}
	x := lifted(c.Stream, c.Dim, lift)
	strict := onLattice(x)
	l := c.Learner.New(c.Dim)
	w := make([]float64, star.Dim)
	updates, most := 0, 0.0
	for t, e := range c.Stream {
		y := float64(e.Y)
		a, before := y*dot(w, x[t]), dot(w, w)
		most = max(most, before) // ‖w‖² is followed by its differences
		slack := 0x1p-50 * float64(len(w)+t) * (norm(w) + star.DBar) * star.DBar
		if strict && max(1, before) < 0x1p40*dot(x[t], x[t]) {
			slack = 0
		}
		step := l.Step(e.X, e.Y)
		if !near(step.Score, a, slack) || !near(step.Norm*step.Norm, before, 0x1p-48*float64(t+1)*(most+star.DBar*star.DBar)) {
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
			return fmt.Errorf("t=%d: updated: %v at y(w·x) = %v, ‖x‖ = %v", t+1, step.Updated, a, norm(x[t]))
		}
		if !update {
			continue
		}
		updates++
		next := along(w, y, x[t])
		if growth := dot(next, next) - before; growth > star.DBar*star.DBar*(1+0x1p-48)+4*slack {
			return fmt.Errorf("t=%d: ‖w‖² grew by %v, R² = %v", t+1, growth, star.DBar*star.DBar)
		}
		if star.Separable {
			if progress := dot(minus(next, w), direction); progress < star.Lower*(1-1e-9)-slack/star.DBar {
				return fmt.Errorf("t=%d: w·w* grew by %v, gamma = %v", t+1, progress, star.Gamma)
			}
		}
		w = next
		got := l.Classifier()
		own := theory.Classifier{W: w[:c.Dim]}
		if lift != 0 {
			own.B = w[c.Dim] * lift
		}
		if off := distance(got.W, own.W); off > 0x1p-50*float64(t+1)*norm(w) || !near(got.B, own.B, 0x1p-50*float64(t+1)*(norm(w)+1)*math.Abs(lift)) {
			return fmt.Errorf("t=%d: the classifier is %v, expected w = %v, b = %v", t+1, got, own.W, own.B)
		}
	}
	if q := star.DBar / star.Lower; star.Separable && float64(updates) > q*q*(1+1e-9) {
		return fmt.Errorf("%d updates, (R/gamma)² = %v", updates, q*q)
	}
	return nil
}

// throughOrigin is the geometry of the lifted stream seen through the origin,
// with the direction of the maximum margin.
func throughOrigin(c Case, lift float64) (theory.Geometry, []float64, error) {
	g, err := offline(c.Stream, c.Dim, theory.View{Origin: true, Lift: lift})
	if err != nil || !g.Separable {
		return g, nil, err
	}
	x := lifted(c.Stream, c.Dim, lift)
	for t, e := range c.Stream {
		x[t] = along(make([]float64, g.Dim), float64(e.Y), x[t])
	}
	w := apart(x, [][]float64{make([]float64, g.Dim)}).p
	return g, along(make([]float64, g.Dim), 1/norm(w), w), nil
}
