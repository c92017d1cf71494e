package multiclass_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/algos"
	"marginlab/algos/multiclass"
	"marginlab/internal/rapidtest"
	"marginlab/theory"
)

// requireUpdate checks a step of k-best AMIRA from w to after against ZH13: the choice of Z, the KKT conditions,
// Lemma 1, eq. (11) and both step inequalities. u, of length 1, has min_z u·ΔΦ ≥ gamma.
func requireUpdate(t require.TestingT, w, after []float64, s data, i int, step theory.Step, epsilon float64, k int,
	u []float64, gamma float64) {
	x, y, d := s.x[i].Densify(s.dim).Value, int(s.y[i]), s.dim
	xx := dot(x, x)
	part := func(w []float64, z int) []float64 { return w[z*d : (z+1)*d] }
	margin := func(w []float64, z int) float64 { return dot(part(w, y), x) - dot(part(w, z), x) }

	// The k best wrong classes that violate, found by sorting.
	var wrong []int
	best := 0
	for z := range s.classes {
		if z != y {
			wrong = append(wrong, z)
		}
		if dot(part(w, z), x) > dot(part(w, best), x) {
			best = z
		}
	}
	slices.SortStableFunc(wrong, func(a, b int) int {
		switch ma, mb := margin(w, a), margin(w, b); {
		case ma < mb:
			return -1
		case ma > mb:
			return 1
		}
		return 0
	})
	length := math.Sqrt(dot(w, w))
	tol := 1e-9 * (1 + length*math.Sqrt(xx))
	a := margin(w, wrong[0])
	require.InDelta(t, a, step.Score, tol)
	require.InDelta(t, length, step.Norm, 1e-7*(1+length))
	require.Equal(t, s.y[i], step.Y)
	if math.Abs(a) > tol {
		require.Equal(t, a < 0, step.Mistake())
	}
	require.InDelta(t, dot(part(w, best), x), dot(part(w, int(step.Predicted)), x), tol)
	if math.Abs(a-(1-epsilon)) > tol {
		require.Equal(t, a <= 1-epsilon && xx > 0, step.Updated)
	}
	if !step.Updated {
		require.Equal(t, w, after)
		return
	}

	// η follows from the change, which has no part across x.
	eta := make([]float64, s.classes)
	var sum, change, square, gain float64
	for z := range s.classes {
		before, now := part(w, z), part(after, z)
		moved := make([]float64, d)
		for j := range moved {
			moved[j] = now[j] - before[j]
			square += moved[j] * moved[j]
			change += now[j] * moved[j]
		}
		along := dot(moved, x) / xx
		for j := range moved {
			require.InDelta(t, along*x[j], moved[j], tol, "a step along x")
		}
		gain += dot(part(u, z), moved)
		if z != y {
			eta[z] = -along
			sum -= along
		}
	}
	rounding := tol / math.Sqrt(xx)
	require.InDelta(t, dot(part(after, y), x)-dot(part(w, y), x), sum*xx, tol, "w^(y) gains Σηx")

	// KKT: η ≥ 0, only in Z; w'·ΔΦ ≥ 1 in Z, and = 1 where η > 0.
	for at, z := range wrong {
		require.GreaterOrEqual(t, eta[z], -rounding)
		m := margin(w, z)
		tied := at >= k && m <= margin(w, wrong[k-1])+tol
		in := at < k && m <= 1-epsilon
		switch edge := math.Abs(m-(1-epsilon)) < tol || tied || at < k && k < len(wrong) && margin(w, wrong[k]) <= m+tol; {
		case edge: // rounding decides
		case in:
			require.GreaterOrEqual(t, margin(after, z), 1-tol-1e-9)
		default:
			require.InDelta(t, 0, eta[z], rounding, "outside Z")
		}
		if eta[z] > rounding {
			require.InDelta(t, 1, margin(after, z), tol+1e-9*max(1, 1-a), "active")
		}
	}

	// Lemma 1, with R² = 2‖x‖² and with the worst margin; eq. (11).
	require.GreaterOrEqual(t, sum*2*xx, epsilon*(1-1e-9)-tol)
	require.GreaterOrEqual(t, sum*2*xx, (1-a)*(1-1e-9)-tol)
	require.InDelta(t, sum, change, 1e-8*(sum+square)+rounding*math.Sqrt(square), "Σ η = w'·ΣηΔΦ")

	// The two steps of Theorem 2, and ‖δ‖² of Theorem 5.
	slack := 1e-8*(sum+square) + rounding*math.Sqrt(square)
	require.GreaterOrEqual(t, gain, gamma*sum-slack, "u·w gains γd")
	require.LessOrEqual(t, dot(after, after)-dot(w, w), (2-epsilon)*sum+slack+1e-12*dot(w, w), "‖w‖² gains (2−ε)d")
	require.InDelta(t, 2*sum-square, dot(after, after)-dot(w, w), slack+1e-12*dot(w, w), "‖w‖² gains 2d − ‖δ‖²")
	require.GreaterOrEqual(t, square*(1+1e-9)+slack, xx*sum*sum*(1+1/float64(k)), "‖δ‖²")
}

