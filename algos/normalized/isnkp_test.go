package normalized_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"marginlab/algos/normalized"
	"marginlab/algos/registry"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// ISNKP is SNKP, and beside it shrinks q by γ each time, from the uniform weights. The shift is 1 at first; it is
// halved, but not where the hull contains a ball of that radius. q and the shift are kept for as long as Lemma 23
// allows, unless a shorter q is found.
func TestISNKPShrinks(t *testing.T) {
	t.Parallel()
	shrunk, halved, inside := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		s := streams(t, 12)
		a := normalise(s.examples, s.dim)
		points := normalized.Points(linear(t, s))
		if rapid.Bool().Draw(t, "gram") {
			points = linearGram(t, s)
		}
		rho := normalized.Inradius(points)
		gamma := rapid.SampledFrom([]float64{1.2, 2, 5}).Draw(t, "gamma")
		const eps = 1e-3
		snkp := &watcher{t: t, a: a}
		q, shift, loop, kept := slices.Repeat([]float64{1 / float64(len(a))}, len(a)), 1., 0, 0
		n := func(q []float64) float64 { return floats.Norm(a.at(q), 2) }
		most := func(q []float64, shift float64) float64 { // iterations, of Lemma 23
			return 2 * gamma * (1 + shift) * math.Sqrt(2*math.Log(float64(len(a)))) / (shift + n(q))
		}
		spec, err := registry.Parse(fmt.Sprintf("isnkp(gamma=%v,eps=%v)", gamma, eps))
		require.NoError(t, err)
		r, _, err := normalized.Solve(context.Background(), spec, points, func(st normalized.State) {
			snkp.see(st)
			switch kept++; {
			case st.Loop > loop:
				require.Equal(t, loop+1, st.Loop)
				require.LessOrEqual(t, n(st.Shrunk), n(q)/gamma+small/eps)
				require.Greater(t, n(q), eps-small)
				require.Equal(t, shift, st.Delta)
				inSimplex(t, st.Shrunk)
				shrunk++
				kept = 0
			case st.Delta != shift:
				require.Equal(t, max(shift/2, eps), st.Delta)
				require.GreaterOrEqual(t, float64(kept), most(q, shift)-1e-6, "given up too soon")
				if rho > 0 {
					require.Greater(t, shift, rho*(1-1e-9))
				}
				halved++
				kept = 0
			default:
				require.Equal(t, q, st.Shrunk)
				require.InDelta(t, n(q)*n(q), st.StartNorm*st.StartNorm, small)
				require.LessOrEqual(t, float64(kept), 1+most(q, shift)+1e-6)
			}
			q, shift, loop = slices.Clone(st.Shrunk), st.Delta, st.Loop
			require.Equal(t, st.Last, slices.Min(a.scores(a.at(st.Alpha))) > 1e-14 || min(n(st.P), n(q)) <= eps+small/eps)
		})
		require.NoError(t, err)
		require.NoError(t, normalized.Verify(points, r))
		requireCertified(t, a, r)
		if rho > 0 {
			inside++
		}
	})
	require.Greater(t, shrunk, 3)
	require.Greater(t, halved, 3)
	require.Positive(t, inside)
}

// With ε = 10⁻⁵ SNKP alone would take a hundred times as long as the linear bounds of ISNKP and of ISNKPVN with the
// squared norm.
func TestRootLogNIsLinear(t *testing.T) {
	for _, n := range []int{10, 100, 1000} {
		points, examples := lonePair(t, n)
		ev := theory.Evidence{Geometry: theory.Geometry{Examples: n, Dim: 2, DBar: 1}, Inradius: math.Sqrt2 / 2}
		snkp := theory.Trace{Families: []string{"isnkp"}, Params: map[string]float64{"n": float64(n), "eps": 1e-5}}
		for expr, row := range map[string]string{
			"isnkp(eps=1e-5)": "isnkp-linear", "isnkp-vn(eps=1e-5,prox=norm)": "isnkp-vn-norm-linear",
		} {
			r, tr, err := solve(t, expr, points, nil)
			require.NoError(t, err)
			require.Equal(t, normalized.Combination, r.Certificate)
			requireCertified(t, normalise(examples, 2), r)
			v := check(t, row, tr, ev)
			require.True(t, v.Holds && v.Applies())
			require.Less(t, 100*v.Bound, check(t, "isnkp-dual", snkp, ev).Bound*math.Sqrt2)
			require.Less(t, r.Iterations, 150)
		}
	}
}

// lonePair returns n−3 points in two opposite crowds, and three across them: two above, one below. |ρ| is √½ for
// every n, but the weights that a combination has to change are 1/n.
func lonePair(t require.TestingT, n int) (normalized.Points, []theory.Example) {
	a := hull{{0, 1}, {0, 1}, {0, -1}}
	for i := range n - 3 {
		a = append(a, []float64{1 - 2*float64(i%2), 0})
	}
	s := stream{dim: 2, examples: examplesOf(a)}
	return linear(t, s), s.examples
}

