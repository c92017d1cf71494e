package benchdata

import (
	"iter"
	"math/rand/v2"
)

// InOrder yields the original order of size examples, n times.
func InOrder(size, n int) iter.Seq[[]int] { return orders(size, n, func([]int) {}) }

// Permutations yields the orders of n passes through size examples, one after the other.
// Each overwrites the memory of the one before. The same seed gives the same permutations.
func Permutations(size, n int, seed uint64) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		rnd := rand.New(rand.NewPCG(seed, shuffleStream))
		orders(size, n, func(order []int) {
			rnd.Shuffle(size, func(i, j int) { order[i], order[j] = order[j], order[i] })
		})(yield)
	}
}

// orders yields n orders of size examples: change turns each into the next, beginning with the original order.
func orders(size, n int, change func(order []int)) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		order := make([]int, size)
		for i := range order {
			order[i] = i
		}
		for range n {
			if change(order); !yield(order) {
				return
			}
		}
	}
}

// The second halves of PCG seeds. With different ones, what is drawn from the same seed
// for different purposes does not repeat itself. Cubes and SVMs share theirs.
const (
	shuffleStream   = 0x9e3779b97f4a7c15
	syntheticStream = 0xbf58476d1ce4e5b9
	cubeStream      = 0x94d049bb133111eb
	svmStream       = 0x94d049bb133111eb
)
