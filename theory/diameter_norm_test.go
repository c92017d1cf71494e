package theory_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"marginlab/internal/rapidtest"
	"marginlab/theory"
	"marginlab/theory/vec"
)

// measured is a norm, and what it is by its definition of a difference of two
// vectors; kappa is how much a rounding of the difference may grow in it.
type measured struct {
	name  string
	norm  vec.Norm
	of    func(t []float64) float64
	kappa float64
}

// ofP is (Σ ω_i|t_i|^p)^{1/p}, ω = 1 where it is nil.
func ofP(p float64, omega []float64) func(t []float64) float64 {
	return func(t []float64) float64 {
		largest, sum := 0.0, 0.0
		for _, v := range t {
			largest = math.Max(largest, math.Abs(v))
		}
		if largest == 0 {
			return 0
		}
		for i, v := range t {
			w := 1.0
			if omega != nil {
				w = omega[i]
			}
			sum += w * math.Pow(math.Abs(v/largest), p)
		}
		return largest * math.Pow(sum, 1/p)
	}
}

func draw(t *rapid.T) measured {
	p := rapid.SampledFrom([]float64{1.1, 1.5, 2, 3, 10, 2.2, 70}).Draw(t, "p")
	return measured{fmt.Sprint(p), vec.P(p), ofP(p, nil), 1}
}

// All pairs, measured here; in ℓp the largest is that of theory.Distance to the
// last digit, whatever the search made of it.
func TestDiametersInANormAreTheLargestOfAllPairs(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		cloud := clouds[rapid.IntRange(0, len(clouds)-1).Draw(t, "cloud")]
		n := rapid.OneOf(rapid.IntRange(1, 60), rapid.IntRange(49, 250)).Draw(t, "n")
		d := rapid.SampledFrom([]int{1, 2, 3, 8, 20}).Draw(t, "d")
		m := draw(t)
		kind := rapid.SampledFrom([]string{"dense", "sparse", "mixed"}).Draw(t, "stored")
		scale := rapid.SampledFrom([]float64{1, 1, 1e100, 1e-100}).Draw(t, "scale")
		shift := rapid.SampledFrom([]float64{0, 0, 1, 1e6}).Draw(t, "shift")
		oneClass := rapid.IntRange(0, 5).Draw(t, "one class") == 0
		rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))

		x, examples := make([][]float64, n), make([]theory.Example, n)
		want, digits := theory.Geometry{Examples: n, Dim: d}, theory.Geometry{}
		for i := range x {
			x[i] = cloud.point(rnd, i, d)
			for k := range x[i] {
				x[i][k] = (x[i][k] + shift) * scale
			}
			examples[i] = theory.Example{X: stored(kind, i, x[i]), Y: theory.Negative}
			if i%5 < 2 && !oneClass {
				examples[i].Y = theory.Positive
				want.Positives++
			}
			length := m.of(x[i])
			want.DBar = max(want.DBar, length)
			if i == 0 || length < want.Shortest {
				want.Shortest = length
			}
			difference := make([]float64, d)
			for j := range i {
				for k := range difference {
					difference[k] = x[i][k] - x[j][k]
				}
				distance, ours := m.of(difference), theory.Distance(m.norm, examples[i].X, examples[j].X)
				require.InDelta(t, distance, ours, 1e-14*m.kappa*distance, "the distance of %v and %v", x[i], x[j])
				w, g := &want.DMinus, &digits.DMinus
				switch {
				case examples[i].Y != examples[j].Y:
					w, g = &want.Delta, &digits.Delta
				case examples[i].Y == theory.Positive:
					w, g = &want.DPlus, &digits.DPlus
				}
				*w, *g = max(*w, distance), max(*g, ours)
			}
		}
		want.D = max(want.DPlus, want.DMinus)
		got := theory.DiametersIn(m.norm, examples, d)
		require.Equal(t, []float64{digits.DPlus, digits.DMinus, digits.Delta}, []float64{got.DPlus, got.DMinus, got.Delta}, "D+, D-, Delta")
		for _, length := range []struct {
			name      string
			want, got *float64
		}{
			{"D+", &want.DPlus, &got.DPlus}, {"D-", &want.DMinus, &got.DMinus}, {"D", &want.D, &got.D},
			{"DBar", &want.DBar, &got.DBar}, {"Delta", &want.Delta, &got.Delta}, {"Shortest", &want.Shortest, &got.Shortest},
		} {
			require.InDelta(t, *length.want, *length.got, 1e-13*m.kappa*(*length.want), length.name)
			*length.want = *length.got
		}
		require.Equal(t, want, got, "the counts")
	})
}

