package props

import (
	"math"

	"marginlab/theory"
)

// ownBoundOffline is ownBound of the normalised offline perceptrons.
func ownBoundOffline(id string, s theory.Setting) (bound float64, known bool) {
	p, it := s.Trace.Params, s.Iterate
	n, eps, gamma := p["n"], 0.1, p["gamma"]
	if e, ok := p["eps"]; ok {
		eps = e
	}
	inside := !s.Separable && s.Inradius > 0 // |ρ| is known
	near := func(q float64) float64 {
		if inside && q < s.Inradius {
			return q / s.Inradius
		}
		return 1
	}
	reached := eps // the least that ‖q_t‖ comes to
	if s.Separable && s.Gamma > eps {
		reached = s.Gamma
	}
	loops := func(from float64) float64 { return -math.Log(from) / math.Log(gamma) }
	switch id {
	case "nkp-iterations", "np-printed":
		return math.Pow(s.Gamma, -2), true
	case "np-printed-novikoff":
		return s.DBar * s.DBar / (s.Gamma * s.Gamma), true
	case "nkp-norm":
		return math.Pow(float64(it.K), -0.5), true
	case "nvn-norm":
		return math.Pow(1+float64(it.K), -0.5), true
	case "nvn-iterations":
		return (1 - s.Gamma*s.Gamma) / (s.Gamma * s.Gamma), true
	case "nvn-dual":
		return math.Pow(eps, -2), true
	case "nvn-linear":
		if !inside {
			return math.Inf(1), true
		}
		return 1 + 2*math.Log(eps)/math.Log(1-s.Inradius*s.Inradius), true
	case "snkp-lemma-4":
		return it.Mu * math.Log(n), true
	case "snkp-lemma-5", "snkp-vn-upper":
		return -(it.LMu + it.LMu), true
	case "snkp-iterations":
		return math.Sqrt(8*math.Log(n)) / s.Gamma, true
	case "snkp-dual":
		if it.Last {
			return math.Inf(1), true
		}
		return math.Sqrt(8*math.Log(n)) / (1 + float64(it.K)), true
	case "snkp-vn-lemma-8":
		return it.Mu, true
	case "snkp-vn-lemma-9":
		if s.Separable {
			return math.Inf(1), true
		}
		return it.Mu * math.Pow(near(it.Start), 2), true
	case "snkp-vn-iterations":
		return math.Sqrt(8*n) / s.Gamma, true
	case "snkp-vn-dual":
		return math.Sqrt(8*n) * near(it.Start) / it.Delta, true
	case "isnkp-vn-loops":
		return 1 + loops(s.Gamma), true
	case "isnkp-vn-loops-dual":
		return math.Ceil(loops(eps)), true
	case "isnkp-vn-loops-printed":
		return loops(reached), true
	case "isnkp-vn-iterations":
		return math.Sqrt(8*n) / reached * gamma / (1 - 1/gamma), true
	case "isnkp-vn-iterations-linear":
		if !inside {
			return math.Inf(1), true
		}
		return math.Ceil(loops(eps)) * math.Sqrt(8*n) * gamma / s.Inradius, true
	}
	return 0, false
}
