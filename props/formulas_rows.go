package props

import (
	"math"

	"marginlab/theory"
)

// ownBoundWithin is ownBound of the learners beside OMM and the Perceptron, on
// separable streams.
func ownBoundWithin(id string, s theory.Setting) (bound float64, known bool) {
	p := s.Trace.Params
	eps, novikoff, r := p["eps"], s.DBar*s.DBar/(s.Gamma*s.Gamma), s.D/s.Gamma
	theorem3 := near(p["B"]*p["alpha"], 2*math.Sqrt2, 1e-9) && near(p["C"], math.Sqrt2, 1e-9)
	missed := 1 - s.Step.Score
	m := smoothOf(s.Trace.Space)
	p1 := m.steps(2) * (math.Pow(s.Delta/(2*s.Gamma), m.q()) - 1)
	switch id {
	case "pumma-violations":
		return p1 * math.Pow(1-s.Phi, -m.q()), true
	case "pumma-violations-printed":
		return m.steps(2*s.DBar/s.Gamma) * math.Pow(1-s.Phi, -m.q()), true
	case "romma-violations", "naromma-violations":
		return novikoff * math.Pow(1-s.Phi, -2), true
	case "romma-updates":
		return novikoff * math.Pow(eps, -2), true
	case "romma-norm-growth":
		return s.Step.Norm*s.Step.Norm + missed*missed/(s.DBar*s.DBar), true
	case "romma-rest", "pumma-rest":
		return s.Gamma - eps*s.Gamma, true
	case "pumma-mistakes-printed":
		return m.steps(2 * s.DBar / s.Gamma), true
	case "pumma-p1":
		if m.s == 2 {
			return m.c * (s.Delta - 2*s.Gamma) * (s.Delta + 2*s.Gamma) / (s.Gamma * s.Gamma), true
		}
		return p1, true
	case "pumma-p1-r":
		if m.s == 2 {
			return m.c * (4*r*r + 8*r), true
		}
		return m.steps(2*r+2) - m.steps(2), true
	case "pumma-p1-updates":
		return p1 * math.Pow(eps, -m.q()), true
	case "pumma-square":
		if r < 2 {
			return math.Inf(1), true
		}
		return r * r, true
	case "pumma-p2", "pumma-p2-power":
		if s.Trace.Space != nil {
			return m.mostFalls(r, r), true
		}
		if 3*r*r < 4 {
			return 0, true
		}
		return 4*r*r - (16-4/(r*r))/3, true
	case "pumma-p2-recursion":
		return m.falls(r, r), true
	case "pumma-norm-growth":
		return math.Pow(math.Pow(s.Step.Norm, m.q())+1/m.steps(s.Delta/math.Abs(missed)), 2/m.q()), true
	case "alma-updates":
		if !theorem3 {
			return math.Inf(1), true
		}
		return m.c*(8/(eps*eps)-8/eps+2)/(s.Gamma*s.Gamma) + (8-4*eps)/eps, true
	case "alma-gamma-k", "alma-rest":
		if !theorem3 {
			return math.Inf(-1), true
		}
		return map[string]float64{"alma-gamma-k": s.Gamma, "alma-rest": s.Gamma - eps*s.Gamma}[id], true
	case "alma-norm":
		return 1, true
	case "amira-updates", "amira-k-best-updates":
		return (2/eps - 1) * novikoff, true
	case "amira-weighted-updates", "amira-k-best-weighted-updates":
		return 2*novikoff - eps*novikoff, true
	case "amira-norm", "amira-k-best-norm":
		return (2 - eps) / s.Gamma, true
	case "amira-rest", "amira-k-best-rest":
		return s.Gamma * (1 - 1/(2-eps)), true
	case "amira-k-best-updates-printed":
		return novikoff * (2 - eps) / s.Gamma, true
	case "pegasos-norm":
		if p["project"] == 1 {
			return math.Pow(p["lambda"], -0.5), true
		}
		return s.DBar / p["lambda"], true
	}
	return 0, false
}