// The clouds again, all of them in every norm, at more points.
func TestFarthestPairsInANorm(t *testing.T) {
	t.Parallel()
	n, d := rapidtest.Count(60, 100, 300), 6
	for _, cloud := range clouds {
		for _, p := range []float64{1.1, 1.5, 2, 3, 10} {
			rnd := rand.New(rand.NewPCG(3, uint64(p*10)))
			norms := []measured{{fmt.Sprint(p), vec.P(p), ofP(p, nil), 1}}
			kind := "dense"
			if p == 1.1 || p == 3 {
				kind = "sparse"
			}
			point, x, difference := make([][]float64, n), make([]vec.Vector, n), make([]float64, d)
			for i := range x {
				point[i] = cloud.point(rnd, i, d)
				x[i] = stored(kind, i, point[i])
			}
			for _, m := range norms {
				of := func(i, j int) float64 {
					for k := range difference {
						difference[k] = point[i][k] - point[j][k]
					}
					return m.of(difference)
				}
				diameter, across, digits := 0.0, 0.0, 0.0
				for i := range x {
					for j := range i {
						distance := of(i, j)
						diameter = max(diameter, distance)
						digits = max(digits, theory.Distance(m.norm, x[i], x[j]))
						if j < n/3 && i >= n/3 {
							across = max(across, distance)
						}
					}
				}
				i, j, got := theory.Diameter(m.norm, x)
				require.InDelta(t, diameter, got, 1e-13*diameter, "%s in %s", cloud.name, m.name)
				require.InDelta(t, diameter, of(i, j), 1e-13*diameter, "%s in %s: %d, %d", cloud.name, m.name, i, j)
				require.Equal(t, got > 0, i < j)
				require.Equal(t, digits, got, "%s in %s: to the last digit", cloud.name, m.name)
				i, j, got = theory.Farthest(m.norm, x[:n/3], x[n/3:])
				require.InDelta(t, across, got, 1e-13*across, "%s in %s", cloud.name, m.name)
				require.InDelta(t, across, of(i, n/3+j), 1e-13*across, "%s in %s: %d, %d", cloud.name, m.name, i, j)
			}
		}
	}
}

// 3³ + 4³ + 5³ = 6³.
func TestDiametersInANormByHand(t *testing.T) {
	for _, scale := range []float64{1, 1e100, 1e-100} {
		for _, copies := range []int{1, 40} { // all pairs, and the search
			var cube []theory.Example
			for range copies {
				cube = append(cube, labelled(+1, 0, 0, 0), labelled(+1, 3*scale, 4*scale, -5*scale), labelled(-1, 0, 0, scale))
			}
			for _, c := range []struct {
				norm           vec.Norm
				examples       []theory.Example
				d, delta, dbar float64
			}{
				{vec.P(3), cube, 6 * scale, math.Cbrt(27+64+216) * scale, 6 * scale},
			} {
				g := theory.DiametersIn(c.norm, c.examples, 3)
				require.InEpsilon(t, c.d, g.DPlus, 1e-14)
				require.Zero(t, g.DMinus)
				require.Equal(t, g.DPlus, g.D)
				require.InEpsilon(t, c.delta, g.Delta, 1e-14)
				require.InEpsilon(t, c.dbar, g.DBar, 1e-14)
				require.Zero(t, g.Shortest)
				require.Equal(t, []int{3 * copies, 2 * copies, 3}, []int{g.Examples, g.Positives, g.Dim})
			}
		}
	}
}

func labelled(y theory.Label, x ...float64) theory.Example {
	return theory.Example{X: vec.Dense(x...), Y: y}
}

// Far from the origin the digits of a distance are those of the coordinates.
func TestDistanceKeepsItsDigitsFarFromTheOrigin(t *testing.T) {
	const far = 1 << 40
	x, y := vec.Dense(far, far+4, far), vec.Dense(far+3, far, far+5)
	for _, c := range []struct {
		norm vec.Norm
		want float64
	}{{nil, math.Sqrt(50)}, {vec.L2{}, math.Sqrt(50)}, {vec.P(3), 6}} {
		for _, v := range []vec.Vector{x, x.Sparsify()} {
			for _, w := range []vec.Vector{y, y.Sparsify()} {
				require.InEpsilon(t, c.want, theory.Distance(c.norm, v, w), 1e-15)
				require.Zero(t, theory.Distance(c.norm, v, v))
				_, _, d := theory.Diameter(c.norm, []vec.Vector{v, w, v})
				require.InEpsilon(t, c.want, d, 1e-15)
				g := theory.DiametersIn(c.norm, []theory.Example{{X: v, Y: 1}, {X: w, Y: 1}}, 3)
				require.InEpsilon(t, c.want, g.DPlus, 1e-15)
			}
		}
	}
}

