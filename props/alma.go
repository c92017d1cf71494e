package props

import (
	"math"

	"pgregory.net/rapid"

	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
)

// almaProperties are of ALMA.
func almaProperties() []Property {
	return []Property{
		{"alma", "updates are Algorithm ALMA's; |w| <= 1", "Gentile 2001", of("alma"), stream.Draws{Norms: true, Numbers: parametersOfALMA()}, 1500, ALMAIsItsAlgorithm},
	}
}

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
// that ‖w‖ ≤ 1. That is for p = 2; for p ≥ 2 it is θ that moves, w = ∇½‖θ‖², by
// C/√((p−1)k), and γ_k has a factor of √(p−1) (Gentile 2001). The bounds of its Theorem
// 3 are rows of the table.
//
// It takes a = α, B, C, in place of the learner's.
func ALMAIsItsAlgorithm(c Case) error {
	names := []string{"alpha", "B", "C"}
	if len(c.A) == len(names) && c.A[0] > 0 && c.A[0] <= 1 && c.A[1] > 0 && c.A[2] > 0 {
		for i, v := range c.A {
			c.Learner = c.Learner.With(names[i], v)
		}
	}
	params, in := c.Learner.Params(), c.Metric()
	_, smooth := in.Smoothness()
	alpha, B, C := params["alpha"], params["B"]*math.Sqrt(smooth), params["C"]/math.Sqrt(smooth)
	steps, err := replay.Run(c)
	if err != nil {
		return err
	}
	k := 1.0
	return obey(steps, func(s replay.Step) law {
		norm, length, root := in.Dual(s.W), in.Norm(s.X), math.Sqrt(k)
		l := law{in: in, slack: 64 * measure.Ulps(s.X) * (1 + C)}
		if s.XX == 0 {
			l.never()
			return l
		}
		if !in.Euclidean() {
			l.slack *= smooth * in.Units(len(s.X)) / measure.Units(len(s.X)) * max(1, in.Span(s.X)/length)
		}
		l.a, l.off = s.S/length, l.slack
		l.reports = []report{
			{"y(w·x)/‖x‖", s.Reported.Score, l.a, l.slack},
			{"‖w‖²", s.Reported.Norm * s.Reported.Norm, norm * norm, l.slack * (1 + C)}, // it is followed
			{"gamma_k‖w‖", s.Reported.Target, B / root * s.Reported.Norm, B * l.slack},
		}
		turn := (1 - alpha) * (B / root)
		l.turns(l.a, turn, l.slack+0x1p-50*turn, true)
		if norm == 0 || in.Euclidean() && root == math.Trunc(root) && measure.Alone(s.X) && measure.OnLattice(measure.Vector{1, B, alpha}) {
			l.turns(l.a, turn, 0, true)
		}
		if s.Reported.Updated {
			next := in.Unlink(s.W).Plus(C/root*s.Y/length, s.X)
			l.w = in.Link(next.Times(1 / max(1, in.Norm(next))))
			k++
		}
		if l.slack = s.Slack; !in.Euclidean() {
			l.slack = in.Units(len(s.X)) * norm * in.Span(s.X)
		}
		l.slack /= length
		return l
	})
}
