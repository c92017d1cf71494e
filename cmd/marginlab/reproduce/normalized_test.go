package reproduce

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/normalized"
	"marginlab/benchdata"
	"marginlab/cmd/marginlab/term"
	"marginlab/theory"
)

// smallCones takes little time.
var smallCones = normalizedGrid{
	rho: []float64{0.3, 0.1, 0.05}, size: 40, sizes: []int{5, 40}, atRho: 0.1, dim: 8,
	eps: []float64{0.1, 0.01, 0.001}, atDepth: 0.1, depth: []float64{0.2, 0.05}, atEps: 0.01, around: 12,
	arounds: []int{12, 320}, aroundDim: 3,
}

// mostWrong is how many updates a Perceptron makes that takes the example of the
// least y(w·x) until all are above 0: the normalised one, on unit vectors.
func mostWrong(examples []theory.Example, dim int) int {
	w := make([]float64, dim)
	for k := 0; ; k++ {
		worst, least := 0, math.Inf(1)
		for i, e := range examples {
			var s float64
			for j, v := range e.X.Value {
				s += w[j] * v
			}
			if s *= float64(e.Y); s < least-1e-12 {
				worst, least = i, s
			}
		}
		if least > 1e-12 {
			return k
		}
		for j, v := range examples[worst].X.Value {
			w[j] += float64(examples[worst].Y) * v
		}
	}
}

// What the rows say is computed again by the test's own formulas.
func TestNormalizedRows(t *testing.T) {
	t.Parallel()
	all := rowsOf(t, small(t, Normalized(), 3, smallCones.planFor))
	require.Len(t, all, (5+3+2+2)*3*4)
	rows := all[:5*3*4]
	rho, sizes := []float64{0.3, 0.1, 0.05, 0.1, 0.1}, []int{40, 40, 40, 5, 40}
	bound := map[string]func(rho, n float64) float64{
		"nkp":     func(rho, _ float64) float64 { return 1 / (rho * rho) },
		"nvn":     func(rho, _ float64) float64 { return 1/(rho*rho) - 1 },
		"snkp":    func(rho, n float64) float64 { return 2 * math.Sqrt(2*math.Log(n)) / rho },
		"snkp-vn": func(rho, n float64) float64 { return 2 * math.Sqrt(2*n) / rho },
	}
	for i, r := range rows {
		cell, run := i/12, i/4%3
		cone := benchdata.Cone{Examples: sizes[cell], Dim: 8, Margin: rho[cell], Seed: 3 + uint64(run)}
		require.Equal(t, cone.String(), r.Data)
		require.Equal(t, []string{overRho, overRho, overRho, overPoints, overPoints}[cell], sweepOf(r))
		require.Equal(t, run+1, r.Run)
		require.Equal(t, cone.Seed, r.Seed)
		require.Equal(t, []string{"nkp", "snkp", "nvn", "snkp-vn"}[i%4], algorithm(r))
		params := map[string]any{algorithms(overRho)[i%4][1]: rho[cell] / 2}
		if algorithm(r) == "snkp-vn" {
			params["prox"], params["ratio"] = "square", 1.
		}
		require.Equal(t, params, r.Params)
		require.Equal(t, rho[cell], r.value("rho"))
		require.InEpsilon(t, rho[cell], r.value("gamma_star"), 1e-9)
		require.Equal(t, "separator", *r.Certificate)
		require.Empty(t, r.Violated)
		require.Positive(t, *r.Held)
		require.Positive(t, r.Margin)
		require.LessOrEqual(t, float64(r.Margin), rho[cell]*(1+1e-9))
		require.InEpsilon(t, float64(r.Margin)/rho[cell], r.value("margin_ratio"), 1e-9)
		want := bound[algorithm(r)](rho[cell], float64(cone.Examples))
		require.InEpsilon(t, want, r.value("updates_bound"), 1e-8)
		require.Equal(t, r.value("updates_bound"), number(r.Published["updates"]))
		require.InEpsilon(t, float64(r.Updates)/want, r.value("bound_ratio"), 1e-8)
		require.LessOrEqual(t, r.value("bound_ratio"), 1.)
		if algorithm(r) == "nkp" {
			set, _, err := cone.Generate()
			require.NoError(t, err)
			require.Equal(t, mostWrong(set.Examples, set.Dim), r.Updates)
		}
	}
}

