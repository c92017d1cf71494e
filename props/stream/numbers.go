package stream

import "pgregory.net/rapid"

// OneOf draws one of the values.
func OneOf(values ...float64) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(rapid.SampledFrom(values), 1, 1)
}

// Fraction draws p/q, p in [low, high], q one of denominators.
func Fraction(low, high int, denominators ...float64) *rapid.Generator[float64] {
	return rapid.Custom(func(t *rapid.T) float64 {
		p := rapid.IntRange(low, high).Draw(t, "p")
		return float64(p) / rapid.SampledFrom(denominators).Draw(t, "q")
	})
}

// Numbers draws n numbers of the size of 1, halves and hundredths among them.
func Numbers(n int) *rapid.Generator[[]float64] {
	return rapid.SliceOfN(Fraction(-300, 300, 2, 1, 4, 100), n, n)
}

// Against draws one of the values, for a parameter, a pattern of labels to swap, for
// [Case.Flipped], and a rival u, for [Case.Rival].
func Against(values ...float64) *rapid.Generator[[]float64] {
	return rapid.Custom(func(t *rapid.T) []float64 {
		a := []float64{rapid.SampledFrom(values).Draw(t, "parameter"), float64(rapid.IntRange(0, 1<<Flips-1).Draw(t, "flips"))}
		return append(a, rapid.SliceOfN(Fraction(-20, 20, 10, 1, 3), 1, 13).Draw(t, "rival")...)
	})
}
