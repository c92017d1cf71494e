package multiclass_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"marginlab/algos/multiclass"
	"marginlab/internal/rapidtest"
)

// program is min ½‖w'‖² s.t. a_i·w' ≥ f_i: the move from w = 0.
type program struct {
	a [][]float64
	f []float64
}

func (p program) gram() []float64 {
	var g []float64
	for _, a := range p.a {
		for _, b := range p.a {
			g = append(g, dot(a, b))
		}
	}
	return g
}

// move is Σ η_i a_i.
func (p program) move(eta []float64) []float64 {
	w := make([]float64, len(p.a[0]))
	for i, a := range p.a {
		for j := range w {
			w[j] += eta[i] * a[j]
		}
	}
	return w
}

// reference solves the program by trying each set of active constraints that are
// linearly independent: there is one that has the solution. It returns η, nil if no
// set has it: the program is infeasible.
func (p program) reference() []float64 {
	n := len(p.f)
	for set := range 1 << n {
		var active []int
		for i := range n {
			if set>>i&1 == 1 {
				active = append(active, i)
			}
		}
		eta := make([]float64, n)
		if k := len(active); k > 0 {
			g, f := mat.NewSymDense(k, nil), mat.NewVecDense(k, nil)
			for i, s := range active {
				f.SetVec(i, p.f[s])
				for j, t := range active {
					g.SetSym(i, j, dot(p.a[s], p.a[t]))
				}
			}
			var factor mat.Cholesky
			var solved mat.VecDense
			if !factor.Factorize(g) || factor.Cond() > 1e10 || factor.SolveVecTo(&solved, f) != nil {
				continue
			}
			for i, s := range active {
				eta[s] = solved.AtVec(i)
			}
		}
		w := p.move(eta)
		solves := slices.Min(eta) >= -1e-9
		for i, a := range p.a {
			solves = solves && dot(a, w) >= p.f[i]-1e-9
		}
		if solves {
			return eta
		}
	}
	return nil
}

// condition is the greatest condition number of the Gram matrix of linearly
// independent constraints among those of the program, each scaled to length 1.
func (p program) condition() float64 {
	n, worst := len(p.f), 1.
	for set := range 1 << n {
		var a [][]float64
		for i := range n {
			if set>>i&1 == 1 {
				a = append(a, p.a[i])
			}
		}
		if len(a) == 0 {
			continue
		}
		g := mat.NewSymDense(len(a), nil)
		for i := range a {
			for j := range a {
				g.SetSym(i, j, dot(a[i], a[j])/math.Sqrt(dot(a[i], a[i])*dot(a[j], a[j])))
			}
		}
		var factor mat.EigenSym
		if !factor.Factorize(g, false) {
			continue // a_i = 0
		}
		if values := factor.Values(nil); values[0] > 1e-10 {
			worst = max(worst, values[len(a)-1]/values[0])
		}
	}
	return worst
}