// towards is how many times Von Neumann and Gilbert go from w, which starts at the mean of the
// points, to the nearest point of the segment to the point of the least product with w, until
// |w| is at most eps.
func towards(points []theory.Example, dim int, eps float64) int {
	dot := func(a, b []float64) (s float64) {
		for i := range a {
			s += a[i] * b[i]
		}
		return s
	}
	w := make([]float64, dim)
	for _, e := range points {
		e.X.AddTo(w, float64(e.Y)/float64(len(points)))
	}
	for k := 0; ; k++ {
		if math.Sqrt(dot(w, w)) <= eps {
			return k
		}
		least, z := math.Inf(1), make([]float64, dim)
		for _, e := range points {
			if s := float64(e.Y) * e.X.Dot(w); s < least {
				least = s
				clear(z)
				e.X.AddTo(z, float64(e.Y))
			}
		}
		step := (dot(w, w) - least) / (dot(w, w) - 2*least + dot(z, z))
		for i := range w {
			w[i] += min(1, step) * (z[i] - w[i])
		}
	}
}

// Of the dual side too: of 320 points no facet is looked at.
func TestNormalizedDualRows(t *testing.T) {
	t.Parallel()
	rows := rowsOf(t, small(t, Normalized(), 3, smallCones.planFor))[5*3*4:]
	eps, depth := []float64{0.1, 0.01, 0.001, 0.01, 0.01, 0.01, 0.01}, []float64{0.1, 0.1, 0.1, 0.2, 0.05, 0.1, 0.1}
	sizes := []int{12, 12, 12, 12, 12, 12, 320}
	// The start q of snkp-vn is the mean of the points, which its sharpest bound speaks of.
	most := map[string]func(rho, eps, q, n float64) float64{
		"nvn": func(rho, eps, _, _ float64) float64 {
			return min(1/(eps*eps), 1+2*math.Log(1/eps)/-math.Log1p(-rho*rho))
		},
		"snkp-vn": func(rho, eps, q, n float64) float64 { return 2 * math.Sqrt(2*n) / eps * q / (rho + q) },
		"isnkp-vn": func(rho, eps, _, n float64) float64 {
			return min(2*math.Sqrt(2*n)/eps*4, math.Ceil(math.Log2(1/eps))*4*math.Sqrt(2*n)/rho)
		},
		"isnkp": func(rho, eps, _, n float64) float64 {
			return min(2*math.Sqrt(2*math.Log(n))/eps,
				(math.Ceil(math.Log2(1/eps))+1)*(12*math.Sqrt(2*math.Log(n))+1)/rho)
		},
	}
	for i, r := range rows {
		cell, run := i/12, i/4%3
		around := benchdata.Around{Examples: sizes[cell], Dim: 3, Depth: depth[cell], Seed: 3 + uint64(run)}
		require.Equal(t, around.String(), r.Data)
		require.Equal(t, []string{overEps, overEps, overEps, overDepth, overDepth, overAround, overAround}[cell],
			sweepOf(r))
		require.Equal(t, algorithms(overEps)[i%4][0], algorithm(r))
		require.Equal(t, eps[cell], r.Params[algorithms(overEps)[i%4][1]])
		require.Equal(t, eps[cell], r.value("eps"))
		require.InEpsilon(t, -depth[cell], r.value("rho"), 1e-6)
		require.Equal(t, "combination", *r.Certificate)
		require.Empty(t, r.Violated)
		require.Positive(t, *r.Held)
		set, err := around.Generate()
		require.NoError(t, err)
		q := make([]float64, 3)
		for _, e := range set.Examples {
			e.X.AddTo(q, float64(e.Y)/float64(sizes[cell]))
		}
		want := most[algorithm(r)](depth[cell], eps[cell], math.Hypot(math.Hypot(q[0], q[1]), q[2]),
			float64(sizes[cell]))
		require.InEpsilon(t, want, r.value("updates_bound"), 1e-5, "%s", r.Learner)
		require.InEpsilon(t, float64(r.Updates)/want, r.value("bound_ratio"), 1e-5)
		if algorithm(r) == "nvn" {
			require.Equal(t, towards(set.Examples, set.Dim, eps[cell]), r.Updates)
		}
		require.LessOrEqual(t, r.value("bound_ratio"), 1.)
	}
}

