package exact_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"marginlab/algos/exact"
)

// At every update w' is the point nearest w of the constraints of the k best wrong classes that
// w violates: it meets them, it differs from w by Σ ηΔΦ, η ≥ 0, and where η > 0 it meets them with
// equality. (Karush, Kuhn and Tucker; the program is convex.)
func TestManyAMIRAProjects(t *testing.T) {
	t.Parallel()
	updates := map[int]int{} // by how many constraints are active
	random := rand.New(rand.NewPCG(19, 2))
	for run := range 300 {
		classes, d, k := 2+random.IntN(4), 1+random.IntN(3), 1+random.IntN(4)
		eps := big.NewRat(1, int64(1+random.IntN(4)))
		learner := fmt.Sprintf("amira-k-best(eps=%v,k=%d)", eps, k)
		if run%8 == 0 {
			learner, k = fmt.Sprintf("amira-1-best(eps=%v)", eps), 1
		}
		l := find(t, learner).Of(classes).New(exact.Rationals(), d)
		for range 8 {
			x, y := make(exact.Vector, d), random.IntN(classes)
			for i := range x {
				x[i] = big.NewRat(int64(random.IntN(9)-4), 2)
			}
			before := weights(t, l, classes)
			s := l.Step(x, y)
			after := weights(t, l, classes)

			score := func(w []exact.Vector, z int) *big.Rat { return w[z].Dot(x) }
			ahead := func(w []exact.Vector, z int) *big.Rat { return new(big.Rat).Sub(score(w, y), score(w, z)) }
			best, all := 0, []int{}
			for z := range classes {
				if score(before, z).Cmp(score(before, best)) > 0 {
					best = z
				}
				if z != y {
					all = append(all, z)
				}
			}
			require.Equal(t, best, s.Predicted)
			slices.SortStableFunc(all, func(a, b int) int { return ahead(before, a).Cmp(ahead(before, b)) })
			worst := all[:min(k, len(all))]
			worst = slices.DeleteFunc(worst, func(z int) bool {
				return ahead(before, z).Cmp(new(big.Rat).Sub(big.NewRat(1, 1), eps)) > 0
			})
			require.Equal(t, len(worst) > 0 && !x.IsZero(), s.Updated)
			if !s.Updated {
				require.Equal(t, before, after)
				continue
			}
			sum, active := new(big.Rat), 0
			for z := range classes {
				change := before[z].Minus(after[z])
				eta := new(big.Rat).Quo(change.Dot(x), x.SqNorm())
				require.True(t, change.Equal(x.Times(eta)), "class %d moves along x", z)
				if z == y {
					continue
				}
				require.GreaterOrEqual(t, eta.Sign(), 0)
				sum.Add(sum, eta)
				order := ahead(after, z).Cmp(big.NewRat(1, 1))
				if eta.Sign() > 0 {
					active++
					require.Contains(t, worst, z)
					require.Zero(t, order, "the constraint of a class that moves is active")
				}
				require.True(t, order >= 0 || !slices.Contains(worst, z), "a violation is mended")
			}
			require.True(t, after[y].Minus(before[y]).Equal(x.Times(sum)))
			updates[active]++
		}
	}
	for active := 1; active <= 3; active++ {
		require.Greater(t, updates[active], 20, "%d active constraints", active)
	}
}

// A class out of range is a caller's mistake. Among M classes M−1 are wrong: no more are corrected, and an example has
// as many differences, each with the score of the right class less that of a wrong one.
func TestManyClasses(t *testing.T) {
	spec := find(t, "amira-k-best(eps=1/2)")
	require.True(t, spec.Has(exact.ManyClasses))
	require.False(t, find(t, "perceptron").Has(exact.ManyClasses))
	require.Nil(t, spec.Params["k"])
	for classes := 2; classes <= 4; classes++ {
		equal(t, num(classes-1), spec.Of(classes).Params["k"], "k")
		for k := 1; k <= 4; k++ {
			of := find(t, fmt.Sprintf("amira-k-best(eps=1/2,k=%d)", k)).Of(classes)
			equal(t, num(min(k, classes-1)), of.Params["k"], "k")
		}
		l := spec.Of(classes).New(exact.Rationals(), 2)
		for _, y := range []int{-1, classes} {
			require.PanicsWithValue(t, fmt.Sprintf("exact: class is %d, expected one of 0 to %d", y, classes-1),
				func() { l.Step(point("1,2"), y) })
		}
		w := point("2,3,5,7,11,13,17,19")[:2*classes]
		for y := range classes {
			var want []*big.Rat
			x := point("1/2,-3")
			for z := range classes {
				if z != y {
					want = append(want, sub(dot(w[2*y:2*y+2], x), dot(w[2*z:2*z+2], x)))
				}
			}
			all := exact.Differences([]exact.Example{{X: x, Y: y}}, classes)
			require.Len(t, all, classes-1)
			for i, e := range all {
				require.Equal(t, 1, e.Y)
				equal(t, want[i], dot(w, e.X), "w·ΔΦ")
			}
		}
	}
}

// weights returns the w of each class.
func weights(t *testing.T, l exact.Learner, classes int) (w []exact.Vector) {
	t.Helper()
	point, _ := l.Classifier()
	all, ok := point.Rational()
	require.True(t, ok)
	for one := range slices.Chunk(all, len(all)/classes) {
		w = append(w, one)
	}
	return w
}