// solves holds what Hildreth returns against the program: η ≥ 0, the KKT residual
// from the vectors themselves, and, by strong convexity,
//
//	‖w' − w∗‖² = (η−η∗)·(r∗−r) ≤ residual·Σ(η+η∗).
//
// A step takes some 1/(n·condition) off what the dual objective is short of, which the
// residual is the root of: 10000n steps, of e^(−10000/condition) together, leave a
// residual of 1e-10 if the condition is at most 200. Beyond that Hildreth may end with an
// error; solves reports whether it did not.
func (p program) solves(t require.TestingT) bool {
	n := len(p.f)
	eta := slices.Repeat([]float64{7}, n) // whatever stood there
	residual, err := multiclass.Hildreth(eta, make([]float64, n), p.gram(), p.f)
	if err != nil && p.condition() > 200 {
		require.Greater(t, residual, 1e-10*floats.Norm(p.f, math.Inf(1)))
		return false
	}
	require.NoError(t, err, "%v", p)
	var scale, own, sum, rounding float64
	w := p.move(eta)
	for i, a := range p.a {
		scale = max(scale, math.Abs(p.f[i]))
		sum += eta[i]
		rounding = max(rounding, math.Sqrt(dot(a, a)*dot(w, w)))
		require.GreaterOrEqual(t, eta[i], 0.)
		r := p.f[i] - dot(a, w)
		if eta[i] > 0 {
			r = math.Abs(r)
		}
		own = max(own, r)
	}
	rounding = 1e-13 * (rounding + scale)
	require.LessOrEqual(t, residual, 1e-10*scale)
	require.InDelta(t, own, residual, rounding, "%v", p)
	best := p.reference()
	require.NotNil(t, best, "%v", p)
	optimum := p.move(best)
	var apart float64
	for j := range w {
		apart += (w[j] - optimum[j]) * (w[j] - optimum[j])
	}
	for _, e := range best {
		sum += e
	}
	require.LessOrEqual(t, apart, (1e-10*scale+rounding+1e-9)*sum+1e-18, "%v: %v, expected %v", p, w, optimum)
	require.InDelta(t, dot(optimum, optimum), dot(w, w), 1e-7*(1+dot(optimum, optimum)), "%v", p)
	return true
}

// Programs with small integers have ties, duplicates, parallel constraints and
// degenerate vertices; those of normal vectors have none. All are met by a point p.
func TestHildrethSolvesQuadraticPrograms(t *testing.T) {
	programs, unsolved := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 6).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "d")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		integers := rapid.Bool().Draw(t, "integers")
		vector := func() []float64 {
			v := rapidtest.Normal(rng, d, 1)
			for i := range v {
				if integers {
					v[i] = float64(rng.IntN(5) - 2)
				}
			}
			return v
		}
		for range 20 {
			p, at := program{}, vector()
			for i := range n {
				a := vector()
				if i > 0 && rng.IntN(4) == 0 {
					a = p.a[rng.IntN(i)] // twice the same
				}
				slack := 0.
				if rng.IntN(2) == 0 {
					slack = math.Abs(vector()[0])
				}
				p.a, p.f = append(p.a, a), append(p.f, dot(a, at)-slack)
			}
			programs++
			if !p.solves(t) {
				unsolved++
			}
		}
	})
	require.LessOrEqual(t, 200*unsolved, programs, "%d of %d were too ill conditioned", unsolved, programs)
}

// closedForm solves the program of ΔΦ's own Gram matrix N(I + 11ᵀ): η_i =
// max(0, F_i/N − S), S = Σ η, found from the greatest F_i on: with m active,
// S = Σ F/N/(m+1).
func closedForm(f []float64, xx float64) []float64 {
	sorted := slices.Clone(f)
	slices.Sort(sorted)
	slices.Reverse(sorted)
	var sum, total float64
	for m, v := range sorted {
		if v/xx <= total {
			break
		}
		sum += v / xx
		total = sum / float64(m+2)
	}
	eta := make([]float64, len(f))
	for i := range f {
		eta[i] = max(0, f[i]/xx-total)
	}
	return eta
}

func TestHildrethOfDifferencesIsTheClosedForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		xx := math.Pow(10, float64(rapid.IntRange(-20, 20).Draw(t, "log ‖x‖²")))
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		ties := rapid.Bool().Draw(t, "ties")
		f, gram := make([]float64, n), make([]float64, n*n)
		for i := range n {
			f[i] = 3*rng.Float64() - 0.5
			if ties {
				f[i] = float64(rng.IntN(4))
			}
			for j := range n {
				gram[i*n+j] = xx
			}
			gram[i*n+i] = 2 * xx
		}
		eta := make([]float64, n)
		_, err := multiclass.Hildreth(eta, make([]float64, n), gram, f)
		require.NoError(t, err)
		for i, want := range closedForm(f, xx) {
			// The least eigenvalue is N: η is within √n·residual/N.
			require.InDelta(t, want*xx, eta[i]*xx, 3e-10*math.Sqrt(float64(n)), "%v", f)
		}
	})
}
