package adversarial

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/adversarial/certificate"
	"marginlab/theory"
)

// uniform requires that numbers are uniform in [0, 1), by the greatest distance of Kolmogorov and
// Smirnov: of 10⁷ samples that are, one is beyond it.
func uniform(t *testing.T, all []float64, what string) {
	t.Helper()
	slices.Sort(all)
	var far float64
	for i, v := range all {
		require.True(t, v >= 0 && v < 1, "%s: %v", what, v)
		far = max(far, v-float64(i)/float64(len(all)), float64(i+1)/float64(len(all))-v)
	}
	require.Less(t, far, math.Sqrt(math.Log(2e7)/2/float64(len(all))), what)
}

// What is drawn between two numbers is so by the logarithm, and every whole number of a range is drawn;
// r is uniform in the range that is asked for.
func TestNumbersThatAreDrawn(t *testing.T) {
	const draws = 3000
	at := targetOf(t, certificate.Statement{Learner: "e-omm", Quantity: "mistakes", Claim: "2"}, Range[int]{1, 5}, Range[int]{2, 9})
	g := sourceOf(at, 1)
	var logs, free, asked, radii []float64
	surface := 0
	counts := map[int]int{}
	within := *at
	within.R = Range[float64]{3, 8}
	for range draws {
		logs = append(logs, math.Log(g.logUniform(1e-3, 20)/1e-3)/math.Log(20/1e-3))
		free = append(free, math.Log(g.targetR()/0.2)/math.Log(100))
		asked = append(asked, (source{&within, g.rng, g.box}.targetR()-3)/5)
		counts[g.between(Range[int]{4, 9})]++
		x := make([]float64, 3)
		g.inBall(x, 2)
		r := math.Sqrt(x[0]*x[0]+x[1]*x[1]+x[2]*x[2]) / 2
		if r > 1-1e-12 {
			surface++
		} else {
			radii = append(radii, r*r*r) // by the volume
		}
		require.LessOrEqual(t, r, 1+1e-12)
	}
	uniform(t, logs, "by the logarithm")
	uniform(t, free, "any r")
	uniform(t, asked, "r in its range")
	uniform(t, radii, "in a ball")
	require.InDelta(t, draws/2, surface, 6*math.Sqrt(draws)/2, "half of the points are on the surface")
	require.Len(t, counts, 6)
	for n := 4; n < 9; n++ {
		require.Greater(t, counts[n], counts[n+1], "the small ones more often: %v", counts)
	}
	require.Equal(t, 7, g.between(Range[int]{7, 7}))
	var noise []float64
	for range draws / 4 {
		x := []float64{1, 2, 3, 4}
		g.shake(x, 6) // so long in the mean square: 3 in each of four directions
		for k, v := range x {
			noise = append(noise, math.Erfc((v-float64(k+1))/3/math.Sqrt2)/2)
		}
	}
	uniform(t, noise, "normal noise")
	for n := 1; n < 9; n++ {
		seen := 0
		for range draws {
			seen += one(g.oneIn(n))
		}
		require.InDelta(t, draws/n, seen, 6*math.Sqrt(float64(draws*(n-1)))/float64(n)+1, "one in %d", n)
	}
}

// Planted streams have two classes at a distance of 1 or more from a hyperplane, each in a ball of
// diameter r, and 1 is reached; they are moved for learners that are not indifferent to it. Lattices
// are of small whole numbers with repeats, and separable or touching; orthogonal streams are of
// multiples of the unit vectors.
func TestStreamsThatAreDrawn(t *testing.T) {
	for _, learner := range []string{"e-omm", "perceptron"} {
		at := targetOf(t, certificate.Statement{Learner: learner, Quantity: "mistakes", Claim: "R"}, Range[int]{2, 6}, Range[int]{4, 30})
		within := *at
		within.R = Range[float64]{4, 4}
		g := sourceOf(&within, 1)
		alternating, reached, moved, origin, repeats, points, both := 0, 0, 0, 0, 0, 0, 0
		for range 400 {
			s := g.planted()
			least, most, low := math.Inf(1), math.Inf(-1), math.Inf(1)
			alternate := true
			for i, e := range s {
				for _, o := range s[:i] {
					if o.Y == e.Y {
						require.LessOrEqual(t, distance(e, o), 4+1e-9)
					}
				}
				alternate = alternate && (i == 0 || e.Y != s[i-1].Y)
				if v := e.X.Value[0]; e.Y == theory.Positive {
					least = min(least, v)
				} else {
					most = max(most, v)
				}
				low = min(low, float64(e.Y)*e.X.Value[0])
			}
			require.GreaterOrEqual(t, least-most, 2-1e-9, "the classes are 2 apart")
			alternating += one(alternate)
			reached += one(math.Abs(least-most-2) < 1e-9)
			moved += one(math.Abs(s.mean(s[0].Y)[1]) > 8)
			origin += one(low >= 1-1e-9)

			s = g.lattice()
			both += one(s.mean(-s[0].Y) != nil)
			for i, e := range s {
				for _, v := range e.X.Value {
					require.True(t, v == math.Trunc(v) && math.Abs(v) <= 4)
				}
				if s.dim() > 3 { // few are the same by chance
					points++
					repeats += one(slices.ContainsFunc(s[:i], func(o theory.Example) bool { return equal(o, e) }))
				}
				require.False(t, slices.ContainsFunc(s[:i], func(o theory.Example) bool { return o.Y != e.Y && slices.Equal(o.X.Value, e.X.Value) }))
			}

			s = g.orthogonal()
			for i, e := range s {
				for k, v := range e.X.Value {
					require.Equal(t, v != 0, k == i%s.dim())
					require.True(t, v == 0 || v == s[0].X.Value[0] && v >= 0.1 && v < 10)
				}
			}
		}
		require.Greater(t, both, 300, "most have both classes: the hyperplane of a lattice is near the origin")
		require.Greater(t, alternating, 120, "half of the streams alternate")
		require.Less(t, alternating, 300)
		require.Greater(t, reached, 200)
		if at.translates() {
			require.Zero(t, moved)
			require.Equal(t, 400, origin)
		} else {
			require.Greater(t, moved, 40)
			require.Greater(t, origin, 200)
			require.Less(t, origin, 390)
		}
		require.InDelta(t, 1./3, float64(repeats)/float64(points), 0.1, "a third of a lattice's points")
	}
}

// A stream is moved by up to a hundred times the greater of 1 and its r, in any dimension; what is put on a
// lattice is put on one of halves, quarters or eighths, or of whole numbers.
func TestShiftsAndLatticesThatAreDrawn(t *testing.T) {
	at := *targetOf(t, certificate.Statement{Learner: "perceptron", Quantity: "mistakes", Claim: "R"}, Range[int]{30, 30}, Range[int]{4, 10})
	at.R = Range[float64]{4, 4}
	g, far := sourceOf(&at, 1), 0.
	fine := map[float64]int{}
	for range 400 {
		s := g.planted()
		far = max(far, math.Sqrt(s[0].X.SqNorm()))
		for s, step := g.drawn(), 1.; step >= 1./16; step /= 2 {
			if !slices.ContainsFunc(s, func(e theory.Example) bool {
				return slices.ContainsFunc(e.X.Value, func(v float64) bool { return math.Mod(v, step) != 0 })
			}) {
				fine[step]++
				break
			}
		}
	}
	require.True(t, 300 < far && far < 600, "%v", far)
	for _, step := range []float64{1, 1. / 2, 1. / 4, 1. / 8} {
		require.Positive(t, fine[step], "%v", step)
	}
	require.Zero(t, fine[1./16])
}
