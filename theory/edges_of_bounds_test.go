package theory

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/theory/vec"
)

// At the best length, λ/2 ℓ² + (1/T) Σ max(0, 1 − mℓ), which is convex, is least.
func TestBestLengthIsLeast(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(18, 5))
	for range 2000 {
		margins := make([]float64, 1+rng.IntN(6))
		for i := range margins {
			margins[i] = float64(rng.IntN(9)-3) / 2
		}
		lambda := math.Exp2(float64(rng.IntN(9) - 6))
		objective := func(length float64) float64 {
			sum := 0.
			for _, m := range margins {
				sum += max(0, 1-m*length)
			}
			return lambda/2*length*length + sum/float64(len(margins))
		}
		best := bestLength(margins, lambda)
		require.GreaterOrEqual(t, best, 0.)
		for _, step := range []float64{1e-4, 0.1, 1, 10} {
			require.LessOrEqual(t, objective(best), objective(best+step)+1e-12, "%v, λ = %v", margins, lambda)
			require.LessOrEqual(t, objective(best), objective(max(0, best-step))+1e-12, "%v, λ = %v", margins, lambda)
		}
	}
}

// E(φ) is ∫₀¹ 2x/(1−φx)² dx, by the midpoints of small steps, on both sides of where the series ends.
func TestExcessIsTheIntegral(t *testing.T) {
	t.Parallel()
	const steps = 20000
	for _, phi := range []float64{0, 1e-9, 0.01, 0.1, 1. / 8, math.Nextafter(1./8, 1), 0.13, 0.5, 0.9} {
		sum := 0.
		for i := range steps {
			x := (float64(i) + 0.5) / steps
			sum += 2 * x / ((1 - phi*x) * (1 - phi*x)) / steps
		}
		require.InEpsilon(t, sum, excess(phi), 1e-6, "φ = %v", phi)
	}
}

// The allowances for rounding, at numbers where they are powers of two.
func TestAllowances(t *testing.T) {
	t.Parallel()
	at := func(norm float64) (s Setting) {
		s.Trace, s.Examples, s.Dim, s.Iterate.Norm = &Trace{}, 10, 54, norm
		return s
	}
	require.Equal(t, 0x1p-43, batchRounding(at(0)))
	require.Equal(t, 0x1p-44, rootRounding(at(2)))
	require.InEpsilon(t, math.Sqrt(0x1p-43), rootRounding(at(0)), 1e-15)
	require.Equal(t, 0x1p-23, weightRounding(Setting{Longest: 2}))
	s := at(1)
	s.Trace = &Trace{Updates: 4, Params: map[string]float64{"a": 12}}
	s.DBar = 3 // 1 + NR²/a = 4
	require.Equal(t, 0x1p-41, mistakesOfRegression("").Rounding(s))
}

// ALMA's B and C are those of its Theorem 3 to a part in 10¹², however large they are.
func TestParametersOfTheorem3(t *testing.T) {
	t.Parallel()
	for _, alpha := range []float64{1, 0.5, 0.9, 1e-3} {
		for off, is := range map[float64]bool{0: true, 5e-13: true, -5e-13: true, 2e-12: false, -2e-12: false} {
			b, c := math.Sqrt(8)/alpha, math.Sqrt2
			of := func(b, c float64) Setting {
				return Setting{Trace: &Trace{Params: map[string]float64{"alpha": alpha, "B": b, "C": c}}}
			}
			require.Equal(t, is, of(b*(1+off), c).theorem3ALMA(), "α = %v, B %v off", alpha, off)
			require.Equal(t, is, of(b, c*(1+off)).theorem3ALMA(), "α = %v, C %v off", alpha, off)
		}
	}
}

// What a classifier gives an example, the classifier that a view sees gives the example that
// it sees.
func TestClassifierOfAView(t *testing.T) {
	t.Parallel()
	c, x := Classifier{W: []float64{3, -2}, B: 5}, []float64{0.5, 4}
	for _, lift := range []float64{0, 1, 2, -0.25} {
		v := View{Lift: lift}
		seen, dim := v.Of([]Example{{X: vec.Dense(x...), Y: 1}}, 2)
		got, w := v.Classifier(c), make([]float64, dim)
		copy(w, got.W)
		require.Equal(t, -1.5, seen[0].X.Dot(w)+got.B, "lift %v", lift)
		if empty, _ := v.Of([]Example{{X: vec.Sparse([]int{}, []float64{}), Y: 1}}, 2); lift != 0 {
			require.Equal(t, vec.Sparse([]int{2}, []float64{lift}), empty[0].X)
		}
	}
	require.Equal(t, "not separable through the origin with the constant coordinate 2 appended", View{Origin: true, Lift: 2}.Separability(false))
	require.Equal(t, "separable", View{}.Separability(true))
}

