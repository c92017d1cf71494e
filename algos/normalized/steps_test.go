package normalized_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"marginlab/algos/normalized"
)

// small bounds the difference between sums of products of numbers up to 1, in the tests and in the tested code.
const small = 1e-12

// L returns max_{p∈Δ} −⟨p,α⟩_G + ½‖α‖_G² of w = Σ α_i a_i.
func (a hull) L(w []float64) float64 { return -slices.Min(a.scores(w)) + floats.Dot(w, w)/2 }

// entropy returns Σ p log p + log n.
func entropy(p []float64) float64 {
	d := math.Log(float64(len(p)))
	for _, v := range p {
		if v > 0 {
			d += v * math.Log(v)
		}
	}
	return d
}

func halfSqDist(p, q []float64) float64 {
	var d float64
	for i := range p {
		d += (p[i] - q[i]) * (p[i] - q[i]) / 2
	}
	return d
}

func inSimplex(t require.TestingT, p []float64) {
	require.GreaterOrEqual(t, slices.Min(p), 0.)
	require.InDelta(t, 1, floats.Sum(p), small)
}

// watcher checks the lemmas at every iterate of a smoothed algorithm, by its own arithmetic on the vectors a_i.
type watcher struct {
	t                require.TestingT
	a                hull
	toWitnesses      func(q []float64) float64 // dist(q,W), nil if W is empty or not known
	rho              float64                   // ρ, 0 if unknown or not positive
	alpha, p, pMu    []float64                 // of the iterate before
	mu               float64
	seen, deep, lows int
}

func (c *watcher) see(s normalized.State) {
	t, a, n := c.t, c.a, float64(len(c.a))
	inSimplex(t, s.Alpha)
	inSimplex(t, s.P)
	inSimplex(t, s.PMu)
	k := float64(s.K)
	w, z := a.at(s.Alpha), a.at(s.P)
	scores := a.scores(w)

	mu0, d, most := 2., entropy(s.PMu), math.Log(n)
	if s.Start != nil {
		mu0, d, most = 2*n, halfSqDist(s.PMu, s.Start), 1
	}
	require.InEpsilon(t, 2*mu0/((k+1)*(k+2)), s.Mu, 1e-10, "μ_k = 2μ_0/((k+1)(k+2))")
	c.recursion(s)
	c.optimal(s, scores)

	L := a.L(w)
	LMu := -floats.Dot(s.PMu, scores) - s.Mu*d + floats.Dot(w, w)/2
	tol := small * (1 + s.Mu)
	require.GreaterOrEqual(t, LMu, L-s.Mu*most-tol, "Lemmas 4 and 8: L_μ ≥ L − μ max d")
	require.LessOrEqual(t, LMu, L+tol, "L_μ ≤ L")
	require.LessOrEqual(t, LMu, -floats.Dot(z, z)/2+tol, "Lemmas 5, 8 and 9: L_μ ≤ −½‖p‖²")
	if L < -small {
		require.Positive(t, slices.Min(scores), "Lemma 1: L < 0 implies Gα > 0")
		c.lows++
	}
	if !s.Last {
		require.GreaterOrEqual(t, L, -small, "Lemma 1: it has not halted")
	}
	if !s.Last && s.Start != nil {
		require.Greater(t, floats.Dot(z, z), s.Delta*s.Delta-small, "it has not halted at δ")
	}
	require.LessOrEqual(t, floats.Norm(w, 2), floats.Norm(s.Alpha, 1)+small, "Lemma 2: ‖α‖_G ≤ ‖α‖₁")
	if c.rho > 0 {
		require.GreaterOrEqual(t, floats.Norm(z, 2), c.rho*(1-1e-9), "Lemma 3: ρ ≤ ‖p‖_G")
		require.GreaterOrEqual(t, L, -c.rho*c.rho/2-small, "Lemma 3: L ≥ −½ρ²")
	}
	if s.Start != nil && c.toWitnesses != nil {
		far := c.toWitnesses(s.Start)
		require.GreaterOrEqual(t, LMu, -s.Mu*far*far/2-tol, "Lemma 9: L_μ ≥ −½μ dist(q,W)²")
		c.deep++
	}
	c.alpha, c.p, c.pMu, c.mu = slices.Clone(s.Alpha), slices.Clone(s.P), slices.Clone(s.PMu), s.Mu
	c.seen++
}