// Powers that vanish or overflow, and weights that do: p of 70 and more.
func TestDiametersOfLargePowers(t *testing.T) {
	for _, p := range []float64{70, 100} {
		rnd := rand.New(rand.NewPCG(5, 5))
		examples := make([]theory.Example, 150)
		for i := range examples {
			x := rapidtest.Normal(rnd, 3, 1)
			x[0] += 5 * float64(i%3) // two ends are positive: the widths are twice Δ
			examples[i] = labelled(theory.Label(2*min(1, (i+2)%3)-1), x...)
		}
		var want theory.Geometry
		for i, e := range examples {
			for _, f := range examples[:i] {
				difference := []float64{e.X.Value[0] - f.X.Value[0], e.X.Value[1] - f.X.Value[1], e.X.Value[2] - f.X.Value[2]}
				distance := ofP(p, nil)(difference)
				switch {
				case e.Y != f.Y:
					want.Delta = max(want.Delta, distance)
				case e.Y == theory.Positive:
					want.DPlus = max(want.DPlus, distance)
				default:
					want.DMinus = max(want.DMinus, distance)
				}
			}
		}
		got := theory.DiametersIn(vec.P(p), examples, 3)
		require.InEpsilon(t, want.DPlus, got.DPlus, 1e-14, "p = %v", p)
		require.InEpsilon(t, want.DMinus, got.DMinus, 1e-14, "p = %v", p)
		require.InEpsilon(t, want.Delta, got.Delta, 1e-14, "p = %v", p)
	}
}

// Zeros stored in more ways than a box holds are no farther apart for it.
func TestEqualVectorsInManyForms(t *testing.T) {
	examples := make([]theory.Example, 120)
	for i := range examples {
		zeros := vec.Dense(make([]float64, i%40)...)
		if i%3 == 0 {
			for k := range zeros.Value {
				zeros.Index = append(zeros.Index, k)
			}
		}
		examples[i] = theory.Example{X: zeros, Y: theory.Label(1 - 2*(i/40%2))}
	}
	for _, p := range []float64{1.5, 2, 3} {
		require.Equal(t, theory.Geometry{Examples: 120, Dim: 40, Positives: 80}, theory.DiametersIn(vec.P(p), examples, 40))
	}
}

func TestFewExamplesAreMeasuredWithoutAllocating(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 1))
	examples := make([]theory.Example, 48)
	for i := range examples {
		examples[i] = labelled(theory.Label(1-2*(i%2)), rapidtest.Normal(rnd, 96, 1)...)
	}
	for _, n := range []vec.Norm{nil, vec.L2{}, vec.P(1.1), vec.P(3)} {
		require.Zero(t, testing.AllocsPerRun(3, func() { theory.DiametersIn(n, examples, 96) }), "%v", n)
	}
}

// sup is a norm, but none that distances are known in.
type sup struct{ vec.L2 }

func TestDistancesOfAnUnknownNormPanic(t *testing.T) {
	x := []vec.Vector{vec.Dense(1), vec.Dense(2)}
	for _, f := range []func(){
		func() { theory.Distance(sup{}, x[0], x[1]) },
		func() { theory.Diameter(sup{}, x) },
		func() { theory.Farthest(sup{}, x, x) },
	} {
		require.PanicsWithValue(t, "theory: distances in the norm 2 are not known", f)
	}
}

// BenchmarkDiametersIn measures clouds of 5,000 points in norms, and few points.
func BenchmarkDiametersIn(b *testing.B) {
	for _, cloud := range clouds {
		if cloud.name != "gaussian" && cloud.name != "clusters" && cloud.name != "lattice" {
			continue
		}
		for _, n := range []int{48, 5000} {
			if testing.Short() && n > 48 {
				break
			}
			rnd := rand.New(rand.NewPCG(1, 2))
			examples := make([]theory.Example, n)
			for i := range examples {
				examples[i] = labelled(theory.Label(1-2*(i%2)), cloud.point(rnd, i, 20)...)
			}
			for _, p := range []float64{2, 1.1, 1.5, 3, 10} {
				b.Run(fmt.Sprintf("cloud=%s/n=%d/p=%v", strings.ReplaceAll(cloud.name, " ", "-"), n, p), func(b *testing.B) {
					for b.Loop() {
						theory.DiametersIn(vec.P(p), examples, 20)
					}
				})
			}
		}
	}
}

// As many examples as are compared pair by pair, and one more: the farthest pair may be
// the last two.
func TestDiametersOfTheLastPair(t *testing.T) {
	for _, n := range []vec.Norm{vec.L2{}, vec.P(3)} {
		for _, count := range []int{41, 47, 48, 49} {
			for _, last := range []theory.Label{theory.Positive, theory.Negative} {
				examples := make([]theory.Example, count)
				for i := range examples {
					examples[i] = theory.Example{X: vec.Dense(float64(i%3), 1), Y: theory.Label(2*(i%2) - 1)}
				}
				examples[count-2] = theory.Example{X: vec.Dense(100, 1), Y: last}
				examples[count-1] = theory.Example{X: vec.Dense(-100, 1), Y: last}
				g := theory.DiametersIn(n, examples, 2)
				most, least := g.DPlus, g.DMinus
				if last == theory.Negative {
					most, least = least, most
				}
				require.Equal(t, [3]float64{200, 2, 102}, [3]float64{most, least, g.Delta}, "%v, %d examples", n, count)
				require.Equal(t, 200., g.D)
			}
		}
	}
}
