package theory

import (
	"math"
	"slices"

	"marginlab/internal/num"
)

// The theorems on learners that minimise a convex loss, on any stream.

// RegretPegasos bounds the mean of Pegasos' objective f_t(w_t) = λ/2‖w_t‖² +
// hinge by that of any u, by
//
//	(1/T) Σ f_t(u) + c(1 + ln T)/(2λT),  c = (√λ+R)² projected, 4R² not.
//
// It is Theorem 1 of Shalev-Shwartz, Singer, Srebro (2007).
//
// Proof: PROOFS.md, pegasos-regret.
func RegretPegasos(s Setting) float64 {
	lambda, T := s.Param("lambda"), float64(len(s.Trace.Steps))
	c := 4 * s.DBar * s.DBar
	if s.Param("project") == 1 {
		c = (math.Sqrt(lambda) + s.DBar) * (math.Sqrt(lambda) + s.DBar)
	}
	length := bestLength(s.Rival.Margins, lambda)
	return float64(lambda/2*length*length) + s.Rival.hinge(length, 1)/T + c*(1+num.Log(T))/(2*lambda*T)
}

// bestLength is the length of a rival at which λ/2‖u‖² + (1/T) Σ hinge is least.
// Its slope λ‖u‖ − (1/T) Σ {m : m‖u‖ < 1} rises in ‖u‖, by jumps at the 1/m.
func bestLength(rival []float64, lambda float64) float64 {
	sorted := slices.Sorted(slices.Values(rival))
	slices.Reverse(sorted) // the greatest margins leave the hinge first
	var pull float64
	for _, m := range sorted {
		pull += m
	}
	T := float64(len(rival))
	for _, m := range sorted {
		if pull <= 0 {
			return 0
		}
		length := pull / (lambda * T)
		if m <= 0 || length*m <= 1 {
			return length
		}
		if pull -= m; pull/(lambda*T)*m <= 1 {
			return 1 / m
		}
	}
	return 0
}

// NormPegasos bounds ‖w‖ of projected Pegasos by 1/√λ, and of the other by R/λ.
//
// Proof: PROOFS.md, pegasos-norm.
func NormPegasos(s Setting) float64 {
	if s.Param("project") == 1 {
		return 1 / math.Sqrt(s.Param("lambda"))
	}
	return s.DBar / s.Param("lambda")
}

// RegretRandomized bounds the expected mistakes of the randomized classifier by FTRL, with R^q in its
// regulariser, by those of any u with ‖u‖∗ ≤ 1/R that predicts as it does, and ½(csT)^{1/s} more:
// √(2T)/2 in ℓ2.
//
// Proof: PROOFS.md, randomized-regret.
func RegretRandomized(s Setting) float64 {
	power, c := smoothness(s.norm())
	return randomizedRival(s) + float64(num.Pow(c*power*float64(len(s.Trace.Steps)), 1/power)/2)
}

// RegretDescent bounds the expected mistakes of the randomized classifier by OMD, of a given R, by
// those of any u with ‖u‖∗ ≤ 1/R that predicts as it does, and q(c(s−1)T/2)^{1/s} more: √(2T) in ℓ2.
//
// Proof: PROOFS.md, randomized-omd-regret.
func RegretDescent(s Setting) float64 { return randomizedRival(s) + regretDescent(s) }

// RegretDescentRunning is [RegretDescent] where R is the greatest norm so far: the second term is
// 1 + log(R/min‖z‖) times as great.
//
// Proof: PROOFS.md, randomized-omd-regret-running.
func RegretDescentRunning(s Setting) float64 {
	if s.DBar == 0 {
		return math.Inf(1)
	}
	return randomizedRival(s) + float64(regretDescent(s)*(1+num.Log(s.DBar/s.Shortest)))
}

// regretDescent is q(c(s−1)T/2)^{1/s}.
func regretDescent(s Setting) float64 {
	power, c := smoothness(s.norm())
	return power / (power - 1) * num.Pow(c*(power-1)*float64(len(s.Trace.Steps))/2, 1/power)
}

// RegretRandomizedPrinted is Theorem 1 of O19: with
// ψ_t = √(2t)/4‖x‖² the regret is at most √(2T). It holds for R in [0.518, 1.932]
// only.
func RegretRandomizedPrinted(s Setting) float64 {
	return randomizedRival(s) + math.Sqrt(2*float64(len(s.Trace.Steps)))
}

// randomizedRival is the least Σ ½|u·z − y| over ‖u‖ ≤ 1/R along the rival: at
// one of the ends, as it is linear there; +Inf where some ‖z‖ > R. R = 0 stands for the
// greatest norm so far.
func randomizedRival(s Setting) float64 {
	radius := s.Param("R")
	switch {
	case radius == 0:
		radius = s.DBar
	case s.DBar > radius*(1+1e-6): // beyond what rounding does to norms of R
		return math.Inf(1)
	}
	var sum float64
	for _, m := range s.Rival.Margins {
		sum += m
	}
	T := float64(len(s.Trace.Steps))
	if sum <= 0 {
		return T / 2 // that of u = 0
	}
	return (T - sum/radius) / 2
}