// recursion checks the update of Algorithms 4 and 6.
func (c *watcher) recursion(s normalized.State) {
	if s.K == 0 {
		require.Equal(c.t, s.PMu, s.P, "p_0 = p_{μ_0}(α_0)")
		for i, v := range s.Alpha {
			want := 1 / float64(len(s.Alpha))
			if s.Start != nil {
				want = s.Start[i]
			}
			require.Equal(c.t, want, v, "α_0")
		}
		return
	}
	th := 2 / float64(s.K+2)
	for i := range s.P {
		require.InDelta(c.t, (1-th)*(c.alpha[i]+th*c.p[i])+th*th*c.pMu[i], s.Alpha[i], small, "α_{k+1}")
		require.InDelta(c.t, (1-th)*c.p[i]+th*s.PMu[i], s.P[i], small, "p_{k+1}")
	}
	require.InEpsilon(c.t, (1-th)*c.mu, s.Mu, small)
}

// optimal checks that p_μ(α) minimises ⟨p,α⟩_G + μd(p) over Δ: for the entropy in its closed form, for ½‖p−q‖² by its
// conditions, G α + μ(p−q) ≥ λ with = where p > 0.
func (c *watcher) optimal(s normalized.State, scores []float64) {
	if s.Start == nil {
		var total float64
		for _, v := range scores {
			total += math.Exp(-(v - slices.Min(scores)) / s.Mu)
		}
		for i, v := range scores {
			require.InDelta(c.t, math.Exp(-(v-slices.Min(scores))/s.Mu)/total, s.PMu[i], 1e-9+small/s.Mu, "softmax")
		}
		return
	}
	lambda := math.Inf(1)
	for i, v := range scores {
		lambda = min(lambda, v+s.Mu*(s.PMu[i]-s.Start[i]))
	}
	for i, v := range scores {
		if s.PMu[i] > 0 {
			require.InDelta(c.t, lambda, v+s.Mu*(s.PMu[i]-s.Start[i]), small*(1+s.Mu), "the projection")
		}
	}
}

// The smoothed algorithms keep their lemmas at every iterate.
func TestLemmasOfTheSmoothedAlgorithms(t *testing.T) {
	t.Parallel()
	var snkp, vn watcher
	inside := 0
	rapid.Check(t, func(t *rapid.T) {
		s := streams(t, 30)
		a := normalise(s.examples, s.dim)
		points := normalized.Points(linear(t, s))
		if rapid.Bool().Draw(t, "gram") {
			points = linearGram(t, s)
		}
		c := &watcher{t: t, a: a}
		if s.feasible {
			ev := evidence(t, s.examples, normalised)
			c.rho = ev.Gamma
			best := maximumMargin(t, a)
			floats.Scale(ev.Gamma, best)
			require.InDelta(t, -ev.Gamma*ev.Gamma/2, a.L(best), 1e-8, "Lemma 3: L is −½ρ² at ρ times the maximum-margin w")
		} else if len(a) <= 8 {
			inside += hoffmansBound(t, a, normalized.Inradius(points))
		}
		_, _, err := solve(t, "snkp(margin=0.05)", points, c.see)
		if s.feasible && rapid.Bool().Draw(t, "") {
			require.NoError(t, err)
		}
		snkp.seen, snkp.lows = snkp.seen+c.seen, snkp.lows+c.lows
		if !s.feasible && len(a) <= 8 {
			c.toWitnesses = func(q []float64) float64 { return toWitnesses(a, q) }
		}
		ratio := rapid.SampledFrom([]float64{0, 0.5, 0.9, 1}).Draw(t, "ratio")
		_, _, err = solve(t, fmt.Sprintf("snkp-vn(delta=0.05,ratio=%v)", ratio), points, func(s normalized.State) {
			c.see(s)
			for i := range s.Start[1:] {
				require.InDelta(t, ratio*s.Start[i], s.Start[i+1], small, "q is in proportion to the powers of the ratio")
			}
		})
		require.NoError(t, err)
		_, _, err = solve(t, "isnkp-vn(gamma=2,eps=0.02)", points, func(s normalized.State) {
			c.see(s)
			require.InDelta(t, floats.Norm(a.at(s.Start), 2)/2, s.Delta, 1e-6, "a call ends at ‖q‖/γ")
		})
		require.NoError(t, err)
		vn.seen, vn.lows, vn.deep = vn.seen+c.seen, vn.lows+c.lows, vn.deep+c.deep
	})
	require.Greater(t, snkp.seen, 500)
	require.Positive(t, snkp.lows, "L < 0 was never met")
	require.Greater(t, vn.seen, 500)
	require.Positive(t, vn.deep, "Lemma 9 was never checked")
	require.Positive(t, inside, "the origin was never inside")
}

