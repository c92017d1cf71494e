package props

import (
	"math"

	"marginlab/props/measure"
	"marginlab/props/replay"
	"marginlab/props/stream"
	"marginlab/theory"
)

// almaProperties are of ALMA.
func almaProperties() []Property {
	return []Property{
		{"alma", "updates are Algorithm ALMA's; |w| <= 1", "Gentile 2001", of("alma"), stream.Draws{Norms: true, Numbers: parametersOfALMA()}, 1500, ALMAIsItsAlgorithm},
		{"alma-progress", "a correction stretches by 1+A/k at most before the projection, and adds gamma·eta_k at least to w*", "Gentile 2001, proof of Theorem 3, sharpened", of("alma"), stream.Draws{Norms: true, Numbers: parametersOfALMA()}, 60, ALMAProgressesAsProved},
	}
}

// parametersOfALMA draws α, B, C: those of Theorem 3, without projection, with a
// tie at k = 4, and n.
func parametersOfALMA() stream.Generator[[]float64] {
	ofTheorem := func(alpha float64) []float64 { return []float64{alpha, math.Sqrt(8) / alpha, math.Sqrt2} }
	return func(s *stream.Source) []float64 {
		return stream.Of(s, [][]float64{
			ofTheorem(0.5), ofTheorem(1), ofTheorem(0.7), ofTheorem(0.1),
			{0.5, 4, 1}, {0.5, 4, 1}, {0.9, 0.3, 0.1}, {0.5, 0.25, 0.5},
		}...)
	}
}

// withParametersOfALMA is c with those that it draws.
func withParametersOfALMA(c Case) Case {
	names := []string{"alpha", "B", "C"}
	if len(c.A) == len(names) && c.A[0] > 0 && c.A[0] <= 1 && c.A[1] > 0 && c.A[2] > 0 {
		for i, v := range c.A {
			c.Learner = c.Learner.With(names[i], v)
		}
	}
	return c
}

// ALMAIsItsAlgorithm: ALMA updates iff y(w·x̂) ≤ (1−α)γ_k, with x̂ = x/‖x‖, γ_k =
// B/√k and k−1 updates made, by w' = w + (C/√k)yx̂, w ← w'/max(1, ‖w'‖), so
// that ‖w‖ ≤ 1. That is for p = 2; for p ≥ 2 it is θ that moves, w = ∇½‖θ‖², by
// C/√((p−1)k), and γ_k has a factor of √(p−1) (Gentile 2001). The bounds of its Theorem
// 3 are rows of the table.
//
// It takes a = α, B, C, in place of the learner's.
func ALMAIsItsAlgorithm(c Case) error {
	c = withParametersOfALMA(c)
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
			l.slack *= smooth * in.Units(len(s.X)) / measure.Units(len(s.X)) * max(1, in.Norm(s.X)/length)
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
		if l.slack = measure.Ulps(s.X) * norm * length; !in.Euclidean() { // w is shown rounded: it is kept as a multiple
			l.slack = in.Units(len(s.X)) * norm * in.Norm(s.X)
		}
		l.slack /= length
		return l
	})
}

// ALMAProgressesAsProved: with A = C² + 2(1−α)BC, the k-th correction of ALMA takes θ, w =
// ∇½‖θ‖², to a vector of ‖·‖² ≤ 1 + A/k before it is projected, and θ·w∗ there to η_kγ more at
// least, γ and w∗ those of the normalised features. So after m ≥ 1 corrections, where A ≥ 2,
//
//	c(θ·w∗)²/(Cγ)² ≥ 4(m + (A−3)/4)/(A+1)²,
//
// from which the bounds of theory.UpdatesALMASharp and theory.MarginALMASharp follow.
func ALMAProgressesAsProved(c Case) error {
	c = withParametersOfALMA(c)
	params, in := c.Learner.Params(), c.Metric()
	_, smooth := in.Smoothness()
	a := params["C"] * (params["C"] + 2*(1-params["alpha"])*params["B"])
	star, direction, err := in.Geometry(c.Stream, c.Dim, theory.View{Origin: true, Normalised: true, Lift: c.Learner.Bias})
	if err != nil {
		return err
	}
	steps, err := replay.Run(c)
	k, lost := 0.0, 1e-9
	for _, s := range steps {
		if !s.Reported.Updated {
			continue
		}
		k++
		eta, length := params["C"]/math.Sqrt(smooth*k), in.Norm(s.X)
		units := 64 * in.Units(len(s.X)) * max(1, in.Norm(s.X)/length) * (1 + eta)
		if lost += units / star.Gamma; !(lost < 1e-3) && star.Separable {
			return nil // rounding hides the progress
		}
		theta, next := in.Unlink(s.W), in.Unlink(s.Next.W)
		moved := in.Norm(theta.Plus(eta*s.Y/length, s.X))
		if moved*moved > (1+a/k)*(1+units) {
			return s.Fault("‖theta + eta_k yx‖² = %v, expected at most 1 + A/k = %v", moved*moved, 1+a/k)
		}
		if !star.Separable {
			continue
		}
		before, after := theta.Dot(direction), next.Dot(direction)
		if after*max(1, moved) < before+eta*star.Lower-units {
			return s.Fault("theta·w* = %v from %v, stretched by %v, eta_k·gamma = %v", after, before, moved, eta*star.Lower)
		}
		q := after / params["C"] / star.Lower
		if least := 4 * (k + (a-3)/4) / (a + 1) / (a + 1); a >= 2 && smooth*q*math.Abs(q) < least*(1-lost) {
			return s.Fault("(theta·w*/C·gamma)²c = %v after %v corrections, expected %v", smooth*q*q, k, least)
		}
	}
	return err
}