// Where a theorem changes its case, or says no more, it is the case that the theorem names.
func TestEndsOfCases(t *testing.T) {
	t.Parallel()
	says := func(r, phi, rho float64) Setting { // γ = 1
		return Setting{
			Evidence: Evidence{Geometry: Geometry{D: r, DBar: 1, Gamma: 1}}, Phi: phi, Rho: rho, Gamma3: 4,
			Trace: &Trace{Params: map[string]float64{"alpha": 0.5, "B": 1, "C": 1, "eps": 1, "R": 0}},
		}
	}
	nothing := math.Inf(1)
	zeros := says(0, 0, 0)
	zeros.DBar, zeros.Rival = 0, NewRival([]float64{0, 0})
	zeros.Trace.Steps = make([]Step, 2)
	for name, c := range map[string]struct{ want, got float64 }{
		"A = 2 is enough":                              {2.5, UpdatesALMASharp(says(0, 0, 0))},
		"of one example, MCP at ρ = ½":                 {nothing, UpdatesMCP(says(0, 0, 0.5))},
		"of one example, MCP at φ = ½":                 {nothing, ViolationsMCP(says(0, 0.5, 0.5))},
		"the gains of unknown lengths":                 {math.Inf(-1), CosineGains(Setting{Trace: &Trace{Seen: 1}})},
		"φ = 1 − r of Theorem 4.1, r = ½":              {math.Log(4) / -math.Log(0.75), ViolationsTheorem41(says(0.5, 0.5, 1))},
		"r = √2(1−φ) as printed has the last case":     {4, ViolationsTheorem41Printed(says(math.Sqrt2/2, 0.5, 1))},
		"S3 at ρ = 3/5 has the first case":             {11, MistakesS3(says(4, 0, 0.6))},
		"S3 at ρ = ⅓":                                  {11, MistakesS3Thirds(says(4, 0, 1./3))},
		"m̄(φ) at r = 2φ":                              {excess(0.75) * 2.25, ViolationsOfOptimumOMM(says(1.5, 0.75, 1))},
		"ROMMA at D = γ":                               {4, MistakesROMMAClose(Setting{Trace: says(0, 0, 0).Trace, Evidence: Evidence{Geometry: Geometry{D: 1, DBar: 2, Gamma: 1}}})},
		"of examples that are all 0 half are mistakes": {1, randomizedRival(zeros)},
	} {
		require.InDelta(t, c.want, c.got, 1e-14, name)
	}
}

// What is known of a geometry encloses it: every length of both ends is longer, the shortest shorter,
// by its rounding.
func TestEndsOfAGeometry(t *testing.T) {
	t.Parallel()
	g := Geometry{DPlus: 2, DMinus: 3, D: 3, DBar: 5, Delta: 7, Shortest: 1, Gamma: 11, Lower: 10, Separable: true}
	tol := g.rounding()
	require.InEpsilon(t, 1e-9, tol, 1e-4)
	ends := g.ends()
	require.InEpsilon(t, -tol, ends[0].Gamma/10-1, 1e-6)
	require.InEpsilon(t, tol, ends[1].Gamma/11-1, 1e-6)
	for _, e := range ends {
		for _, of := range [][2]float64{{2, e.DPlus}, {3, e.DMinus}, {3, e.D}, {5, e.DBar}, {7, e.Delta}} {
			require.InEpsilon(t, tol, of[1]/of[0]-1, 1e-6)
		}
		require.InEpsilon(t, -tol, e.Shortest-1, 1e-6)
	}
	for c, equal := range map[[2]float64]bool{{0, 0}: true, {1e6, 1e6 - 1e-4}: true, {1e6, 1e6 - 1e-2}: false, {1e-6, 0.9e-6}: false} {
		require.Equal(t, equal, Geometry{DBar: c[0], Shortest: c[1]}.equalNorms(), "%v", c)
	}
	require.Equal(t, 0.25, Geometry{Gamma: 4, Lower: 3}.Gap())
}

// How much of a bound is used up, also where it is 0 or negative.
func TestRatio(t *testing.T) {
	t.Parallel()
	for c, want := range map[[2]float64]float64{
		{1, 2}: 0.5, {3, 3}: 1, {-3, -3}: 1, {0, 5}: 0, {0, 0}: 0, {-1, 0}: 0, {-1, 2}: 0, {-2, -1}: 0, {-1, -2}: math.Inf(1), {1, 0}: math.Inf(1), {1, -1}: math.Inf(1),
	} {
		require.Equal(t, want, Guarantee{}.ratio(c[0], c[1]), "%v of %v", c[0], c[1])
		require.Equal(t, want, Guarantee{AtLeast: true}.ratio(c[1], c[0]), "%v of at least %v", c[1], c[0])
	}
}

// κ̄ is 1 where z = 0 is the only vector.
func TestKappaUpperAtDeltaZero(t *testing.T) {
	t.Parallel()
	require.Equal(t, 1., KappaUpper(vec.P(3), 0, 0))
	require.Zero(t, negLogKappa(vec.P(3), 0, 1))
}