// hoffmansBound checks Lemma 7 on drawn weights q, Hoffman's bound on dist(q,W), and the sharper bound
// √2‖q‖/(|ρ|+‖q‖). It returns 0 where |ρ| is 0.
func hoffmansBound(t *rapid.T, a hull, rho float64) (inside int) {
	q := weights(t, len(a))
	far, length := toWitnesses(a, q), floats.Norm(a.at(q), 2)
	require.LessOrEqual(t, far, math.Sqrt2+1e-8)
	if rho == 0 {
		return 0
	}
	require.LessOrEqual(t, far, math.Sqrt2*length/rho+1e-8)
	require.LessOrEqual(t, far, math.Sqrt2*length/(rho+length)+1e-8)
	return 1
}

// toWitnesses returns dist(q,W), W = {p ∈ Δ : Σ p_i a_i = 0}, exactly up to rounding: the nearest point has some
// support S, and is the nearest of the affine space {p : Σ p_i a_i = 0, Σ p_i = 1, p_i = 0 off S}; so it is the
// nearest of those points, over all S, with p ≥ 0.
func toWitnesses(a hull, q []float64) float64 {
	n, d := len(a), len(a[0])
	best := math.Inf(1)
	for set := 1; set < 1<<n; set++ {
		var S []int
		for i := range n {
			if set>>i&1 == 1 {
				S = append(S, i)
			}
		}
		b := mat.NewDense(d+1, len(S), nil)
		missing := mat.NewVecDense(d+1, nil) // b q − (0,…,0,1)
		missing.SetVec(d, -1)
		for k, i := range S {
			for j := range d {
				b.Set(j, k, a[i][j])
			}
			b.Set(d, k, 1)
			missing.AddScaledVec(missing, q[i], b.ColView(k))
		}
		var svd mat.SVD
		if !svd.Factorize(b, mat.SVDThin) {
			continue
		}
		var u, v mat.Dense
		svd.UTo(&u)
		svd.VTo(&v)
		p := make([]float64, n)
		for _, i := range S {
			p[i] = q[i]
		}
		for r, sigma := range svd.Values(nil) {
			if sigma < 1e-10 {
				continue
			}
			step := mat.Dot(u.ColView(r), missing) / sigma
			for k, i := range S {
				p[i] -= step * v.At(k, r)
			}
		}
		if slices.Min(p) >= -1e-9 && math.Abs(floats.Sum(p)-1) < 1e-9 && floats.Norm(a.at(p), 2) < 1e-9 {
			var far float64
			for i := range p {
				far += (p[i] - q[i]) * (p[i] - q[i])
			}
			best = min(best, math.Sqrt(far))
		}
	}
	return best
}

// weights draws a point of Δ.
func weights(t *rapid.T, n int) []float64 {
	p := make([]float64, n)
	for i := range p {
		p[i] = float64(rapid.IntRange(0, 4).Draw(t, "q"))
	}
	p[rapid.IntRange(0, n-1).Draw(t, "some")]++
	total := floats.Sum(p)
	for i := range p {
		p[i] /= total
	}
	return p
}