// With the entropy around q, KL(W,q)/‖q‖² grows with n, while ½‖p − q‖² has |ρ|. So a call with it takes √n too,
// unlike ISNKP and the squared norm. The slope of iterations over n is measured on a call from the uniform weights to
// half their norm.
func TestEntropyAroundQTakesRootN(t *testing.T) {
	took := map[string][]float64{}
	for _, n := range []int{103, 1003, 10003} {
		points, _ := lonePair(t, n)
		for _, name := range []string{
			"snkp-vn(delta=%v)", "snkp-vn(delta=%v,prox=entropy)", "snkp-vn(delta=%v,prox=norm)", "isnkp(eps=%v)",
		} {
			r, err := solved(t, fmt.Sprintf(name, 1/float64(2*n)), points)
			require.NoError(t, err)
			took[name] = append(took[name], float64(r.Iterations))
		}
	}
	for name, at := range took {
		if growth := at[2] / at[0]; name == "isnkp(eps=%v)" || strings.Contains(name, "norm") {
			require.Less(t, growth, 4.)
		} else {
			require.Greater(t, growth, 9., "%s: √100 of 100 times as many points", name)
		}
	}
}

// entropyAround returns the relative entropy around q by the tests' own arithmetic, and its maximum over Δ.
func entropyAround(q []float64) (d func(p []float64) float64, most float64) {
	return func(p []float64) (d float64) {
		for i, v := range p {
			if v > 0 {
				d += v * math.Log(v/q[i])
			}
		}
		return d
	}, math.Log(1 / slices.Min(q))
}

// normAround returns the squared norm of 1 + 1/m around q, and a bound of it over Δ.
func normAround(q []float64) (d func(p []float64) float64, most float64) {
	m := math.Floor(2 * math.Log(float64(len(q))))
	C := math.E * m
	return func(p []float64) float64 { return C / 2 * math.Pow(floats.Distance(p, q, 1+1/m), 2) }, 2 * C
}

// SNKPVN with the entropy or the squared norm around any q keeps its lemmas: no step from p_μ(α) to a vertex of Δ
// decreases ⟨p,α⟩_G + μd(p), L_μ ≤ −½‖p‖², and −L_μ is at most μ times the prox of a witness.
func TestProxesAroundAnyQ(t *testing.T) {
	t.Parallel()
	deep := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		s := streams(t, 8)
		a := normalise(s.examples, s.dim)
		for _, word := range []string{"entropy", "norm"} {
			q, proxOf := weights(t, len(a)), normAround
			if word == "entropy" { // of weights above 0
				floats.AddConst(1, q)
				floats.Scale(1/floats.Sum(q), q)
				proxOf = entropyAround
			} else if len(a) == 1 {
				continue
			}
			d, most := proxOf(q)
			_, err := normalized.SNKPVN(context.Background(), linear(t, s), word, q, 0.05, func(st normalized.State) {
				require.Equal(t, q, st.Start)
				k, w, z := float64(st.K), a.at(st.Alpha), a.at(st.P)
				require.InEpsilon(t, 4/((k+1)*(k+2)), st.Mu, 1e-10)
				inSimplex(t, st.PMu)
				scores := a.scores(w)
				least := floats.Dot(st.PMu, scores) + st.Mu*d(st.PMu)
				for i := range q {
					for _, part := range []float64{1e-1, 1e-3, 1e-5} {
						moved := slices.Clone(st.PMu)
						floats.Scale(1-part, moved)
						moved[i] += part
						require.LessOrEqual(t, least, floats.Dot(moved, scores)+st.Mu*d(moved)+1e-13*(1+st.Mu))
					}
				}
				LMu := -least + floats.Dot(w, w)/2
				require.LessOrEqual(t, LMu, -floats.Dot(z, z)/2+small)
				require.GreaterOrEqual(t, LMu, a.L(w)-st.Mu*most-small)
				if far := toWitness(a, q, d); !s.feasible && len(a) <= 8 {
					require.GreaterOrEqual(t, LMu, -st.Mu*far-1e-8)
					if far < most/2 {
						deep[word]++
					}
				}
				if st.Last && st.K > 0 {
					require.LessOrEqual(t, k, 2*math.Sqrt(2*most)/0.05)
				}
			})
			require.NoError(t, err)
		}
	})
	require.Greater(t, deep["entropy"], 20)
	require.Greater(t, deep["norm"], 20)
}

// toWitness returns the value of d at a witness among those spanned by two points of Δ.
func toWitness(a hull, q []float64, d func(p []float64) float64) float64 {
	least := math.Inf(1)
	for i := range a {
		for j := range a {
			p := make([]float64, len(a))
			p[i] += 0.5
			p[j] += 0.5
			if floats.Norm(a.at(p), 2) < 1e-12 {
				least = min(least, d(p))
			}
		}
	}
	return least
}

// A single separable point, and points whose shifted ones a first α separates, end at once.
func TestISNKPAtItsEnds(t *testing.T) {
	for _, x := range [][]float64{{1}, {1, 2}} {
		s := stream{dim: len(x), examples: []theory.Example{{X: vec.Dense(x...), Y: theory.Negative}}}
		r, _, err := solve(t, "isnkp", linear(t, s), nil)
		require.NoError(t, err)
		require.Equal(t, normalized.Separator, r.Certificate)
		require.Zero(t, r.Iterations)
	}
	opposites := stream{dim: 1, examples: examplesOf(hull{{1}, {-3}})}
	r, _, err := solve(t, "isnkp(eps=1e-6)", linear(t, opposites), nil)
	require.NoError(t, err)
	require.Equal(t, normalized.Combination, r.Certificate)
	require.Zero(t, r.Iterations)
	aside := stream{dim: 2, examples: examplesOf(hull{{1, 0}, {1, 1}, {0, 1}, {0, -1}})} // |ρ| is not positive
	r, _, err = solve(t, "isnkp(eps=1e-3)", linear(t, aside), nil)
	require.NoError(t, err)
	require.Equal(t, normalized.Combination, r.Certificate)
	require.LessOrEqual(t, r.Norm, 1e-3)
}
