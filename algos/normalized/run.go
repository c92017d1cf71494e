package normalized

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
)

// method is an algorithm at an iterate.
type method interface {
	// certificate returns what the iterate certifies, and the combination that does, or the one that comes nearest to
	// it.
	certificate() (Certificate, *combination)
	// step makes iterate k+1 from iterate k.
	step(k int)
	// state returns the iterate without K and Last, which the driver sets.
	state() State
}

// goal is the condition at which an algorithm ends.
type goal struct {
	limit  int     // the greatest number of iterations
	margin float64 // points of this normalised margin are separated by then; 0: no theorem says so
	eps    float64 // the required distance of a combination from the origin
}

// run lets a method continue until it has a certificate. The error is that of ctx, or a *LimitError, with the last
// iterate.
func run(ctx context.Context, name string, m method, end goal, observe Observer) (Result, error) {
	for k := 0; ; k++ {
		kind, c := m.certificate()
		if observe != nil {
			s := m.state()
			s.K, s.Last = k, kind != None
			observe(s)
		}
		switch {
		case kind != None:
			return c.result(kind, k, end.eps), nil
		case ctx.Err() != nil:
			return c.result(None, k, 0), fmt.Errorf("normalized: %s stopped after %d iterations, min (Gα)_i is %.3g: %w",
				name, k, c.least(), ctx.Err())
		case k >= end.limit:
			return c.result(None, k, 0), &LimitError{name, k, c.least(), math.Sqrt(c.sqNorm()), end.margin}
		}
		m.step(k)
	}
}

// iterations returns the greatest count that is at most bound. The bound has some roundings: 1/0.2² is 25, and a
// little less in float64.
func iterations(bound float64) int {
	return int(math.Min(math.Floor(bound*(1+8*unit)), math.MaxInt64/2))
}

// State is an algorithm at iterate k, before it halts there or continues. The slices are the algorithm's own, for
// reading during the call, and nil where an algorithm has none.
type State struct {
	Loop, K   int
	Alpha, P  []float64 // α_k, p_k
	PMu       []float64 // p_{μ_k}(α_k)
	Mu        float64   // μ_k
	Start     []float64 // q of SNKPVN
	Shrunk    []float64 // q of ISNKP
	StartNorm float64   // ‖q‖_G
	Delta     float64   // δ of SNKPVN, s of ISNKP
	Last      bool      // it halts here

	alpha, p *combination
	d        func(p []float64) float64
}

// Observer sees every iterate.
type Observer func(State)

// stateOf returns the state of an algorithm with an α or a p, else nil.
func stateOf(alpha, p *combination) (s State) {
	if s.alpha, s.p = alpha, p; alpha != nil {
		s.Alpha = alpha.coef
	}
	if p != nil {
		s.P = p.coef
	}
	return s
}

// iterate returns the numbers of s that the table of guarantees reads.
func (s State) iterate() theory.Iterate {
	it := theory.Iterate{
		Loop: s.Loop, K: s.K, Last: s.Last, Start: s.StartNorm, Delta: s.Delta,
		Mu: s.Mu, L: math.NaN(), LMu: math.NaN(),
	}
	of := s.p
	if of == nil {
		of = s.alpha
	}
	it.Norm = math.Sqrt(of.sqNorm())
	if s.Start != nil {
		it.Least = floats.Min(s.Start)
	}
	if s.alpha != nil {
		it.L = objective(s.alpha)
	}
	if s.PMu != nil {
		it.LMu = smoothObjective(s.alpha, s.PMu, s.Mu, s.d(s.PMu))
	}
	return it
}
