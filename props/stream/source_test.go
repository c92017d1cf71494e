package stream

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// A seed draws what rapid draws of it, to the bit: the cases that faults were measured on.
func TestSourceDrawsAsRapid(t *testing.T) {
	ranges := [][2]int{{0, 0}, {0, 1}, {0, 11}, {-2, 2}, {-1000, 1000}, {3, 9}, {-9, -3}, {-5, 0}, {0, 4095}, {-1 << 40, 1 << 50}}
	theirs := rapid.Custom(func(t *rapid.T) (all []int) {
		for _, r := range ranges {
			all = append(all, rapid.SliceOfN(rapid.IntRange(r[0], r[1]), 1, 8).Draw(t, "list")...)
			all = append(all, rapid.SampledFrom([]int{5, 6, 7}).Draw(t, "one"))
			all = append(all, rapid.SliceOfN(rapid.IntRange(r[0], r[1]), 2, 2).Draw(t, "pair")...)
		}
		return all
	})
	ours := Generator[[]int](func(s *Source) (all []int) {
		for _, r := range ranges {
			draw := func() int { return s.Int(r[0], r[1]) }
			all = append(all, List(s, 1, 8, draw)...)
			all = append(all, Of(s, 5, 6, 7))
			all = append(all, List(s, 2, 2, draw)...)
		}
		return all
	})
	for seed := range 2000 {
		require.Equal(t, theirs.Example(seed), ours.Example(seed), "seed %d", seed)
	}
}
