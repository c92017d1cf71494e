package normalized

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"marginlab/internal/num"
)

// softmax stores e^{−x/μ}/‖e^{−x/μ}‖₁ in dst: argmin_{p∈Δ} x·p + μ(Σ p_i log p_i + log n).
func softmax(dst, x []float64, mu float64) {
	least := floats.Min(x)
	for i, v := range x {
		dst[i] = num.Exp((least - v) / mu)
	}
	floats.Scale(1/num.Sum(dst), dst)
}

// entropy is d(p) = Σ p_i log p_i + log n.
func entropy(p []float64) float64 {
	d := num.Log(float64(len(p)))
	for _, v := range p {
		if v > 0 {
			d += float64(v * num.Log(v))
		}
	}
	return d
}

// aroundUniform is the entropy, whose centre is 1/n.
func aroundUniform() prox { return prox{entropy, softmax} }

// Distance is the d by which SNKPVN smooths.
type Distance int

// The distances from q.
const (
	HalfSquare Distance = iota // ½‖p − q‖², of RP14
	Entropy                    // Σ p_i log(p_i/q_i)
)

// around is the distance from q, and the μ_0 that it takes on n points.
func (d Distance) around(q []float64) (prox, float64) {
	if d == Entropy {
		return relativeEntropy(q), 2
	}
	return halfSquare(q), 2 * float64(len(q))
}

// most is the greatest μ_0 d(p)/2 on Δ, at most.
func (d Distance) most(q []float64) float64 {
	if d == Entropy {
		return -num.Log(floats.Min(q))
	}
	return float64(len(q))
}

// relativeEntropy is d(p) = Σ p_i log(p_i/q_i), for which p_μ(α) is in proportion to q_i e^{−(Gα)_i/μ}.
func relativeEntropy(q []float64) prox {
	return prox{
		d: func(p []float64) float64 {
			var d float64
			for i, v := range p {
				if v > 0 {
					d += float64(v * num.Log(v/q[i]))
				}
			}
			return d
		},
		argmin: func(dst, image []float64, mu float64) {
			for i, v := range image {
				dst[i] = v - float64(mu*num.Log(q[i]))
			}
			softmax(dst, dst, mu)
		},
	}
}

// halfSquare is d(p) = ½‖p − q‖², for which p_μ(α) is the point of Δ nearest q − Gα/μ.
func halfSquare(q []float64) prox {
	return prox{
		d: func(p []float64) float64 {
			var d float64
			for i, v := range p {
				d += float64((v - q[i]) * (v - q[i]))
			}
			return d / 2
		},
		argmin: func(dst, image []float64, mu float64) {
			for i, v := range image {
				dst[i] = q[i] - v/mu
			}
			Project(dst, dst)
		},
	}
}

// inSimplex reports p ∈ Δ.
func inSimplex(p []float64) bool {
	return floats.Min(p) >= 0 && math.Abs(num.Sum(p)-1) <= sumRounding
}

// sumRounding is how far from 1 the weights may sum: convex combinations add a few
// n·2⁻⁵³ at each of many iterations, which do not add up.
const sumRounding = 1e-9

// positiveNumber reports 0 < x < ∞.
func positiveNumber(x float64) bool { return x > 0 && !math.IsInf(x, 1) }

// Project stores the point of Δ nearest v in dst, which may be v:
//
//	max(v_i − t, 0), Σ max(v_i − t, 0) = 1.
//
// With v sorted, v₁ ≥ v₂ ≥ …, t is (v₁+…+v_m − 1)/m for the greatest m at which v_m
// is above it. Equal coordinates stay equal (Held, Wolfe, Crowder, 1974).
func Project(dst, v []float64) {
	top := floats.Max(v)
	sorted := make([]float64, len(v))
	for i, x := range v {
		sorted[i] = x - top // ≤ 0: t is then in [−1, 0) and has its digits
	}
	slices.Sort(sorted)
	slices.Reverse(sorted)
	var sum, t float64
	for i, x := range sorted {
		sum += x
		if next := (sum - 1) / float64(i+1); x > next {
			t = next
		} else {
			break
		}
	}
	for i, x := range v {
		dst[i] = max(x-top-t, 0)
	}
}
