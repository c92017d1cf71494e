package props

import (
	"fmt"
	"math"

	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/theory"
	"marginlab/theory/vec"
)

func isALMA(s *algos.Spec) bool { return in(s, "alma") }

// parametersOfALMA draws α, B, C: those of Theorem 3, without projection, with a
// tie at k = 4, and n.
func parametersOfALMA() *rapid.Generator[[]float64] {
	ofTheorem := func(alpha float64) []float64 { return []float64{alpha, math.Sqrt(8) / alpha, math.Sqrt2} }
	return rapid.SampledFrom([][]float64{
		ofTheorem(0.5), ofTheorem(1), ofTheorem(0.7), ofTheorem(0.1),
		{0.5, 4, 1}, {0.5, 4, 1}, {0.9, 0.3, 0.1}, {0.5, 0.25, 0.5},
	})
}

// ALMAIsItsAlgorithm: ALMA updates iff y(w·x̂) ≤ (1−α)γ_k, with x̂ = x/‖x‖, γ_k =
// B/√k and k−1 updates made, by w' = w + (C/√k)yx̂, w ← w'/max(1, ‖w'‖), so
// that ‖w‖ ≤ 1. At B = √8/α, C = √2 and with γ the margin of the normalised stream,
// k−1 ≤ 2/γ²·(2/α−1)² + 8/α − 4 and γ_k ≥ γ after every step (Theorem 3). That is for
// p = 2; for p ≥ 2 it is θ that moves, w = ∇½‖θ‖², by C/√((p−1)k), γ_k has a factor of
// √(p−1), and so has 1/γ (Gentile 2001).
//
// It takes a = α, B, C, in place of the learner's.
func ALMAIsItsAlgorithm(c Case) error {
	names := []string{"alpha", "B", "C"}
	if len(c.A) == len(names) && c.A[0] > 0 && c.A[0] <= 1 && c.A[1] > 0 && c.A[2] > 0 {
		for i, v := range c.A {
			c.Learner = c.Learner.With(names[i], v)
		}
	}
	params := c.Learner.Params()
	in := c.metric()
	_, smooth := in.smoothness()
	alpha, B, C := params["alpha"], params["B"], params["C"]
	gamma, known, err := c.normalisedMargin()
	if err != nil {
		return err
	}
	known = known && near(B*alpha, math.Sqrt(8), 1e-12) && near(C, math.Sqrt2, 1e-12)
	B, C = B*math.Sqrt(smooth), C/math.Sqrt(smooth)
	k := 1
	for _, m := range walk(c) {
		size := 1 + C
		slack := 64 * ulps(m.x) * size
		length := math.Sqrt(m.xx)
		if !in.euclidean() {
			length = in.of(m.x)
			slack *= smooth * in.units(len(m.x)) / units(len(m.x)) * max(1, in.span(m.x)/length)
		}
		if m.xx == 0 {
			if m.Updated || distance(m.w, m.w2) > 0 {
				return fmt.Errorf("t=%d: an update by x = 0", m.t)
			}
			continue
		}
		s, root := m.s/length, math.Sqrt(float64(k))
		turn := (1 - alpha) * (B / root)
		exact := norm(m.w) == 0 || in.euclidean() && root == math.Trunc(root) && alone(m.x) && onLattice([][]float64{{1, B, alpha}})
		update := s <= turn
		if near(s, turn, slack+0x1p-50*turn) && !exact {
			update = m.Updated // rounding hides which
		}
		switch {
		case !near(m.Score, s, slack):
			return fmt.Errorf("t=%d: y(w·x)/‖x‖ is told to be %v, and is %v", m.t, m.Score, s)
		case !near(m.Norm*m.Norm, in.dual(m.w)*in.dual(m.w), slack*size), !near(m.Target, B/root*m.Norm, B*slack): // ‖w‖² is followed
			return fmt.Errorf("t=%d: ‖w‖ and gamma_k‖w‖ are told to be %v and %v, and are %v and %v (k = %d)", m.t, m.Norm, m.Target, in.dual(m.w), B/root*in.dual(m.w), k)
		case !predicts(m):
			return fmt.Errorf("t=%d: predicted %+d at y(w·x) = %v, y = %+d", m.t, m.Predicted, m.s, m.Y)
		case m.Updated != update:
			return fmt.Errorf("t=%d: updated: %v at y(w·x)/‖x‖ = %v, (1-alpha)gamma_k = %v, k = %d", m.t, m.Updated, s, turn, k)
		}
		next := m.w
		if update {
			next = along(in.unlink(m.w), C/root*m.y/length, m.x)
			next = in.link(along(make([]float64, len(next)), 1/max(1, in.of(next)), next))
			k++
		}
		if off := in.dual(minus(m.w2, next)); !(off <= slack) || !(in.dual(m.w2) <= 1+slack) {
			return fmt.Errorf("t=%d: w = %v, ‖w‖ = %v, expected w = %v (k = %d)", m.t, m.w2, in.dual(m.w2), next, k)
		}
		if !known {
			continue
		}
		if bound := 2*smooth/(gamma*gamma)*(2/alpha-1)*(2/alpha-1) + 8/alpha - 4; float64(k-1) > bound*(1+1e-9) {
			return fmt.Errorf("t=%d: %d updates, Theorem 3 allows %v at gamma = %v", m.t, k-1, bound, gamma)
		}
		if now := B / math.Sqrt(float64(k)); now < gamma*(1-1e-9) {
			return fmt.Errorf("t=%d: gamma_k = %v, gamma = %v", m.t, now, gamma)
		}
	}
	return nil
}

// alone reports whether x has one coordinate, a power of two: then w·x/‖x‖ is
// exact.
func alone(x []float64) bool {
	n := 0
	for _, v := range x {
		if f, _ := math.Frexp(math.Abs(v)); v != 0 && f != 0.5 {
			return false
		} else if v != 0 {
			n++
		}
	}
	return n == 1
}

// normalisedMargin is the maximum margin through the origin of the unit vectors
// in the directions of the examples; false if there is none to be known.
func (c Case) normalisedMargin() (float64, bool, error) {
	var stream []theory.Example
	in := c.metric()
	for t, x := range lifted(c.Stream, c.Dim, c.Learner.Lift()) {
		if norm(x) > 0 {
			stream = append(stream, theory.Example{X: vec.Dense(in.direction(x)...), Y: c.Stream[t].Y})
		}
	}
	if len(stream) == 0 {
		return 0, false, nil
	}
	g, err := in.offline(stream, theory.Dim(stream), theory.View{Origin: true})
	return g.Lower, g.Separable, err
}
