package normalized

import (
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

// entropy returns d(p) = Σ p_i log p_i + log n, whose centre is 1/n.
func entropy(n int) prox {
	log := num.Log(float64(n))
	d := func(p []float64) float64 {
		d := log
		for _, v := range p {
			if v > 0 {
				d += float64(v * num.Log(v))
			}
		}
		return d
	}
	return prox{d, softmax, 2, log}
}

// relativeEntropy returns d(p) = Σ p_i log(p_i/q_i), for which p_μ(α) is proportional to q_i e^{−(Gα)_i/μ}.
func relativeEntropy(q []float64) prox {
	d := func(p []float64) (d float64) {
		for i, v := range p {
			if v > 0 {
				d += float64(v * num.Log(v/q[i]))
			}
		}
		return d
	}
	argmin := func(dst, image []float64, mu float64) {
		for i, v := range image {
			dst[i] = v - float64(mu*num.Log(q[i]))
		}
		softmax(dst, dst, mu)
	}
	return prox{d, argmin, 2, -num.Log(floats.Min(q))}
}

// halfSquare returns d(p) = ½‖p − q‖², for which p_μ(α) is the point of Δ nearest q − Gα/μ.
func halfSquare(q []float64) prox {
	d := func(p []float64) (d float64) {
		for i, v := range p {
			d += float64((v - q[i]) * (v - q[i]))
		}
		return d / 2
	}
	argmin := func(dst, image []float64, mu float64) {
		for i, v := range image {
			dst[i] = q[i] - v/mu
		}
		Project(dst, dst)
	}
	return prox{d, argmin, 2 * float64(len(q)), float64(len(q))}
}

// Project stores the point of Δ nearest v in dst, which may be v:
//
//	max(v_i − t, 0), Σ max(v_i − t, 0) = 1.
//
// With v sorted, v₁ ≥ v₂ ≥ …, t is (v₁+…+v_m − 1)/m for the greatest m at which v_m is above it. Equal coordinates
// stay equal (Held, Wolfe, Crowder, 1974).
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