// parameters of a run.
type parameters struct {
	epsilon float64
	k       int
	seed    uint64
}

func draw(t *rapid.T) parameters {
	return parameters{
		epsilon: rapid.SampledFrom([]float64{1e-3, 0.1, 0.5, 0.9, 1}).Draw(t, "eps"),
		k:       rapid.IntRange(1, 6).Draw(t, "k"),
		seed:    rapid.Uint64().Draw(t, "seed"),
	}
}

func TestEveryUpdateIsThatOfThePaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := draw(t)
		rng := rand.New(rand.NewPCG(p.seed, 1))
		classes := rapid.IntRange(2, 6).Draw(t, "classes")
		var s data
		var u []float64
		gamma := math.Inf(1)
		if rapid.Bool().Draw(t, "separable") {
			s, u = separable(rng, 30, rapid.IntRange(1, 4).Draw(t, "d"), classes, rapid.Bool().Draw(t, "equal norms"))
		} else {
			s = noise(rng, 30, rapid.IntRange(1, 4).Draw(t, "d"), classes)
			u = rapidtest.Normal(rng, s.dim*classes, 1)
		}
		for _, m := range multiclass.Comparator(u, s.stream(nil), s.dim, classes) {
			gamma = min(gamma, m)
		}
		length := math.Sqrt(dot(u, u))
		for i := range u {
			u[i] /= length
		}
		l := multiclass.NewAMIRA(algos.Space{Dim: s.dim}, classes, p.epsilon, p.k)
		if rapid.Bool().Draw(t, "sparse") {
			s = s.sparse()
		}
		w := l.State().Classifier.W
		for range 2 {
			for i := range s.x {
				step := l.Step(s.x[i], s.y[i])
				after := l.State().Classifier.W
				requireUpdate(t, w, after, s, i, step, p.epsilon, min(p.k, classes-1), u, gamma)
				w = after
			}
		}
		require.NoError(t, l.State().Err)
	})
}

// The generator reaches its edges: several active constraints, violations that are not active, more violations than
// k, and steps without one.
func TestStreamsReachTheirEdges(t *testing.T) {
	reached := map[string]int{}
	rng := rand.New(rand.NewPCG(8, 1))
	for range 50 {
		s := noise(rng, 30, 3, 5)
		l := multiclass.NewAMIRA(algos.Space{Dim: s.dim}, 5, 0.5, 4)
		w := l.ByClass()
		for i, x := range s.x {
			step := l.Step(x, s.y[i])
			after := l.ByClass()
			violations, active := 0, 0
			for z := range w {
				if z != int(s.y[i]) && w[s.y[i]].Score(x)-w[z].Score(x) <= 0.5 {
					violations++
				}
				if z != int(s.y[i]) && !slices.Equal(w[z].W, after[z].W) {
					active++
				}
			}
			reached[fmt.Sprintf("updated %t", step.Updated)]++
			reached[fmt.Sprintf("active %d", active)]++
			reached[fmt.Sprintf("inactive violations %t", violations > active)]++
			w = after
		}
	}
	for _, edge := range []string{"updated false", "updated true", "active 1", "active 2", "active 3", "active 4", "inactive violations true"} {
		require.Greater(t, reached[edge], 10, edge)
	}
}
