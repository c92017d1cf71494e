package benchdata_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
)

// order lists the numbers of all passes.
func order(passes iter.Seq[[]int]) []int { return slices.Concat(collected(passes)...) }

// collected returns copies of the passes.
func collected(passes iter.Seq[[]int]) (all [][]int) {
	for pass := range passes {
		all = append(all, slices.Clone(pass))
	}
	return all
}

func TestPasses(t *testing.T) {
	require.Equal(t, []int{0, 1, 2, 0, 1, 2}, order(InOrder(3, 2)))
	require.Empty(t, order(InOrder(3, 0)))
	require.Empty(t, order(InOrder(0, 3)))
	require.Empty(t, order(Permutations(3, 0, 1)))
	require.Empty(t, order(Permutations(0, 3, 1)))
}

func TestEveryShuffledPassIsAFreshPermutation(t *testing.T) {
	const n, passes = 100, 5
	all := order(Permutations(n, passes, 1))
	require.Len(t, all, n*passes)
	identity := order(InOrder(n, 1))
	seen := [][]int{identity}
	for pass := range slices.Chunk(all, n) {
		require.NotContains(t, seen, pass) // by chance 5·5/2 in 100!
		seen = append(seen, slices.Clone(pass))
		require.Equal(t, identity, slices.Sorted(slices.Values(pass)))
	}
}

// All 6 orders of 3 examples come equally often: 6,000 passes give each 1,000
// with a standard deviation of 29; 6 of those are left by chance once in 10⁸.
func TestShufflesAreFair(t *testing.T) {
	times := map[[3]int]int{}
	for pass := range slices.Chunk(order(Permutations(3, 6000, 2)), 3) {
		times[[3]int(pass)]++
	}
	require.Len(t, times, 6)
	for order, n := range times {
		require.InDelta(t, 1000, n, 6*29, "%v", order)
	}
}

func TestShufflesAreTheirSeed(t *testing.T) {
	one := Permutations(50, 3, 7)
	first := order(one)
	require.Equal(t, first, order(one), "gone through again")
	require.Equal(t, first, order(Permutations(50, 3, 7)))
	require.Equal(t, first[:50], order(Permutations(50, 1, 7)), "more passes begin like fewer")
	require.NotEqual(t, first, order(Permutations(50, 3, 8)))
}

func TestPassesStopWhenTold(t *testing.T) {
	for _, seq := range []iter.Seq[[]int]{InOrder(3, 2), Permutations(3, 2, 1)} {
		n := 0
		for range seq {
			if n++; n == 1 {
				break
			}
		}
		require.Equal(t, 1, n)
	}
}
