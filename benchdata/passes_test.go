package benchdata_test

import (
	"iter"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	. "marginlab/benchdata"
	"marginlab/theory"
)

// numbered returns the examples (0), (1), …, (n−1).
func numbered(n int) []theory.Example {
	all := make([]theory.Example, n)
	for i := range all {
		all[i] = dense(+1, float64(i))
	}
	return all
}

// order lists the numbers of the examples in seq.
func order(seq iter.Seq[theory.Example]) []int {
	var numbers []int
	for e := range seq {
		numbers = append(numbers, int(e.X.At(0)))
	}
	return numbers
}

func inOrder(n, passes int) iter.Seq[theory.Example] {
	return Passes(numbered(n), InOrder(n, passes))
}

func shuffled(n, passes int, seed uint64) iter.Seq[theory.Example] {
	return Passes(numbered(n), Permutations(n, passes, seed))
}

func TestPasses(t *testing.T) {
	require.Equal(t, []int{0, 1, 2, 0, 1, 2}, order(inOrder(3, 2)))
	require.Empty(t, order(inOrder(3, 0)))
	require.Empty(t, order(inOrder(0, 3)))
	require.Empty(t, order(shuffled(3, 0, 1)))
	require.Empty(t, order(shuffled(0, 3, 1)))
}

func TestEveryShuffledPassIsAFreshPermutation(t *testing.T) {
	const n, passes = 100, 5
	all := order(shuffled(n, passes, 1))
	require.Len(t, all, n*passes)
	identity := order(inOrder(n, 1))
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
	for pass := range slices.Chunk(order(shuffled(3, 6000, 2)), 3) {
		times[[3]int(pass)]++
	}
	require.Len(t, times, 6)
	for order, n := range times {
		require.InDelta(t, 1000, n, 6*29, "%v", order)
	}
}

func TestShufflesAreTheirSeed(t *testing.T) {
	one := shuffled(50, 3, 7)
	first := order(one)
	require.Equal(t, first, order(one), "gone through again")
	require.Equal(t, first, order(shuffled(50, 3, 7)))
	require.Equal(t, first[:50], order(shuffled(50, 1, 7)), "more passes begin like fewer")
	require.NotEqual(t, first, order(shuffled(50, 3, 8)))
}

func TestPassesStopWhenTold(t *testing.T) {
	for _, seq := range []iter.Seq[theory.Example]{inOrder(3, 2), shuffled(3, 2, 1)} {
		n := 0
		for range seq {
			if n++; n == 4 {
				break
			}
		}
		require.Equal(t, 4, n)
	}
}