// ownBoundAgainst is ownBound of the rows that compare with a rival: the least
// over its lengths |u|, which put 1/|u| at its positive margins.
func ownBoundAgainst(id string, s theory.Setting) (bound float64, known bool) {
	p := s.Trace.Params
	eps, c := p["eps"], p["C"]
	loss := func(u, q float64) float64 {
		sum := 0.0
		for _, m := range s.Rival {
			if u*m < 1 {
				sum += math.Exp(q * math.Log(1-u*m))
			}
		}
		return sum
	}
	least := func(f func(u float64) float64) float64 { // of three margins, the quantiles are these themselves
		least := math.Inf(1)
		for _, m := range s.Rival {
			if m > 0 {
				least = min(least, f(1/m))
			}
		}
		return least
	}
	family := func(factor float64) float64 {
		best := math.Inf(1)
		for _, q := range []float64{1, 1.5, 2, 3} {
			best = min(best, least(func(u float64) float64 {
				a, l := q*s.DBar*u, loss(u, q)
				return l + a*a/2 + q*u*factor*math.Sqrt(a*a/4+l)
			}))
		}
		return best
	}
	switch id {
	case "perceptron-freund-schapire":
		return least(func(u float64) float64 { return math.Pow(s.DBar+math.Sqrt(loss(u, 2))/u, 2) * u * u }), true
	case "perceptron-hinge":
		return family(s.DBar), true
	case "perceptron-hinge-printed":
		return family(1), true
	case "pa-squared-losses-relative":
		if s.Shortest != s.DBar {
			return math.Inf(1), true
		}
		return least(func(u float64) float64 {
			l, ru := loss(u, 2), s.DBar*u
			return ru*ru + 4*ru*math.Sqrt(l) + 4*l
		}), true
	case "pa-i-mistakes":
		return math.Max(s.DBar*s.DBar, 1/c) * least(func(u float64) float64 { return u*u + 2*c*loss(u, 1) }), true
	case "pa-ii-squared-losses":
		return (s.DBar*s.DBar + 0.5/c) * least(func(u float64) float64 { return u*u + 2*c*loss(u, 2) }), true
	case "alma-inseparable", "alma-inseparable-printed":
		quarter := 1.0
		if id == "alma-inseparable-printed" {
			quarter = 0.25
		}
		if !near(c*c+2*(1-eps)*p["B"]*c, 1, 1e-10) {
			return math.Inf(1), true
		}
		return least(func(u float64) float64 {
			d, half := loss(u, 1), 2*quarter*u*u*smoothOf(s.Trace.Space).c/(c*c)
			return d + half + math.Sqrt(half*half+2*half*d+2*half)
		}), true
	case "amira-inseparable", "amira-k-best-inseparable":
		if s.Shortest != s.DBar {
			return math.Inf(1), true
		}
		stretch := 1.0
		if k := p["k"]; id == "amira-k-best-inseparable" {
			stretch = 2 - 2/(k+1)
		}
		return least(func(u float64) float64 {
			dd, rr := stretch*loss(u, 2)/(u*u), s.DBar*s.DBar
			if dd*(2-eps) > eps*rr {
				return 2 * u * u / eps * (rr + dd)
			}
			return u * u / eps * ((2-eps)*rr + eps*dd + 2*math.Sqrt(eps*(2-eps)*rr*dd))
		}), true
	case "amira-inseparable-printed", "amira-k-best-inseparable-printed":
		return (2/eps - 1) * least(func(u float64) float64 { return math.Pow(s.DBar*u+math.Sqrt(u*loss(u, 1)), 2) }), true
	case "randomized-regret", "randomized-regret-printed":
		radius, gain, t := p["R"], 0.0, float64(len(s.Rival))
		if radius == 0 {
			radius = s.DBar
		}
		if s.DBar > radius {
			return math.Inf(1), true
		}
		for _, m := range s.Rival {
			gain += m / radius
		}
		regret := math.Sqrt(t / 2)
		if id != "randomized-regret" {
			regret *= 2
		}
		return min(t, t-gain)/2 + regret, true
	case "pegasos-regret":
		return ownRegret(s, loss), true
	}
	return 0, false
}

// ownRegret is the bound on Pegasos' mean objective: that of the best length of
// the rival, found by halving along the convex objective, and the regret.
func ownRegret(s theory.Setting, loss func(u, q float64) float64) float64 {
	lambda, t := s.Trace.Params["lambda"], float64(len(s.Rival))
	gradient, most := 2*s.DBar, 1e3
	if s.Trace.Params["project"] == 1 {
		most = math.Pow(lambda, -0.5)
		gradient = s.DBar + math.Sqrt(lambda)
	}
	objective := func(u float64) float64 { return lambda*u*u/2 + loss(u, 1)/t }
	low, high := 0.0, most
	for range 200 {
		a, b := low+(high-low)/3, high-(high-low)/3
		if objective(a) < objective(b) {
			high = b
		} else {
			low = a
		}
	}
	return objective(low) + gradient*gradient*(1+math.Log(t))/(2*lambda*t)
}
