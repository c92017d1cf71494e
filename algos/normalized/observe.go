package normalized

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"marginlab/theory"
)

// State is an algorithm at iterate k, before it halts there or goes on. The slices
// are the algorithm's own, for reading during the call; those that an algorithm
// has not are nil.
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

// Observer sees every iterate. It may be nil.
type Observer func(State)

func (o Observer) see(s State) {
	if o == nil {
		return
	}
	if s.alpha != nil {
		s.Alpha = s.alpha.coef
	}
	if s.p != nil {
		s.P = s.p.coef
	}
	o(s)
}

// state is that of the smoothed algorithms.
func (s *smoothed) state(k int) State {
	return State{K: k, PMu: s.pMu.coef, Mu: s.mu, alpha: s.alpha, p: s.p, d: s.d}
}

// kept is how many iterates of a loop a recorder keeps all of; of those after, one
// in so many, and the last.
const kept = 1000

// recorder keeps iterates for the table of guarantees.
type recorder struct{ iterates []theory.Iterate }

func (r *recorder) see(s State) {
	if s.K < kept || s.K%kept == 0 || s.Last {
		r.iterates = append(r.iterates, s.iterate())
	}
}

// iterate is what the table of guarantees reads of s.
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