// Points around the origin whose hull is not as deep as was asked for are refused, and a run
// without an ε-solution is a finding.
func TestNormalizedDualIsHeld(t *testing.T) {
	t.Parallel()
	a := benchdata.Around{Examples: 12, Dim: 3, Depth: 0.1}
	require.NoError(t, asDeep(a, 0.1*(1+1e-7)))
	require.ErrorContains(t, asDeep(a, 0.1001), "expected the planted 0.1")
	require.ErrorContains(t, asDeep(a, 0), "the radius is 0")
	r := Row{RunRow: term.RunRow{Updates: 50, Learner: "nvn", Certificate: new("separator")}}
	r.judgeIterations(nil, normalized.Combination, nil)
	require.Equal(t, []string{"no combination"}, r.Violated)
	require.Nil(t, r.More["updates_bound"])
	r.judgeIterations(nil, normalized.Separator, nil)
	require.Empty(t, r.Violated)
}

// The slopes are over what they are named after, each in its sweep.
func TestNormalizedSlopesAreOverTheirNames(t *testing.T) {
	t.Parallel()
	g := normalizedGrid{
		rho: []float64{0.3}, size: 200, sizes: []int{30}, atRho: 0.02, dim: 20,
		eps: []float64{0.05}, atDepth: 0.1, depth: []float64{0.2}, atEps: 0.01, around: 9, aroundDim: 3,
		arounds: []int{70},
	}
	at := map[string]float64{
		"1/rho": 1 / 0.3, "n": 30, "ln n": math.Log(30),
		"1/eps": 20, "ln 1/eps": math.Log(20), "1/|rho|": 5, "n, dual": 70, "ln n, dual": math.Log(70),
	}
	for _, f := range slopeFits() {
		require.InEpsilon(t, at[f.over], f.x(g.first(f.sweep).at), 1e-15, f.over)
		delete(at, f.over)
	}
	require.Empty(t, at, "no slope")
}

func TestNormalizedSlope(t *testing.T) {
	t.Parallel()
	var rows []Row
	for _, x := range []float64{2, 10, 100} {
		for run := 1; run <= 2; run++ {
			r := Row{RunRow: term.RunRow{Learner: "nkp(margin=0.1)",
				Updates: int(math.Round(3*x*x)) * run}} // 12, 300, 30000
			r.set("at", x, "updates_bound", 1e6, "sweep", overRho)
			rows = append(rows, r)
		}
	}
	f := slopeFits()[0]
	law := f.slope(rows, "updates")
	require.InDelta(t, 2, law.slope, 1e-12)
	require.InDelta(t, 2, law.lower, 1e-9)
	require.Equal(t, []float64{2, 100}, []float64{law.low, law.high})
	require.InDelta(t, 0, f.slope(rows, "updates_bound").slope, 1e-12)

	rows[0].Updates = leastFitted - 1 // one run of two
	law = f.slope(rows, "updates")
	require.InDelta(t, 2, law.slope, 1e-12)
	require.Equal(t, "10..100", law.domain())
	rows[2].Updates = 0
	law = f.slope(rows, "updates")
	require.Equal(t, []string{"-", "-", "-"}, []string{exponent(law.slope), law.interval(), law.domain()})
	require.Empty(t, of(overPoints, rows))
}

// Data that do not have the margin that was asked for are refused.
func TestNormalizedHoldsTheConeToItsMargin(t *testing.T) {
	t.Parallel()
	cone := benchdata.Cone{Examples: 2, Dim: 2, Margin: 0.25}
	require.NoError(t, asPlanted(cone, theory.Geometry{Gamma: 0.25, Lower: 0.25 * (1 - 0.9e-9)}))
	for _, geo := range []theory.Geometry{{Gamma: 0.25, Lower: 0.24}, {Gamma: 0.26, Lower: 0.25},
		{Gamma: math.NaN(), Lower: 0.25}} {
		require.ErrorContains(t, asPlanted(cone, geo), "expected the planted 0.25")
	}
}
